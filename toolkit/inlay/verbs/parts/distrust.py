"""What is taken out of chunks before they stand beside those of other writers: `docs/parts.md` has the table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from inlay.ground.files.read_ahead import ReadAhead
from inlay.ground.files.source import read_at
from inlay.ground.refusals import RefusedError
from inlay.ground.writers.affected import WrittenColumn
from inlay.ground.writers.arrow_dictionaries import list_written_columns
from inlay.ground.writers.created_by import Writer, writer_of
from inlay.ground.writers.distrust import (
    find_wrong_bounds,
    find_wrong_null_count,
    may_index_be_wrong,
    misreads_pages_v2,
    needs_earlier_pages,
)
from inlay.pages.engine.chunk_metadata import locate_pages, metadata_of
from inlay.pages.engine.left_out import name_columns
from inlay.pages.engine.walk import walk
from inlay.verbs.parts.source import PartSource
from parquet_format.parquet import (
    ColumnChunk,
    ColumnMetaData,
    CompressionCodec,
    PageType,
    RowGroup,
    Statistics,
    Type,
)

_JAVA = "parquet-mr"


def prepare_for_others(part: PartSource) -> list[str]:
    """Has everything dropped from a file whose writer will not be named alone that readers distrust. A sentence for what is gone.

    Raises RefusedError for pages that readers understand only if they know the writer.
    """
    writer = writer_of(part.metadata.created_by)
    columns = list_written_columns(part.metadata, part.tree)
    dropped: dict[str, None] = {}
    is_changed = False
    for row_group in part.row_groups():
        for leaf, column, chunk in zip(part.tree.leaves, columns, row_group.columns, strict=True):
            _require_readable(part, writer, metadata_of(chunk))
            gone = _drop_distrusted(writer, column, chunk)
            is_changed = is_changed or gone.anything
            if gone.bounds:
                dropped[".".join(leaf.path)] = None
    if is_changed:
        part.edits.append(partial(_drop_all_distrusted, writer, columns))
    if not dropped:
        return []
    named = part.metadata.created_by or "an unnamed writer"
    return [f"{part.name}: bounds of {name_columns(dropped)} are dropped: readers distrust {named}"]


def _drop_all_distrusted(
    writer: Writer | None, columns: Sequence[WrittenColumn], row_groups: Sequence[RowGroup]
) -> None:
    for row_group in row_groups:
        for column, chunk in zip(columns, row_group.columns, strict=True):
            _drop_distrusted(writer, column, chunk)


class _Dropped(NamedTuple):
    """What is gone from a chunk: anything at all, and bounds, of which people are told."""

    anything: bool
    bounds: bool


def _drop_distrusted(writer: Writer | None, column: WrittenColumn, chunk: ColumnChunk) -> _Dropped:
    """A number of nulls goes without a word, and so do deprecated bounds beside others.

    The index goes for whatever may be wrong in it: nobody can look at a page later and ask who wrote it.
    """
    meta = metadata_of(chunk)
    statistics = meta.statistics
    is_index_wrong = may_index_be_wrong(writer, column, meta)
    is_changed = False
    if statistics is not None and statistics.null_count is not None:
        nulls = statistics.null_count
        if find_wrong_null_count(writer, column, nulls, meta.encodings):
            statistics.null_count = None
            is_changed = True
    if find_wrong_bounds(writer, column, statistics):
        drop_bounds(chunk)
        return _Dropped(anything=True, bounds=True)
    if statistics is not None:
        older = Statistics(min=statistics.min, max=statistics.max)
        if find_wrong_bounds(writer, column, older):
            statistics.min = statistics.max = None
            is_changed = True
    if chunk.column_index_offset is not None and is_index_wrong:
        chunk.column_index_offset = chunk.column_index_length = None
        return _Dropped(anything=True, bounds=True)
    return _Dropped(is_changed, bounds=False)


def drop_statistics_bounds(statistics: Statistics) -> None:
    """The column index keeps its own."""
    statistics.min = statistics.max = statistics.min_value = statistics.max_value = None
    statistics.is_min_value_exact = statistics.is_max_value_exact = None


def drop_bounds(chunk: ColumnChunk) -> None:
    """All of them, in the index as well; counts of nulls and of distinct values stay."""
    statistics = metadata_of(chunk).statistics
    if statistics is not None:
        drop_statistics_bounds(statistics)
    chunk.column_index_offset = chunk.column_index_length = None


def drop_ordered_bounds(chunk: ColumnChunk) -> None:
    """Those that need a column order."""
    statistics: Statistics | None = metadata_of(chunk).statistics
    if statistics is not None:
        statistics.min_value = statistics.max_value = None
        statistics.is_min_value_exact = statistics.is_max_value_exact = None
    chunk.column_index_offset = chunk.column_index_length = None


def has_ordered_bounds(chunk: ColumnChunk) -> bool:
    statistics = metadata_of(chunk).statistics
    if chunk.column_index_offset is not None:
        return True
    return statistics is not None and (
        statistics.min_value is not None or statistics.max_value is not None
    )


def may_shift_timestamps(parts: Sequence[PartSource]) -> bool:
    """Whether there is INT96 by parquet-mr and by others: Spark and Hive can be told to shift the others'."""
    writers = [writer_of(part.metadata.created_by) for part in parts]
    are_java = {writer is not None and writer.application == _JAVA for writer in writers}
    has_int96 = any(
        element.type == Type.INT96 for part in parts for element in part.metadata.schema
    )
    return has_int96 and len(are_java) > 1


def _require_readable(part: PartSource, writer: Writer | None, meta: ColumnMetaData) -> None:
    column = ".".join(meta.path_in_schema)
    named = part.metadata.created_by or "an unnamed writer"
    if needs_earlier_pages(writer, meta.encodings):
        reason = (
            f"column {column} by {named} has DELTA_BYTE_ARRAY pages that may build on those before them, "
            "which readers know from the writer: write it anew, or put together files of one writer"
        )
        raise RefusedError("writer", reason, path=part.name)
    is_compressed = meta.codec != CompressionCodec.UNCOMPRESSED
    if is_compressed and misreads_pages_v2(writer) and _has_pages_v2(part, meta):
        reason = (
            f"column {column} by {named} has pages of version 2 that are compressed and say that they are not, "
            "which readers know from the writer: write it anew, or put together files of one writer"
        )
        raise RefusedError("writer", reason, path=part.name)


def _has_pages_v2(part: PartSource, meta: ColumnMetaData) -> bool:
    ahead = ReadAhead(part.file.source)
    start, end = locate_pages(meta)
    pages = walk(lambda offset, size: read_at(ahead, offset, size), start, end)
    first = next((page.header.type for page in pages if page.is_data), None)
    return first == PageType.DATA_PAGE_V2
