"""How the sources store each column, so that the new file does so, too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from inlay.ground.schema.tree import SchemaTree
from inlay.pages.engine.chunk_metadata import metadata_of
from inlay.verbs.parts.file_level import list_foreign
from inlay.verbs.rewrite.sources import RewriteSource
from parquet_format.encoding import ColumnEncoding
from parquet_format.parquet import (
    ColumnChunk,
    ColumnMetaData,
    CompressionCodec,
    Encoding,
    PageType,
    RowGroup,
    SortingColumn,
)

_DICTIONARIES: Final = frozenset({Encoding.PLAIN_DICTIONARY, Encoding.RLE_DICTIONARY})
_DATA_PAGES: Final = (PageType.DATA_PAGE, PageType.DATA_PAGE_V2)
_MOST_FILTER: Final = 2
"""Bytes of a Bloom filter for each value."""
_KEPT: Final = (
    Encoding.DELTA_BINARY_PACKED,
    Encoding.DELTA_LENGTH_BYTE_ARRAY,
    Encoding.DELTA_BYTE_ARRAY,
    Encoding.BYTE_STREAM_SPLIT,
)
"""Encodings that a writer chose; PLAIN is what is left where nobody did."""


@dataclass(slots=True)
class ColumnHabit:
    """Of one column, in all row groups of all sources."""

    codec: CompressionCodec | None = None
    """Of the first chunk."""

    has_dictionary: bool = False
    """Unless a chunk has plain pages behind those that use it: then the first rows decide again."""

    has_fallen: bool = False
    is_asked: bool = False
    """Whether somebody asked for the dictionary or the encoding."""

    encoding: Encoding | None = None
    """One of those that are kept, where there is no dictionary."""

    bloom_bytes: float = 0
    """Of a Bloom filter, for each row; no more than two for each value, which find one in a thousand by mistake."""

    has_bounds: bool = False
    lacks_bounds: bool = False
    """In some chunk that has values."""

    may_have_nan: bool = False
    """Of floating-point columns: whether some chunk that has values does not say that none of them is NaN."""

    has_boxes: bool = False
    """Of geometries or geographies."""


@dataclass(slots=True)
class Habits:
    columns: list[ColumnHabit]
    has_page_index: bool = False
    sorting: tuple[SortingColumn, ...] | None = None
    """What all row groups say, in leaves of the result; empty where they differ."""

    says_sorting: bool = False
    dropped: dict[str, None] = field(default_factory=dict[str, None])
    """What row groups and chunks carry that describes pages."""


def survey_habits(sources: Sequence[RewriteSource], tree: SchemaTree) -> Habits:
    habits = Habits([ColumnHabit() for _ in tree.leaves])
    for source in sources:
        for row_group in source.part.each_row_group():
            _survey_group(habits, source, row_group)
    for habit in habits.columns:
        habit.has_dictionary = habit.has_dictionary and not habit.has_fallen
    return habits


def _survey_group(habits: Habits, source: RewriteSource, row_group: RowGroup) -> None:
    habits.dropped.update(dict.fromkeys(list_foreign(row_group)))
    for habit, place in zip(habits.columns, source.places, strict=True):
        if place is not None:
            _survey_chunk(habits, habit, row_group.columns[place], row_group.num_rows)
    if row_group.num_rows:
        sorting = _find_sorting(source, row_group)
        habits.says_sorting = habits.says_sorting or bool(sorting)
        habits.sorting = sorting if habits.sorting in (None, sorting) else ()


def _survey_chunk(habits: Habits, habit: ColumnHabit, chunk: ColumnChunk, rows: int) -> None:
    meta = metadata_of(chunk)
    if habit.codec is None:
        habit.codec = meta.codec
    if _DICTIONARIES.intersection(meta.encodings):
        habit.has_dictionary = True
    habit.encoding = next((kept for kept in _KEPT if kept in meta.encodings), habit.encoding)
    habit.has_fallen = habit.has_fallen or _has_fallen(meta)
    statistics = meta.statistics
    if meta.bloom_filter_offset is not None:
        nulls = statistics.null_count if statistics is not None else None
        values = max(meta.num_values - (nulls or 0), 0)
        # A filter that does not say how large it is has one byte for each row.
        size = min(meta.bloom_filter_length or rows, _MOST_FILTER * values)
        habit.bloom_bytes = max(habit.bloom_bytes, size / (rows or 1))
    has_values = meta.num_values > (
        (statistics.null_count if statistics is not None else None) or 0
    )
    if statistics is not None and (statistics.min_value is not None or statistics.min is not None):
        habit.has_bounds = True
    elif has_values:
        habit.lacks_bounds = True
    if has_values and (statistics is None or statistics.nan_count != 0):
        habit.may_have_nan = True
    habit.has_boxes = habit.has_boxes or meta.geospatial_statistics is not None
    habits.has_page_index = habits.has_page_index or chunk.column_index_offset is not None
    for record in (chunk, meta):
        habits.dropped.update(dict.fromkeys(list_foreign(record)))
    if meta.extension is not None and ColumnEncoding.UUID.bytes in meta.extension.payload:
        habits.dropped["second encodings"] = None


def _has_fallen(meta: ColumnMetaData) -> bool:
    """Whether some data pages use the dictionary, and others are plain, by the counts in the footer."""
    used = {
        it.encoding for it in meta.encoding_stats or () if it.page_type in _DATA_PAGES and it.count
    }
    return Encoding.PLAIN in used and bool(used & _DICTIONARIES)


def _find_sorting(source: RewriteSource, row_group: RowGroup) -> tuple[SortingColumn, ...]:
    """In leaves of the result, up to the first column that it does not have."""
    leaves = {place: leaf for leaf, place in enumerate(source.places) if place is not None}
    sorting: list[SortingColumn] = []
    for column in row_group.sorting_columns or ():
        if column.column_idx not in leaves:
            break
        sorting.append(column.replace(column_idx=leaves[column.column_idx]))
    return tuple(sorting)
