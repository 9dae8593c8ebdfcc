"""Bloom filters: as large as they need to be, and only where they tell something."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import Final

from inlay.ground.statements.chunk_numbers import HAS_BLOOM_FILTER
from inlay.ground.wording.amounts import count, format_size
from inlay.pages.engine.bloom_size import LEAST_BYTES, MOST_BITS, PLENTY, is_too_large
from inlay.verbs.lint.additions import fix_statements, may_be_added_to
from inlay.verbs.lint.believed_counts import count_values, find_believed_counts, is_all_null
from inlay.verbs.lint.column_facts import ChunkFacts, ColumnFacts
from inlay.verbs.lint.file_facts import FileFacts
from inlay.verbs.lint.remedies import rewrite_file
from inlay.verbs.lint.rule import (
    NOTE,
    WARNING,
    LintRule,
    Remedy,
    Sighting,
    Threshold,
    Thresholds,
    quote_path,
)
from inlay.verbs.lint.sightings import describe_chunks
from parquet_format.parquet import Type


def _advise_on_large(file: FileFacts, thresholds: Thresholds) -> Iterator[Sighting]:
    for column in file.columns_with(HAS_BLOOM_FILTER):
        large = [
            chunk
            for chunk in column.filled
            if is_too_large(
                _filter_size(chunk),
                count_values(column, chunk),
                bits=thresholds["bits"],
                least=thresholds["bytes"],
            )
        ]
        if large:
            size = sum(map(_filter_size, large))
            values = max(1, sum(count_values(column, chunk) for chunk in large))
            yield describe_chunks(
                column,
                large,
                f"Bloom filters of {format_size(size)}, {count(8 * size // values, 'bit')} a value, where {PLENTY} are plenty,",
                rewrite_file(
                    file,
                    "rewrite with parquet.bloom.filter.expected.ndv#NAME=N (Spark), set_bloom_filter_ndv(N) (parquet-rs)",
                ),
                num_bytes=size - values * PLENTY // 8,
            )


def _filter_size(chunk: ChunkFacts) -> int:
    """Bytes, 0 where the footer does not say."""
    return chunk.meta.bloom_filter_length or 0


def _advise_on_useless(file: FileFacts, _thresholds: Thresholds) -> Iterator[Sighting]:
    for column in file.columns_with(HAS_BLOOM_FILTER):
        useless = [
            chunk for chunk in column.filled if _has_filter(chunk) and _is_useless(column, chunk)
        ]
        if useless:
            words = f"rewrite with parquet.bloom.filter.enabled#{column.path}=false (Spark)"
            # A rewrite knows that these two need none.
            is_plain = column.element.type == Type.BOOLEAN or all(
                is_all_null(column, it) for it in column.filled
            )
            remedy = rewrite_file(file, words) if is_plain else Remedy(words)
            if may_be_added_to(file) and len(useless) == sum(map(_has_filter, column.filled)):
                strip = f"inlay index strip {quote_path(file.path)} --what bloom-filter"
                remedy = Remedy(f"{strip} --columns {shlex.quote(column.text)}")
            size = sum(map(_filter_size, useless))
            seen = "a Bloom filter where the statistics say as much,"
            yield describe_chunks(column, useless, seen, remedy, num_bytes=size, reads=len(useless))


def _has_filter(chunk: ChunkFacts) -> bool:
    return chunk.meta.bloom_filter_offset is not None


def _is_useless(column: ColumnFacts, chunk: ChunkFacts) -> bool:
    """Of a boolean, of one value, of nothing but nulls."""
    statistics = chunk.meta.statistics
    is_constant = (
        statistics is not None
        and statistics.min_value is not None
        and statistics.min_value == statistics.max_value
        and statistics.is_min_value_exact is not False
        and not find_believed_counts(column, chunk).why
    )
    return column.element.type == Type.BOOLEAN or is_constant or is_all_null(column, chunk)


def _advise_on_lengths(file: FileFacts, _thresholds: Thresholds) -> Iterator[Sighting]:
    for column in file.columns_with(HAS_BLOOM_FILTER):
        silent = [chunk for chunk in column.filled if _hides_length(chunk)]
        if silent:
            otherwise = rewrite_file(
                file, "rewrite with pyarrow, Spark or parquet-rs, which say the length"
            )
            remedy = fix_statements(file, otherwise)
            yield describe_chunks(column, silent, "a Bloom filter whose length is not said", remedy)


def _hides_length(chunk: ChunkFacts) -> bool:
    meta = chunk.meta
    return _has_filter(chunk) and meta.bloom_filter_length is None


RULES: Final = (
    LintRule(
        id="large-bloom-filter",
        severity=WARNING,
        summary="Bloom filters are no larger than their columns need",
        why="A filter is read whole; beyond a few bytes a value it becomes larger, and not better.",
        source="parquet-format, BloomFilter.md; lakehq/sail#735",
        advise=_advise_on_large,
        thresholds={
            "bits": Threshold(MOST_BITS, "Bits for each value above which a filter is too large"),
            "bytes": Threshold(LEAST_BYTES, "Bytes of a filter below which it does not matter"),
        },
    ),
    LintRule(
        id="useless-bloom-filter",
        severity=NOTE,
        summary="Bloom filters are kept for columns whose bounds are not enough",
        why="Of a column with one value, of booleans and of nulls the statistics say the same.",
        source="parquet-format, BloomFilter.md",
        advise=_advise_on_useless,
    ),
    LintRule(
        id="missing-bloom-filter-length",
        severity=WARNING,
        summary="Chunks with a Bloom filter say how long it is",
        why="DuckDB reads from the filter to the end of the file where its length is not said: of eight row groups 7.7 times the bytes, "
        "more than without the filter.",
        source="parquet.thrift, ColumnMetaData.bloom_filter_length",
        advise=_advise_on_lengths,
    ),
)
