"""What ends a run, and what becomes a row about one file."""

from __future__ import annotations

import pyarrow as pa

from inlay.footers.extensions.struct_bytes import DamagedError
from inlay.footers.footer.errors import FooterError
from inlay.ground.files.entries import FileEntry
from inlay.ground.files.store import Store
from inlay.ground.refusals import RefusedError
from inlay.pages.encodings.errors import BothDamagedError
from inlay.pages.engine.errors import ChunkError
from inlay.rows.variants.json_rows import LineError
from inlay.rows.variants.line_source import SourceBytesError
from inlay.rows.variants.source_column import SourceColumnError
from inlay.tables.scan.claims import has_magic, is_named_parquet
from inlay.tables.scan.problems import finding_of
from inlay.tables.scan.tail_file import TailFile
from inlay_runtime.errors import InlayError
from inlay_spark.jobs.directory import JobError
from inlay_spark.shredding.log import OTHER, PROBLEM, Shredded
from inlay_variant.value.errors import RowError, StorageError


class ShredError(JobError):
    """What was asked for cannot be done to any file."""


class DamagedDataError(InlayError):
    """The footer is sound, and what it leads to is not."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what

    def __str__(self) -> str:
        return self.what


def row_for(store: Store, entry: FileEntry, error: Exception) -> Shredded:
    """The row for a file that was not shredded, which may be none of ours."""
    if isinstance(error, FooterError) and is_other(store, entry):
        return Shredded(entry.path, entry.size, entry.mtime, entry.etag or "", OTHER)
    return build_problem_row(entry, error)


def is_other(store: Store, entry: FileEntry) -> bool:
    """Whether a file without a footer is not a Parquet file, and does not claim to be."""
    if is_named_parquet(entry.path):
        return False
    try:
        with store.open(entry) as handle:
            return not has_magic(TailFile(entry.path, handle))
    except OSError:
        return False


def build_problem_row(entry: FileEntry, error: Exception) -> Shredded:
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
            | SourceBytesError()
        ):
            return row.because("data", str(error))
        case _:
            finding = finding_of(error)
            place = f", at offset {finding.offset:,}" if finding.offset is not None else ""
            return row.because(finding.code, finding.what + place, finding.hint)
