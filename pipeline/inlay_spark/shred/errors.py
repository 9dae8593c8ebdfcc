"""What ends a run, and what becomes a row about one file."""

from __future__ import annotations

import zlib
from typing import Final

import pyarrow as pa

from inlay.rewrite.errors import RefusedError
from inlay.scan.entries import FileEntry
from inlay.scan.local_store import LocalStore
from inlay.scan.problems import problem_of
from inlay.scan.store import Store
from inlay.variant.errors import RowError, StorageError
from inlay.variant.json_lines import LineError
from inlay.variant.source_column import SourceColumnError
from inlay_runtime.errors import InlayError
from inlay_spark.shred.log import PROBLEM, Shredded

_DATA: Final = "data"
"""The footer is sound, and what it leads to is not."""


class ShredError(InlayError):
    """What was asked for cannot be done to any file."""


def problem_row(entry: FileEntry, error: Exception, store: Store | None = None) -> Shredded:
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
        case pa.ArrowException() | zlib.error() | EOFError():
            return row.because(_DATA, str(error))
        case OSError(errno=None) if isinstance(store, LocalStore):
            # pyarrow says so of pages that are damaged; a disk that fails has a number.
            return row.because(_DATA, str(error))
        case _:
            found = problem_of(entry, error)
            place = f", at offset {found.offset:,}" if found.offset is not None else ""
            return row.because(found.error_id, found.message + place, found.hint or "")
