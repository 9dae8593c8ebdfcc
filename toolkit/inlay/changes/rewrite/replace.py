"""The protocol for a new file: in the place of the old one, or under another name."""

from __future__ import annotations

import errno
import stat
from collections.abc import Generator
from contextlib import contextmanager, suppress
from typing import Final

from inlay.changes.rewrite.attributes import copy_attributes, copy_permissions
from inlay.changes.rewrite.change import Change, Check, Target, Watch
from inlay.changes.rewrite.copy_body import copy_body
from inlay.changes.rewrite.identity import Identity, require_same
from inlay.changes.rewrite.names import folder_of, name_sidecar
from inlay.changes.rewrite.open_file import OpenFile, open_file, sync_folder
from inlay.changes.rewrite.readback import read_back
from inlay.changes.rewrite.system import CREATE, FOLDER, System
from inlay.ground.files.aside import choose_aside_name
from inlay.ground.refusals import RefusedError

_NO_LINKS: Final = {errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK}
"""What file systems without hard links answer."""

_SPECIAL: Final = (
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)

_FULL: Final = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
"""What a disk answers that has no room for a file."""

_NO_SIDECAR: Final = {errno.ENOENT, errno.ENAMETOOLONG}
"""The longest names leave no room for that of a sidecar."""


def replace(
    path: str,
    source: OpenFile,
    noted: Identity,
    change: Change,
    check: Check | None,
    watch: Watch,
) -> None:
    """The file with its change takes the place of `path`, at once or not at all."""
    system = source.system
    with open_unfinished(system, path) as target:
        _fill(path, source, target, change, check, watch)
        require_same(path, source, change.keep, noted)
        publish_atomically(system, target.path, path)


def write_other(
    path: str,
    source: OpenFile,
    noted: Identity,
    change: Change,
    check: Check | None,
    *,
    output: str,
    target: Target,
) -> None:
    """The file with its change becomes `output`, which must not be there unless it may be overwritten."""
    system = source.system
    with open_unfinished(system, output) as new:
        _fill(path, source, new, change, check, target.watch, is_other=not target.stands_in)
        require_same(path, source, change.keep, noted)
        publish_atomically(system, new.path, output, overwrite=target.overwrite)


@contextmanager
def open_unfinished(system: System, path: str) -> Generator[OpenFile]:
    """A temporary file for what is to become `path`, by which errors call it; whatever goes wrong removes it."""
    aside = choose_aside_name(path)
    try:
        with open_file(system, aside, CREATE, path) as target:
            # Locked while somebody lives who will finish it: `recover` removes the others.
            with suppress(OSError):
                system.lock(target.file)
            yield target
    except BaseException:  # an interrupt may come while it is opened, too
        with suppress(OSError):
            system.unlink(aside)
        raise


def _fill(
    path: str,
    source: OpenFile,
    target: OpenFile,
    change: Change,
    check: Check | None,
    watch: Watch,
    *,
    is_other: bool = False,
) -> None:
    with _name_where_full(target):
        copy_body(path, source, target, change.keep, watch)
        target.write_from(change.end, change.keep)
        read_back(target.name, target, change, check)
        if is_other:
            copy_permissions(source, target)
        else:
            copy_attributes(path, source, target)
        target.system.sync(target.file)


@contextmanager
def _name_where_full(target: OpenFile) -> Generator[None]:
    """A disk that is full is that of the new file, and not that of the source, which may be another one."""
    try:
        yield
    except OSError as error:
        if error.errno in _FULL and error.filename is None:
            error.filename = target.name
        raise


def publish_atomically(
    system: System, finished: str, output: str, *, overwrite: bool = True
) -> None:
    """Gives a file that is written and synced its name, at once and for good: the one place where local files get theirs.

    Both lie in one folder. RefusedError for what is there and is not a regular file, and without `overwrite` for whatever
    is there: somebody else's file keeps its sidecar. What is refused is refused first; then a sidecar goes, and only then
    does the name lead to the new file. So no file ever stands beside a sidecar of other bytes, which no reader would take,
    also if we end between the two. The price: the sidecar of a file that appears under our hands goes before `link` refuses
    it, and that file is read unchecked.
    """
    refuse_special(system, output)
    if not overwrite and exists(system, output):
        raise output_exists(output)
    remove_sidecar(system, output)
    try:
        if overwrite:
            system.rename(finished, output)
        else:
            publish_new(system, finished, output)
    except OSError as error:
        error.filename, error.filename2 = output, None  # nobody has asked for the other name
        raise
    sync_folder(system, folder_of(output), FOLDER)


def refuse_special(system: System, output: str) -> None:
    """RefusedError for a device, a pipe or a socket: a file in its place would break what uses it. And for a folder, which is also
    what a name that ends in a slash stands for."""
    if output.endswith("/"):
        raise _is_folder(output)
    try:
        mode = system.status_of(output).mode
    except FileNotFoundError:
        return
    if stat.S_ISREG(mode):
        return
    if stat.S_ISDIR(mode):
        raise _is_folder(output)
    kind = next((noun for test, noun in _SPECIAL if test(mode)), "no regular file")
    reason = f"it is {kind}, and only a regular file is replaced"
    raise RefusedError("special", reason, path=output)


def _is_folder(output: str) -> RefusedError:
    what = f"it is a folder: name a file in it, such as {output.rstrip('/')}/FILE"
    return RefusedError("special", what, path=output)


def publish_new(system: System, new: str, output: str) -> None:
    """Under a name that nobody has taken since we looked: `link` is what fails if somebody has."""
    try:
        system.link(new, output)
    except FileExistsError:
        raise output_exists(output) from None
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        if exists(system, output):
            raise output_exists(output) from None
        system.rename(new, output)
        return
    system.unlink(new)


def output_exists(output: str) -> RefusedError:
    return RefusedError("exists", "the file already exists", "--overwrite", output)


def exists(system: System, path: str) -> bool:
    try:
        system.status_of(path)
    except FileNotFoundError:
        return False
    return True


def remove_sidecar(system: System, path: str) -> None:
    """Before the file changes: without one it is read unchecked, with a stale one not at all."""
    try:
        system.unlink(name_sidecar(path))
    except OSError as error:
        if error.errno not in _NO_SIDECAR:
            raise
        return
    sync_folder(system, folder_of(path), FOLDER)
