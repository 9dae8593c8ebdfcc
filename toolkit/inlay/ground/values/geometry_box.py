"""A box around geometries."""

from __future__ import annotations

from math import inf
from typing import Final, NamedTuple

AXES: Final = 4


class Box(NamedTuple):
    """Of x, y, z and m; infinite where nothing is said. From the low x to the high x it goes over the antimeridian, if the low one is the
    larger."""

    lows: tuple[float, ...]
    highs: tuple[float, ...]


EVERYWHERE: Final = Box((-inf,) * AXES, (inf,) * AXES)
