"""The fourth phase of a compaction: does the new file hold the rows of the old ones? By other code than wrote it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from typing import Any, NamedTuple

import pyarrow.parquet as pq

from inlay.changes.rewrite.names import folder_of, name_sidecar
from inlay.changes.rewrite.open_file import sync_folder
from inlay.changes.rewrite.system import FOLDER, POSIX
from inlay.ground.files.source import Source, open_source
from inlay.ground.wording.amounts import count
from inlay_spark.jobs.foreign_footers import iter_footer_parts
from inlay_spark.jobs.reasons import reason_of
from inlay_spark.migration.column_parts import iter_parts_together
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
    new = _outline(path)
    group = 0
    for member in members:
        old = _outline(member.place)
        if sorted(new.names) != sorted(old.names):
            raise _DifferentError(f"it has other columns than {member.path}")
        for number, rows in enumerate(old.rows):
            if group + number < len(new.rows) and new.rows[group + number] != rows:
                raise _DifferentError(
                    f"row group {group + number} has other rows than row group {number} of {member.path}"
                )
        group += len(old.rows)
    if group != len(new.rows):
        raise _DifferentError(
            f"it has {count(len(new.rows), 'row group')}, and should have {group:,}"
        )
    if sample:
        for part, *others in iter_parts_together([path, *(member.place for member in members)]):
            _compare_values(part, others, members)


class _Outline(NamedTuple):
    """What a footer says to pyarrow: the columns, and the rows of each row group."""

    names: list[str]
    rows: list[int]


def _outline(path: str) -> _Outline:
    names: list[str] = []
    rows: list[int] = []
    for part in iter_footer_parts(path):
        names = names or part.schema.to_arrow_schema().names
        rows += [part.row_group(number).num_rows for number in range(part.num_row_groups)]
    return _Outline(names, rows)


def _compare_values(part: Source, others: Sequence[Source], members: Sequence[GroupMember]) -> None:
    """Of each row group, with those of the one that it came from."""
    is_whole = isinstance(part, str)  # threads of pyarrow take more, the more columns there are
    with ExitStack() as closing:
        new = _open(closing, part)
        group = 0
        for other, member in zip(others, members, strict=True):
            with ExitStack() as of_member:
                old = _open(of_member, other)
                for number in range(old.num_row_groups):
                    table = new.read_row_group(group, use_threads=is_whole)
                    before = old.read_row_group(number, use_threads=is_whole)
                    before = before.select(table.column_names).cast(table.schema)
                    if not have_equal_bits(table, before):
                        what = f"row group {group} holds other values than row group {number}"
                        raise _DifferentError(f"{what} of {member.path}")
                    group += 1


def _open(closing: ExitStack, source: Source) -> pq.ParquetFile:
    file: Any = source if isinstance(source, str) else closing.enter_context(open_source(source))
    return closing.enter_context(pq.ParquetFile(file))
