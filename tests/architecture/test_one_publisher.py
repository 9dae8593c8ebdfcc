"""One function gives local files their names (`docs/rewriting.md`): whoever renames besides says why."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT = Path(__file__).parents[2]
FOLDERS = ("runtime", "variant", "toolkit", "pipeline")

MOVES: Final = {"replace", "rename", "renames", "link", "move"}
ELSEWHERE: Final = {
    "inlay/changes/rewrite/system.py": "the calls themselves, behind which tests put a failing disk",
    "inlay/verbs/vet/scratch.py": "moves the folders that a child has left, to remove them",
    "inlay_spark/migration/group_publishing.py": "puts whole old files aside, and back",
}
"""Modules that name files with `os` or `shutil`, with the reason."""


def moves_of(source: str) -> Iterator[str]:
    if not re.search(r"\b(?:os|shutil)\b", source):
        return
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Attribute(value=ast.Name(id="os" | "shutil"), attr=name) if name in MOVES:
                yield name
            case ast.ImportFrom(module="os" | "shutil"):
                yield from (alias.name for alias in node.names if alias.name in MOVES)
            case _:
                pass


def test_one_function_names_files() -> None:
    modules = {
        path.relative_to(ROOT / folder).as_posix()
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*.py")
        if any(moves_of(path.read_text(encoding="utf-8")))
    }
    assert modules == set(ELSEWHERE)


def test_such_a_call_is_seen() -> None:
    source = "import os\nfrom os import rename\nos.replace(a, b)\ntext.replace(a, b)"
    assert sorted(moves_of(source)) == ["rename", "replace"]
