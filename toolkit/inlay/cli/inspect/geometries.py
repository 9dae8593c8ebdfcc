"""What a footer says of geometries: their types, and the box around them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from inlay.cli.inspect.fitted_table import cut_text
from inlay.cli.inspect.rounding import MOST_DIGITS, round_outward
from inlay.ground.values.geometry_kinds import name_kind
from parquet_format.parquet import BoundingBox

MOST_TYPES: Final = 16
BETWEEN: Final = " .. "

_NUMBER: Final = r"(?:-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|-?inf|nan|-)"
_AXIS: Final = rf"[xyzm] {_NUMBER} \.\. {_NUMBER}"
_BOX: Final = re.compile(rf"{_AXIS}(?:, {_AXIS})*")
_MISSING: Final = "-"


def format_box(box: BoundingBox) -> str:
    """`x 1 .. 2, y 3 .. 4, m 7 .. 8`, with all digits."""
    axes = (
        ("x", box.xmin, box.xmax),
        ("y", box.ymin, box.ymax),
        ("z", box.zmin, box.zmax),
        ("m", box.mmin, box.mmax),
    )
    return ", ".join(
        f"{name} {_coordinate(low)}{BETWEEN}{_coordinate(high)}"
        for name, low, high in axes
        if low is not None or high is not None
    )


def is_box(cell: str) -> bool:
    return _BOX.fullmatch(cell) is not None


def cut_box(cell: str, width: int) -> str:
    """At most `width` cells: rounded outward, and cut if that does not do."""
    if len(cell) <= width:
        return cell
    axes = [axis.split(" ") for axis in cell.split(", ")]
    cut = cell
    for digits in range(MOST_DIGITS, 0, -1):
        cut = ", ".join(
            f"{name} {_round(low, digits, is_low=True)}{BETWEEN}{_round(high, digits, is_low=False)}"
            for name, low, _, high in axes
        )
        if len(cut) <= width:
            return cut
    return cut_text(cut, width)


def format_geometry_types(types: Sequence[int]) -> str:
    """`Point, Point Z`; a number that is not a type stays one. Cut before they become words: a list may be as long as the footer."""
    names = [name_kind(number) for number in types[:MOST_TYPES]]
    if (left := len(types) - len(names)) > 0:
        names.append(f"and {left:,} more")
    return ", ".join(names)


def _coordinate(value: float | None) -> str:
    return _MISSING if value is None else repr(value).removesuffix(".0")


def _round(coordinate: str, digits: int, *, is_low: bool) -> str:
    return (
        coordinate if coordinate == _MISSING else round_outward(coordinate, digits, is_low=is_low)
    )
