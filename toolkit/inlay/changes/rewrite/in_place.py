"""Overwrites the tail of a file, with a journal beside it until that is done."""

from __future__ import annotations

from contextlib import suppress
from zlib import crc32

from inlay.changes.rewrite.change import Change, Check
from inlay.changes.rewrite.errors import RewriteError
from inlay.changes.rewrite.identity import Identity, lock, require_same
from inlay.changes.rewrite.journal import CONTEXT, Journal
from inlay.changes.rewrite.names import folder_of, name_journal
from inlay.changes.rewrite.open_file import OpenFile, open_file, sync_folder
from inlay.changes.rewrite.readback import read_back
from inlay.changes.rewrite.replace import exists, remove_sidecar
from inlay.changes.rewrite.system import CREATE, FOLDER, System
from inlay.ground.refusals import RefusedError


def overwrite(
    path: str, source: OpenFile, noted: Identity, change: Change, check: Check | None
) -> None:
    """Puts the new tail behind the kept bytes of the file that is open.

    If that fails the old tail is put back; if that fails too, the journal stays for `recover`.
    """
    system = source.system
    start = max(change.keep - CONTEXT, 0)
    record = Journal(
        change.keep,
        source.read_exactly(change.keep, noted.size - change.keep),
        change.tail,
        crc32(source.read_exactly(start, change.keep - start)),
    )
    _write_journal(system, path, record)
    try:
        require_same(path, source, change.keep, noted)
        remove_sidecar(system, path)
    except BaseException:
        with suppress(OSError):
            system.unlink(name_journal(path))
        raise
    try:
        write_tail(source, record.keep, record.new_tail)
        read_back(path, source, change, check)
    except BaseException as error:
        _put_back(path, source, record, error)
        raise
    remove_journal(system, path)


def write_tail(file: OpenFile, keep: int, tail: bytes) -> None:
    """Overwritten, then cut to size, then synced: the file is never cut before its bytes are there."""
    file.write_all(tail, keep)
    file.system.truncate(file.file, keep + len(tail))
    file.system.sync(file.file)


def remove_journal(system: System, path: str) -> None:
    system.unlink(name_journal(path))
    sync_folder(system, folder_of(path), FOLDER)


def refuse_journal(system: System, path: str) -> None:
    """RefusedError where an earlier change is not settled."""
    if exists(system, name_journal(path)):
        raise _journal_in_the_way()


def lock_for_change(path: str, source: OpenFile) -> None:
    """ChangedError if another of our writers is at it, RefusedError if one was killed at it, since we looked last."""
    lock(path, source)
    refuse_journal(source.system, path)


def _journal_in_the_way() -> RefusedError:
    return RefusedError(
        "journal",
        "an earlier change of this file was interrupted: `inlay recover` undoes or completes it",
    )


def _write_journal(system: System, path: str, record: Journal) -> None:
    name = name_journal(path)
    try:
        with open_file(system, name, CREATE) as file:
            try:
                file.write_all(record.encode(), 0)
                system.sync(file.file)
                sync_folder(system, folder_of(path), FOLDER)
            except BaseException:
                with suppress(OSError):
                    system.unlink(name)
                raise
    except FileExistsError:
        raise _journal_in_the_way() from None
    except OSError as error:
        error.filename = path  # nobody has asked for a journal
        raise


def _put_back(path: str, source: OpenFile, record: Journal, error: BaseException) -> None:
    try:
        write_tail(source, record.keep, record.old_tail)
        remove_journal(source.system, path)
    except OSError as second:
        what = f"{path}: writing failed, and so did undoing it: run `inlay recover {path}`"
        raise RewriteError(f"{what} ({second.strerror})") from error
