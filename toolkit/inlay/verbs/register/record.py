"""What is known of a file from its footer alone: each number is right, or absent."""

from __future__ import annotations

from typing import NamedTuple

from inlay.ground.statements.column_rules import ColumnRules
from inlay.ground.values.decode import Undecodable, Value, read_value


class FileBound(NamedTuple):
    """A value that no value of the file is beyond, as the physical type stores it in PLAIN. `is_exact` if it is one of them."""

    raw: bytes
    is_exact: bool


class LeafRecord(NamedTuple):
    """A leaf of the schema. None is what the footer does not say for all of the file, and `why` says what is missing.

    `values` are those of Parquet: nulls and NaNs are among them, and in a list there is one for each entry and each empty list.
    `compressed` are bytes in the file, `plain` those of all byte arrays alone.
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

    @property
    def is_tight(self) -> bool:
        """Whether both bounds are values of the file."""
        return all(bound is not None and bound.is_exact for bound in (self.lower, self.upper))

    def decode(self, bound: FileBound | None) -> Value | Undecodable | None:
        """A bound as a value of its logical type."""
        return None if bound is None else read_value(self.rules.decode, bound.raw)


class FileRecord(NamedTuple):
    """`size` in bytes; `split_offsets` are where row groups begin, in the order of the file."""

    path: str
    size: int
    rows: int
    split_offsets: tuple[int, ...]
    leaves: tuple[LeafRecord, ...]
