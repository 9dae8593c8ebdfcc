"""How many bytes values take in memory, as footers tell before any page is read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from inlay.ground.schema.tree import Node
from inlay.pages.engine.chunk_metadata import metadata_of
from inlay.verbs.rewrite.sources import RewriteSource
from parquet_format.parquet import ColumnMetaData, Type

MOST_ROWS: Final = 1_048_576
"""Of a row group, unless somebody says how many."""

_AIM: Final = 256 << 20
"""Bytes of values in a row group, unless somebody says how many rows."""

MOST_GROUP_BYTES: Final = 2 * _AIM
"""Of a row group, where values take more than footers tell."""

_WIDTHS: Final = {
    Type.BOOLEAN: 1,
    Type.INT32: 4,
    Type.FLOAT: 4,
    Type.INT64: 8,
    Type.DOUBLE: 8,
    Type.INT96: 12,
    Type.BYTE_ARRAY: 5,
}
"""Of a value at the least; text has its end, too."""


def estimate_bytes(sources: Sequence[RewriteSource]) -> int:
    """Pages may hold more: a dictionary has a value once."""
    total = 0
    for source in sources:
        leaves = source.part.tree.leaves
        for row_group in source.part.each_row_group():
            total += sum(
                _estimate(leaf, metadata_of(chunk))
                for leaf, chunk in zip(leaves, row_group.columns, strict=True)
            )
    return total


def _estimate(leaf: Node, meta: ColumnMetaData) -> int:
    width = leaf.element.type_length or 0
    if leaf.element.type is not None:
        width = _WIDTHS.get(leaf.element.type, width)
    said = meta.size_statistics
    text = said.unencoded_byte_array_data_bytes if said is not None else None
    return max(meta.total_uncompressed_size, meta.num_values * width + (text or 0))


def choose_group_rows(rows: int, size: int) -> int:
    """Rows of a row group, where so many bytes of values are in so many rows."""
    per_row = size / max(rows, 1)
    return max(1, min(MOST_ROWS, int(_AIM / per_row) if per_row else MOST_ROWS))


def choose_batch_rows(rows: int, size: int) -> int:
    """Rows that are read at a time."""
    return max(1, min(65_536, choose_group_rows(rows, size) // 4))
