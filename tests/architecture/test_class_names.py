"""No two public classes have one name: it is what a traceback, a search and an import by an editor have to go by.

`generator` is apart: it never runs beside the others, and models what they are. Generated classes are called as in the IDL.
"""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path
from typing import Final

ROOT = Path(__file__).parents[2]
FOLDERS = ("runtime", "variant", "toolkit", "pipeline")
SHARED: Final = {
    "DefaultSource": "Spark looks for a data source under this name, one in each package",
    "Scalar": "of Thrift, of FlatBuffers, and the public one of Variants",
    "UnionSchema": "of Thrift and of FlatBuffers",
    "Variant": "of a union of Thrift, of one of FlatBuffers, and the type of data",
}
"""With the reason."""


_CLASS: Final = re.compile(r"^class ([A-Za-z]\w*)[(:\[]", re.MULTILINE)


def public_classes(source: str) -> list[str]:
    """Those of a module itself begin their lines; to parse all modules for them would take seconds."""
    return _CLASS.findall(source)


def test_no_two_public_classes_have_one_name() -> None:
    homes: defaultdict[str, list[str]] = defaultdict(list)
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            for name in public_classes(path.read_text(encoding="utf-8")):
                homes[name].append(str(path.relative_to(ROOT)))
    assert len(homes) > 400
    twice = {name: paths for name, paths in homes.items() if len(paths) > 1}
    assert {name: paths for name, paths in twice.items() if name not in SHARED} == {}
    assert set(SHARED) <= set(twice), "a reason that is needed no more"


def test_classes_of_a_module_are_seen() -> None:
    source = "class A: ...\nclass B(A):\n    class C: ...\nclass _D: ...\nclass E[T](A): ...\nx = 'class F:'\n"
    assert public_classes(source) == ["A", "B", "E"]
