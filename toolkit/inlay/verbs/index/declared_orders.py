"""The orders that a file declares of its columns, where it has none so far."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from inlay.verbs.index.chosen_columns import choose_columns
from parquet_format.parquet import ColumnOrder, FileMetaData

_IN_ORDER: Final = frozenset({"bounds", "column-index", "ieee754-order"})
"""Statements that mean nothing without one."""


def declare_orders(metadata: FileMetaData) -> bool:
    """Declares that of types of all columns, where nothing in the file is said in any order. Returns whether it did."""
    if not _may_declare_orders(metadata):
        return False
    leaves = choose_columns(metadata, None)
    metadata.column_orders = [ColumnOrder.TYPE_ORDER for _ in leaves]
    return True


def withdraw_orders(metadata: FileMetaData, statements: Iterable[str]) -> None:
    """Where none of the added statements needs one."""
    if not _IN_ORDER.intersection(statements):
        metadata.column_orders = None


def _may_declare_orders(metadata: FileMetaData) -> bool:
    if metadata.column_orders is not None:
        return False
    for group in metadata.row_groups:
        for chunk in group.columns:
            said = chunk.meta_data.statistics if chunk.meta_data is not None else None
            if chunk.column_index_offset is not None:
                return False
            if said is not None and (said.min_value is not None or said.max_value is not None):
                return False
    return True
