"""What a catalog is told of a column: in one file, and in all files of the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from inlay.verbs.register.lake_file import LakeFile
from inlay.verbs.register.record import LeafRecord
from inlay.verbs.register.schema.table_types import GeometryType, TableType
from inlay.verbs.register.targets.ducklake.bound_texts import (
    is_exact_text,
    is_float,
    unite_texts,
    write_bound,
)
from inlay.verbs.register.targets.ducklake.extra_statistics import (
    unite_geometries,
    write_geometries,
)


class FileStatistics(NamedTuple):
    """As in `ducklake_file_column_stats`: `values` are without nulls. None is what nobody knows. `are_values` says whether the bounds, the
    lower and the upper one, are sure to be values of the file; `extra` is what geometries have instead of bounds."""

    size: int | None
    values: int | None
    nulls: int | None
    least: str | None
    most: str | None
    has_nan: bool | None
    are_values: tuple[bool, bool] = (True, True)
    extra: str | None = None

    @property
    def has_no_value(self) -> bool:
        return self.values == 0

    @property
    def row(self) -> tuple[int | str | bool | None, ...]:
        """What the catalog has of it."""
        bounds = (self.least, self.most, self.has_nan, self.extra)
        return (self.size, self.values, self.nulls, *bounds)


class TableStatistics(NamedTuple):
    """As in `ducklake_table_column_stats`. `has_null` is believed where it is false."""

    has_null: bool
    has_nan: bool | None
    least: str | None
    most: str | None
    extra: str | None = None


UNKNOWN = FileStatistics(None, None, None, None, None, None)


def write_statistics(leaf: LeafRecord, type_: TableType) -> FileStatistics:
    known = leaf.values is not None and leaf.nulls is not None
    values = (
        leaf.values - leaf.nulls if leaf.values is not None and leaf.nulls is not None else None
    )
    # A file may store whole numbers where the table has floats: nobody widens so, but NULL is right for all.
    has_nan = None
    if is_float(type_):
        has_nan = False if known and values == 0 else _ask_nans(leaf.nans)
    least = write_bound(leaf, leaf.lower, type_, is_upper=False)
    most = write_bound(leaf, leaf.upper, type_, is_upper=True)
    if is_float(type_) and has_nan is not False and _is_one_value(leaf):
        most = None
    are_values = (
        is_exact_text(leaf, leaf.lower, least, type_),
        is_exact_text(leaf, leaf.upper, most, type_),
    )
    extra = write_geometries(leaf.geo) if isinstance(type_, GeometryType) else None
    return FileStatistics(
        leaf.compressed, values, leaf.nulls, least, most, has_nan, are_values, extra
    )


def _is_one_value(leaf: LeafRecord) -> bool:
    """Then DuckLake passes over the file for `!=` that value, whatever is said of NaNs. Zeros of both signs are one."""
    return leaf.lower is not None and leaf.decode(leaf.lower) == leaf.decode(leaf.upper)


def _ask_nans(nans: int | None) -> bool | None:
    return None if nans is None else nans > 0


def write_lacking(file: LakeFile, type_: TableType, *, is_repeated: bool) -> FileStatistics:
    """Of a column that the file does not have: each row is null there. In a list nobody counts them."""
    if is_repeated:
        return FileStatistics(0, 0, None, None, None, False if is_float(type_) else None)
    return FileStatistics(0, 0, file.record.rows, None, None, False if is_float(type_) else None)


def write_constant(file: LakeFile, text: str | None) -> FileStatistics:
    """Of a column whose value the folder says."""
    rows = file.record.rows
    if text is None:
        return FileStatistics(0, 0, rows, None, None, None)
    return FileStatistics(0, rows, 0, text, text, None)


def unite_statistics(
    before: TableStatistics | None, files: Sequence[FileStatistics], type_: TableType
) -> TableStatistics:
    """`before` is None for a table without rows. DuckLake answers `min` and `max` from what is said of the table: a bound that may be no
    value is said of its file alone."""
    has_null = any(it.nulls != 0 for it in files) or (before is not None and before.has_null)
    nans = [it.has_nan for it in files] + ([before.has_nan] if before is not None else [])
    filled = [it for it in files if not it.has_no_value]
    lows = [it.least if it.are_values[0] else None for it in filled] + (
        [before.least] if before is not None else []
    )
    highs = [it.most if it.are_values[1] else None for it in filled] + (
        [before.most] if before is not None else []
    )
    has_nan = True if True in nans else None if None in nans else False
    extras = [it.extra for it in filled] + ([before.extra] if before is not None else [])
    return TableStatistics(
        has_null,
        has_nan if is_float(type_) else None,
        _unite(lows, type_, is_upper=False),
        _unite(highs, type_, is_upper=True),
        unite_geometries(extras) if isinstance(type_, GeometryType) else None,
    )


def _unite(texts: Sequence[str | None], type_: TableType, *, is_upper: bool) -> str | None:
    known = [text for text in texts if text is not None]
    return None if len(known) < len(texts) else unite_texts(known, type_, is_upper=is_upper)
