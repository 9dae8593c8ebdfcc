"""How the chunks of a lost file are compressed, which no page says: what opens their pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from inlay.pages.engine.codecs import is_known
from inlay.pages.engine.errors import ChunkError
from inlay.verbs.index.chosen_columns import ChosenColumn, ColumnInGroup
from inlay.verbs.index.decoding_ahead import MissingStatements
from inlay.verbs.index.holding_ahead import hold_ahead
from inlay.verbs.index.measured_chunk import MeasuredChunk
from inlay.verbs.recover.rebuild.lost_column import LostColumn
from inlay.verbs.recover.rebuild.lost_pages import LostPages
from inlay.verbs.recover.rebuild.page_reading import PageSpan
from parquet_format.parquet import (
    ColumnChunk,
    ColumnMetaData,
    ColumnOrder,
    CompressionCodec,
    RowGroup,
)


class BuiltChunk(NamedTuple):
    """A chunk whose metadata says everything but its codec."""

    column: LostColumn
    span: PageSpan
    chunk: ColumnChunk
    meta: ColumnMetaData


def put_codecs(pages: LostPages, built: Sequence[BuiltChunk], rows: int) -> None:
    """Of chunks of a row group: the likeliest, where it is seen natively that all pages come out of it; else the one that is tried first of those that open a page."""
    group = RowGroup(columns=[], total_byte_size=0, num_rows=rows)
    firsts = [_find_body(pages, it.span) for it in built]
    for it, number in zip(built, firsts, strict=True):
        if number is None:
            it.meta.codec = it.column.codec or CompressionCodec.UNCOMPRESSED
        else:
            it.meta.codec = pages.codecs_of(number, it.column)[0]
    runs = hold_ahead(pages.read, _ask_for_all(pages, built, group))
    held = [missing.chunk.held is not None for run in runs for missing in run]
    for it, number, is_held in zip(built, firsts, held, strict=True):
        if number is not None and not is_held:
            it.meta.codec = _try_codecs(pages, number, it.column)


def _ask_for_all(
    pages: LostPages, built: Sequence[BuiltChunk], group: RowGroup
) -> Iterator[MissingStatements]:
    """For all values of each."""
    order = ColumnOrder.TYPE_ORDER
    for (at, name, _, leaf, element, *_), _, chunk, meta in built:
        measured = MeasuredChunk(group, chunk, meta, leaf, element, order, pages.read, 0)
        measured.will_decode = True
        place = ColumnInGroup(ChosenColumn(at, name, leaf, element), 0, group, chunk, meta)
        yield MissingStatements(place, measured, ())


def _find_body(pages: LostPages, span: PageSpan) -> int | None:
    """The first page with a compressed body."""
    for number in range(span.first, span.end):
        facts = pages.facts_of(number)
        if facts.size > 0 and facts.is_packed:
            return number
    return None


def _try_codecs(pages: LostPages, number: int, column: LostColumn) -> CompressionCodec:
    """Where none opens the page, the likeliest, and the proof says what is wrong."""
    codecs = pages.codecs_of(number, column)
    for codec in codecs:
        if is_known(codec) and _opens(pages, number, column, codec):
            return codec
    return codecs[0]


def _opens(pages: LostPages, number: int, column: LostColumn, codec: CompressionCodec) -> bool:
    try:
        if pages.facts_of(number).is_data:
            pages.open_levels(number, codec, column.leaf)
        else:
            pages.open_dictionary(number, codec)
    except ChunkError:
        return False
    return True
