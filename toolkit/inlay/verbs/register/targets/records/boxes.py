"""Boxes of geometries in the place of bounds: `geo_lower` and `geo_upper` of Iceberg V4, a point each (spec, "Content Stats")."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pyarrow as pa

from inlay.footers.designs.build import array_from
from inlay.ground.arrow_fields import Field, fields_in
from inlay.ground.arrow_rows import Array, make_struct
from inlay.verbs.register.record import Axis, GeoRecord, LeafRecord
from inlay.verbs.register.schema.table_leaves import TableLeaf
from inlay.verbs.register.schema.table_types import GeographyType, GeometryType

_AXES: Final = ("x", "y", "z", "m")
_REQUIRED: Final = ("x", "y")
_FIRST_LOWER: Final = 10
_FIRST_UPPER: Final = 14
_MOST_X: Final = 180.0
_MOST_Y: Final = 90.0
"""Degrees that a geography of Iceberg may have, in both directions."""


def has_boxes(leaf: TableLeaf) -> bool:
    return not leaf.is_repeated and isinstance(leaf.type, GeometryType | GeographyType)


def describe_point(first: int, *, is_lower: bool) -> pa.StructType:
    """The type of a corner of a box, by the first id of the column."""
    number = first + (_FIRST_LOWER if is_lower else _FIRST_UPPER)
    return pa.struct(
        [
            pa.field(
                axis,
                pa.float64(),
                axis not in _REQUIRED,
                {"PARQUET:field_id": str(number + at)},
            )
            for at, axis in enumerate(_AXES)
        ]
    )


def build_points(
    leaves: Sequence[LeafRecord | None], leaf: TableLeaf, field: Field, *, is_lower: bool
) -> Array:
    """One for each file. Without x or y there is no box; nor is there one of a geography that goes beyond the sphere."""
    is_on_sphere = isinstance(leaf.type, GeographyType)
    known = [
        box if box is not None and _is_box(box, is_on_sphere=is_on_sphere) else None
        for box in (None if it is None else it.geo for it in leaves)
    ]
    end = 0 if is_lower else 1
    type_ = field.type
    assert isinstance(type_, pa.StructType)
    columns: list[Array] = []
    for axis in _AXES:
        absent = 0.0 if axis in _REQUIRED else None  # below a point that is null
        ends = [absent if box is None else _choose(getattr(box, axis), end) for box in known]
        columns.append(array_from(ends, pa.float64()))
    is_null = array_from([box is None for box in known], pa.bool_())
    return make_struct(columns, fields_in(type_), is_null)


def _choose(axis: Axis | None, end: int) -> float | None:
    return None if axis is None else axis[end]


def _is_box(box: GeoRecord, *, is_on_sphere: bool) -> bool:
    if box.x is None or box.y is None:
        return False
    degrees = ((box.x, _MOST_X), (box.y, _MOST_Y))
    return not is_on_sphere or all(abs(end) <= most for axis, most in degrees for end in axis)
