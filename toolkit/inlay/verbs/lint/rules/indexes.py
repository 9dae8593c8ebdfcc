"""Page indexes, sizes and checksums that are absent."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from inlay.ground.wording.amounts import count
from inlay.verbs.lint.column_facts import DICTIONARY, ChunkFacts
from inlay.verbs.lint.file_facts import FileFacts
from inlay.verbs.lint.remedies import rewrite_file
from inlay.verbs.lint.rule import NOTE, WARNING, LintRule, Sighting, Thresholds
from inlay.verbs.lint.sightings import describe_chunks, may_have_bounds
from parquet_format.parquet import PageType, Type

_DATA_PAGES: Final = (PageType.DATA_PAGE, PageType.DATA_PAGE_V2)

_MOST_COLUMNS: Final = 8

_REWRITE: Final = "rewrite with write_page_index=True (pyarrow), or with Spark 3.2 or later"


def _advise_on_column_index(file: FileFacts, _thresholds: Thresholds) -> Iterator[Sighting]:
    for column in file.columns:
        bare = [
            chunk
            for chunk in column.filled
            if chunk.chunk.column_index_offset is None and may_have_bounds(column, chunk)
        ]
        if bare:
            yield describe_chunks(column, bare, "no column index", rewrite_file(file, _REWRITE))


def _advise_on_offset_index(file: FileFacts, _thresholds: Thresholds) -> Iterator[Sighting]:
    for column in file.columns:
        bare = [chunk for chunk in column.filled if _has_no_offset_index(chunk)]
        if bare:
            yield describe_chunks(column, bare, "no offset index", rewrite_file(file, _REWRITE))


def _has_no_offset_index(chunk: ChunkFacts) -> bool:
    """None is needed where there is a single page."""
    if chunk.chunk.offset_index_offset is not None:
        return False
    stats = chunk.meta.encoding_stats or ()
    return sum(it.count for it in stats if it.page_type in _DATA_PAGES) != 1


def _advise_on_sizes(file: FileFacts, _thresholds: Thresholds) -> Iterator[Sighting]:
    for column in file.columns:
        if column.element.type != Type.BYTE_ARRAY and not column.max_repetition:
            continue
        bare = [chunk for chunk in column.filled if chunk.meta.size_statistics is None]
        if bare:
            remedy = rewrite_file(
                file, "rewrite with pyarrow 20, parquet-java 1.15, parquet-rs 53, or later ones"
            )
            yield describe_chunks(column, bare, "no size statistics", remedy)


def _advise_on_encodings(file: FileFacts, _thresholds: Thresholds) -> Iterator[Sighting]:
    for column in file.columns:
        bare = [chunk for chunk in column.filled if _hides_encodings(chunk)]
        if bare:
            remedy = rewrite_file(
                file, "rewrite with pyarrow, Spark or parquet-rs, which count them"
            )
            yield describe_chunks(column, bare, "a dictionary, and no counts of pages", remedy)


def _hides_encodings(chunk: ChunkFacts) -> bool:
    has_dictionary = not DICTIONARY.isdisjoint(chunk.meta.encodings)
    return has_dictionary and not chunk.meta.encoding_stats


def _advise_on_checksums(file: FileFacts, _thresholds: Thresholds) -> Iterator[Sighting]:
    """Of the first chunks of some columns: writers do it for all, or for none."""
    bare = pages = 0
    place = ""
    looked_at = [column for column in file.columns if column.filled][:_MOST_COLUMNS]
    for column in looked_at:
        for chunk in column.filled[:1]:
            crcs = [page["crc"] for page in file.pages(column, chunk)]
            pages += len(crcs)
            if None in crcs:
                bare += crcs.count(None)
                place = place or column.place(chunk)
    if bare:
        yield Sighting(
            f"{bare:,} of {count(pages, 'page')} in the first chunks of {count(len(looked_at), 'column')} without a checksum",
            rewrite_file(
                file,
                "rewrite with write_page_checksum=True (pyarrow), parquet.page.write-checksum.enabled=true (Spark)",
            ),
            place=place,
        )


RULES: Final = (
    LintRule(
        id="missing-column-index",
        severity=WARNING,
        summary="Chunks have a column index",
        why="Filters skip row groups, but no page inside one.",
        source="parquet-format, PageIndex.md",
        advise=_advise_on_column_index,
        theirs="missing-page-statistics",
    ),
    LintRule(
        id="missing-offset-index",
        severity=NOTE,
        summary="Chunks have an offset index",
        why="Nobody can find a page without reading all headers before it, so other columns cannot follow a filter.",
        source="parquet-format, PageIndex.md",
        advise=_advise_on_offset_index,
    ),
    LintRule(
        id="missing-size-statistics",
        severity=NOTE,
        summary="Columns of text and of lists have size statistics",
        why="Readers have to guess how much memory such a column takes.",
        source="parquet.thrift, SizeStatistics; PARQUET-2261",
        advise=_advise_on_sizes,
    ),
    LintRule(
        id="missing-encoding-stats",
        severity=NOTE,
        summary="Chunks with a dictionary count their pages by encoding",
        why="Without counts no reader can tell that all pages use the dictionary. "
        "parquet-java then skips no row group by it, and some engines decode each value instead of each entry.",
        source="parquet.thrift, PageEncodingStats; duckdb/duckdb#24956",
        advise=_advise_on_encodings,
    ),
    LintRule(
        id="missing-page-checksums",
        severity=NOTE,
        summary="Pages have a checksum",
        why="Bytes that rot on a disk are read as other values, without an error.",
        source="parquet.thrift, PageHeader.crc; PARQUET-1539",
        advise=_advise_on_checksums,
        needs="pages",
    ),
)
