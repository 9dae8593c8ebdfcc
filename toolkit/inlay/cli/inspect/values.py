"""Minimum and maximum in a cell of a table."""

from __future__ import annotations

import re
from collections.abc import Iterable

from inlay.cli.inspect.columns import ReportedColumn
from inlay.cli.inspect.fitted_table import cut_text
from inlay.cli.inspect.geometries import BETWEEN, cut_box, format_box, is_box
from inlay.cli.inspect.rounding import MOST_DIGITS, round_outward
from inlay.ground.values.bounds import Bound, find_maximum, find_minimum
from inlay.ground.values.decode import Undecodable, Value
from inlay.ground.wording.printable import format_bytes, shorten
from parquet_format.parquet import ColumnMetaData

MOST_TEXT = 26
MOST_BYTES = 12


NOT_EXACT = "~"
DEPRECATED = "*"
NOT_A_VALUE = "!"
NOT_ORDERED = "?"
MARKS = {
    NOT_EXACT: "a bound that may not occur as a value",
    DEPRECATED: "from the deprecated fields min and max, ordered as signed",
    NOT_ORDERED: "not comparable: the order of the column is not known",
    NOT_A_VALUE: "no value of the column's type",
}
"""What may stand before a bound, and what it means."""
_NUMBER = rf"[{''.join(MARKS)}]?-?\d+(\.\d+)?(e[+-]?\d+)?"


def format_bounds(meta: ColumnMetaData, column: ReportedColumn) -> str:
    """`3 .. 8`; for geometries the bounding box."""
    if meta.geospatial_statistics is not None and meta.geospatial_statistics.bbox is not None:
        return format_box(meta.geospatial_statistics.bbox)
    if meta.statistics is None:
        return ""
    low = find_minimum(meta.statistics, column.decode)
    high = find_maximum(meta.statistics, column.decode)
    if low is None and high is None:
        return ""
    return f"{_bound(low, column)}{BETWEEN}{_bound(high, column)}"


def marks_in(cells: Iterable[str]) -> set[str]:
    """Which of the marks the cells made here use."""
    return {part[:1] for cell in cells for part in cell.split(BETWEEN)} & MARKS.keys()


def cut_bounds(cell: str, width: int) -> str:
    """At most `width` cells. Numbers are rounded outward, since digits that are cut off would make them others."""
    if is_box(cell):
        return cut_box(cell, width)
    low, between, high = cell.partition(BETWEEN)
    room = width - len(between)
    half = room // 2
    if len(low) < half:
        half = len(low)
    elif len(high) < room - half:
        half = room - len(high)
    low, high = _cut_value(low, half, is_low=True), _cut_value(high, room - half, is_low=False)
    return f"{low}{between}{high}"


def _cut_value(value: str, width: int, *, is_low: bool) -> str:
    if len(value) <= width or re.fullmatch(_NUMBER, value) is None:
        return cut_text(value, width)
    mark = value[: len(value) - len(value.lstrip("".join(MARKS)))]
    number = value.removeprefix(mark)
    shorter = (
        f"{mark}{round_outward(number, digits, is_low=is_low)}"
        for digits in range(MOST_DIGITS, 0, -1)
    )
    return next((text for text in shorter if len(text) <= width), "." * width)


def format_value(value: Value) -> str:
    match value:
        case str():
            return f'"{shorten(value, MOST_TEXT)}"'
        case bytes():
            return format_bytes(value, MOST_BYTES)
        case bool():
            return "true" if value else "false"
        case int() | float():
            return str(value)
        case _:
            from decimal import Decimal  # few files have decimals, and their module takes its time

            text = f"{value:f}" if isinstance(value, Decimal) else str(value)
            return shorten(text, 2 * MOST_TEXT)


def _bound(bound: Bound | None, column: ReportedColumn) -> str:
    if bound is None:
        return "-"
    if isinstance(bound.value, Undecodable):
        return f"{NOT_A_VALUE}{format_bytes(bound.value.raw, MOST_BYTES)}"
    return _mark(bound, column) + format_value(bound.value)


def _mark(bound: Bound, column: ReportedColumn) -> str:
    if bound.deprecated:
        return DEPRECATED
    if not column.ordered:
        return NOT_ORDERED
    return NOT_EXACT if bound.exact is False else ""
