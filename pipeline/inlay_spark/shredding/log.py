"""What became of each file, in parts of Parquet that are only ever added: a later row about a file wins.

A part is written under its name at once, and that is the moment in which its files count as published, though they
may still lie in the staging directory: whoever comes next moves them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq
from pyarrow import fs

from inlay.footers.designs.build import table_from
from inlay.ground.files.entries import FileEntry
from inlay_spark.jobs.directory import LOCK, STAGING, JobDirectory
from inlay_spark.jobs.reasons import without_path

LOG: Final = "_shred"
SCHEMA: Final = "_shred.json"
PROBLEMS: Final = "_problems.jsonl"
OURS: Final = {SCHEMA, f"{SCHEMA}.new", PROBLEMS, f"{PROBLEMS}.new", LOG, STAGING, LOCK}
"""What is in a directory beside the outputs."""

DONE, PROBLEM, GONE, OTHER = "done", "problem", "gone", "other"
"""`other` is neither Parquet nor lines of JSON, and does not claim to be."""

MOST_PARTS: Final = 50
"""Beyond that they are made one."""

_PART: Final = "-files.parquet"


@dataclass(frozen=True, slots=True)
class Shredded:
    """A file as it was listed, and what became of it. `output` and `staged` are paths below the directory; a problem
    has an output where an older version of the file was shredded before. `without` are the columns that it lacks. `notes`,
    as JSON, say which indexes of other columns did not fit, and stayed behind.
    """

    path: str
    size: int
    mtime: int
    etag: str = ""
    state: str = ""
    output: str = ""
    out_size: int = 0
    rows: int = 0
    without: str = ""
    notes: str = ""
    staged: str = ""
    error_id: str = ""
    row: int = -1
    message: str = ""
    hint: str = ""

    def because(self, error_id: str, message: str, hint: str = "", at: int = -1) -> Shredded:
        text = without_path(message, self.path)
        return replace(self, error_id=error_id, message=text, hint=hint, row=at)

    def is_of(self, entry: FileEntry) -> bool:
        """Whether the file is still the one that this row is about."""
        if (self.path, self.size) != (entry.path, entry.size):
            return False
        if self.etag and entry.etag:
            return self.etag == entry.etag
        return self.mtime == entry.mtime

    @property
    def is_final(self) -> bool:
        """What failed for no fault of the file is tried again, without a change of it."""
        again = ("io", "unexpected", "changed", "taken")
        return self.state == DONE or not self.error_id.startswith(again)

    def as_json(self) -> dict[str, Any]:
        return {name: value for name, value in asdict(self).items() if value not in ("", -1)}


_TYPES: Final[dict[str, pa.DataType]] = {"str": pa.string(), "int": pa.int64()}
_SCHEMA: Final = pa.schema([(field.name, _TYPES[str(field.type)]) for field in fields(Shredded)])


def rows_as_json(rows: Iterable[Shredded]) -> list[dict[str, Any]]:
    return [row.as_json() for row in rows]


def dump_rows(rows: Iterable[Shredded]) -> str:
    return json.dumps(rows_as_json(rows))


def load_rows(text: str) -> list[Shredded]:
    return [Shredded(**row) for row in json.loads(text)]


class Log:
    def __init__(self, directory: JobDirectory) -> None:
        self._directory = directory

    def read(self) -> dict[str, Shredded]:
        """The last row about each file."""
        last: dict[str, Shredded] = {}
        for path in self._parts():
            for row in _rows(self._directory, path):
                last[row.path] = row
        return {path: row for path, row in last.items() if row.state != GONE}

    def last(self) -> list[Shredded]:
        """The rows of the last part."""
        parts = self._parts()
        return list(_rows(self._directory, parts[-1])) if parts else []

    def add(self, rows: Iterable[Shredded]) -> None:
        self._directory.make(LOG)
        parts = self._parts()
        last = int(parts[-1].rpartition("/")[2].partition("-")[0]) if parts else 0
        self._write(rows, last + 1)

    def tidy(self) -> None:
        """Many parts become one. The oldest go first, so at every moment the last row about a file is there."""
        parts = self._parts()
        if len(parts) > MOST_PARTS:
            self.add(self.read().values())
            for path in parts:
                self._directory.filesystem.delete_file(path)

    def _write(self, rows: Iterable[Shredded], number: int) -> None:
        table = table_from([asdict(row) for row in rows], _SCHEMA)
        sink = pa.BufferOutputStream()
        pq.write_table(table, sink, compression="zstd")
        data = sink.getvalue().to_pybytes()
        self._directory.publish(data, LOG, f"{number:09}{_PART}")

    def _parts(self) -> list[str]:
        selector = fs.FileSelector(self._directory.at(LOG), allow_not_found=True)
        paths = (info.path for info in self._directory.filesystem.get_file_info(selector))
        return sorted(path for path in paths if path.endswith(_PART))


def _rows(directory: JobDirectory, path: str) -> Iterator[Shredded]:
    for values in pq.read_table(path, filesystem=directory.filesystem).to_pylist():
        yield Shredded(**values)
