"""Claims that rows are sorted, held against what the indexes of the file say."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from inlay.amend.edits import SortedBy
from inlay.amend.elements import AmendedElements
from inlay.files.source import Seekable, read_at
from inlay.refusals import RefusedError
from inlay.values.orders import Key, is_greater, keys_of
from inlay_runtime.errors import DecodeError
from parquet_format.parquet import (
    ColumnChunk,
    ColumnIndex,
    FieldRepetitionType,
    FileMetaData,
    SortingColumn,
)


def claim_sorted(
    metadata: FileMetaData, elements: AmendedElements, claims: Sequence[SortedBy], source: Seekable
) -> list[str]:
    """Sets the sorting columns of all row groups, and returns what to warn of.

    Raises RequestError for a path that is no column, RefusedError for columns that have no order, and where the pages of
    the first one, as the column index describes them, are not in that order.
    """
    numbers = [elements.leaf(claim.column) for claim in claims]
    for number, claim in zip(numbers, claims, strict=True):
        _require_order(metadata, elements, number, claim)
    for place, row_group in enumerate(metadata.row_groups):
        if claims:
            _refuse_contradiction(metadata, elements, numbers[0], claims[0], place, source)
        sorting = [
            SortingColumn(
                column_idx=number, descending=claim.descending, nulls_first=claim.nulls_first
            )
            for number, claim in zip(numbers, claims, strict=True)
        ]
        row_group.sorting_columns = sorting or None
    return ["no row was looked at: readers that trust the claim may skip rows"] if claims else []


def _order_keys(metadata: FileMetaData, elements: AmendedElements, number: int) -> tuple[Key, ...]:
    orders = metadata.column_orders or []
    order = orders[number] if number < len(orders) else None
    return keys_of(elements.tree.leaves[number].element, order)


def _require_order(
    metadata: FileMetaData, elements: AmendedElements, number: int, claim: SortedBy
) -> None:
    node = elements.tree.leaves[number]
    while node.parent is not None:
        if node.element.repetition_type is FieldRepetitionType.REPEATED:
            reason = f"a row has many values of {claim.column!r}, so it cannot be sorted by it"
            raise RefusedError("sorted", reason)
        node = node.parent
    if not _order_keys(metadata, elements, number):
        raise RefusedError("sorted", f"values of {claim.column!r} have no order")


def _refuse_contradiction(
    metadata: FileMetaData,
    elements: AmendedElements,
    number: int,
    claim: SortedBy,
    group: int,
    source: Seekable,
) -> None:
    row_group = metadata.row_groups[group]
    if number >= len(row_group.columns):
        raise RefusedError("schema", f"row group {group} has no chunk of {claim.column!r}")
    index = _read_index(row_group.columns[number], source)
    if index is None:
        return
    keys = _order_keys(metadata, elements, number)
    count = min(len(index.null_pages), len(index.min_values), len(index.max_values))
    pages = [page for page in range(count) if not index.null_pages[page] or _has_bound(index, page)]
    for before, behind in pairwise(pages):
        low, high = (behind, before) if claim.descending else (before, behind)
        if is_greater(index.min_values[low], index.max_values[high], keys):
            reason = (
                f"row group {group} is not sorted by {claim.column!r}: pages {before:,} and {behind:,} of its "
                "column index are in another order"
            )
            raise RefusedError("sorted", reason)


def _has_bound(index: ColumnIndex, page: int) -> bool:
    """A null page beside a bound may have values: what it says of their order is looked at."""
    return bool(index.min_values[page] or index.max_values[page])


def _read_index(chunk: ColumnChunk, source: Seekable) -> ColumnIndex | None:
    offset, length = chunk.column_index_offset, chunk.column_index_length
    if not offset or not length or chunk.file_path is not None:
        return None
    try:
        return ColumnIndex.decode(read_at(source, offset, length))
    except DecodeError:
        return None
