"""What is not to be believed because of who wrote it. `pruning` and `parts` ask here, and `advice` says it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import Final

from inlay.ground.writers.affected import AffectedPart, WrittenColumn, covers_column
from inlay.ground.writers.created_by import Writer
from inlay.ground.writers.defects import DEFECTS, Defect, DefectAnswer, DefectVisible
from parquet_format.parquet import ColumnMetaData, Encoding, Statistics

_UNKNOWN: Final = Writer("", None)
_IN_INDEX: Final = (
    AffectedPart.BOUNDS,
    AffectedPart.NULL_COUNT,
    AffectedPart.COLUMN_INDEX,
    AffectedPart.OFFSET_INDEX,
)
_DICTIONARY: Final = frozenset({Encoding.PLAIN_DICTIONARY, Encoding.RLE_DICTIONARY})


@lru_cache(maxsize=1024)
def defects_of(writer: Writer | None) -> tuple[Defect, ...]:
    """Those of a writer, and those of unknown writers if readers cannot read its name."""
    known = () if writer is None else _covering(writer)
    if writer is None or not writer.is_readable:
        return (*_covering(_UNKNOWN), *known)
    return known


def _covering(writer: Writer) -> tuple[Defect, ...]:
    covering = (defect for defect in DEFECTS if defect.covers(writer))
    return tuple(defect for defect in covering if not _is_spared(writer, defect))


def _is_spared(writer: Writer, defect: Defect) -> bool:
    """parquet-mr 1.5.0-cdh5.5.0 and later of that line have PARQUET-251 fixed (parquet-java, `CorruptStatistics`)."""
    is_line = writer.version == (1, 5, 0) and writer.rest.startswith("-cdh")
    numbers = tuple(int(number) for number in re.findall(r"\d+", writer.rest)[:3])
    return is_line and defect.source == "PARQUET-251" and numbers >= (5, 5, 0)


def find_wrong_bounds(
    writer: Writer | None, column: WrittenColumn, statistics: Statistics | None
) -> Defect | None:
    """Why the bounds of a chunk are not to be believed; None if they are, or if there are none."""
    if statistics is None:
        return None
    low, high, is_old = statistics.min_value, statistics.max_value, False
    if low is None and high is None:
        low, high, is_old = statistics.min, statistics.max, True
    if low is None and high is None:
        return None
    for defect in _distrusted(writer, column):
        is_meant = defect.part == AffectedPart.BOUNDS or (
            is_old and defect.part == AffectedPart.OLD_BOUNDS
        )
        if is_meant and (low != high or defect.visible == DefectVisible.ALWAYS):
            return defect
    return None


def find_wrong_index(
    writer: Writer | None, column: WrittenColumn, meta: ColumnMetaData | None = None
) -> Defect | None:
    """Why nothing in the column index of a chunk is to be believed. `meta` tells where it is right all the same; without it that
    cannot be told."""
    for defect in _distrusted(writer, column):
        if defect.part == AffectedPart.OFFSET_INDEX:
            return defect
        if defect.part == AffectedPart.COLUMN_INDEX and (
            defect.visible == DefectVisible.ALWAYS
            or (defect.visible == DefectVisible.IF_SOME_NULLS and _may_be_visible(defect, meta))
        ):
            return defect
    return None


def find_wrong_offsets(writer: Writer | None, column: WrittenColumn) -> Defect | None:
    """Why the rows in the offset index of a chunk are not to be believed."""
    for defect in _distrusted(writer, column):
        if defect.part == AffectedPart.OFFSET_INDEX:
            return defect
    return None


def writes_wrong_indexes(writer: Writer | None) -> bool:
    """Whether there is a column of which `find_wrong_index` may find something."""
    parts = AffectedPart.COLUMN_INDEX, AffectedPart.OFFSET_INDEX
    return any(
        defect.answer == DefectAnswer.NOT_BELIEVED and defect.part in parts
        for defect in defects_of(writer)
    )


def may_index_be_wrong(
    writer: Writer | None, column: WrittenColumn, meta: ColumnMetaData | None = None
) -> bool:
    """Whether something in the column index of a chunk may not be believed, on any of its pages: bounds, nulls or all."""
    return any(
        defect.part in _IN_INDEX and _may_be_visible(defect, meta)
        for defect in _distrusted(writer, column)
    )


def _may_be_visible(defect: Defect, meta: ColumnMetaData | None) -> bool:
    """False where the metadata of a chunk shows that it does not have the defect."""
    if meta is None or meta.statistics is None or meta.statistics.null_count is None:
        return True
    nulls = meta.statistics.null_count
    match defect.visible:
        case (
            DefectVisible.IF_SOME_NULLS
        ):  # pages of nulls alone, and pages without nulls, are told from others rightly
            return 0 < nulls < meta.num_values
        case DefectVisible.IF_MULTIPLIED:
            return _is_wrong(defect, nulls, meta.encodings)
        case _:
            return True


def find_wrong_page(
    writer: Writer | None, column: WrittenColumn, bounds: Statistics
) -> Defect | None:
    """Why the bounds of a page are not to be believed, which its column index has as `min_value` and `max_value`."""
    if not bounds.min_value and not bounds.max_value:
        for defect in _distrusted(writer, column):
            if (
                defect.part == AffectedPart.COLUMN_INDEX
                and defect.visible == DefectVisible.IF_EMPTY
            ):
                return defect
    return find_wrong_bounds(writer, column, bounds)


def find_wrong_null_count(
    writer: Writer | None,
    column: WrittenColumn,
    null_count: int,
    encodings: Collection[Encoding] | None = None,
) -> Defect | None:
    """Why the number of nulls is not to be believed. `encodings` are those of the chunk; without them there may be a dictionary."""
    if not column.can_be_null and null_count == 0:
        return None
    for defect in _distrusted(writer, column):
        if defect.part == AffectedPart.NULL_COUNT and _is_wrong(defect, null_count, encodings):
            return defect
    return None


def may_null_count_be_wrong(
    writer: Writer | None, null_count: int, encodings: Collection[Encoding]
) -> bool:
    """The same of any column that may be null, for those who need not know which one it is."""
    return any(
        defect.part == AffectedPart.NULL_COUNT
        and defect.answer == DefectAnswer.NOT_BELIEVED
        and _is_wrong(defect, null_count, encodings)
        for defect in defects_of(writer)
    )


def _is_wrong(defect: Defect, null_count: int, encodings: Collection[Encoding] | None) -> bool:
    match defect.visible:
        case DefectVisible.IF_ZERO:
            return null_count == 0
        case DefectVisible.IF_MULTIPLIED:
            return null_count != 0 and (encodings is None or not _DICTIONARY.isdisjoint(encodings))
        case _:
            return True


def may_be_wrong(writer: Writer | None, column: WrittenColumn, part: AffectedPart) -> bool:
    """Whether any defect is about that part of the column, whatever readers do about it: what goes on to others has to be right."""
    return any(
        defect.part == part and covers_column(defect.columns, column)
        for defect in defects_of(writer)
    )


def is_doubted(writer: Writer | None, column: WrittenColumn) -> bool:
    """Whether any of the above may find something wrong: readers ask once for a column, and not for each chunk and page."""
    return any(True for _ in _distrusted(writer, column))


def _distrusted(writer: Writer | None, column: WrittenColumn) -> Iterator[Defect]:
    for defect in defects_of(writer):
        if defect.answer == DefectAnswer.NOT_BELIEVED and covers_column(defect.columns, column):
            yield defect


def needs_arrow_schema(writer: Writer | None) -> bool:
    """Whether it matters what Arrow's copy of the schema says of a column (`WrittenColumn.was_dictionary`)."""
    return any("dictionaries" in defect.columns.value for defect in defects_of(writer))


def misreads_pages_v2(writer: Writer | None) -> bool:
    """Its pages of version 2 are compressed, and say that they are not (ARROW-10353)."""
    return _has(writer, "ARROW-10353")


def needs_earlier_pages(writer: Writer | None, encodings: list[Encoding]) -> bool:
    """Its DELTA_BYTE_ARRAY pages build on those before them (PARQUET-246)."""
    return Encoding.DELTA_BYTE_ARRAY in encodings and _has(writer, "PARQUET-246")


def forgets_dictionary_header(writer: Writer | None) -> bool:
    """Its chunks are longer than they say (PARQUET-816)."""
    return _has(writer, "PARQUET-816")


def _has(writer: Writer | None, source: str) -> bool:
    return any(defect.source == source for defect in defects_of(writer))
