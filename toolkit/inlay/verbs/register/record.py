"""What is known of a file from its footer alone: each number is right, or absent."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from inlay.ground.statements.column_rules import ColumnRules
from inlay.ground.values.decode import Undecodable, Value, read_value


class FileBound(NamedTuple):
    """A value that no value of the file is beyond, as the physical type stores it in PLAIN. `is_exact` if it is one of them."""

    raw: bytes
    is_exact: bool


Axis: TypeAlias = tuple[float, float]
"""From the least coordinate to the largest one."""


class GeoRecord(NamedTuple):
    """What no geometry of a leaf is beyond, axis by axis; None where that is not known. `kinds` are all types of geometries, as WKB numbers
    them, or more.

    Of `x` the first may be more than the second: then it goes from there over the antimeridian. Only geographies have that.
    An axis that no geometry has is None, too.
    """

    x: Axis | None = None
    y: Axis | None = None
    z: Axis | None = None
    m: Axis | None = None
    kinds: tuple[int, ...] | None = None


class LeafRecord(NamedTuple):
    """A leaf of the schema. None is what the footer does not say for all of the file, and `why` says what is missing.

    `values` are those of Parquet: nulls and NaNs are among them, and in a list there is one for each entry and each empty list.
    `compressed` are bytes in the file, `plain` those of all byte arrays alone. `geo` is what geometries have instead of bounds.
    """

    path: tuple[str, ...]
    rules: ColumnRules
    field_id: int | None
    values: int | None
    compressed: int | None
    lower: FileBound | None = None
    upper: FileBound | None = None
    nulls: int | None = None
    nans: int | None = None
    plain: int | None = None
    why: str = ""
    geo: GeoRecord | None = None

    @property
    def is_tight(self) -> bool:
        """Whether both bounds are values of the file."""
        lower, upper = self.lower, self.upper
        return lower is not None and upper is not None and lower.is_exact and upper.is_exact

    def decode(self, bound: FileBound | None) -> Value | Undecodable | None:
        """A bound as a value of its logical type."""
        return None if bound is None else read_value(self.rules.decode, bound.raw)


class PathRecord(NamedTuple):
    """A path through a shredded Variant, all of whose values are in a column of its own: `leaf`, whose nulls are where the path is
    missing. `variant` and `field_id` are those of the Variant, and `steps` names of fields."""

    variant: tuple[str, ...]
    field_id: int | None
    steps: tuple[str, ...]
    leaf: LeafRecord


class FileRecord(NamedTuple):
    """`size` in bytes; `split_offsets` are where row groups begin, in the order of the file. `paths` are those of which
    it is known that nothing of them is elsewhere: of others, nothing is."""

    path: str
    size: int
    rows: int
    split_offsets: tuple[int, ...]
    leaves: tuple[LeafRecord, ...]
    paths: tuple[PathRecord, ...] = ()
