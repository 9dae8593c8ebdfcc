"""From what was asked for - files, directories, globs - to the files that are there."""

from __future__ import annotations

import errno
import re
from collections.abc import Callable, Iterator, Sequence
from fnmatch import translate
from itertools import islice, takewhile
from typing import Final, TypeAlias

from inlay.ground.files.ahead import map_ahead
from inlay.ground.files.entries import UNASKED, FileEntry, NamedEntry, is_hidden, make_entry
from inlay.ground.files.fsspec_store import FsspecStore
from inlay.ground.files.paths import WILDCARDS, has_wildcard
from inlay.ground.files.store import Store
from inlay.tables.scan.seen_paths import SeenPaths

_MAGIC: Final = re.compile(f"[{re.escape(WILDCARDS)}]")
_Asked: TypeAlias = FileEntry | OSError | None
"""The file at a path, None for a directory, or what went wrong."""

AT_A_TIME: Final = 1024
"""Files of which it is asked whether they are wanted."""

_BRACES: Final = re.compile(r"\{([^{}]*)\}")


def list_files(
    store: Store,
    paths: Sequence[str],
    *,
    name: str = "*",
    globs_are_roots: bool = False,
    seen: SeenPaths | None = None,
    ask: bool = True,
) -> Iterator[FileEntry]:
    """Each file once, by whatever links it is reached, in the order of `paths`; `name` is a glob that the file's own
    name has to match.

    A file that is named is taken whatever it is called; of a directory, what is not hidden. Globs are those of
    Hadoop: `*`, `?`, `[a-c]`, `{a,b}`, none of which matches a `/`; `**` does. Partitions are the directories below
    the fixed beginning of a glob; with `globs_are_roots`, as in Spark, those below what it matches. `seen` has what
    another listing found, and gets what this one finds.

    Raises FileNotFoundError for a path, or a glob, that leads to nothing. Without `ask`, a URL of the web stands for a file
    whose size is UNASKED: whoever reads it asks.
    """
    seen = SeenPaths() if seen is None else seen
    named = _name_regex(name) if name != "*" else None
    for path, asked in zip(paths, _ask_for_each(store, paths, ask), strict=True):
        for entry in _of_path(store, path, asked, globs_are_roots):
            if _is_wanted(entry, named) and seen.add(store.real(entry.path)):
                yield entry


def list_wanted(
    store: Store,
    paths: Sequence[str],
    choose: Callable[[Sequence[FileEntry]], Sequence[FileEntry]],
    *,
    name: str = "*",
    seen: SeenPaths | None = None,
) -> Iterator[FileEntry]:
    """Those of `list_files` that `choose` leaves of a thousand at a time: of millions of files, most may be of no interest. Without `seen`,
    nothing else is listed, so that a folder of a store without links has each file once and none has to be remembered."""
    if seen is None and len(paths) == 1 and not store.has_links and not has_wildcard(paths[0]):
        asked = store.entry(paths[0])
        below = store.below(paths[0]) if asked is None else iter([asked])
        yield from _choose_each(below, paths[0], choose, name, is_folder=asked is None)
        return
    listed = list_files(store, paths, name=name, seen=seen)
    while some := [*islice(listed, AT_A_TIME)]:
        yield from choose(some)


def _choose_each(
    listed: Iterator[FileEntry],
    path: str,
    choose: Callable[[Sequence[FileEntry]], Sequence[FileEntry]],
    name: str,
    *,
    is_folder: bool,
) -> Iterator[FileEntry]:
    """Of what lies at a path, each file once."""
    named = _name_regex(name) if name != "*" else None
    root = len(path.rstrip("/")) + 1 if is_folder else path.rfind("/") + 1
    while some := [*islice(listed, AT_A_TIME)]:
        if named is not None:
            some = [it for it in some if _is_wanted(it, named)]
        for entry in choose(some):
            yield entry._replace(root=root)


def _is_wanted(entry: FileEntry, named: re.Pattern[str] | None) -> bool:
    """What could not be listed is told, whatever its name."""
    return (
        named is None
        or entry.error is not None
        or named.fullmatch(entry.path.rpartition("/")[2]) is not None
    )


def covers(paths: Sequence[str], path: str, *, name: str = "*") -> bool:
    """Whether `list_files` would have found a file at `path` if it were there, and nothing in the way hidden."""
    if not _name_regex(name).fullmatch(path.rpartition("/")[2]):
        return False
    for listed in paths:
        if path == listed or path.startswith(f"{listed.rstrip('/')}/"):
            return True
        if has_wildcard(listed) and any(_reaches(it, path) for it in _without_braces(listed)):
            return True
    return False


