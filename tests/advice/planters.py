"""A defect for each rule: what is planted in a fine file, or how the files of a table with it are written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeAlias

from parquet_format.parquet import CompressionCodec, FileMetaData, Type
from tests.advice.footers import MIB, chunk, make_fine, row_group, write_sparse

Planter: TypeAlias = Callable[[Path], None]
"""Writes files with the defect, and no other, into a folder."""


def in_footer(change: Callable[[FileMetaData], None]) -> Planter:
    """A fine file whose footer is changed."""

    def plant(folder: Path) -> None:
        metadata = make_fine()
        change(metadata)
        write_sparse(folder / "file.parquet", metadata)

    return plant


def _plant_uncompressed(metadata: FileMetaData) -> None:
    for group in metadata.row_groups:
        meta = group.columns[0].meta_data
        assert meta is not None
        meta.codec = CompressionCodec.UNCOMPRESSED


def _plant_small_groups(metadata: FileMetaData) -> None:
    sizes: dict[str, Any] = {"total_compressed_size": MIB // 4}
    small = row_group(chunk("id", **sizes), chunk("name", Type.BYTE_ARRAY, **sizes), num_rows=9000)
    metadata.row_groups = [small] * 9


def _plant_empty_group(metadata: FileMetaData) -> None:
    metadata.row_groups.append(row_group(chunk("id"), chunk("name", Type.BYTE_ARRAY), num_rows=0))


PLANTERS: Final[dict[str, Planter]] = {
    "empty-row-group": in_footer(_plant_empty_group),
    "small-row-groups": in_footer(_plant_small_groups),
    "uncompressed-column": in_footer(_plant_uncompressed),
}
"""By the id of the rule."""
