"""The records of a lake, kept in the journal: a catalog of a kind of its own, whose rows are of `inlay.verbs.register.record_rows`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Final

import pyarrow as pa
import pyarrow.parquet as pq

from inlay.ground.files.entries import FileEntry
from inlay.tables.scan.problems import UnreadFile
from inlay.verbs.register.lake_file import LakeFile
from inlay.verbs.register.record_rows import RECORD_ROWS, RecordRows
from inlay_runtime.errors import InlayError
from inlay_runtime.finding import Finding
from inlay_spark.catalog.directory import ANEW, CatalogDirectory, CatalogError
from inlay_spark.catalog.file_rows import OTHERS, PROBLEMS

RECORD_TABLES: Final[Mapping[str, pa.Schema]] = {
    "files": RECORD_ROWS,
    "problems": PROBLEMS,
    "others": OTHERS,
}


class RecordDirectory(CatalogDirectory):
    """DIR/records.json says which parts there are, and which version of Inlay made them."""

    tables: ClassVar[Mapping[str, pa.Schema]] = RECORD_TABLES
    manifest_name: ClassVar[str] = "records.json"


def read_records(
    directory: RecordDirectory, places: Mapping[str, int]
) -> tuple[list[LakeFile], list[UnreadFile]]:
    """Those of the files at `places`, in that order: earlier runs may have left others. Raises CatalogError for a part that is none."""
    files: list[LakeFile] = []
    unread: list[UnreadFile] = []
    rows = RecordRows()
    for name, part in directory.manifest().parts.items():
        if part.rows.get("files"):
            path = directory.part("files", name)
            files += (file for file in _read_files(directory, path, rows) if file.path in places)
        if part.rows.get("problems"):
            path = directory.part("problems", name)
            problems = map(_read_problem, _list_rows(directory, path))
            unread += (problem for problem in problems if problem.entry.path in places)
    files.sort(key=lambda file: places[file.path])
    unread.sort(key=lambda problem: places[problem.entry.path])
    return files, unread


def _read_files(directory: RecordDirectory, path: str, rows: RecordRows) -> Iterator[LakeFile]:
    try:
        for batch in _list_batches(directory, path):
            yield from rows.read(batch)
    except (InlayError, ValueError, TypeError, OSError) as error:
        raise CatalogError(f"{path}: {error}: {ANEW}") from error


def _list_rows(directory: RecordDirectory, path: str) -> Iterator[dict[str, Any]]:
    """Of problems, with times as whole numbers."""
    try:
        for batch in _list_batches(directory, path):
            times = batch.column("mtime").cast(pa.int64()).to_pylist()
            rows = batch.select(PROBLEMS.names).to_pylist()
            yield from ({**row, "mtime": time} for row, time in zip(rows, times, strict=True))
    except (KeyError, ValueError, TypeError, OSError) as error:
        raise CatalogError(f"{path}: {error}: {ANEW}") from error


def _list_batches(directory: RecordDirectory, path: str) -> Iterator[pa.RecordBatch]:
    with pq.ParquetFile(path, filesystem=directory.filesystem) as file:
        yield from file.iter_batches()


def _read_problem(row: Mapping[str, Any]) -> UnreadFile:
    entry = FileEntry(row["path"], row["file_size"], row["mtime"], row["etag"])
    finding = Finding(
        row["error_id"], row["offset"], row["message"], row["field"] or "", row["hint"] or ""
    )
    return UnreadFile(entry, finding)
