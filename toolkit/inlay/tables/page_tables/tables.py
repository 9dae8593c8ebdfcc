"""`inlay.page_table`, `inlay.index_table` and `inlay.bloom_table`: from the parts of a file to Arrow tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

import pyarrow as pa

from inlay.footers.footer.footer import Footer
from inlay.ground.files.source import Source
from inlay.ground.keywords import check_keywords
from inlay.pages.engine.chosen_chunks import ChosenChunk, choose_chunks
from inlay.pages.engine.chunk_indexes import read_indexes_ahead
from inlay.pages.engine.chunk_metadata import locate_pages
from inlay.pages.engine.errors import ChunkError, place_errors
from inlay.pages.engine.open_parts import open_parts
from inlay.pages.engine.progress import Progress, ignore_progress
from inlay.pages.engine.range_reader import RangeReader
from inlay.tables.page_tables.index_rows import list_bloom_rows, list_index_rows
from inlay.tables.page_tables.page_rows import count_pages, list_page_rows
from inlay.tables.page_tables.rows_as_table import ChunkRows, build_table
from inlay.tables.page_tables.schemas import ON_REQUEST, TABLES, choose_names
from inlay_runtime.finding import Finding

if TYPE_CHECKING:
    from inlay.footers.encryption.keys import EncryptionKeys, KeyRetriever

T = TypeVar("T")

_PIECE: Final = 10_000
"""Rows that are dicts at a time."""


@check_keywords
def page_table(
    source: Source | Footer,
    columns: Sequence[str] | None = None,
    *,
    paths: Sequence[str] | None = None,
    row_groups: Sequence[int] | None = None,
    findings: list[Finding] | None = None,
    progress: Progress = ignore_progress,
    keys: EncryptionKeys | KeyRetriever | None = None,
) -> pa.Table:
    """One row per page, from its header: kind, encoding, place, sizes in bytes, counts, statistics.

    `columns` names columns of the table. `paths` are columns of the file (paths, beginnings of some, globs) and
    `row_groups` numbers; nothing of others is read. `progress` is told how many bytes of the file are done. Chunks that lie in another file, or that none of `keys` opens,
    have no rows. A damaged chunk is left out and
    described in `findings`, if that is given.

    Raises ValueError for a name or number that there is not, FooterError for a footer that cannot be read, ChunkError for
    damage, OSError.
    """
    return _read(source, "pages", columns, paths, row_groups, findings, progress, keys)


@check_keywords
def index_table(
    source: Source | Footer,
    columns: Sequence[str] | None = None,
    *,
    paths: Sequence[str] | None = None,
    row_groups: Sequence[int] | None = None,
    findings: list[Finding] | None = None,
    progress: Progress = ignore_progress,
    keys: EncryptionKeys | KeyRetriever | None = None,
) -> pa.Table:
    """One row per data page, from the offset index and the column index: place, rows, bounds, counts. Chunks without an
    offset index have no rows. Takes and raises what `page_table` does."""
    return _read(source, "page_indexes", columns, paths, row_groups, findings, progress, keys)


@check_keywords
def bloom_table(
    source: Source | Footer,
    columns: Sequence[str] | None = None,
    *,
    paths: Sequence[str] | None = None,
    row_groups: Sequence[int] | None = None,
    findings: list[Finding] | None = None,
    progress: Progress = ignore_progress,
    keys: EncryptionKeys | KeyRetriever | None = None,
) -> pa.Table:
    """One row per Bloom filter: place, size in bytes, kind; with `bits_set` and `false_positive_rate` if they are named,
    for which the whole filter is read. Takes and raises what `page_table` does."""
    return _read(source, "bloom_filters", columns, paths, row_groups, findings, progress, keys)


def read_tables(
    reader: RangeReader,
    footer: Footer,
    table: str,
    columns: Sequence[str] | None,
    *,
    paths: Sequence[str] | None = None,
    row_groups: Sequence[int] | None = None,
    findings: list[Finding] | None = None,
    progress: Progress = ignore_progress,
) -> Iterator[pa.Table]:
    """The table in pieces, of an open file whose footer is `footer`."""
    names = choose_names(table, columns)
    pending: list[ChunkRows] = []
    size = 0

    def ask(chosen: ChosenChunk) -> list[dict[str, Any]]:
        return list(_list_rows(reader, footer, chosen, table, names))

    chunks = _choose_chunks(reader, footer, table, paths, row_groups)
    for chosen, rows in _ask_each(chunks, ask, findings, progress):
        if rows:
            pending.append(ChunkRows(chosen, rows))
            size += len(rows)
        if size >= _PIECE:
            yield build_table(pending, TABLES[table], names)
            pending, size = [], 0
    yield build_table(pending, TABLES[table], names)


class FirstRows(NamedTuple):
    """`num_rows` is how many there are altogether."""

    rows: pa.Table
    num_rows: int


def read_first_rows(
    source: Source | Footer,
    table: str,
    columns: Sequence[str],
    most: int,
    *,
    paths: Sequence[str] | None = None,
    row_groups: Sequence[int] | None = None,
    findings: list[Finding],
    progress: Progress = ignore_progress,
    keys: EncryptionKeys | KeyRetriever | None = None,
) -> FirstRows:
    """The first rows of a table, as many as somebody looks at; the others are checked and counted. Takes and raises what `page_table`
    does."""
    with open_parts(source, keys) as (reader, footer):
        pending: list[ChunkRows] = []
        count = 0

        def ask(chosen: ChosenChunk) -> int:
            if count >= most and table == "pages":
                return count_pages(reader, chosen)
            rows = list(_list_rows(reader, footer, chosen, table, columns))
            if count < most and rows:
                pending.append(ChunkRows(chosen, rows[: most - count]))
            return len(rows)

        chunks = _choose_chunks(reader, footer, table, paths, row_groups)
        for _, rows in _ask_each(chunks, ask, findings, progress):
            count += rows
        return FirstRows(build_table(pending, TABLES[table], columns), count)


def _choose_chunks(
    reader: RangeReader,
    footer: Footer,
    table: str,
    paths: Sequence[str] | None,
    row_groups: Sequence[int] | None,
) -> Iterable[ChosenChunk]:
    chunks = choose_chunks(footer, paths, row_groups)
    return read_indexes_ahead(reader, chunks) if table == "page_indexes" else chunks


def _ask_each(
    chunks: Iterable[ChosenChunk],
    ask: Callable[[ChosenChunk], T],
    findings: list[Finding] | None,
    progress: Progress,
) -> Iterator[tuple[ChosenChunk, T]]:
    """Those that are not damaged, with what was asked."""
    for chosen in chunks:
        try:
            answer = ask(chosen)
        except ChunkError as error:
            _collect(error, chosen, findings)
            continue
        progress(locate_pages(chosen.meta)[1])
        yield chosen, answer


def _collect(error: ChunkError, chosen: ChosenChunk, findings: list[Finding] | None) -> None:
    if findings is None:
        with place_errors(chosen.name):
            raise error
    findings.append(Finding("page", error.offset, error.what, chosen.name))


def _read(
    source: Source | Footer,
    table: str,
    columns: Sequence[str] | None,
    paths: Sequence[str] | None,
    row_groups: Sequence[int] | None,
    findings: list[Finding] | None,
    progress: Progress,
    keys: EncryptionKeys | KeyRetriever | None,
) -> pa.Table:
    choose_names(table, columns)  # before anything is read
    with open_parts(source, keys) as (reader, footer):
        tables = read_tables(
            reader,
            footer,
            table,
            columns,
            paths=paths,
            row_groups=row_groups,
            findings=findings,
            progress=progress,
        )
        return pa.concat_tables(tables)


def _list_rows(
    reader: RangeReader, footer: Footer, chosen: ChosenChunk, table: str, names: Sequence[str]
) -> Iterable[dict[str, Any]]:
    match table:
        case "pages":
            return list_page_rows(reader, chosen)
        case "page_indexes":
            rows = footer.row_groups[chosen.row_group].num_rows
            return list_index_rows(reader, chosen, rows)
        case _:
            with_bits = not ON_REQUEST[table].isdisjoint(names)
            return list_bloom_rows(reader, chosen, with_bits=with_bits)
