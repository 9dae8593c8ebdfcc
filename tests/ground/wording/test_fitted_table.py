"""A table whose cells all fit is laid out column by column; the lines are those that a row alone would have."""

from __future__ import annotations

import pytest

from inlay.cli.inspect.fitted_table import FittedTable, Line
from inlay.cli.inspect.fitting import Facet

PLAIN = Facet("name", ["a", "bcd", ""])
WIDE = Facet("text", ["\u6f22\u5b57", "x", "\u00e9"])
NUMBERS = Facet("count", ["1", "1,000", ""], numeric=True)
UNEVEN = Facet("mark", ["", "", "\U0001f600"], numeric=True)

TABLES: list[tuple[list[Facet], list[Line]]] = [
    (
        [PLAIN, NUMBERS],
        [[("a", "bold"), ("        1", "")], [("bcd", "bold"), ("  1,000", "")], [("", "bold"), ("", "")]],
    ),
    (
        [WIDE, PLAIN],
        [
            [("\u6f22\u5b57", "bold"), ("  a", "")],
            [("x", "bold"), ("     bcd", "")],
            [("\u00e9", "bold"), ("", "")],
        ],
    ),
    (
        [PLAIN, UNEVEN],
        [[("a", "bold"), ("", "")], [("bcd", "bold"), ("", "")], [("", "bold"), ("     \U0001f600", "")]],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("facets", "expected"), TABLES)
def test_every_cell_fits(facets: list[Facet], expected: list[Line]) -> None:
    assert list(FittedTable(facets, 3, has_titles=False).lines(80)) == expected


@pytest.mark.parametrize("facets", [facets for facets, _ in TABLES])
def test_what_lies_behind_the_rows_that_are_shown_does_not_count(facets: list[Facet]) -> None:
    two = [Facet(facet.title, facet.cells[:2], facet.numeric) for facet in facets]
    assert list(FittedTable(facets, 2).lines(80)) == list(FittedTable(two, 2).lines(80))
