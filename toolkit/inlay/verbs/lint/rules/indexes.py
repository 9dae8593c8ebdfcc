"""Page indexes, sizes and checksums that are absent."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from inlay.ground.statements.chunk_numbers import (
    HAS_NO_COLUMN_INDEX,
    HAS_NO_OFFSET_INDEX,
    HAS_NO_SIZES,
    HIDES_ENCODINGS,
)
from inlay.ground.wording.amounts import count
from inlay.verbs.lint.additions import add_from_levels, add_from_values_each, may_be_added_to
from inlay.verbs.lint.column_facts import ChunkFacts, ColumnFacts
from inlay.verbs.lint.file_facts import FileFacts
from inlay.verbs.lint.phrases import in_groups
from inlay.verbs.lint.remedies import rewrite_file
from inlay.verbs.lint.rule import (
    NOTE,
    WARNING,
    LintRule,
    Remedy,
    Sighting,
    Sightings,
    Thresholds,
    quote_path,
)
from inlay.verbs.lint.sightings import describe_chunks, describe_columns, may_have_bounds
from inlay.verbs.lint.twins import ask_twins
from parquet_format.parquet import Type

_MOST_COLUMNS: Final = 8

_REWRITE: Final = "rewrite with write_page_index=True (pyarrow), or with Spark 3.2 or later"


def _advise_on_column_index(file: FileFacts, _thresholds: Thresholds) -> Iterator[Sightings]:
    whole, what = rewrite_file(file, _REWRITE), ("offset-index", "column-index")
    list_bare = ask_twins(_list_without_index)
    count_groups = ask_twins(lambda it: in_groups(len(list_bare(it)), len(it.chunks)))
    columns = [it for it in file.columns_with(HAS_NO_COLUMN_INDEX) if list_bare(it)]
    remedies = add_from_values_each(file, columns, list_bare, what, whole)
    yield describe_columns(
        columns, list_bare, lambda it: f"no column index {count_groups(it)}", remedies
    )


def _list_without_index(column: ColumnFacts) -> list[ChunkFacts]:
    """The chunks without one, of which a writer could give bounds. That of a single page says what the chunk does."""
    return [
        chunk
        for chunk in column.filled
        if chunk.said.traits & HAS_NO_COLUMN_INDEX
        and not chunk.has_one_page
        and may_have_bounds(column, chunk)
    ]


def _advise_on_offset_index(file: FileFacts, _thresholds: Thresholds) -> Iterator[Sighting]:
    """None is needed where there is a single page."""
    for column in file.columns_with(HAS_NO_OFFSET_INDEX):
        bare = [
            chunk
            for chunk in column.filled
            if chunk.said.traits & HAS_NO_OFFSET_INDEX and not chunk.has_one_page
        ]
        if bare:
            whole = rewrite_file(file, _REWRITE)
            remedy = add_from_levels(file, column, "offset-index", whole)
            yield describe_chunks(column, bare, "no offset index", remedy)


def _advise_on_sizes(file: FileFacts, _thresholds: Thresholds) -> Iterator[Sighting]:
    for column in file.columns_with(HAS_NO_SIZES):
        if column.element.type != Type.BYTE_ARRAY and not column.max_repetition:
            continue
        bare = [chunk for chunk in column.filled if chunk.said.traits & HAS_NO_SIZES]
        if bare:
            whole = rewrite_file(
                file, "rewrite with pyarrow 20, parquet-java 1.15, parquet-rs 53, or later ones"
            )
            remedy = add_from_levels(file, column, "sizes", whole)
            yield describe_chunks(column, bare, "no size statistics", remedy)


def _advise_on_encodings(file: FileFacts, _thresholds: Thresholds) -> Iterator[Sighting]:
    for column in file.columns_with(HIDES_ENCODINGS):
        bare = [chunk for chunk in column.filled if chunk.said.traits & HIDES_ENCODINGS]
        if bare:
            whole = rewrite_file(
                file, "rewrite with pyarrow, Spark or parquet-rs, which count them"
            )
            remedy = add_from_levels(file, column, "encoding-stats", whole)
            yield describe_chunks(column, bare, "a dictionary, and no counts of pages", remedy)


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
        add = f"inlay index add {quote_path(file.path)} --what page-checksums --rewrite-headers"
        yield Sighting(
            f"{bare:,} of {count(pages, 'page')} in the first chunks of {count(len(looked_at), 'column')} without a checksum",
            Remedy(f"{add} -o OUT")
            if may_be_added_to(file)
            else rewrite_file(
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
