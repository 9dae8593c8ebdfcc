"""What one task does: it shreds some files, each under a name that no other attempt has, in the staging directory.

Spark may run a task twice, to its end both times, and takes the rows of one attempt only. So what a task writes counts
only if its message arrives, or if the run is cut off and the next one finds its note.
"""

from __future__ import annotations

import json
import os
import pickle
import uuid
import zlib
from collections.abc import Iterable
from contextlib import suppress
from tempfile import TemporaryDirectory

import pyarrow.parquet as pq
from inlay.refusals import RefusedError
from pyarrow import fs

from inlay.rewrite.table_formats import Tables
from inlay.scan.entries import FileEntry
from inlay.scan.local_store import LocalStore
from inlay.scan.store import Store
from inlay.scan.stores import store_of
from inlay_spark.catalog.place import STAGING, Place
from inlay_spark.shred.directory import Directory
from inlay_spark.shred.errors import ShredError, problem_row
from inlay_spark.shred.fixed import Fixed
from inlay_spark.shred.log import DONE, Shredded, dumped
from inlay_spark.shred.sources import Wanted, write
from inlay_spark.store_folders import StoreFolders


class Worker:
    """Travels to the tasks."""

    def __init__(self, directory: str, run: str) -> None:
        self._directory = directory
        self._run = run

    def __call__(self, number: int) -> str:
        return dumped(self.carry_out(number))

    def carry_out(self, number: int) -> list[Shredded]:
        directory = Directory(self._directory)
        place = directory.place
        fixed = directory.fixed()
        if fixed is None:
            raise ShredError(f"{self._directory} is not there on this worker, or not the driver's")
        staging = f"{STAGING}/{self._run}"
        with place.filesystem.open_input_stream(place.at(staging, f"{number}.order")) as file:
            files = unpacked(file.read())
        attempt = f"{staging}/{number}-{uuid.uuid4().hex[:8]}"
        store = store_of([wanted.entry.path for wanted in files])
        in_tables = _tables_at({os.path.dirname(one.entry.path) for one in files}, store)
        made: list[Shredded] = []
        for at, wanted in enumerate(files):
            if (table := in_tables.get(os.path.dirname(wanted.entry.path))) is not None:
                made.append(problem_row(wanted.entry, table))
            else:
                made.append(shred_file(store, place, wanted, f"{attempt}-{at}.parquet", fixed))
        _note(place, attempt, made)
        return made


def packed(files: list[Wanted]) -> bytes:
    return zlib.compress(pickle.dumps(files, pickle.HIGHEST_PROTOCOL), 1)


def unpacked(data: bytes) -> list[Wanted]:
    files: list[Wanted] = pickle.loads(zlib.decompress(data))
    return files


def shred_file(store: Store, place: Place, wanted: Wanted, staged: str, fixed: Fixed) -> Shredded:
    """Writes `staged`, or nothing and says why not. Nothing is raised."""
    entry = wanted.entry
    try:
        with _Target(place, staged) as target:
            rows, without = write(store, entry, target.path, fixed.columns, fixed.exact)
            if pq.read_metadata(target.path).num_rows != rows:
                raise ShredError(f"{rows:,} rows were written, and the new file says otherwise")
            size = os.path.getsize(target.path)
            if not _is_same(store, entry):
                what = "the file changed while it was read"
                return problem_row(entry, ShredError(what)).because("changed", what)
            target.keep()
    except Exception as error:
        return problem_row(entry, error)
    return Shredded(
        entry.path,
        entry.size,
        entry.mtime,
        entry.etag or "",
        DONE,
        output=wanted.output,
        out_size=size,
        rows=rows,
        without=",".join(without),
        staged=staged,
    )


class _Target:
    """Where a file is written: in the staging directory, or first beside it if that is no local one."""

    def __init__(self, place: Place, staged: str) -> None:
        self._place = place
        self._staged = place.at(staged)
        self._folder = None if place.is_local else TemporaryDirectory(prefix="inlay-")
        self.path = self._staged if self._folder is None else f"{self._folder.name}/one.parquet"
        self._kept = False

    def keep(self) -> None:
        if self._folder is not None:
            there = self._place.filesystem
            fs.copy_files(self.path, self._staged, fs.LocalFileSystem(), there)
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
    found: dict[str, RefusedError] = {}
    if isinstance(store, LocalStore):
        tables = Tables(StoreFolders(store))
        for folder in folders:
            if (table := tables.around(folder)) is not None:
                where = f"{table.format.noun} ({table.folder})"
                what = f"it lies in {where}, and which of the files there count, only its log knows"
                found[folder] = RefusedError("table", what, path=folder)
    return found


def _is_same(store: Store, entry: FileEntry) -> bool:
    now = store.entry(entry.path)
    return now is not None and Shredded(
        entry.path, entry.size, entry.mtime, entry.etag or "", DONE
    ).is_of(now)


def _note(place: Place, attempt: str, made: list[Shredded]) -> None:
    """For the progress bar, and for the next run if this one is cut off."""
    told = {
        "files": len(made),
        "bytes": sum(row.size for row in made),
        "unreadable": sum(row.state != DONE for row in made),
        "made": json.loads(dumped(made)),
    }
    path = place.at(f"{attempt}.done")
    written = f"{path}.new" if place.is_local else path
    with place.filesystem.open_output_stream(written) as file:
        file.write(json.dumps(told).encode())
    if written != path:
        place.filesystem.move(written, path)
