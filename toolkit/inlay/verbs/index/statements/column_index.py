"""The bounds, nulls, NaNs and levels of each data page of a chunk: by it readers leave out pages."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Final

from inlay.ground.statements.ends import Ends, find_disorder
from inlay.ground.values.orders import Key, is_total
from inlay.pages.engine.piece import COLUMN_INDEX, OFFSET_INDEX
from inlay.pages.engine.plain_chunks import HeldChunk
from inlay.pages.engine.single_page_indexes import NOT_SAID, SinglePage, encode_column_indexes
from inlay.verbs.index.cut_bounds import LONGEST_OF_PAGE, CutBounds, cut_bounds
from inlay.verbs.index.measured_chunk import MeasuredChunk
from inlay.verbs.index.statement import Statement, always
from inlay_runtime.attempt import decode_or_none
from parquet_format.parquet import (
    BoundaryOrder,
    ColumnChunk,
    ColumnIndex,
    ColumnMetaData,
    OffsetIndex,
)


def _is_there(chunk: ColumnChunk, _meta: ColumnMetaData) -> bool:
    return chunk.column_index_offset is not None


def _add(chunk: MeasuredChunk) -> str:
    if unfit := chunk.explain_no_bounds() or _explain_unfit_offsets(chunk):
        return unfit
    chunk.require_truth()
    key, levels, leaf = chunk.key, chunk.level_counts, chunk.leaf
    assert key is not None  # or there are no bounds
    # Of a page of nulls there are none.
    bounds = [cut_bounds(ends, chunk.element, key, LONGEST_OF_PAGE) for ends in chunk.page_extremes]
    index = ColumnIndex(
        null_pages=[cut is None for cut in bounds],
        min_values=[cut.low if cut is not None else b"" for cut in bounds],
        max_values=[cut.high if cut is not None else b"" for cut in bounds],
        boundary_order=_find_order([it for it in bounds if it is not None], key),
        null_counts=[page.entries - page.count for page in levels],
    )
    if chunk.is_float:
        index.nan_counts = [ends.nans for ends in chunk.page_extremes]
    if leaf.max_repetition:
        index.repetition_level_histograms = list(chain(*(page.repetitions for page in levels)))
    if leaf.max_definition:
        index.definition_level_histograms = list(chain(*(page.definitions for page in levels)))
    chunk.parts[COLUMN_INDEX] = index.encode()
    return ""


def _add_to_held(chunks: Sequence[MeasuredChunk]) -> list[str]:
    reasons: list[str] = []
    fit: list[MeasuredChunk] = []
    pages: list[SinglePage] = []
    for chunk in chunks:
        held, key = chunk.held, chunk.key
        assert held is not None  # or it is not among these
        has_place = key is not None and not (held.nans and not is_total(key))
        unfit = "" if has_place else chunk.explain_no_bounds()
        unfit = unfit or _explain_unfit_offsets(chunk)
        reasons.append(unfit)
        if not unfit and key is not None:
            fit.append(chunk)
            pages.append(_describe_page(held, chunk.meta.num_values, has_total_order=is_total(key)))
    for chunk, index in zip(fit, encode_column_indexes(pages), strict=True):
        chunk.parts[COLUMN_INDEX] = index
    return reasons


def _describe_page(held: HeldChunk, entries: int, *, has_total_order: bool) -> SinglePage:
    column = held.column
    return SinglePage(
        held.low,
        held.high,
        entries - held.values,
        held.nans if column.is_float else NOT_SAID,
        held.definitions if column.highest else None,
        column.width if column.is_float and not has_total_order else 0,
    )


def _explain_unfit_offsets(chunk: MeasuredChunk) -> str:
    """Readers find the pages of a column index in the offset index."""
    if OFFSET_INDEX in chunk.parts:
        return ""
    offset, length = chunk.chunk.offset_index_offset, chunk.chunk.offset_index_length
    if offset is None or length is None:
        return "it has no offset index, by which its pages are found"
    decoded = decode_or_none(OffsetIndex, bytes(chunk.read(offset, length)))
    places = [it.offset for it in decoded[0].page_locations] if decoded is not None else []
    if places != [page.offset for page in chunk.data_pages]:
        return "its offset index does not fit its pages"
    return ""


def _find_order(bounds: list[CutBounds], key: Key) -> BoundaryOrder:
    """Of pages with bounds; of none there is no order, as Arrow has it."""
    if len(bounds) == 1:  # as of most chunks
        return BoundaryOrder.ASCENDING
    ends = [Ends(key(cut.low), key(cut.high)) for cut in bounds]
    if ends and find_disorder(ends, descending=False) is None:
        return BoundaryOrder.ASCENDING
    if ends and find_disorder(ends, descending=True) is None:
        return BoundaryOrder.DESCENDING
    return BoundaryOrder.UNORDERED


def _strip(chunk: ColumnChunk, _meta: ColumnMetaData) -> None:
    chunk.column_index_offset = chunk.column_index_length = None


STATEMENT: Final = Statement(
    name="column-index",
    rank=8,
    is_there=_is_there,
    may_say=lambda chunk: chunk.num_data_pages > 0,
    helps=lambda chunk: chunk.num_data_pages > 1,
    reads_values=always,
    add=_add,
    strip=_strip,
    part=COLUMN_INDEX,
    add_to_held=_add_to_held,
    needs="offset-index",
    findings=(
        "value-index-bounds",
        "value-index-nulls",
        "value-null-page",
        "value-index-nans",
        "value-page-levels",
        "page-nulls",
        "column-index",
        "null-pages",
        "index-order",
        "page-levels",
        "page-index column_index",
        "page-bounds",
        "index-length",
        "offset",
        "index-rows",
        "index-nulls",
        "index-bounds",
        "index-sums",
        "index-distinct",
    ),
)
