"""What ends a run, and what becomes a row about one file."""

from __future__ import annotations

import zlib

import pyarrow as pa
from inlay.extensions.struct_bytes import DamagedError
from inlay.refusals import RefusedError

from inlay.encoding.errors import BothDamagedError, ChunkError
from inlay.scan.entries import FileEntry
from inlay.scan.problems import problem_of
from inlay.variant.errors import RowError, StorageError
from inlay.variant.json_lines import LineError
from inlay.variant.source_column import SourceColumnError
from inlay_runtime.errors import InlayError
from inlay_spark.shred.log import PROBLEM, Shredded


class ShredError(InlayError):
    """What was asked for cannot be done to any file."""


class DamagedDataError(InlayError):
    """The footer is sound, and what it leads to is not."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what

    def __str__(self) -> str:
        return self.what


def problem_row(entry: FileEntry, error: Exception) -> Shredded:
    """The row for a file that was not shredded. `row` counts from 0, in JSON lines from line 1."""
    row = Shredded(entry.path, entry.size, entry.mtime, entry.etag or "", PROBLEM)
    match error:
        case LineError():
            what = f"line {error.line}: {error.error.path}: {error.error.reason}"
            return row.because("row", what, at=error.line)
        case RowError():
            return row.because("row", str(error), at=error.row)
        case SourceColumnError():
            return row.because(error.error_id, str(error))
        case StorageError():
            return row.because("storage", str(error))
        case RefusedError():
            return row.because(error.name, error.reason)
        case DamagedError():
            return row.because("damaged", str(error.finding))
        case (
            DamagedDataError()
            | pa.ArrowException()
            | ChunkError()
            | BothDamagedError()
            | zlib.error()
            | EOFError()
        ):
            return row.because("data", str(error))
        case _:
            found = problem_of(entry, error)
            place = f", at offset {found.offset:,}" if found.offset is not None else ""
            return row.because(found.error_id, found.message + place, found.hint or "")
