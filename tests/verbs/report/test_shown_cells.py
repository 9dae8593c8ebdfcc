"""The name of a column says how its numbers are shown."""

from __future__ import annotations

import pytest

from inlay.verbs.report.query import Cell
from inlay.verbs.report.shown_cells import format_cell, is_number


@pytest.mark.parametrize(
    ("column", "value", "text"),
    [
        ("bytes", 2048, "2.0 KiB"),
        ("footer_bytes", 12, "12 B"),
        ("footer_length", 2**20, "1.0 MiB"),
        ("from_bytes", 0, "under 1.0 KiB"),
        ("rows", 12345, "12,345"),
        ("footer_percent", 5.25, "5.2%"),
        ("percent_of_bytes", 100.0, "100.0%"),
        ("percent_of_bytes", 0.05, "0.1%"),
        ("percent_of_bytes", 0.01, "< 0.1%"),
        ("percent_of_bytes", 0.0, "0.0%"),
        ("ratio", 1.234567, "1.23"),
        ("is_readable", True, "yes"),
        ("is_readable", False, "no"),
        ("bytes", None, ""),
        ("found", ["INT32 in 1", "INT64 in 2"], "INT32 in 1; INT64 in 2"),
        ("path", "a\nb", "a\nb"),
    ],
)
def test_a_cell(column: str, value: Cell, text: str) -> None:
    assert format_cell(column, value) == text


def test_what_is_flush_right() -> None:
    assert [is_number(value) for value in (1, 1.5, True, None, "1", ["1"])] == [True, True] + [
        False
    ] * 4
