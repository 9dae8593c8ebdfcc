"""The tables by which tests get their markers name what is there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from tests.support.markers import FIXTURES, PLACES, TESTS
from tests.support.slow import SLOW

DEFINED: Final = re.compile(r"^ *def (\w+)\(", re.MULTILINE)


def functions_of(path: Path) -> set[str]:
    return set(DEFINED.findall(path.read_text(encoding="utf-8")))


def test_a_module_has_one_line_and_the_lines_are_sorted() -> None:
    lines = (TESTS / "support" / "slow.txt").read_text(encoding="utf-8").splitlines()
    modules = [line.partition(":")[0] for line in lines]
    assert modules == sorted(set(modules))


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
