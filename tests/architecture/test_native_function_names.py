"""Functions of Cython modules are verbs, too, by the rule of `test_function_names`.

`end_table` is what FlatBuffers call it, and `end` is a verb.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.architecture.test_function_names import is_well_named

ROOT: Final = Path(__file__).parents[2]
FOLDERS: Final = ("runtime", "variant", "toolkit")
FUNCTION: Final = re.compile(
    r"^(?:cdef|cpdef|def)\s+(?:inline\s+)?(?!class\b|struct\b|enum\b|union\b|extern\b|packed\b)"
    r"(?:[\w\[\], .*&]+?[\s*]+)?(\w+)\(",
    re.MULTILINE,
)
"""Of a module; methods are named after what they give."""


def native_functions() -> Iterator[tuple[str, str]]:
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.p[yx][xdi]")):
            for name in FUNCTION.findall(path.read_text(encoding="utf-8")):
                if not name.startswith("_"):
                    yield str(path.relative_to(ROOT)), name


def test_functions_are_verbs() -> None:
    functions = list(native_functions())
    assert len(functions) > 500
    assert {name: where for where, name in functions if not is_well_named(name)} == {}


def test_the_rule_reads_declarations() -> None:
    text = "cdef inline Bytes varint(Cursor* c)\ncdef class A:\n    cdef int b(self)\ndef put(x):\ncdef struct C:\n"
    assert FUNCTION.findall(text) == ["varint", "put"]
