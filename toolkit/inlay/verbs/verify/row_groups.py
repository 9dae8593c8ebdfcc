"""Checks of row groups: sums over their column chunks, and what they point to in the schema."""

from __future__ import annotations

from typing import Final

from inlay.ground.wording.amounts import count
from inlay.verbs.verify.check import Check
from inlay.verbs.verify.subjects import PlacedGroup
from parquet_format.parquet import ColumnMetaData


def check_row_count(placed: PlacedGroup) -> str | None:
    return (
        f"{placed.group.num_rows:,}, and rows are 0 or more" if placed.group.num_rows < 0 else None
    )


def check_byte_size(placed: PlacedGroup) -> str | None:
    """Some writers put the compressed size there, and old ones 0, which are no reasons to doubt the file."""
    metas = _metas(placed)
    if metas is None:
        return None
    said = placed.group.total_byte_size
    whole = sum(meta.total_uncompressed_size for meta in metas)
    packed = sum(meta.total_compressed_size for meta in metas)
    if said in (0, whole, packed):
        return None
    return f"{said:,}, and its chunks have {count(whole, 'byte')} uncompressed"


def check_compressed_size(placed: PlacedGroup) -> str | None:
    metas, said = _metas(placed), placed.group.total_compressed_size
    if metas is None or said is None:
        return None
    packed = sum(meta.total_compressed_size for meta in metas)
    return (
        f"{said:,}, and its chunks have {count(packed, 'byte')} compressed"
        if said != packed
        else None
    )


def check_sorting_columns(placed: PlacedGroup) -> str | None:
    for at, sorting in enumerate(placed.group.sorting_columns or ()):
        if not 0 <= sorting.column_idx < placed.leaves:
            return f"[{at}] is column {sorting.column_idx:,}, and the schema has {count(placed.leaves, 'leaf', 'leaves')}"
    return None


def _metas(placed: PlacedGroup) -> list[ColumnMetaData] | None:
    """None where some are encrypted."""
    metas = [chunk.meta_data for chunk in placed.group.columns if chunk.meta_data is not None]
    return metas if len(metas) == len(placed.group.columns) else None


GROUP_CHECKS: Final[tuple[Check[PlacedGroup], ...]] = (
    Check("row-count", "num_rows", "a row group has 0 rows or more", check_row_count),
    Check(
        "group-size",
        "total_byte_size",
        "the size of a row group is the sum of its chunks' sizes",
        check_byte_size,
    ),
    Check(
        "group-compressed",
        "total_compressed_size",
        "the compressed size of a row group is the sum of its chunks'",
        check_compressed_size,
    ),
    Check(
        "sorting-columns",
        "sorting_columns",
        "a row group is sorted by columns of the schema",
        check_sorting_columns,
    ),
)
