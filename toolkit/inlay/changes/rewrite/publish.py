"""One change to one file, from the checks before to the file that is published."""

from __future__ import annotations

import dataclasses
import errno
import os
from collections.abc import Callable
from typing import TypeVar

from inlay.changes.rewrite.change import Change, Check, Done, Outcome, Planned, Target
from inlay.changes.rewrite.errors import ChangedError
from inlay.changes.rewrite.identity import Identity, identify, require_regular
from inlay.changes.rewrite.in_place import lock_for_change, overwrite, refuse_journal
from inlay.changes.rewrite.local_folders import LocalFolders
from inlay.changes.rewrite.named_errors import name_in_errors
from inlay.changes.rewrite.names import folder_of
from inlay.changes.rewrite.open_file import OpenFile, open_file
from inlay.changes.rewrite.policy import refuse_table_file
from inlay.changes.rewrite.replace import (
    exists,
    output_exists,
    refuse_special,
    replace,
    write_other,
)
from inlay.changes.rewrite.same_file import is_same_file
from inlay.changes.rewrite.system import CHANGE, POSIX, READ, ROOT, System
from inlay.changes.rewrite.table_formats import Tables
from inlay.changes.rewrite.urls import edit_url
from inlay.ground.files.paths import find_local_path, is_url
from inlay.ground.files.source import Seekable
from inlay.ground.files.steps import ends_with
from inlay.ground.refusals import RefusedError

T = TypeVar("T")
DEFAULT_TARGET = Target()


def edit_tail(
    path: str,
    plan: Callable[[Seekable], Change],
    *,
    check: Check | None = None,
    target: Target = DEFAULT_TARGET,
    system: System = POSIX,
) -> Outcome:
    """Carries out the change that `plan` says after it has read the file, and nothing else. Raises what `edit_planned`
    does."""

    def planned(source: Seekable) -> Planned[None]:
        return Planned(plan(source), None, check=check)

    return edit_planned(path, planned, target=target, system=system).outcome


def edit_planned(
    path: str,
    plan: Callable[[Seekable], Planned[T]],
    *,
    target: Target = DEFAULT_TARGET,
    system: System = POSIX,
) -> Done[T]:
    """Carries out what `plan` says after it has read the file. Whatever is raised, the file is as it was, or the new one
    is in its place, or a journal beside it lets `recover` bring one of them back.

    Raises RefusedError, ChangedError, OSError, and what `plan` and its check raise.
    """
    local = find_local_path(path)
    if local is None:
        return edit_url(path, plan, target=target)
    path = local
    if target.output is not None and is_url(target.output):
        reason = f"{path} is a local file, and {target.output} is not written from there"
        raise RefusedError("store", reason, path=path)
    with name_in_errors(system, path, target.output):
        done = _edit_local(system.resolve(path), plan, target, system)
    return done._replace(outcome=dataclasses.replace(done.outcome, path=target.output or path))


def _edit_local(
    path: str, plan: Callable[[Seekable], Planned[T]], target: Target, system: System
) -> Done[T]:
    require_permission(path, target, system)
    replaces = target.output is None
    flags = CHANGE if target.in_place and not target.dry_run else READ
    with open_file(system, path, flags) as source:
        require_regular(path, system, source.file)
        if replaces and not target.dry_run:
            lock_for_change(path, source)
        before = system.status(source.file)
        planned = plan(source)
        change, check = planned.change, planned.check
        noted = identify(source, change.keep)
        if (noted.size, noted.mtime_ns) != (before.size, before.mtime_ns):
            raise ChangedError(path, "the file changed while it was being read")
        is_same = ends_with(source, change.keep, change.end)
        changed = not (replaces and is_same)
        if changed and check is not None:
            check(change.apply(source))
        if changed and not target.dry_run:
            _carry_out(path, source, noted, change, check, target)
    warnings = planned.warnings
    if changed:
        warnings += warn_of_links(before.links, target)
        warnings += warn_of_permission(path, target, system)
    outcome = Outcome(
        path=path,
        old_size=noted.size,
        new_size=change.size,
        changed=changed,
        dry_run=target.dry_run,
        warnings=warnings,
        change=change,
        is_copy=is_same and not replaces,
    )
    return Done(outcome, planned.result)


def require_permission(
    path: str, target: Target, system: System, tables: Tables | None = None
) -> None:
    """RefusedError or PermissionError for what must not be written, whatever the change is. `tables` are of `system`."""
    if target.output is not None:
        _require_output(path, target.output, target, system)
    else:
        refuse_table_file(tables or LocalFolders(system), path, target.allow)
    refuse_journal(system, path)
    asks = target.stands_in or (target.output is None and not target.dry_run)
    if asks and not _may_replace(path, system):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)


def _require_output(path: str, shown: str, target: Target, system: System) -> None:
    output = system.resolve(shown)
    is_new = not exists(system, output)
    if not is_new and is_same_file(path, output, system):
        raise RefusedError(
            "same", "OUT and FILE are the same file", "leave out -o to replace it", shown
        )
    refuse_special(system, shown)
    if not is_new and not target.overwrite:
        raise output_exists(shown)
    refuse_table_file(LocalFolders(system), output, target.allow, is_new=is_new)
    if not target.dry_run and not _may_replace(output, system):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), shown)


def _may_replace(path: str, system: System) -> bool:
    return not exists(system, path) or system.may_write(path)


def warn_of_permission(path: str, target: Target, system: System) -> tuple[str, ...]:
    """What a dry run says of a change that would fail for want of permission."""
    if not target.dry_run:
        return ()
    written = system.resolve(target.output) if target.output is not None else path
    if not _may_replace(written, system):
        return (f"{target.output or path} may not be written: without --dry-run this fails",)
    folder = folder_of(written)  # where the new file, or the journal, begins
    if not system.may_write(folder):
        return (f"no file may be made in {folder}: without --dry-run this fails",)
    if target.takes_place and not target.in_place and not _may_own(path, system):
        reason = "belongs to another user, and a new file cannot be given to them"
        return (f"{path} {reason}: without --dry-run this fails",)
    return ()


def _may_own(path: str, system: System) -> bool:
    """Whether a new file can belong to whom this one belongs to."""
    return system.user() in (ROOT, system.status_of(path).owner)


def _carry_out(
    path: str,
    source: OpenFile,
    noted: Identity,
    change: Change,
    check: Check | None,
    target: Target,
) -> None:
    if target.output is not None:
        write_other(
            path,
            source,
            noted,
            change,
            check,
            output=source.system.resolve(target.output),
            target=target,
        )
    elif target.in_place:
        overwrite(path, source, noted, change, check)
    else:
        replace(path, source, noted, change, check, target.watch)


def warn_of_links(links: int, target: Target) -> tuple[str, ...]:
    if links > 1 and target.output is None and not target.in_place:
        others = links - 1
        return (
            f"{others} other hard link{'s' if others > 1 else ''} of the file "
            f"keep{'' if others > 1 else 's'} the old bytes",
        )
    return ()
