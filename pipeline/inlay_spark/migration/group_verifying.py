"""The fourth phase of a compaction: does the new file hold the rows of the old ones? By other code than wrote it."""

from __future__ import annotations

import os
from contextlib import ExitStack, suppress

import pyarrow as pa
import pyarrow.parquet as pq

from inlay.changes.rewrite.names import folder_of, name_sidecar
from inlay.changes.rewrite.open_file import sync_folder
from inlay.changes.rewrite.system import FOLDER, POSIX
from inlay.ground.wording.amounts import count
from inlay_spark.jobs.reasons import reason_of
from inlay_spark.migration.compare_values import have_equal_bits
from inlay_spark.migration.group_publishing import is_published
from inlay_spark.migration.members import GroupMember, unpack_members
from inlay_spark.migration.rows import DONE, PROBLEM, StagedGroup, VerifiedFile


class _DifferentError(Exception):
    pass


def verify_group(row: StagedGroup, *, sample: bool, is_discarding: bool = False) -> VerifiedFile:
    """Compares schemas and numbers of rows; of a sampled group, every row group with the one that it came from.

    `is_discarding`: old files may be gone, of groups that were verified before.
    """
    if row.state != DONE:
        return VerifiedFile(row.path, row.state, row.reason)
    members = unpack_members(row.members)
    try:
        if not is_published(row):
            raise _DifferentError("it is not the file that was staged")
        if is_discarding and not any(os.path.lexists(member.kept) for member in members):
            return VerifiedFile(row.path, DONE)
        _compare_with(row.path, members, sample=sample)
    except _DifferentError as error:
        return VerifiedFile(row.path, PROBLEM, str(error))
    except Exception as error:
        return VerifiedFile(row.path, PROBLEM, reason_of(error, row.path))
    return VerifiedFile(row.path, DONE)


def discard_old_files(row: StagedGroup) -> None:
    """For good, with Hadoop's checksums of them."""
    for member in unpack_members(row.members):
        if not member.kept:
            continue
        with suppress(FileNotFoundError):
            os.unlink(member.kept)
        if not os.path.lexists(member.path):
            with suppress(OSError):
                os.unlink(name_sidecar(member.path))
    sync_folder(POSIX, folder_of(row.path), FOLDER)


def _compare_with(path: str, members: list[GroupMember], *, sample: bool) -> None:
    with pq.ParquetFile(path) as new:
        group = 0
        for member in members:
            with ExitStack() as closing:
                old = closing.enter_context(pq.ParquetFile(member.place))
                _compare_schemas(new.schema_arrow, old.schema_arrow, member.path)
                for number in range(old.num_row_groups):
                    _compare_row_group(new, group, old, number, member.path, sample=sample)
                    group += 1
        if group != new.num_row_groups:
            raise _DifferentError(
                f"it has {count(new.num_row_groups, 'row group')}, and should have {group:,}"
            )


def _compare_schemas(new: pa.Schema, old: pa.Schema, path: str) -> None:
    if sorted(new.names) != sorted(old.names):
        raise _DifferentError(f"it has other columns than {path}")


def _compare_row_group(
    new: pq.ParquetFile, group: int, old: pq.ParquetFile, number: int, path: str, *, sample: bool
) -> None:
    rows = old.metadata.row_group(number).num_rows
    if new.metadata.row_group(group).num_rows != rows:
        raise _DifferentError(f"row group {group} has other rows than row group {number} of {path}")
    if not sample:
        return
    table = new.read_row_group(group)
    before = old.read_row_group(number).select(table.column_names)
    if not have_equal_bits(table, before.cast(table.schema)):
        raise _DifferentError(
            f"row group {group} holds other values than row group {number} of {path}"
        )
