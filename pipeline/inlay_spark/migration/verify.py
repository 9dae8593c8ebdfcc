"""The fourth phase: is the published file the old one in its new form? By other code than wrote it."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq

import inlay
from inlay.forms.life_cycle import original_thrift
from inlay.forms.tail import Form, read_tail
from inlay_runtime.errors import InlayError
from inlay_spark.migration.files import ends_with, restored_sha256
from inlay_spark.migration.operations import Operation
from inlay_spark.migration.rows import DONE, PROBLEM, Planned, Staged, Verified, reason_of

if TYPE_CHECKING:
    from pyarrow.parquet import FileMetaData


class _DifferentError(Exception):
    pass


def verify_file(row: Planned, staged: Staged, operation: Operation, *, sample: bool) -> Verified:
    """Compares the footers; of a sampled file, rows are read and SHA-256 is compared as well."""
    if staged.state != DONE:
        return Verified(row.path, PROBLEM, staged.reason)
    path = staged.publish_as
    try:
        if not ends_with(path, staged.new_size, staged.tail_length, staged.tail_sha256):
            return Verified(row.path, PROBLEM, "it is not the file that was staged")
        _compare_footers(path, row, operation)
        if sample:
            _compare_bytes_and_read(path, row, staged, operation)
    except (_DifferentError, InlayError, OSError, pa.ArrowException) as error:
        return Verified(row.path, PROBLEM, reason_of(error, row.path), sample)
    return Verified(row.path, DONE, "", sample)


def _compare_footers(path: str, row: Planned, operation: Operation) -> None:
    old = _metadata(row.old_tail) if row.old_tail[-4:] == b"PAR1" else None
    tail = read_tail(path)
    if operation.name in (form.value for form in Form) and tail.form.value != operation.name:
        raise _DifferentError(f"its form is {tail.form.value}, not {operation.name}")
    if old is None or tail.form is Form.FINAL:
        if original_thrift(tail) != _original(row.old_tail):
            raise _DifferentError(
                "the Thrift footer that it stands for is not that of the old file"
            )
        return
    new = pq.read_metadata(path)
    if operation.moves_data:
        same = new.num_rows == old.num_rows and new.schema.equals(old.schema)
    else:
        same = new.equals(old)
    if not same:
        raise _DifferentError("pyarrow finds other metadata in it than in the old file")


def _compare_bytes_and_read(path: str, row: Planned, staged: Staged, operation: Operation) -> None:
    if not operation.moves_data:
        restored = restored_sha256(path, row.keep, row.old_tail)
        if restored != staged.old_sha256:
            raise _DifferentError("its data is not that of the old file: SHA-256 differs")
    expected = inlay.open(path).metadata.num_rows
    rows = sum(batch.num_rows for batch in inlay.iter_batches(path))
    if rows != expected:
        raise _DifferentError(f"{rows} rows can be read, and there should be {expected}")


def _metadata(tail: bytes) -> FileMetaData:
    """pyarrow looks no further than the tail."""
    return pq.read_metadata(io.BytesIO(b"PAR1" + tail))


def _original(tail: bytes) -> bytes:
    return original_thrift(read_tail(io.BytesIO(b"PAR1" + tail)))
