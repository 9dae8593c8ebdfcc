"""The boxes of row groups and files as places on a map, and how many of them a place lies in: what a filter by it reads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from inlay.verbs.geo.show import ShownGeoFile, ShownGeometries

_HALF: Final = 180.0
_CORNERS: Final = 4
_FARTHEST: Final = 1e12
"""No map has places beyond it; NaN is none either."""


class DrawnBox(NamedTuple):
    """`row_group` is None for the `bbox` that the key gives of a file; `crs` says where it is, and is empty for longitude and latitude."""

    file: str
    crs: str
    row_group: int | None
    xmin: float
    ymin: float
    xmax: float
    ymax: float

    @property
    def area(self) -> float:
        return (self.xmax - self.xmin) * (self.ymax - self.ymin)


class MapExtent(NamedTuple):
    """Around all boxes."""

    xmin: float
    ymin: float
    xmax: float
    ymax: float


def list_boxes(path: str, file: ShownGeoFile) -> list[DrawnBox]:
    """Those of one column: the primary one, or the first that has any. One over the antimeridian is two."""
    columns = sorted(file.columns, key=lambda it: it.name != file.primary)
    for column in columns:
        boxes = list_row_groups(column, path) or list(_of_key(path, column))
        if boxes:
            return boxes
    return []


def list_row_groups(column: ShownGeometries, path: str = "") -> list[DrawnBox]:
    """The boxes of its row groups."""
    crs = _name_system(column)
    return [
        part
        for number, box in enumerate(column.boxes)
        if box is not None
        for part in _cut((path, crs, number), (box.xmin, box.ymin, box.xmax, box.ymax))
    ]


def _of_key(path: str, column: ShownGeometries) -> Iterator[DrawnBox]:
    box = column.bbox
    if box is not None and len(box) >= _CORNERS:
        half = len(box) // 2
        yield from _cut(
            (path, _name_system(column), None), (box[0], box[1], box[half], box[half + 1])
        )


def _name_system(column: ShownGeometries) -> str:
    crs = column.type_crs if column.type_crs is not None else column.key_crs
    return "" if crs is None or crs.is_default else crs.code or crs.shown


def _cut(
    place: tuple[str, str, int | None], corners: tuple[float, float, float, float]
) -> Iterator[DrawnBox]:
    xmin, ymin, xmax, ymax = map(float, corners)
    if not all(abs(it) <= _FARTHEST for it in (xmin, ymin, xmax, ymax)) or ymin > ymax:
        return
    if xmin <= xmax:
        yield DrawnBox(*place, xmin, ymin, xmax, ymax)
    elif xmax >= -_HALF and xmin <= _HALF:
        yield DrawnBox(*place, xmin, ymin, _HALF, ymax)
        yield DrawnBox(*place, -_HALF, ymin, xmax, ymax)


def keep_first_system(boxes: Sequence[DrawnBox]) -> list[DrawnBox]:
    """Those in the reference system of the first: others are elsewhere on the map."""
    return [box for box in boxes if box.crs == boxes[0].crs]


def find_extent(boxes: Sequence[DrawnBox]) -> MapExtent:
    """Of one box or more."""
    return MapExtent(
        min(it.xmin for it in boxes),
        min(it.ymin for it in boxes),
        max(it.xmax for it in boxes),
        max(it.ymax for it in boxes),
    )


def measure_depth(boxes: Iterable[DrawnBox]) -> float | None:
    """In how many boxes a place lies on average; None where all lie on a line."""
    drawn = list(boxes)
    if not drawn:
        return None
    extent = find_extent(drawn)
    area = (extent.xmax - extent.xmin) * (extent.ymax - extent.ymin)
    return sum(it.area for it in drawn) / area if area else None
