"""Whatever code of ours takes from a generated module is public there: in its `__all__`, as users take it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
FOLDERS: Final = ("variant", "toolkit", "pipeline", "benchmarks", "examples")
_IMPORT: Final = re.compile(
    r"^\s*(from parquet_format\.[\w.]+ import (?:\([^)]*\)|.*))", re.MULTILINE
)


@cache
def public_names(module: str) -> frozenset[str]:
    path = ROOT / "generated" / (module.replace(".", "/") + ".py")
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            names: list[str] = ast.literal_eval(node.value)
            return frozenset(names)
    raise AssertionError(f"{path} has no __all__")


def taken_names(source: str) -> Iterator[tuple[str, str]]:
    """The module and the name of each import from a generated module; the package itself has modules only.

    To parse all that stands around them takes a second.
    """
    for statement in _IMPORT.findall(source):
        for node in ast.parse(statement).body:
            assert isinstance(node, ast.ImportFrom)
            yield from ((node.module or "", alias.name) for alias in node.names)


def test_what_is_taken_is_public() -> None:
    count = 0
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            for module, name in taken_names(path.read_text(encoding="utf-8")):
                count += 1
                assert name in public_names(module), f"{path} takes {name} from {module}"
    assert count > 400


def test_an_import_is_seen() -> None:
    source = "def f():\n    from parquet_format.parquet import Type as T\nimport parquet_format"
    assert list(taken_names(source)) == [("parquet_format.parquet", "Type")]
