"""What takes a change back to the byte: a file with the old end of the changed one, and the new end by which it is known.

It has the design of the journal of `inlay.changes.rewrite`, which tells the same.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import ExitStack, suppress
from typing import Final, TypeVar
from zlib import crc32

from inlay.changes.rewrite.change import Change, Done, Outcome, Planned, Target
from inlay.changes.rewrite.journal import CONTEXT, Journal
from inlay.changes.rewrite.new_file import NewFile
from inlay.changes.rewrite.open_file import open_file
from inlay.changes.rewrite.publish import edit_planned
from inlay.changes.rewrite.system import POSIX, READ, System
from inlay.ground.files.paths import AnyPath, is_url, require_path
from inlay.ground.files.source import Seekable, open_source, read_at, size_of
from inlay.ground.keywords import check_keywords
from inlay.ground.mistakes import RequestError
from inlay.ground.refusals import RefusedError

T = TypeVar("T")

_LARGEST: Final = 1 << 30
_DEFAULT_TARGET: Final = Target()


def edit_undoably(
    path: str,
    plan: Callable[[Seekable], Planned[T]],
    *,
    undo_to: str | None,
    target: Target = _DEFAULT_TARGET,
    system: System = POSIX,
) -> Done[T]:
    """Carries out what `plan` says. What takes it back is at `undo_to` before the file changes, and gone if it does not.

    Raises RefusedError for an `undo_to` that is there, and what `edit_planned` raises.
    """
    written: list[Journal] = []

    def plan_with_undo(source: Seekable) -> Planned[T]:
        planned = plan(source)
        if undo_to is not None and not target.dry_run:
            # Before the file changes: a kill between the two leaves an undo file that fits nothing.
            undo = _undo_of(source, planned.change)
            if target.output is not None or undo.old_tail != undo.new_tail:
                _write_undo(undo_to, undo, path)
                written.append(undo)
        return planned

    try:
        done = edit_planned(path, plan_with_undo, target=target, system=system)
    except BaseException:
        if (
            undo_to is not None
            and written
            and not _is_needed(target.output or path, written[-1], target, system)
        ):
            _discard(undo_to)
        raise
    if undo_to is not None and written and not done.outcome.changed:
        _discard(undo_to)
    return done


def _discard(path: str) -> None:
    """What would undo a change that did not happen."""
    with suppress(OSError):
        os.unlink(path)


def _undo_of(source: Seekable, change: Change) -> Journal:
    """What is needed to take the change of this file back."""
    old_tail = read_at(source, change.keep, size_of(source) - change.keep)
    return Journal(change.keep, old_tail, change.tail, _context(source, change.keep))


def _write_undo(path: str, undo: Journal, changed: str) -> None:
    """Raises RefusedError where there is a file already: what takes another change back is not overwritten. `changed` is the
    file that is to change."""
    try:
        with NewFile(path, overwrite=False, sources=[changed], allow={"table"}) as new:
            new.file.write(undo.encode())
    except RefusedError as error:
        if error.name not in ("exists", "same"):
            raise
        reason = (
            f"{path} already exists, and may be what takes another change back: "
            "give --undo-to another name, or move that file away"
        )
        raise RefusedError("undo", reason, path=changed) from None


def _is_needed(path: str, undo: Journal, target: Target, system: System) -> bool:
    """After a failure: whether the file was changed, or whoever recovers it may go on with the change."""
    try:
        with ExitStack() as stack:
            if is_url(path):
                file: Seekable = stack.enter_context(open_source(path))
            else:
                file = stack.enter_context(open_file(system, system.resolve(path), READ))
            if _belongs(undo, file):
                return True
            end = read_at(file, undo.keep, len(undo.old_tail) + 1)
            return target.in_place and end != undo.old_tail
    except FileNotFoundError:
        return False
    except (
        BaseException
    ):  # an interrupt, once more: nothing is known, and the error of before is told
        return True


def _read_undo(path: str) -> Journal:
    """RequestError for a file that is none of those that `write_undo` writes."""
    with open(path, "rb") as file:
        data = file.read(_LARGEST)
    undo = Journal.decode(data)
    if undo is None:
        raise RequestError(f"{path} is not what `--undo-to` writes, or not whole")
    return undo


@check_keywords
def undo_metadata(
    path: AnyPath,
    undo_path: AnyPath,
    *,
    target: Target = _DEFAULT_TARGET,
    system: System = POSIX,
) -> Outcome:
    """Takes the change back for which `undo_path` was written: the file has the bytes that it had before.

    Raises RefusedError for a file that is not the changed one, RequestError for an undo file that is none, and what
    changing a file raises.
    """
    path = require_path(path, "undo_metadata")
    undo = _read_undo(require_path(undo_path, "undo_metadata"))

    def plan(source: Seekable) -> Planned[None]:
        if not _belongs(undo, source):
            reason = f"it is not the file that {undo_path} was written for, or was changed since"
            raise RefusedError("undo", reason)
        return Planned(Change(undo.keep, undo.old_tail), None)

    return edit_planned(path, plan, target=target, system=system).outcome


def _belongs(undo: Journal, source: Seekable) -> bool:
    if size_of(source) != undo.keep + len(undo.new_tail):
        return False
    is_same = read_at(source, undo.keep, len(undo.new_tail)) == undo.new_tail
    return is_same and _context(source, undo.keep) == undo.context_crc


def _context(source: Seekable, keep: int) -> int:
    start = max(keep - CONTEXT, 0)
    return crc32(read_at(source, start, keep - start))
