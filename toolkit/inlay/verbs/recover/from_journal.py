"""Cleans up after a rewrite that was killed: undoes or completes what a journal tells of, and removes
temporary files that nobody will finish."""

from __future__ import annotations

from contextlib import ExitStack, suppress
from dataclasses import dataclass
from enum import Enum, unique

from inlay.changes.rewrite.errors import ChangedError, RewriteError
from inlay.changes.rewrite.identity import lock, require_regular
from inlay.changes.rewrite.in_place import remove_journal, write_tail
from inlay.changes.rewrite.journal import Journal
from inlay.changes.rewrite.names import folder_of, name_journal
from inlay.changes.rewrite.open_file import OpenFile, open_file
from inlay.changes.rewrite.replace import exists
from inlay.changes.rewrite.system import CHANGE, OWN, POSIX, READ, ROOT, System
from inlay.changes.rewrite.urls import abort_abandoned
from inlay.footers.footer.errors import FooterError
from inlay.footers.footer.read import read_footer
from inlay.ground.files.aside import find_asides
from inlay.ground.files.paths import find_local_path
from inlay.ground.files.spliced import cut_file
from inlay.ground.files.steps import crc_of, ends_with
from inlay.ground.refusals import RefusedError


@unique
class RecoveryStep(Enum):
    """What was done about a journal."""

    NOTHING = "nothing"
    """There was none."""

    NOT_BEGUN = "not begun"
    """The journal was never finished, so the file was never touched."""

    WAS_OLD = "was old"
    WAS_NEW = "was new"
    UNDONE = "undone"
    COMPLETED = "completed"


@dataclass(frozen=True, slots=True)
class Recovery:
    """`removed` are temporary files of killed rewrites, `busy` those that somebody is writing."""

    step: RecoveryStep
    removed: tuple[str, ...] = ()
    busy: tuple[str, ...] = ()

    @property
    def did_something(self) -> bool:
        return self.step is not RecoveryStep.NOTHING or bool(self.removed)


def recover(path: str, *, complete: bool = False, system: System = POSIX) -> Recovery:
    """Brings the file back to a state that is wholly old or, if asked to or reached, wholly new.

    Raises ChangedError if another program changed the file since or is writing it, RewriteError if
    there is a journal and it does not help, RefusedError if it is somebody else's.
    """
    local = find_local_path(path)
    if local is None:
        # An object is replaced at once or not at all, but an upload may have been left.
        return Recovery(RecoveryStep.NOTHING, tuple(abort_abandoned(path)))
    real = system.resolve(local)
    step = _from_journal(system, real, complete=complete)
    removed: list[str] = []
    busy: list[str] = []
    for name in find_asides(real, system.names(folder_of(real))):
        (removed if _remove(system, name) else busy).append(name)
    return Recovery(step, tuple(removed), tuple(busy))


def _from_journal(system: System, path: str, *, complete: bool) -> RecoveryStep:
    if not exists(system, name_journal(path)):
        return RecoveryStep.NOTHING
    with ExitStack() as stack:
        file = stack.enter_context(open_file(system, path, CHANGE))
        lock(path, file)
        try:
            journal = stack.enter_context(open_file(system, name_journal(path), OWN))
        except FileNotFoundError:
            return RecoveryStep.NOTHING  # the change was settled while we waited
        record = _read_journal(path, file, journal)
        step = _not_begun(path, file) if record is None else _settle(path, file, record, complete)
        # What is there now may be in memory only.
        system.sync(file.file)
        remove_journal(system, path)
    return step


def _read_journal(path: str, file: OpenFile, journal: OpenFile) -> Journal | None:
    """None for one that was never finished.

    Raises RefusedError for one of somebody who could not have written the file: what it says goes into the file.
    """
    system, name = file.system, name_journal(path)
    require_regular(name, system, journal.file)
    status, owner = system.status(journal.file), system.status(file.file).owner
    if status.owner not in (owner, system.user(), ROOT):
        reason = f"its journal {name} belongs to user {status.owner}, and the file to user {owner}"
        way = "let that user run `inlay recover`, or remove the journal"
        raise RefusedError("journal", reason, way, path)
    return Journal.decode(journal)


def _not_begun(path: str, file: OpenFile) -> RecoveryStep:
    try:
        read_footer(file).validate()
    except FooterError as error:
        raise RewriteError(
            f"{path}: the journal {name_journal(path)} is damaged, and so is the file: {error.what}"
        ) from error
    return RecoveryStep.NOT_BEGUN


def _settle(path: str, file: OpenFile, record: Journal, complete: bool) -> RecoveryStep:
    context = crc_of(file, record.context_start, record.keep - record.context_start)
    tail = cut_file(file, record.keep, max(file.size - record.keep, 0))
    if context != record.context_crc or not record.could_be(tail):
        raise ChangedError(
            path, f"another program changed the file since {name_journal(path)} was written"
        )
    if ends_with(tail, 0, record.new_tail):
        return RecoveryStep.WAS_NEW
    if complete:
        write_tail(file, record.keep, record.new_tail)
        return RecoveryStep.COMPLETED
    if ends_with(tail, 0, record.old_tail):
        return RecoveryStep.WAS_OLD
    write_tail(file, record.keep, record.old_tail)
    return RecoveryStep.UNDONE


def _remove(system: System, name: str) -> bool:
    try:
        with open_file(system, name, READ) as file:
            # A file system without locks has no way to tell; its files are taken for abandoned.
            with suppress(OSError):
                try:
                    system.lock(file.file)
                except BlockingIOError:
                    return False
            system.unlink(name)
    except FileNotFoundError:
        return True  # its writer has finished
    return True
