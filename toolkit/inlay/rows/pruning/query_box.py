"""The box that a filter asks for, and whether what lies in a range of x and of y may meet it."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from math import inf, isfinite
from typing import Final, NamedTuple, TypeAlias

from inlay.rows.pruning.filters import FilterValue

Span: TypeAlias = tuple[float, float]
"""From a number to a number; from the larger to the smaller it goes over the antimeridian."""

_EDGES: Final = "xmin, ymin, xmax, ymax"


class QueryBox(NamedTuple):
    """In the units of the column, its edges within. It goes over the antimeridian where `xmin` is above `xmax`."""

    xmin: float
    ymin: float
    xmax: float
    ymax: float

    @classmethod
    def of(cls, values: Sequence[FilterValue]) -> QueryBox:
        """Of four values that are one."""
        return cls(*(float(it) for it in values if isinstance(it, int | Decimal)))

    @property
    def x_spans(self) -> list[Span]:
        return split_span((self.xmin, self.xmax))

    def meets(self, xs: Span | None, ys: Span | None) -> bool:
        """Whether something in these ranges may be in the box; None is a range that is not known."""
        if ys is not None and (ys[0] > self.ymax or ys[1] < self.ymin):
            return False
        return xs is None or any(
            low <= last and first <= high
            for first, last in self.x_spans
            for low, high in split_span(xs)
        )


def split_span(span: Span) -> list[Span]:
    """Two of one that goes over the antimeridian, to both ends of the axis."""
    low, high = span
    return [span] if low <= high else [(low, inf), (-inf, high)]


def explain_no_box(values: Sequence[FilterValue]) -> str:
    """Why these are none; empty for a box."""
    numbers = [it for it in values if isinstance(it, int | Decimal) and not isinstance(it, bool)]
    if len(values) != len(QueryBox._fields) or len(numbers) < len(values):
        return f"a box has four numbers: {_EDGES}"
    try:
        _, ymin, _, ymax = edges = [float(it) for it in numbers]
    except OverflowError:
        edges = [inf]
        ymin = ymax = inf
    if not all(map(isfinite, edges)):
        return "a number of a box is beyond all coordinates"
    if ymin > ymax:
        return f"the ymin of a box is not above its ymax: it is written {_EDGES}"
    return ""
