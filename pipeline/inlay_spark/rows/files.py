"""The files whose rows are meant: what was asked for, without what a manifest does not count."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Iterator

from inlay.changes.rewrite.table_formats import STREAM_SINK, TableFolder, Tables
from inlay.ground.files.entries import FileEntry
from inlay.ground.files.local_store import LocalStore
from inlay.tables.scan.listing import find_fixed_part
from inlay_spark.rows.errors import UnreadableError
from inlay_spark.rows.sink_log import files_of_sink
from inlay_spark.sources.file_choice import list_below_paths, set_roots
from inlay_spark.sources.options import SourceOptions
from inlay_spark.sources.store_folders import StoreFolders


def files_with_rows(options: SourceOptions) -> list[FileEntry]:
    """In the order of the listing, without empty ones, which Spark passes over as well.

    Of the sink of a stream, those that its log has. Without partitions, those of the very folders that were asked for,
    unless `recursiveFileLookup` asks for more. Raises UnreadableError for a folder of a table: which of its files
    count, its own readers know. A file that is named counts.
    """
    counted = list(_Counted(options).of(list_below_paths(options)))
    files = list(set_roots(iter(counted), options))
    if not options.flag("recursiveFileLookup") and not any(file.partition for file in files):
        files = [file for file in counted if "/" not in file.path[file.root :]]
    return [file for file in files if file.size or file.error is not None]


class _Counted:
    """What manifests say of files, each read once."""

    def __init__(self, options: SourceOptions) -> None:
        self._store = options.store()
        self._options = options
        self._tables = Tables(StoreFolders(self._store))
        self._logs: dict[str, frozenset[str]] = {}
        self._named = {path.rstrip("/") for path in options.paths}

    def of(self, files: Iterable[FileEntry]) -> Iterator[FileEntry]:
        folders = [path for path in sorted(self._named) if not self._is_file(path)]
        around = [self._table(find_fixed_part(folder)) for folder in folders]
        for table in around:
            if table is not None:
                self._log(table)
        seen: set[str] = set()
        for file in files:
            if self._counts(file, around):
                seen.add(file.path)
                yield file
        yield from self._missing(seen)

    def _is_file(self, path: str) -> bool:
        try:
            return self._store.entry(path) is not None
        except OSError:
            return False

    def _counts(self, file: FileEntry, around: list[TableFolder | None]) -> bool:
        if file.path in self._named:
            return True
        # In a store that is asked over a network, tables are looked for above what was asked for alone.
        is_near = isinstance(self._store, LocalStore)
        asked = [it for it in around if it is not None and file.path.startswith(f"{it.folder}/")]
        table = self._table(os.path.dirname(file.path)) if is_near else next(iter(asked), None)
        return table is None or file.path in self._log(table)

    def _table(self, folder: str) -> TableFolder | None:
        table = self._tables.around(folder)
        if table is not None and table.format is not STREAM_SINK:
            raise UnreadableError(
                f"{folder} is, or lies in, {table.format.noun} ({table.folder}), and which of its files count, only "
                f"its own log knows\n  try: {table.format.reader}; or name single files, which are read as they are"
            )
        return table

    def _log(self, table: TableFolder) -> frozenset[str]:
        if table.folder not in self._logs:
            self._logs[table.folder] = files_of_sink(self._store, table.folder)
        return self._logs[table.folder]

    def _missing(self, seen: set[str]) -> Iterator[FileEntry]:
        """What a log has and the folder has not, where a whole sink was asked for."""
        for folder, log in self._logs.items():
            if folder not in self._named or self._options.flag("ignoreMissingFiles"):
                continue
            for path in sorted(log - seen):
                yield from self._report_gone(path, folder)

    def _report_gone(self, path: str, folder: str) -> Iterator[FileEntry]:
        """Nothing for a file that is there, and was not chosen."""
        try:
            self._store.entry(path)
        except FileNotFoundError:
            what = "the log of the stream's sink has it, but it is not there"
            error = FileNotFoundError(errno.ENOENT, what, path)
            yield FileEntry(path, 0, 0, root=len(folder) + 1, error=error)
