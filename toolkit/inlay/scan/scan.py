"""From files to tables of their footers, slice by slice.

list -> read the ends of a slice of files -> decode all its footers in one call -> put the file before its rows
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from inlay.scan.assembly import tables_of
from inlay.scan.batches import batches_of
from inlay.scan.entries import FileEntry
from inlay.scan.listing import list_files
from inlay.scan.problems import UnreadFile
from inlay.scan.scanned_footer import ScannedFooter, read_all_scanned
from inlay.scan.schemas import Selection, selection
from inlay.scan.stores import normalize, store_of
from inlay.scan.tally import Tally

if TYPE_CHECKING:
    import pyarrow as pa

    from inlay.scan.store import Store
    from inlay.scan.stores import AnyFileSystem

MOST_FILES: Final = 256
MOST_BYTES: Final = 64 << 20
"""Of a slice: enough for one call to be worth it, and little enough to hold."""


def scan_footers(
    paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    filesystem: AnyFileSystem = None,
    *,
    table: str = "files",
    columns: Sequence[str] | None = None,
    name: str = "*",
    tally: Tally | None = None,
) -> Iterator[pa.RecordBatch]:
    """The footers of files, directories and globs as batches of one table.

    `table` is one of files, schema, row_groups, column_chunks, extensions, key_values, problems, others; `columns` are
    some of its columns, in this order. Of a directory, files are taken whose name matches `name`.
    `filesystem` is one of pyarrow or fsspec; without it, the paths say.

    A file that cannot be read is a row of `problems`, and nowhere else; one that is no Parquet file and does not claim to
    be, by its name or by a magic at either end, is a row of `others`. `tally` counts them. Raises FileNotFoundError for a path that
    leads to nothing, ValueError for a table or column that there is not.
    """
    wanted = selection(table, columns)
    for _, batch in scan_tables(paths, filesystem, wanted=[wanted], name=name, tally=tally):
        yield batch


def scan_tables(
    paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    filesystem: AnyFileSystem = None,
    *,
    wanted: Sequence[Selection],
    name: str = "*",
    tally: Tally | None = None,
) -> Iterator[tuple[str, pa.RecordBatch]]:
    """As `scan_footers`, but several tables in one pass over the files, each batch with the name of its table."""
    given = _list_paths(paths)
    if filesystem is None:
        given = [normalize(path) for path in given]
    store = store_of(given, filesystem)
    yield from scan_entries(store, list_files(store, given, name=name), wanted, tally)


def _list_paths(paths: Any) -> list[str]:
    """The paths, of one or of several. TypeError for anything else."""
    several: list[Any] = [paths] if isinstance(paths, str | os.PathLike | bytes) else paths
    try:
        given: list[str | bytes] = [os.fspath(path) for path in several]
    except TypeError:
        given = [b""]
    if any(not isinstance(path, str) for path in given):
        kind = type(paths).__qualname__
        raise TypeError(f"a scan takes a path or several: files, directories, globs, not {kind}")
    return [path for path in given if isinstance(path, str)]


def scan_entries(
    store: Store,
    entries: Iterable[FileEntry],
    wanted: Sequence[Selection],
    tally: Tally | None = None,
) -> Iterator[tuple[str, pa.RecordBatch]]:
    """Several tables in one pass over the files, each batch with the name of its table."""
    tally = tally or Tally()
    for read in _slices(read_all_scanned(store, entries)):
        for chosen, table in tables_of(store, read, wanted, tally):
            for batch in batches_of(table):
                yield chosen.table, batch


def _slices(
    read: Iterable[ScannedFooter | UnreadFile],
) -> Iterator[list[ScannedFooter | UnreadFile]]:
    some: list[ScannedFooter | UnreadFile] = []
    size = 0
    for file in read:
        some.append(file)
        if isinstance(file, ScannedFooter):
            size += len(file.footer.thrift)
        if len(some) >= MOST_FILES or size >= MOST_BYTES:
            yield some
            some, size = [], 0
    if some:
        yield some
