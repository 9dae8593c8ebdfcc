"""Pages: how large they are, by the counts in the footer or by their headers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from inlay.changes.life_cycle.placed_index import find_indexes
from inlay.footers.footer.footer import Footer
from inlay.ground.statements.chunk_numbers import COUNTS_PAGES
from inlay.ground.wording.amounts import count, format_size
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
from inlay_runtime.errors import InlayError
from parquet_format.parquet import Type

_KIB: Final = 1024
_MIB: Final = 1024**2
_FLOATS: Final = (Type.FLOAT, Type.DOUBLE)
_HEADER: Final = 30
"""Bytes of the header of a data page without statistics, about."""


class _Pages(NamedTuple):
    """The data pages of a column. `sizes` are in bytes, without compression."""

    number: int
    average: int


def _measure(file: FileFacts, column: ColumnFacts) -> _Pages | None:
    """None where neither the footer nor headers that were asked for count the pages."""
    if file.reader is None and not column.numbers.pages:
        return None
    pages = size = 0
    for chunk in column.filled:
        number = _count_pages(file, column, chunk)
        if not number:
            return None
        pages += number
        size += max(chunk.said.uncompressed, 0)
    return _Pages(pages, size // pages) if pages else None


def _count_pages(file: FileFacts, column: ColumnFacts, chunk: ChunkFacts) -> int:
    if chunk.said.traits & COUNTS_PAGES:
        return chunk.said.pages
    return sum(page["page_type"].startswith("DATA") for page in file.pages(column, chunk))


def _resize(file: FileFacts, column: ColumnFacts, pages: _Pages) -> Remedy:
    """A page holds one value at least."""
    words = "rewrite with data_page_size=1048576 (pyarrow), parquet.page.size=1048576 (Spark)"
    is_single = 2 * pages.number > column.num_values
    return Remedy(words) if is_single else rewrite_file(file, words)


def _advise_on_large(file: FileFacts, thresholds: Thresholds) -> Iterator[Sighting]:
    for column in file.columns:
        if column.numbers.largest <= thresholds["bytes"]:
            continue  # nor is an average of it
        pages = _measure(file, column)
        if pages is not None and pages.average > thresholds["bytes"]:
            yield Sighting(
                f"{count(pages.number, 'page')} of {format_size(pages.average)} on average, without compression",
                _resize(file, column, pages),
                column=column.path,
                place=column.place(column.filled[0]),
            )


def _advise_on_small(file: FileFacts, thresholds: Thresholds) -> Iterator[Sighting]:
    for column in file.columns:
        if file.reader is None and column.numbers.pages < thresholds["pages"]:
            continue
        pages = _measure(file, column)
        if (
            pages is None
            or pages.number < thresholds["pages"]
            or pages.average >= thresholds["bytes"]
        ):
            continue
        size = pages.number * pages.average
        needed = max(len(column.filled), size // _MIB)
        yield Sighting(
            f"{count(pages.number, 'page')} of {format_size(pages.average)} on average",
            _resize(file, column, pages),
            column=column.path,
            place=column.place(column.filled[0]),
            num_bytes=max(pages.number - needed, 0) * _HEADER,
        )


def _advise_on_embeddings(file: FileFacts, thresholds: Thresholds) -> Iterator[Sighting]:
    for column in file.columns:
        if column.element.type not in _FLOATS or not column.twin.max_repetition:
            continue
        counted = [chunk for chunk in column.chunks if chunk.num_rows > 0]
        rows = sum(chunk.num_rows for chunk in counted)
        values = sum(chunk.said.values for chunk in counted)
        if rows and values // rows >= thresholds["values"]:
            yield Sighting(
                f"{count(values // rows, 'value')} a row, as of an embedding: a page holds few rows that are asked for one by one",
                Remedy(
                    "rewrite with data_page_size=262144 (pyarrow), parquet.page.size=262144 (Spark)"
                ),
                column=column.path,
                place=column.place(counted[0]),
            )


def _advise_on_footer(file: FileFacts, thresholds: Thresholds) -> Iterator[Sighting]:
    size, whole = file.footer_size, file.file_size
    if size < thresholds["bytes"] or size <= thresholds["share"] * whole or _has_index(file.footer):
        return
    yield Sighting(
        f"the footer takes {format_size(size)} of {format_size(whole)}, for {count(file.num_chunks, 'column chunk')}",
        Remedy(
            f"{'fewer and larger row groups; ' if len(file.row_groups) > 1 else ''}`inlay footer index add {quote_path(file.path)}` spares readers that know such an index, "
            "and makes the footer larger"
        ),
    )


def _has_index(footer: Footer) -> bool:
    """One that is damaged is none."""
    try:
        return next(find_indexes(footer), None) is not None
    except InlayError:
        return False


RULES: Final = (
    LintRule(
        id="large-pages",
        severity=WARNING,
        summary="Pages are small enough for skipping to pay off",
        why="A page is decompressed as a whole, and nothing in it can be skipped.",
        source="Apache Parquet documentation, File Format, Configurations",
        advise=_advise_on_large,
        thresholds={
            "bytes": Threshold(
                4 * _MIB, "Average of uncompressed bytes above which pages are large"
            )
        },
    ),
    LintRule(
        id="small-pages",
        severity=NOTE,
        summary="Pages are large enough to be worth their headers",
        why="Each page has a header and an entry in two indexes, and is decompressed and decoded by itself.",
        source="Apache Parquet documentation, File Format, Configurations",
        advise=_advise_on_small,
        thresholds={
            "bytes": Threshold(
                4 * _KIB, "Average of uncompressed bytes below which pages are small"
            ),
            "pages": Threshold(1000, "Pages of a column below which it does not matter"),
        },
    ),
    LintRule(
        id="embedding-pages",
        severity=NOTE,
        summary="Columns of embeddings have small pages",
        why="Embeddings are looked up row by row, and each look reads and decompresses a whole page.",
        source="docs/decisions/lint.md",
        advise=_advise_on_embeddings,
        thresholds={"values": Threshold(64, "Values in a row from which they are an embedding")},
        theirs="vector-embedding-page-size",
    ),
    LintRule(
        id="large-footer",
        severity=WARNING,
        summary="The footer is a small part of the file",
        why="Every reader reads and decodes all of it before the first value. An index spares those that know it; "
        "fewer and larger row groups spare all.",
        source="docs/next_footer.md",
        advise=_advise_on_footer,
        thresholds={
            "share": Threshold(0.05, "Share of the file above which a footer is large"),
            "bytes": Threshold(256 * _KIB, "Bytes below which it does not matter"),
        },
    ),
)
