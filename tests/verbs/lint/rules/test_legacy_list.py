"""`legacy-list`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.verbs.lint.footers import advise, make_fine
from tests.verbs.lint.metadata_planters import make_list

RULE = "legacy-list"


@pytest.mark.parametrize(
    ("repeated", "element", "seen"),
    [
        ("array", "", "a list of two levels, whose repeated array is the element"),
        ("array", "x", "a list of two levels, whose repeated array is the element"),
        ("xs_tuple", "x", "a list of two levels, whose repeated xs_tuple is the element"),
        ("bag", "array_element", "a list of bag.array_element in the place of list.element"),
        ("list", "item", "a list of list.item in the place of list.element"),
        ("list", "element", ""),
    ],
)
def test_shapes(tmp_path: Path, repeated: str, element: str, seen: str) -> None:
    advice = advise(RULE, make_list(repeated, element), tmp_path)
    assert [(it.column, it.place, it.seen) for it in advice] == (
        [("xs", "schema[1]", seen)] if seen else []
    )


def test_a_fine_file_is_not(tmp_path: Path) -> None:
    assert advise(RULE, make_fine(), tmp_path) == []
