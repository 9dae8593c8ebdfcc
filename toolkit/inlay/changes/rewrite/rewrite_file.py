"""A file whose bytes are all put anew, by the protocol of `docs/rewriting.md` for a new file in the place of the old one."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Final, Generic, TypeAlias, TypeVar

from inlay.changes.rewrite.attributes import copy_attributes, copy_permissions
from inlay.changes.rewrite.change import Done, Outcome, Target
from inlay.changes.rewrite.errors import ChangedError, RewriteError
from inlay.changes.rewrite.identity import identify, require_regular, require_same
from inlay.changes.rewrite.in_place import lock_for_change
from inlay.changes.rewrite.named_errors import name_in_errors
from inlay.changes.rewrite.open_file import OpenFile, open_file
from inlay.changes.rewrite.publish import require_permission, warn_of_links, warn_of_permission
from inlay.changes.rewrite.replace import open_unfinished, publish_atomically
from inlay.changes.rewrite.system import POSIX, READ, System
from inlay.ground.files.paths import find_local_path, is_url
from inlay.ground.files.source import Seekable, size_of
from inlay.ground.refusals import RefusedError
from inlay.ground.wording.amounts import count

T = TypeVar("T")


@dataclasses.dataclass(frozen=True, slots=True)
class Written(Generic[T]):
    """What was written, or would be: bytes, and what else came of it."""

    size: int
    result: T


Write: TypeAlias = "Callable[[OpenFile, OpenFile | None], Written[T]]"
"""Writes the new file from the source, or without a target only finds out what it would be."""

CheckWhole: TypeAlias = Callable[[Seekable, Seekable], None]
"""Holds the file that was written against the source, and raises if it is not what was meant."""

DEFAULT_TARGET = Target()
_TAIL: Final = 64 * 1024
"""Bytes at the end of the source whose CRC is part of its identity."""


def rewrite_whole(
    path: str,
    write: Write[T],
    *,
    check: CheckWhole | None = None,
    target: Target = DEFAULT_TARGET,
    system: System = POSIX,
) -> Done[T]:
    """The outcome, and what `write` returned beside the size.

    Whatever is raised, the file is as it was; `recover` removes what a kill leaves beside it. Raises RefusedError,
    ChangedError, OSError, and what `write` and `check` raise.
    """
    if target.in_place:
        reason = "every byte of the file would move, so it cannot be changed in place"
        raise RefusedError("in-place", reason, "leave --in-place out", path)
    local = find_local_path(path)
    if local is None or (target.output is not None and is_url(target.output)):
        raise RefusedError("store", "only local files are rearranged", path=path)
    path = local
    with name_in_errors(system, path, target.output):
        done = _rewrite(path, system.resolve(path), write, check, target, system)
    return done._replace(outcome=dataclasses.replace(done.outcome, path=target.output or path))


def _rewrite(
    name: str, path: str, write: Write[T], check: CheckWhole | None, target: Target, system: System
) -> Done[T]:
    """`name` is what the caller calls the file that lies at `path`."""
    require_permission(path, target, system)
    with open_file(system, path, READ, name) as source:
        require_regular(path, system, source.file)
        if target.output is None and not target.dry_run:
            lock_for_change(path, source)
        before = system.status(source.file)
        if target.dry_run:
            written = write(source, None)
        else:
            written = _write(path, source, write, check, target)
    outcome = Outcome(
        path=path,
        old_size=before.size,
        new_size=written.size,
        dry_run=target.dry_run,
        warnings=warn_of_links(before.links, target) + warn_of_permission(path, target, system),
    )
    return Done(outcome, written.result)


def _write(
    path: str, source: OpenFile, write: Write[T], check: CheckWhole | None, target: Target
) -> Written[T]:
    system = source.system
    output = path if target.output is None else system.resolve(target.output)
    keep = max(size_of(source) - _TAIL, 0)
    noted = identify(source, keep)
    with open_unfinished(system, output) as new:
        written = write(source, new)
        if size_of(new) != written.size:
            what = f"{count(size_of(new), 'byte is', 'bytes are')} there, not {written.size}"
            raise RewriteError(f"{new.name}: {what}")
        target.watch(written.size, written.size)
        if check is not None:
            check(source, new)
        if identify(source, keep) != noted:
            raise ChangedError(path, "the file changed while it was being read")
        if target.takes_place:
            copy_attributes(path, source, new)
        else:
            copy_permissions(source, new)
        system.sync(new.file)
        require_same(path, source, keep, noted)
        publish_atomically(
            system, new.path, output, overwrite=target.output is None or target.overwrite
        )
    return written
