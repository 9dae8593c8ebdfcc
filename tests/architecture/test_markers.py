"""The tables by which tests get their markers name what is there."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.support.markers import FIXTURES, PLACES, TESTS
from tests.support.slow import SLOW


def functions_of(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def test_slow_tests_are_there() -> None:
    absent = {
        module: gone
        for module, names in SLOW.items()
        if (gone := set(names) - functions_of(TESTS / module))
    }
    assert absent == {}


@pytest.mark.parametrize("place", [place for places in PLACES.values() for place in places])
def test_places_are_there(place: str) -> None:
    assert (TESTS / place).exists()


def test_fixtures_are_there() -> None:
    defined = {name for path in TESTS.rglob("conftest.py") for name in functions_of(path)}
    assert {name for names in FIXTURES.values() for name in names} <= defined
