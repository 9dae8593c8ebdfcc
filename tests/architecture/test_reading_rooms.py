"""Rooms of the toolkit that stand on each other: every import that runs is counted, at the top of a file or in a function."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

TOOLKIT = Path(__file__).parents[2] / "toolkit" / "inlay"
UPWARDS: Final = ["columnar", "files", "pages", "encoding", "variant", "read"]
"""Each may import those before it."""


def running_imports(tree: ast.AST) -> Iterator[str]:
    """What a file imports when it runs, which is all but what stands below `if TYPE_CHECKING`."""
    for node in ast.iter_child_nodes(tree):
        match node:
            case ast.If(test=ast.Name(id="TYPE_CHECKING"), orelse=orelse):
                yield from running_imports(ast.Module(orelse, []))
            case ast.Import(names=names):
                yield from (name.name for name in names)
            case ast.ImportFrom(module=str(module), names=names):
                yield module
                yield from (f"{module}.{name.name}" for name in names)
            case _:
                yield from running_imports(node)


def rooms_of(room: str) -> set[str]:
    """The rooms that a room imports."""
    path = TOOLKIT / room
    files = sorted(path.rglob("*.py")) if path.is_dir() else [path.with_suffix(".py")]
    assert files
    modules = {
        module
        for file in files
        for module in running_imports(ast.parse(file.read_text(encoding="utf-8")))
    }
    return {
        parts[1] for module in modules if (parts := module.split("."))[0] == "inlay" and parts[1:]
    }


@pytest.mark.parametrize("room", UPWARDS)
def test_a_room_stands_on_those_below(room: str) -> None:
    above = UPWARDS[UPWARDS.index(room) + 1 :]
    assert not rooms_of(room) & set(above)


@pytest.mark.parametrize("room", ["encoding", "variant", "read"])
def test_no_circle_leads_through_a_room(room: str) -> None:
    seen: set[str] = set()
    waiting = rooms_of(room) - {room}
    while waiting:
        other = waiting.pop()
        if (TOOLKIT / other).is_dir() or (TOOLKIT / other).with_suffix(".py").is_file():
            seen.add(other)
            waiting |= rooms_of(other) - seen
    assert room not in seen


def test_imports_for_the_type_checker_do_not_run() -> None:
    code = "if TYPE_CHECKING:\n    import a\nelse:\n    import b\ndef f():\n    from c import d"
    assert set(running_imports(ast.parse(code))) == {"b", "c", "c.d"}
