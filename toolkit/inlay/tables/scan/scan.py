"""From files to tables of their footers, slice by slice.

list -> read the ends of a slice of files -> decode all its footers in one call -> put the file before its rows
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain
from typing import TYPE_CHECKING

import pyarrow as pa

from inlay.footers.encryption.keys import EncryptionKeys, KeyRetriever, require_keys
from inlay.footers.footer.read import read_footer
from inlay.ground.arrow_fields import field_in
from inlay.ground.files.entries import FileEntry
from inlay.ground.files.source import Source, is_source, list_sources
from inlay.ground.files.stores import store_of, stores_of
from inlay.ground.keywords import check_keywords
from inlay.tables.scan.assembly import build_damage_tables, tables_of
from inlay.tables.scan.batches import batches_of
from inlay.tables.scan.listing import list_files
from inlay.tables.scan.page_tables_of_files import build_page_tables
from inlay.tables.scan.scanned_footer import open_scanned
from inlay.tables.scan.schemas import ALL_TABLES, OF_PAGES, ColumnSelection, select_columns
from inlay.tables.scan.seen_paths import SeenPaths
from inlay.tables.scan.slices import read_slices
from inlay.tables.scan.tally import Tally
from inlay.tables.typed_extensions.sources import load_types
from inlay.tables.typed_extensions.typed_columns import TypedColumns

if TYPE_CHECKING:
    from inlay.ground.files.store import Store
    from inlay.ground.files.stores import AnyFileSystem
    from inlay_runtime.finding import Finding
    from inlay_runtime.flat.extension import ExtensionTable


@check_keywords
def scan_footers(
    paths: Source | Iterable[Source],
    filesystem: AnyFileSystem = None,
    *,
    table: str = "files",
    columns: Sequence[str] | None = None,
    types: Sequence[type[ExtensionTable] | str] | None = None,
    name: str = "*",
    tally: Tally | None = None,
    keys: EncryptionKeys | KeyRetriever | None = None,
) -> pa.RecordBatchReader:
    """The footers of files, directories and globs as one table, batch by batch, read as they are asked for.

    The reader is to iterate over, and for all that takes a stream of Arrow (pandas, Polars, DuckDB); its schema is there
    before any file is read, and without any file.

    `table` is one of files, schema, row_groups, column_chunks, extensions, key_values, problems, others, or of those
    that read more than footers: pages, page_indexes, bloom_filters. `columns` are some of its columns, in this order. Of a directory, files are taken whose name matches `name`.
    `types` are of the table extensions, and as `inlay.extension_table` has them.
    `filesystem` is one of pyarrow or fsspec; without it, the paths say, and they may be of several. Without it, what can be
    read is as good as a path: a URL within a URL, an open file, bytes.

    A file that cannot be read is a row of `problems`, and nowhere else; one of a folder or a glob that is not a Parquet file and does
    not claim to be, by its name or by a magic at either end, is a row of `others`. `tally` counts them. `keys` open what is encrypted;
    one that does not open what it was given for makes its file one that cannot be read. Raises ValueError for a table or column that
    there is not; the first batch raises FileNotFoundError for a path that leads to nothing, and what `inlay.open` raises for a path
    of one file that cannot be read, unless it is told by `tally` or `problems`.
    """
    if types is not None:
        return _scan_typed(paths, filesystem, table, columns, types, name, tally, keys)
    wanted = select_columns(table, columns)
    counted = tally or Tally()
    scanned = scan_tables(paths, filesystem, wanted=[wanted], name=name, tally=counted, keys=keys)
    batches: Iterator[pa.RecordBatch] = (batch for _, batch in scanned)
    if tally is None and table != "problems" and filesystem is None and is_source(paths):
        batches = _raise_if_unread(batches, paths, counted, keys)
    return pa.RecordBatchReader.from_batches(wanted.schema, batches)


def _raise_if_unread(
    batches: Iterable[pa.RecordBatch],
    source: Source,
    tally: Tally,
    keys: EncryptionKeys | KeyRetriever | None,
) -> Iterator[pa.RecordBatch]:
    """A table without a row would look like the answer about a file that nobody could read."""
    yield from batches
    if tally.files == tally.unreadable == 1:
        # That of a folder is none of the caller's: a folder of a store is no file, as it says.
        with suppress(FileNotFoundError, IsADirectoryError):
            _ = read_footer(source, keys=keys).metadata


def _scan_typed(
    paths: Source | Iterable[Source],
    filesystem: AnyFileSystem,
    table: str,
    columns: Sequence[str] | None,
    types: Sequence[type[ExtensionTable] | str],
    name: str,
    tally: Tally | None,
    keys: EncryptionKeys | KeyRetriever | None,
) -> pa.RecordBatchReader:
    if table != "extensions":
        raise ValueError(f"types are of the table extensions, not of {table}")
    typed = TypedColumns(load_types(types), ALL_TABLES[table])
    chosen = typed.choose(columns)
    wanted = [select_columns(table, ALL_TABLES[table].names)]
    scanned = scan_tables(paths, filesystem, wanted=wanted, name=name, tally=tally, keys=keys)
    batches = (typed.convert(batch).select(chosen) for _, batch in scanned)
    schema = pa.schema([field_in(typed.schema, name) for name in chosen])
    return pa.RecordBatchReader.from_batches(schema, batches)


def scan_tables(
    paths: Source | Iterable[Source],
    filesystem: AnyFileSystem = None,
    *,
    wanted: Sequence[ColumnSelection],
    name: str = "*",
    tally: Tally | None = None,
    keys: EncryptionKeys | KeyRetriever | None = None,
) -> Iterator[tuple[str, pa.RecordBatch]]:
    """As `scan_footers`, but several tables in one pass over the files, each batch with the name of its table."""
    listed = _list_by_store(paths, filesystem, name)
    given = None if keys is None else require_keys(keys)
    return (
        batch
        for store, files in listed
        for batch in scan_entries(store, files, wanted, tally, given)
    )


def list_entries(
    paths: Source | Iterable[Source], filesystem: AnyFileSystem = None, *, name: str = "*"
) -> Iterator[FileEntry]:
    """The files that a scan of these paths reads. Raises what it raises."""
    for _, files in _list_by_store(paths, filesystem, name):
        yield from files


def _list_by_store(
    paths: Source | Iterable[Source], filesystem: AnyFileSystem, name: str
) -> Iterator[tuple[Store, Iterator[FileEntry]]]:
    stores = [*_stores_of(list_sources(paths, "a scan"), filesystem)]
    seen = SeenPaths()
    return (
        (store, list_files(store, names, name=name, seen=seen, ask=False))
        for store, names in stores
    )


def _stores_of(
    sources: Sequence[Source], filesystem: AnyFileSystem
) -> Iterator[tuple[Store, list[str]]]:
    if filesystem is None:
        yield from stores_of(sources)
        return
    paths = [os.fspath(source) for source in sources if isinstance(source, str | os.PathLike)]
    if len(paths) < len(sources):
        raise TypeError("what is open already does not lie in the filesystem: name paths in it")
    yield store_of(paths, filesystem), paths


def scan_entries(
    store: Store,
    entries: Iterable[FileEntry],
    wanted: Sequence[ColumnSelection],
    tally: Tally | None = None,
    keys: EncryptionKeys | None = None,
) -> Iterator[tuple[str, pa.RecordBatch]]:
    """Several tables in one pass over the files, each batch with the name of its table."""
    tally = tally or Tally()
    of_pages = [selection for selection in wanted if selection.table in OF_PAGES]
    of_footers = [selection for selection in wanted if selection.table not in OF_PAGES]
    for read in read_slices(store, entries):
        damage: list[tuple[FileEntry, Finding]] = []
        opened = read if keys is None else open_scanned(read, keys)
        built = tables_of(store, opened, of_footers, tally)
        if not of_pages:
            read.clear()  # the tables have what they say, and who takes their rows may take long
            opened.clear()
        tables = chain(
            built,
            build_page_tables(store, opened, of_pages, damage, keys),
            build_damage_tables(of_footers, damage),
        )
        for chosen, table in tables:
            for batch in batches_of(table):
                yield chosen.table, batch