def lists(paths: Sequence[str], directory: str) -> bool:
    """Whether `list_files` would find what is put into a directory: then what is made of a lake cannot lie there."""
    parts = directory.split("/")
    for path in paths:
        same = takewhile(lambda both: both[0] == both[1], zip(path.split("/"), parts, strict=False))
        below = parts[len(list(same)) :]
        if covers([path], f"{directory}/one") and not any(map(is_hidden, below)):
            return True
    return False


def find_fixed_part(path: str) -> str:
    """The directory that a glob begins in; a path without magic as it is."""
    first = _MAGIC.search(path)
    return path if first is None else path[: first.start()].rpartition("/")[0]


def _reaches(pattern: str, path: str) -> bool:
    base, matches = _parts_of(pattern)
    return path.startswith(base) and matches.fullmatch(path, len(base)) is not None


def _ask_for_each(store: Store, paths: Sequence[str], ask: bool) -> Iterator[_Asked]:
    """What the store has at each path; several are asked for at a time where that means waiting."""

    def ask_for(path: str) -> _Asked:
        if is_asked_by_reading and not has_wildcard(path):
            if path.endswith("/"):
                what = "A folder of the web cannot be listed: name its files"
                return IsADirectoryError(errno.EISDIR, what, path)
            return FileEntry(path, UNASKED, 0)
        try:
            return store.entry(path)
        except OSError as error:
            return error

    is_asked_by_reading = not ask and isinstance(store, FsspecStore) and store.is_asked_by_reading
    is_quick = is_asked_by_reading or store.concurrency == 1 or len(paths) == 1
    return map(ask_for, paths) if is_quick else map_ahead(ask_for, paths, store.concurrency)


def _of_path(store: Store, path: str, asked: _Asked, globs_are_roots: bool) -> Iterator[FileEntry]:
    # A name may have brackets in it.
    if not (has_wildcard(path) and isinstance(asked, FileNotFoundError)):
        yield from _of_plain(store, path, asked)
        return
    is_there = False
    for pattern in _without_braces(path):
        for entry in _of_glob(store, pattern, globs_are_roots):
            is_there = True
            yield entry
    if not is_there:
        raise FileNotFoundError(2, "nothing matches", path)


def _of_plain(store: Store, path: str, asked: _Asked) -> Iterator[FileEntry]:
    if isinstance(asked, OSError):
        raise asked
    if asked is not None:
        yield NamedEntry(*asked)._replace(root=asked.path.rfind("/") + 1)
        return
    root = len(path.rstrip("/")) + 1
    for name, size, mtime, etag, _, error in store.below(path):
        yield make_entry((name, size, mtime, etag, root, error))


def _of_glob(store: Store, pattern: str, globs_are_roots: bool) -> Iterator[FileEntry]:
    base, matches = _parts_of(pattern)
    try:
        is_directory = store.entry(base or "/") is None
    except FileNotFoundError:
        return
    for entry in store.below(base or "/") if is_directory else ():
        match = matches.fullmatch(entry.path, len(base))
        if match is not None and globs_are_roots:
            # What it matched is a directory, or the file itself, which lies in one.
            is_file = match["below"] is None
            end = entry.path.rfind("/") if is_file else match.start("below")
            yield entry._replace(root=end + 1)
        elif match is not None or _may_hide_matches(entry.error):
            yield entry._replace(root=len(base) + 1)


def _may_hide_matches(error: OSError | None) -> bool:
    """A folder that cannot be read may; a link that leads to nothing is one file, which does not match."""
    return error is not None and error.errno not in (errno.ENOENT, errno.ELOOP)


def _parts_of(pattern: str) -> tuple[str, re.Pattern[str]]:
    """The directory that a glob without braces begins in, and what the rest of a path has to match."""
    base = find_fixed_part(pattern)
    return base, re.compile(_regex(pattern[len(base) :]).pattern + r"(?P<below>/.*)?", re.DOTALL)


def _without_braces(pattern: str) -> Iterator[str]:
    match = _BRACES.search(pattern)
    if match is None:
        yield pattern
        return
    for choice in match[1].split(","):
        yield from _without_braces(pattern[: match.start()] + choice + pattern[match.end() :])


def _name_regex(name: str) -> re.Pattern[str]:
    return re.compile(
        "|".join(_regex(pattern).pattern for pattern in _without_braces(name)), re.DOTALL
    )


def _regex(pattern: str) -> re.Pattern[str]:
    """Of a glob without braces. `fnmatch` would let `*` and `?` match a `/`."""
    parts = re.split(r"(\*\*|\*|\?|\[[^\]]+\])", pattern)
    kinds = {"**": ".*", "*": "[^/]*", "?": "[^/]"}
    return re.compile(
        "".join(
            kinds.get(part) or (_class(part) if part.startswith("[") else re.escape(part))
            for part in parts
        ),
        re.DOTALL,
    )


def _class(part: str) -> str:
    """A class of characters, as the standard library translates it; what it puts behind depends on its version."""
    return translate(part).removeprefix("(?s:").rpartition(")")[0]
