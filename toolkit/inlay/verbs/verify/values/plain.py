"""Chunks of which every statement holds, told at a glance: numbers of one width whose bounds are values, and little else said of them.

What is said here to hold, no check finds wrong. Of any other chunk nothing is said: the checks look at it, and they alone find.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from inlay.ground.statements.ends import is_float
from inlay.ground.values.extremes import Extremes, find_extremes_of_width, merge_extremes
from inlay.ground.values.orders import CODES, WIDTHS, Key, rank
from inlay.pages.engine.codecs import Bytes
from inlay.pages.engine.plain_chunk import PassedChunk, PassedPage, read_plain_chunk
from inlay.verbs.verify.file_in_front import find_extent
from inlay.verbs.verify.subjects import PlacedChunk, PlacedLeaf
from inlay.verbs.verify.values.contents import find_room
from parquet_format.parquet import ColumnMetaData, PageType, SizeStatistics, Statistics, Type

_NUMBERS: Final = (Type.INT32, Type.INT64, Type.FLOAT, Type.DOUBLE)
_DATA: Final = (PageType.DATA_PAGE, PageType.DATA_PAGE_V2)


@dataclass(frozen=True, slots=True)
class PlainColumn:
    """Numbers outside of lists, of which every one is right, and that are compared by one key."""

    width: int
    key: Key
    has_old_bounds: bool
    """Whether deprecated bounds may be by the same key."""

    is_float: bool
    highest: int


def describe_plain(leaf: PlacedLeaf) -> PlainColumn | None:
    """None for a column whose chunks are left to the checks."""
    element, type_ = leaf.element, leaf.element.type
    if type_ is None or type_ not in _NUMBERS or leaf.max_repetition or len(leaf.keys) != 1:
        return None
    (key,) = leaf.keys
    is_annotated = element.logicalType is not None or element.converted_type is not None
    if key not in CODES or (is_annotated and find_room(element) is not None):
        return None
    return PlainColumn(
        WIDTHS[type_],
        key,
        key in leaf.deprecated_keys,
        is_float(element),
        leaf.max_definition,
    )


class HeldChunk(NamedTuple):
    values: int
    pages: int
    """With that of its dictionary."""


def hold_plainly(data: Bytes, placed: PlacedChunk, column: PlainColumn) -> HeldChunk | None:
    """What a chunk has that has no indexes and no Bloom filter, and of which all holds that the file says; None where that is not sure."""
    meta, at = placed.meta, placed.chunk
    assert meta is not None
    if meta.bloom_filter_offset is not None or at.column_index_offset or at.offset_index_offset:
        return None
    chunk = read_plain_chunk(data, meta, column.width, column.highest)
    if chunk is None or not _has_offsets(meta, chunk) or not _has_encodings(meta, chunk.pages):
        return None
    entries, count = sum(chunk.levels), chunk.levels[-1]
    if not entries == meta.num_values == placed.group.num_rows:
        return None
    sizes, said = meta.size_statistics, meta.statistics
    if sizes is not None and not _has_levels(sizes, chunk.levels):
        return None
    spans = [(page.first, page.present) for page in chunk.pages]
    extremes = find_extremes_of_width(chunk.values, column.width, column.key, spans)
    for page, ends in zip(chunk.pages, extremes, strict=True):
        if not _holds_of_page(page, ends, column):
            return None
    whole = merge_extremes(extremes, column.key)
    if said is not None and not _holds(said, whole, entries - count, column):
        return None
    return HeldChunk(count, len(chunk.pages) + chunk.has_dictionary)


def _has_offsets(meta: ColumnMetaData, chunk: PassedChunk) -> bool:
    """A data page is where the chunk says, and so is the dictionary page; both are in what is read."""
    start = find_extent(meta)[0]
    dictionary = start if chunk.has_dictionary else None
    return bool(chunk.pages) and (
        meta.data_page_offset == start + chunk.data_at
        and meta.dictionary_page_offset in (dictionary, None, 0)
    )


def _has_encodings(meta: ColumnMetaData, pages: Sequence[PassedPage]) -> bool:
    encodings = [page.encoding for page in pages]
    distinct, said = set(encodings), meta.encoding_stats
    if not distinct.issubset(meta.encodings):
        return False
    if not said:
        return True
    counts = [(stat.encoding, stat.count) for stat in said if stat.page_type in _DATA]
    return len(counts) == len(distinct) and all(
        encodings.count(encoding) == count for encoding, count in counts
    )


def _has_levels(sizes: SizeStatistics, levels: list[int]) -> bool:
    repetitions, definitions = sizes.repetition_level_histogram, sizes.definition_level_histogram
    return (not repetitions or repetitions == [sum(levels)]) and (
        not definitions or definitions == levels
    )


def _holds_of_page(page: PassedPage, ends: Extremes, column: PlainColumn) -> bool:
    nulls = page.entries - page.present
    return (
        page.null_count in (None, nulls)
        and page.num_nulls in (None, nulls)
        and page.num_rows in (None, page.entries)
        and _are_ends(page.min_value, page.max_value, ends, column.key)
        and _are_old_ends(page.min, page.max, ends, column)
    )


def _holds(said: Statistics, ends: Extremes, nulls: int, column: PlainColumn) -> bool:
    return (
        said.null_count in (None, nulls)
        and said.distinct_count is None
        and (said.nan_count is None or (column.is_float and said.nan_count == ends.nans))
        and _are_ends(said.min_value, said.max_value, ends, column.key)
        and _are_old_ends(said.min, said.max, ends, column)
    )


def _are_ends(low: bytes | None, high: bytes | None, ends: Extremes, key: Key) -> bool:
    """Then they are exact, too. Both zeros are the same where the key says so."""
    return _is_end(low, ends.low, key) and _is_end(high, ends.high, key)


def _is_end(raw: bytes | None, end: bytes | None, key: Key) -> bool:
    if raw is None or raw == end:
        return True
    said = rank(key, raw) if end is not None else None
    return end is not None and said is not None and said == rank(key, end)


def _are_old_ends(
    low: bytes | None, high: bytes | None, ends: Extremes, column: PlainColumn
) -> bool:
    return low is high is None or (column.has_old_bounds and _are_ends(low, high, ends, column.key))
