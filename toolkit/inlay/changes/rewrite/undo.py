"""What takes a change back to the byte: a file with the old end of the changed one, and the new end by which it is known.

It has the design of the journal of `inlay.changes.rewrite`, which tells the same.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator
from contextlib import ExitStack, contextmanager, suppress
from typing import Final, TypeVar

from inlay.changes.rewrite.change import Change, Done, Outcome, Planned, Target
from inlay.changes.rewrite.journal import CONTEXT, Journal
from inlay.changes.rewrite.new_file import NewFile
from inlay.changes.rewrite.open_file import open_file
from inlay.changes.rewrite.publish import edit_planned
from inlay.changes.rewrite.system import POSIX, READ, System
from inlay.ground.blamed_options import blame_options
from inlay.ground.files.paths import AnyPath, is_url, require_path
from inlay.ground.files.source import Seekable, open_source, size_of
from inlay.ground.files.spliced import cut_file
from inlay.ground.files.steps import crc_of, ends_with
from inlay.ground.keywords import check_keywords
from inlay.ground.refusals import RefusedError

T = TypeVar("T")

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
    is_written = False

    def plan_with_undo(source: Seekable) -> Planned[T]:
        nonlocal is_written
        planned = plan(source)
        if undo_to is not None and not target.dry_run:
            # Before the file changes: a kill between the two leaves an undo file that fits nothing.
            undo = _undo_of(source, planned.change)
            if target.output is not None or not ends_with(undo.old_tail, 0, undo.new_tail):
                _write_undo(undo_to, undo, path)
                is_written = True
        return planned

    try:
        done = edit_planned(path, plan_with_undo, target=target, system=system)
    except BaseException:
        if (
            undo_to is not None
            and is_written
            and not _is_needed(target.output or path, undo_to, target, system)
        ):
            _discard(undo_to)
        raise
    if undo_to is not None and is_written and not done.outcome.changed:
        _discard(undo_to)
    return done


def _discard(path: str) -> None:
    """What would undo a change that did not happen."""
    with suppress(OSError):
        os.unlink(path)


def _undo_of(source: Seekable, change: Change) -> Journal:
    """What is needed to take the change of this file back."""
    old_tail = cut_file(source, change.keep, size_of(source) - change.keep)
    return Journal(change.keep, old_tail, change.end, _context(source, change.keep))


def _write_undo(path: str, undo: Journal, changed: str) -> None:
    """Raises RefusedError where there is a file already: what takes another change back is not overwritten. `changed` is the
    file that is to change."""
    try:
        with NewFile(path, overwrite=False, sources=[changed], allow={"table"}) as new:
            new.file.writelines(undo.encode())
    except RefusedError as error:
        if error.name not in ("exists", "same"):
            raise
        reason = (
            f"{path} already exists, and may be what takes another change back: "
            "give --undo-to another name, or move that file away"
        )
        raise RefusedError("undo", reason, path=changed) from None


def _is_needed(path: str, undo_path: str, target: Target, system: System) -> bool:
    """After a failure: whether the file was changed, or whoever recovers it may go on with the change."""
    try:
        with ExitStack() as stack:
            undo = stack.enter_context(_open_undo(undo_path))
            if is_url(path):
                file: Seekable = stack.enter_context(open_source(path))
            else:
                file = stack.enter_context(open_file(system, system.resolve(path), READ))
            if _belongs(undo, file):
                return True
            return target.in_place and not ends_with(file, undo.keep, undo.old_tail)
    except FileNotFoundError:
        return False
    except (
        BaseException
    ):  # an interrupt, once more: nothing is known, and the error of before is told
        return True


@contextmanager
def _open_undo(path: str) -> Generator[Journal]:
    """RequestError for a file that is none of those that `_write_undo` writes."""
    with open_source(path) as file:
        undo = Journal.decode(file)
        if undo is None:
            raise blame_options(
                f"{path} was not written by {{undo_to}}, or is not whole", undo_to=None
            )
        yield undo


@check_keywords
def undo_metadata(
    path: AnyPath,
    undo_path: AnyPath,
    *,
    target: Target = _DEFAULT_TARGET,
    system: System = POSIX,
) -> Outcome:
    """Takes the change back for which `undo_path` was written: the file has the bytes that it had before.

    Raises RefusedError for a file that is not the changed one, RequestError for another file than an undo file, and what
    changing a file raises.
    """
    path = require_path(path, "undo_metadata")
    with _open_undo(require_path(undo_path, "undo_metadata")) as undo:

        def plan(source: Seekable) -> Planned[None]:
            if not _belongs(undo, source):
                reason = (
                    f"it is not the file that {undo_path} was written for, or was changed since"
                )
                raise RefusedError("undo", reason)
            return Planned(Change(undo.keep, b"", undo.old_tail.parts), None)

        return edit_planned(path, plan, target=target, system=system).outcome


def _belongs(undo: Journal, source: Seekable) -> bool:
    return (
        ends_with(source, undo.keep, undo.new_tail)
        and _context(source, undo.keep) == undo.context_crc
    )


def _context(source: Seekable, keep: int) -> int:
    start = max(keep - CONTEXT, 0)
    return crc_of(source, start, keep - start)
