"""The third phase of a compaction: the new file gets its name, and then the old ones lose theirs. And back.

Harmless to repeat and to race: who holds the lock of the first old file does all of it, and the next finds it done.
No order of renames shows every row once at every moment; in this one no row is ever missing (`docs/compact.md`).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager

from inlay.changes.rewrite.errors import ChangedError
from inlay.changes.rewrite.names import folder_of
from inlay.changes.rewrite.open_file import open_file, sync_folder
from inlay.changes.rewrite.replace import publish_atomically, publish_new
from inlay.changes.rewrite.system import FOLDER, POSIX, READ
from inlay_spark.jobs.reasons import reason_of
from inlay_spark.migration.file_state import ends_with, state_of
from inlay_spark.migration.members import GroupMember, unpack_members
from inlay_spark.migration.publishing import wait_for_lock
from inlay_spark.migration.rows import DONE, PROBLEM, REMOVE, PublishedFile, StagedGroup


def publish_group(row: StagedGroup) -> PublishedFile:
    """Done before, or still what was staged for, or a problem; then nothing is as if it had been tried. Nothing is raised."""
    if row.state not in (DONE, REMOVE):
        return PublishedFile(row.path, row.state, row.reason)
    work = _take_back if row.state == REMOVE else _put
    try:
        _in_turn(row, work)
    except Exception as error:
        return PublishedFile(row.path, PROBLEM, reason_of(error, row.path), row.size)
    return PublishedFile(row.path, DONE, "", row.size)


def is_published(row: StagedGroup) -> bool:
    """Whether the new file has its name, and is what was staged."""
    try:
        return ends_with(row.path, row.new_size, row.tail_length, row.tail_sha256)
    except FileNotFoundError:
        return False


def _in_turn(row: StagedGroup, work: Callable[[StagedGroup, Sequence[GroupMember]], None]) -> None:
    members = unpack_members(row.members)
    with _lock_of(members[0]):
        work(row, members)
        sync_folder(POSIX, folder_of(row.path), FOLDER)


@contextmanager
def _lock_of(member: GroupMember) -> Generator[None]:
    """Of the file itself, which a rename does not change. FileNotFoundError if it is gone, and then nothing is done."""
    with open_file(POSIX, member.place, READ) as file:
        wait_for_lock(file)
        try:
            POSIX.lock(file.file)
        except BlockingIOError:
            raise ChangedError(member.path, "another inlay is changing this file") from None
        except OSError:
            pass  # no locks here
        _ = member.place
        yield


def _put(row: StagedGroup, members: Sequence[GroupMember]) -> None:
    if not is_published(row):
        for member in members:
            _require_as_staged(member)
        publish_atomically(POSIX, row.hidden, row.path, overwrite=False)
    try:
        for member in members:
            if member.kept and not member.lies_at(member.kept):
                _require_as_staged(member)
                os.rename(member.path, member.kept)
    except (ChangedError, FileNotFoundError):
        _give_up(row, members)
        raise


def _give_up(row: StagedGroup, members: Sequence[GroupMember]) -> None:
    """As if nothing had been published; but the new file stays if it alone has the rows of a file that is gone."""
    kept = [member for member in members if member.lies_at(member.kept)]
    if all(member in kept or os.path.lexists(member.path) for member in members):
        _take_back(row, kept)


def _require_as_staged(member: GroupMember) -> None:
    if state_of(member.path) != member.state:
        raise ChangedError(member.path, "the file changed since it was staged")


def _take_back(row: StagedGroup, members: Sequence[GroupMember]) -> None:
    """Old files first: rows may be there twice, and are never missing. Nothing is done where something is in the way."""
    if os.path.lexists(row.path) and not is_published(row):
        raise ChangedError(row.path, "somebody changed the new file")
    waiting = [member for member in members if member.kept and member.lies_at(member.kept)]
    for member in members:
        is_there = member.lies_at(member.path)
        if member in waiting and os.path.lexists(member.path) and not is_there:
            raise ChangedError(member.path, "somebody put another file there")
        if member not in waiting and not is_there:
            raise ChangedError(member.path, "the old file is gone, or was changed")
    for member in waiting:
        if member.lies_at(member.path):  # a kill between the two halves of a rename
            os.unlink(member.kept)
        else:
            publish_new(POSIX, member.kept, member.path)
    sync_folder(POSIX, folder_of(row.path), FOLDER)
    if os.path.lexists(row.path):
        os.unlink(row.path)
