"""Claims that rows are sorted, held against what the indexes of the file say."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from inlay.ground.files.source import Seekable
from inlay.ground.refusals import RefusedError
from inlay.ground.schema.names import NamedChildren
from inlay.ground.schema.tree import Node
from inlay.ground.statements.counts import is_null_page
from inlay.ground.values.orders import Key, is_greater, keys_of
from inlay.verbs.set.edits import SortedBy
from inlay.verbs.set.elements import AmendedElements
from inlay.verbs.set.page_index import read_index
from parquet_format.parquet import (
    ColumnChunk,
    ColumnIndex,
    FieldRepetitionType,
    FileMetaData,
    OffsetIndex,
    SortingColumn,
)


def claim_sorted(
    metadata: FileMetaData, elements: AmendedElements, claims: Sequence[SortedBy], source: Seekable
) -> list[str]:
    """Sets the sorting columns of all row groups, and returns what to warn of.

    Raises RequestError for a path that is not a column, RefusedError for columns that have no order, and where the pages of
    the first one, as the column index describes them, are not in that order.
    """
    names = NamedChildren()
    numbers = [elements.leaf(claim.column, names) for claim in claims]
    for number, claim in zip(numbers, claims, strict=True):
        _require_order(metadata, elements, number, claim)
    doubtful: list[str] = []
    for place, row_group in enumerate(metadata.row_groups):
        if claims:
            doubtful += _refuse_contradiction(
                metadata, elements, numbers[0], claims[0], place, source
            )
        sorting = [
            SortingColumn(
                column_idx=number, descending=claim.descending, nulls_first=claim.nulls_first
            )
            for number, claim in zip(numbers, claims, strict=True)
        ]
        row_group.sorting_columns = sorting or None
    if not claims:
        return []
    warnings = ["no row was looked at: readers that trust the claim may skip rows"]
    if doubtful:
        more = f" and {len(doubtful) - 1:,} more" if len(doubtful) > 1 else ""
        warnings.append(
            f"{doubtful[0]}{more}: its column index says that all is null, and something contradicts that, so its order is not known"
        )
    return warnings


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
) -> list[str]:
    """The pages of a row group that are not null pages for sure, though their index calls them that: a bound of one counts all the same,
    for doubt speaks against the claim."""
    row_group = metadata.row_groups[group]
    if number >= len(row_group.columns):
        raise RefusedError("schema", f"row group {group} has no chunk of {claim.column!r}")
    chunk = row_group.columns[number]
    index = read_index(
        ColumnIndex, chunk, chunk.column_index_offset, chunk.column_index_length, source
    )
    if index is None:
        return []
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
    rows = _count_rows(chunk, row_group.num_rows, source)
    can_be_null = _can_be_null(elements.tree.leaves[number])
    return [
        f"page {page:,} of {claim.column!r} in row group {group}"
        for page in range(count)
        if index.null_pages[page] and not _is_null_page(index, page, rows, can_be_null=can_be_null)
    ]


def _has_bound(index: ColumnIndex, page: int) -> bool:
    return bool(index.min_values[page] or index.max_values[page])


def _is_null_page(index: ColumnIndex, page: int, rows: Sequence[int], *, can_be_null: bool) -> bool:
    counts = index.null_counts
    nulls = counts[page] if counts is not None and page < len(counts) else None
    counted = None if nulls == -1 else nulls
    return is_null_page(
        counted,
        rows[page] if page < len(rows) else (counted or -1),  # without rows, any number but 0
        can_be_null=can_be_null,
        is_counted=nulls is not None,
        has_bounds=_has_bound(index, page),
    )


def _can_be_null(node: Node) -> bool:
    at = node
    while at.parent is not None:
        if at.element.repetition_type is not FieldRepetitionType.REQUIRED:
            return True
        at = at.parent
    return False


def _count_rows(chunk: ColumnChunk, rows: int, source: Seekable) -> list[int]:
    """Of each page; none without an offset index that can be read."""
    index = read_index(
        OffsetIndex, chunk, chunk.offset_index_offset, chunk.offset_index_length, source
    )
    if index is None or not index.page_locations:
        return []
    firsts = [location.first_row_index for location in index.page_locations]
    return [behind - before for before, behind in pairwise([*firsts, rows])]
