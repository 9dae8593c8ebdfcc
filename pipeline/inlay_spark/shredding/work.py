"""What one task does: it shreds some files, each under a name that no other attempt has, in the staging directory.

Spark may run a task twice, to its end both times, and takes the rows of one attempt only. So what a task writes counts
only if its message arrives, or if the run is cut off and the next one finds its note.
"""

from __future__ import annotations

import json
import os
import uuid
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from tempfile import TemporaryDirectory
from typing import Any

from pyarrow import fs

from inlay.changes.rewrite.table_formats import Tables
from inlay.ground.files.entries import FileEntry
from inlay.ground.files.local_store import LocalStore
from inlay.ground.files.store import Store
from inlay.ground.files.stores import store_of
from inlay.ground.free_memory import give_back
from inlay.ground.refusals import RefusedError
from inlay.ground.wording.amounts import count
from inlay_spark.jobs.directory import STAGING, JobDirectory
from inlay_spark.jobs.foreign_footers import count_rows
from inlay_spark.jobs.notes import leave_note
from inlay_spark.jobs.watching import Advance
from inlay_spark.jobs.work_items import entries_as_json, entries_from_json, read_item
from inlay_spark.shredding.directory import ShredDirectory
from inlay_spark.shredding.errors import ShredError, build_problem_row, row_for
from inlay_spark.shredding.log import DONE, PROBLEM, Shredded, dump_rows, rows_as_json
from inlay_spark.shredding.shred_schema import ShredSchema
from inlay_spark.shredding.sources import WantedFile, write
from inlay_spark.sources.store_folders import StoreFolders


class ShredWorker:
    """Travels to the tasks."""

    def __init__(self, directory: str, run: str) -> None:
        self._directory = directory
        self._run = run

    def __call__(self, number: int) -> str:
        return dump_rows(self.carry_out(number))

    def carry_out(self, number: int) -> list[Shredded]:
        directory = ShredDirectory(self._directory)
        schema = directory.schema()
        if schema is None:
            raise ShredError(
                f"{self._directory} is not there on this worker, or is another one than the driver's: name a directory that all of them share"
            )
        files = read_item(directory, self._run, number, files_from_json)
        attempt = f"{number}-{uuid.uuid4().hex[:8]}"
        store = store_of([file.entry.path for file in files])
        in_tables = _tables_at({os.path.dirname(file.entry.path) for file in files}, store)
        rows: list[Shredded] = []
        for at, file in enumerate(files):
            if (table := in_tables.get(os.path.dirname(file.entry.path))) is not None:
                rows.append(build_problem_row(file.entry, table))
            else:
                staged = f"{STAGING}/{self._run}/{attempt}-{at}.parquet"
                rows.append(shred_file(store, directory, file, staged, schema))
        problems = sum(row.state == PROBLEM for row in rows)
        advance = Advance(len(rows), sum(row.size for row in rows), problems)
        leave_note(directory, self._run, attempt, advance, {"made": rows_as_json(rows)})
        return rows


def files_as_json(files: Sequence[WantedFile]) -> dict[str, Any]:
    """What one task is to do, as a work item."""
    return {
        "files": entries_as_json([file.entry for file in files]),
        "outputs": [file.output for file in files],
    }


def files_from_json(value: Mapping[str, Any]) -> list[WantedFile]:
    """ValueError, KeyError or TypeError for what `files_as_json` never gives, a place outside of the directory above
    all."""
    entries, outputs = entries_from_json(value["files"]), value["outputs"]
    for output in outputs:
        if not isinstance(output, str) or ".." in output.split("/") or output.startswith("/"):
            raise TypeError(f"{output!r} is not a place below the directory")
    return [WantedFile(*file) for file in zip(entries, outputs, strict=True)]


def shred_file(
    store: Store, directory: JobDirectory, wanted: WantedFile, staged: str, schema: ShredSchema
) -> Shredded:
    """Writes `staged`, or nothing and says why not. Nothing is raised."""
    entry = wanted.entry
    try:
        with _Target(directory, staged) as target:
            columns, exact, tolerant = schema.columns, schema.exact, schema.tolerant
            written = write(store, entry, target.path, columns, exact, tolerant)
            give_back()
            if count_rows(target.path) != written.rows:
                raise ShredError(
                    f"{count(written.rows, 'row was', 'rows were')} written, but the new file says that it has another number of them"
                )
            size = os.path.getsize(target.path)
            if not _is_same(store, entry):
                what = "the file changed while it was read"
                return build_problem_row(entry, ShredError(what)).because("changed", what)
            target.keep()
    except Exception as error:
        return row_for(store, entry, error)
    return Shredded(
        entry.path,
        entry.size,
        entry.mtime,
        entry.etag or "",
        DONE,
        output=wanted.output,
        out_size=size,
        rows=written.rows,
        without=",".join(written.without),
        notes=json.dumps(written.notes) if written.notes else "",
        staged=staged,
    )


class _Target:
    """Where a file is written: in the staging directory, or first beside it if that is not a local one."""

    def __init__(self, directory: JobDirectory, staged: str) -> None:
        self._filesystem = directory.filesystem
        self._staged = directory.at(staged)
        self._folder = None if directory.is_local else TemporaryDirectory(prefix="inlay-")
        self.path = self._staged if self._folder is None else f"{self._folder.name}/one.parquet"
        self._kept = False

    def keep(self) -> None:
        if self._folder is not None:
            fs.copy_files(self.path, self._staged, fs.LocalFileSystem(), self._filesystem)
        self._kept = True

    def __enter__(self) -> _Target:
        return self

    def __exit__(self, *_: object) -> None:
        if self._folder is not None:
            self._folder.cleanup()
        elif not self._kept:
            with suppress(OSError):
                os.unlink(self.path)


def _tables_at(folders: Iterable[str], store: Store) -> dict[str, RefusedError]:
    """Which of these folders lie in a table; of a store that is not local, that is not known."""
    refusals: dict[str, RefusedError] = {}
    if isinstance(store, LocalStore):
        tables = Tables(StoreFolders(store))
        for folder in folders:
            if (table := tables.around(folder)) is not None:
                where = f"{table.format.noun} ({table.folder})"
                what = f"it lies in {where}, and which of the files there count, only its log knows"
                refusals[folder] = RefusedError("table", what, path=folder)
    return refusals


def _is_same(store: Store, entry: FileEntry) -> bool:
    now = store.entry(entry.path)
    return now is not None and Shredded(
        entry.path, entry.size, entry.mtime, entry.etag or "", DONE
    ).is_of(now)
