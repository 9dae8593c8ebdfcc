"""The fourth phase: is the published file the old one in its new form? By other code than wrote it."""

from __future__ import annotations

import io
from array import array
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import pyarrow.parquet as pq

import inlay
from inlay.changes.life_cycle.steps import restore_thrift
from inlay.footers.footer.form import Form
from inlay.footers.footer.read import read_footer
from inlay.ground.files.source import open_source, size_of
from inlay.ground.files.whole import Whole
from inlay.ground.free_memory import give_back
from inlay.ground.wording.amounts import count
from inlay_spark.jobs.foreign_footers import Part, find_tail, pair_parts
from inlay_spark.jobs.reasons import reason_of
from inlay_spark.migration.column_parts import iter_column_parts
from inlay_spark.migration.file_state import compute_sha256, ends_with, sha256_of
from inlay_spark.migration.operations import GEO, INDEX, TO_GEOPARQUET, TO_NATIVE, Operation
from inlay_spark.migration.rows import DONE, PROBLEM, UNREADABLE, Staged, StagedGroup, VerifiedFile
from parquet_format import parquet

if TYPE_CHECKING:
    from pyarrow.parquet import FileMetaData


class _DifferentError(Exception):
    pass


def verify_file(row: Staged, operation: Operation, *, sample: bool) -> VerifiedFile:
    """Compares the footers; of a sampled file, rows are read and SHA-256 is compared as well."""
    if row.state != DONE:
        return VerifiedFile(row.path, row.state, row.reason)
    try:
        if not ends_with(row.publish_as, row.new_size, row.tail_length, row.tail_sha256):
            raise _DifferentError("it is not the file that was staged")
        _compare_footers(row, operation)
        if sample and operation.moves_data:
            _compare_values(row)
        elif sample:
            _compare_bytes_and_read(row)
    except Exception as error:
        return _report_different(row, error)
    return VerifiedFile(row.path, DONE)


def verify_problem(row: Staged | StagedGroup) -> VerifiedFile | None:
    """Can others read a file that was left as it was? None if it is not there any more."""
    try:
        with open_source(row.path) as file:
            whole: Any = Whole(file, size_of(file))
            pq.read_metadata(whole)
    except FileNotFoundError:
        return None
    except Exception:
        return VerifiedFile(row.path, UNREADABLE, f"{row.reason}; pyarrow cannot read it either")
    return VerifiedFile(row.path, PROBLEM, f"{row.reason}; pyarrow reads its footer")


def verify_undone(row: Staged, *, sample: bool) -> VerifiedFile:
    """Is the file what it was before the job? Of a sampled file, all of it is compared."""
    if row.state != DONE:
        return VerifiedFile(row.path, row.state, row.reason)
    try:
        if not ends_with(row.path, row.size, len(row.old_tail), sha256(row.old_tail).digest()):
            raise _DifferentError("it is not the original file")
        if sample and row.old_sha256 and compute_sha256(row.path) != row.old_sha256:
            raise _DifferentError("it is not the original file: SHA-256 differs")
    except Exception as error:
        return _report_different(row, error)
    return VerifiedFile(row.path, DONE)


def _report_different(row: Staged, error: Exception) -> VerifiedFile:
    reason = str(error) if isinstance(error, _DifferentError) else reason_of(error, row.publish_as)
    return VerifiedFile(row.path, PROBLEM, reason)


def _compare_footers(row: Staged, operation: Operation) -> None:
    has_thrift = row.old_tail[-4:] == b"PAR1"
    with open_source(row.publish_as) as file:
        footer = read_footer(file)
        if operation.name in (form.value for form in Form) and footer.form.value != operation.name:
            raise _DifferentError(f"its form is {footer.form.value}, not {operation.name}")
        is_final = not has_thrift or footer.form is Form.FINAL
        if operation.name in (INDEX, *GEO) and is_final:
            before, after = map(_decode, (_original(row.old_tail), restore_thrift(footer)))
            has_types = operation.name not in (TO_NATIVE, TO_GEOPARQUET)
            if _list_columns(before, has_types=has_types) != _list_columns(
                after, has_types=has_types
            ):
                raise _DifferentError("its schema or its rows are not those of the old file")
            return
        if not operation.moves_data and is_final:
            if restore_thrift(footer) != _original(row.old_tail):
                what = "the Thrift footer that it stands for is not that of the old file"
                raise _DifferentError(what)
            return
        if is_final:
            return  # of the rows, `_compare_values` speaks
        size = footer.file_size
        del footer  # as long as the new tail
        give_back()
        new_tail = find_tail(file, size)
    with_columns = operation.name in (INDEX, *GEO)
    pairs = pair_parts(row.old_tail, new_tail, with_columns=with_columns)
    for number, (old, new) in enumerate(pairs):
        if not _are_alike(old, new, operation, is_first=number == 0):
            raise _DifferentError("pyarrow finds different metadata in it than in the old file")


