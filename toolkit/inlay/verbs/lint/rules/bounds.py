"""Bounds that no reader can use, that are larger than they need to be, or that their writer is known to get wrong."""

from __future__ import annotations

from collections.abc import Iterator
from math import isnan
from typing import Final

from inlay.ground.statements.chunk_numbers import HAS_BOUNDS, HAS_ODD_FLOAT
from inlay.ground.values import choose_decoder, read_value
from inlay.ground.wording.amounts import count
from inlay.ground.writers.defects import Defect, DefectAnswer, DefectVisible
from inlay.ground.writers.distrust import (
    defects_of,
    find_wrong_bounds,
    find_wrong_index,
    find_wrong_null_count,
    find_wrong_offsets,
)
from inlay.ground.writers.fixes import describe_fix
from inlay.verbs.lint.column_facts import ChunkFacts, ColumnFacts
from inlay.verbs.lint.file_facts import FileFacts
from inlay.verbs.lint.remedies import rewrite_file
from inlay.verbs.lint.rule import WARNING, LintRule, Remedy, Sighting, Threshold, Thresholds
from inlay.verbs.lint.sightings import describe_chunks, list_bounds
from parquet_format.parquet import ColumnOrder, Float16Type, PageType, Type

_FLOATS: Final = (Type.FLOAT, Type.DOUBLE)


def _advise_on_nan(file: FileFacts, _thresholds: Thresholds) -> Iterator[Sighting]:
    for column in file.columns:
        if not column.traits & HAS_BOUNDS or not _may_have_nan(column):
            continue
        is_half = isinstance(column.meaning, Float16Type)
        is_float = column.element.type in _FLOATS or is_half
        if not is_float or column.order == ColumnOrder.IEEE_754_TOTAL_ORDER:
            continue  # in total order, NaN is a value like any other
        broken = [chunk for chunk in column.filled if _has_nan(column, chunk)]
        if broken:
            remedy = rewrite_file(
                file, "rewrite with pyarrow, parquet-rs or DuckDB, which leave NaN out of bounds"
            )
            yield describe_chunks(column, broken, "a bound that is NaN", remedy, reads=len(broken))


def _may_have_nan(column: ColumnFacts) -> bool:
    """False where no bound of the column is NaN; True where that is not known."""
    return column.element.type not in _FLOATS or bool(column.traits & HAS_ODD_FLOAT)


def _has_nan(column: ColumnFacts, chunk: ChunkFacts) -> bool:
    if chunk.meta.statistics is None:
        return False
    decode = choose_decoder(column.element)
    values = (read_value(decode, bound) for bound in list_bounds(chunk.meta.statistics))
    return any(isinstance(value, float) and isnan(value) for value in values)


def _advise_on_oversized(file: FileFacts, thresholds: Thresholds) -> Iterator[Sighting]:
    most = int(thresholds["bytes"])
    for column in file.columns:
        if column.numbers.longest <= most or column.element.type != Type.BYTE_ARRAY:
            continue
        large = [chunk for chunk in column.chunks if _peak(chunk) > most]
        if large:
            peak = max(map(_peak, large))
            yield describe_chunks(
                column,
                large,
                f"bounds of up to {count(peak, 'byte')}",
                Remedy(
                    "rewrite with parquet.statistics.truncate.length=64 (Spark), set_statistics_truncate_length(Some(64)) (parquet-rs)"
                ),
                num_bytes=sum(_excess(chunk, most) for chunk in large),
            )


def _peak(chunk: ChunkFacts) -> int:
    """Bytes of the longest bound; 0 where the minimum is said to be cut, as parquet-linter has it."""
    statistics = chunk.meta.statistics
    if statistics is None or statistics.is_min_value_exact is False:
        return 0
    return max(map(len, list_bounds(statistics)), default=0)


def _excess(chunk: ChunkFacts, most: int) -> int:
    statistics = chunk.meta.statistics
    bounds = list_bounds(statistics) if statistics is not None else []
    return sum(max(0, len(bound) - most) for bound in bounds)


def _advise_on_distrusted(file: FileFacts, _thresholds: Thresholds) -> Iterator[Sighting]:
    if not any(it.answer == DefectAnswer.NOT_BELIEVED for it in defects_of(file.writer)):
        return
    for column in file.columns:
        by_defect: dict[Defect, list[ChunkFacts]] = {}
        for chunk in column.filled:
            for defect in dict.fromkeys(_list_defects(file, column, chunk)):
                by_defect.setdefault(defect, []).append(chunk)
        for defect, chunks in by_defect.items():
            remedy = Remedy(describe_fix(defect, file.writer))
            seen = _describe_defect(file, defect)
            yield describe_chunks(column, chunks, seen, remedy, reads=len(chunks))


def _list_defects(file: FileFacts, column: ColumnFacts, chunk: ChunkFacts) -> Iterator[Defect]:
    """Those that statistics or indexes of a chunk have."""
    written, statistics, writer = column.written, chunk.meta.statistics, file.writer
    defects = [find_wrong_bounds(writer, written, statistics)]
    if statistics is not None and statistics.null_count is not None:
        nulls = statistics.null_count
        defects.append(find_wrong_null_count(writer, written, nulls, chunk.meta.encodings))
    if chunk.chunk.column_index_offset is not None:
        index = find_wrong_index(writer, written, chunk.meta)
        defects.append(None if index is not None and _is_sole_page_right(index, chunk) else index)
    if chunk.chunk.offset_index_offset is not None:
        defects.append(find_wrong_offsets(writer, written))
    yield from filter(None, defects)


def _is_sole_page_right(defect: Defect, chunk: ChunkFacts) -> bool:
    """Whether a chunk of one page has another number of nulls than of rows, so that its page was not taken for one of nulls."""
    stats, statistics = chunk.meta.encoding_stats or (), chunk.meta.statistics
    if defect.visible != DefectVisible.IF_SOME_NULLS or statistics is None:
        return False
    pages = sum(it.count for it in stats if it.page_type != PageType.DICTIONARY_PAGE)
    return pages == 1 and statistics.null_count not in (None, chunk.num_rows)


def _describe_defect(file: FileFacts, defect: Defect) -> str:
    """What is wrong, by whom, and who says so."""
    who = file.writer.shown if file.writer is not None else "a writer without a name"
    return f"not to be trusted: {defect.part.value} of {who} ({defect.source}: {defect.what})"


RULES: Final = (
    LintRule(
        id="distrusted-statistics",
        severity=WARNING,
        summary="Statistics come from a writer that gets them right",
        why="Some readers ignore them, so nothing is skipped; others believe them and lose rows.",
        source="docs/writers.md has each defect with its issue",
        advise=_advise_on_distrusted,
    ),
    LintRule(
        id="nan-in-bounds",
        severity=WARNING,
        summary="No bound is NaN",
        why="Nothing compares with NaN: readers ignore both bounds, or skip what matches.",
        source="parquet.thrift, TypeDefinedOrder; PARQUET-1246",
        advise=_advise_on_nan,
    ),
    LintRule(
        id="oversized-bounds",
        severity=WARNING,
        summary="Bounds of text are short",
        why="They lie in the footer, which every reader reads whole; a beginning prunes nearly as well.",
        source="parquet.thrift, Statistics.max_value; apache/parquet-format#216",
        advise=_advise_on_oversized,
        thresholds={"bytes": Threshold(64, "Bytes of a bound above which it is too long")},
        theirs="oversized-string-statistics",
        for_size=True,
    ),
)
