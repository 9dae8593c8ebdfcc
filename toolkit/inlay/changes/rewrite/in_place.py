"""Overwrites the tail of a file, with a journal beside it until that is done."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import ExitStack, contextmanager, suppress

from inlay.changes.rewrite.change import Change, Check
from inlay.changes.rewrite.errors import RewriteError
from inlay.changes.rewrite.identity import Identity, lock, require_same
from inlay.changes.rewrite.journal import CONTEXT, Journal
from inlay.changes.rewrite.names import folder_of, name_journal
from inlay.changes.rewrite.open_file import OpenFile, open_file, sync_folder
from inlay.changes.rewrite.readback import read_back
from inlay.changes.rewrite.replace import exists, remove_sidecar
from inlay.changes.rewrite.system import CREATE, FOLDER, System
from inlay.ground.files.spliced import SplicedFile, cut_file
from inlay.ground.files.steps import crc_of
from inlay.ground.refusals import RefusedError


def overwrite(
    path: str, source: OpenFile, noted: Identity, change: Change, check: Check | None
) -> None:
    """Puts the new tail behind the kept bytes of the file that is open.

    If that fails the old tail is put back; if that fails too, the journal stays for `recover`.
    """
    system = source.system
    start = max(change.keep - CONTEXT, 0)
    old_tail = cut_file(source, change.keep, noted.size - change.keep)
    context = crc_of(source, start, change.keep - start)
    with _written_journal(system, path, Journal(change.keep, old_tail, change.end, context)) as it:
        try:
            require_same(path, source, change.keep, noted)
            remove_sidecar(system, path)
        except BaseException:
            with suppress(OSError):
                system.unlink(name_journal(path))
            raise
        try:
            write_tail(source, it.keep, it.new_tail)
            new = Change(change.keep, b"", it.new_tail.parts)  # others may lie in this file
            read_back(path, source, new, check)
        except BaseException as error:
            _put_back(path, source, it, error)
            raise
        remove_journal(system, path)


def write_tail(file: OpenFile, keep: int, tail: SplicedFile) -> None:
    """Overwritten, then cut to size, then synced: the file is never cut before its bytes are there."""
    file.write_from(tail, keep)
    file.system.truncate(file.file, keep + tail.size)
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


@contextmanager
def _written_journal(system: System, path: str, record: Journal) -> Generator[Journal]:
    """Its tails lie in the journal: those of the file are about to change."""
    with ExitStack() as stack:
        try:
            file = stack.enter_context(open_file(system, name_journal(path), CREATE))
            _write_journal(file, record, folder_of(path))
        except FileExistsError:
            raise _journal_in_the_way() from None
        except OSError as error:
            error.filename = path  # nobody has asked for a journal
            raise
        yield record.placed_in(file)


def _write_journal(file: OpenFile, record: Journal, folder: str) -> None:
    offset = 0
    try:
        for step in record.encode():
            file.write_all(step, offset)
            offset += len(step)
        file.system.sync(file.file)
        sync_folder(file.system, folder, FOLDER)
    except BaseException:
        with suppress(OSError):
            file.system.unlink(file.path)
        raise


def _put_back(path: str, source: OpenFile, record: Journal, error: BaseException) -> None:
    try:
        write_tail(source, record.keep, record.old_tail)
        remove_journal(source.system, path)
    except OSError as second:
        what = f"{path}: writing failed, and so did undoing it: run `inlay recover {path}`"
        raise RewriteError(f"{what} ({second.strerror})") from error