def _are_alike(show_old: Part, show_new: Part, operation: Operation, *, is_first: bool) -> bool:
    """As far as the operation leaves a footer as it is. All parts have the schema of the first."""
    if operation.name in (INDEX, *GEO):
        is_alike = not is_first or _have_like_columns(show_old(), show_new(), operation)
        return is_alike and _list_pages(show_old()) == _list_pages(show_new())
    if operation.moves_data and not is_first:
        for show in (show_old, show_new):
            show()  # which raises for what pyarrow does not take
        return True
    old, new = show_old(), show_new()
    if not operation.moves_data:
        return new.equals(old)
    return new.num_rows == old.num_rows and new.schema.equals(old.schema)


def _have_like_columns(old: FileMetaData, new: FileMetaData, operation: Operation) -> bool:
    if operation.name in (TO_NATIVE, TO_GEOPARQUET):
        return _list_leaves(new) == _list_leaves(old)
    return new.schema.equals(old.schema)


def _list_columns(metadata: parquet.FileMetaData, *, has_types: bool) -> list[object]:
    """Its schema, with or without what its types mean, and its rows."""
    schema = metadata.schema
    if not has_types:
        schema = [it.replace(logicalType=None) for it in schema]
    return [metadata.num_rows, *schema]


def _list_leaves(metadata: FileMetaData) -> list[object]:
    """Where its columns are, and how their values are stored, whatever they mean."""
    columns = [metadata.schema.column(at) for at in range(metadata.num_columns)]
    return [
        (it.path, it.physical_type, it.max_definition_level, it.max_repetition_level)
        for it in columns
    ]


def _list_pages(metadata: FileMetaData) -> array[int]:
    """Where the pages of each chunk are, and how many values and rows they have; -1 for no dictionary."""
    pages = array("q", [metadata.num_rows])
    for number in range(metadata.num_row_groups):
        group: Any = metadata.row_group(number)
        for at in range(group.num_columns):
            chunk = group.column(at)  # one at a time: all of a row group outweigh its footer
            dictionary = chunk.dictionary_page_offset
            pages.append(chunk.data_page_offset)
            pages.append(-1 if dictionary is None else dictionary)
            pages.append(chunk.total_compressed_size)
            pages.append(chunk.num_values)
        pages.append(group.num_rows)
    return pages


def _compare_bytes_and_read(row: Staged) -> None:
    """Every byte that stayed, against the old file; then the rows, whose number the footer knows."""
    with open_source(row.publish_as) as file:
        if row.old_sha256 and sha256_of(file, row.keep, row.old_tail) != row.old_sha256:
            raise _DifferentError("its data differs from the original file: SHA-256 differs")
    expected = inlay.open(row.publish_as).metadata.num_rows
    for part in iter_column_parts(row.publish_as):
        rows = sum(batch.num_rows for batch in inlay.iter_batches(part))
        if rows != expected:
            what = f"{count(rows, 'row')} can be read, but there should be {expected}"
            raise _DifferentError(what)


def _compare_values(row: Staged) -> None:
    from inlay_spark.migration.compare_values import find_difference

    if reason := find_difference(row):
        raise _DifferentError(reason)


def _decode(thrift: bytes) -> parquet.FileMetaData:
    return parquet.FileMetaData.decode(thrift)


def _original(tail: bytes) -> bytes:
    return restore_thrift(read_footer(io.BytesIO(b"PAR1" + tail)))
