"""Which store paths belong to."""

from __future__ import annotations

import errno
import os
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final, TypeAlias, cast

from inlay.ground.files.arrow_store import ArrowStore
from inlay.ground.files.clients import open_arrow_client, open_fsspec_client, uses_arrow
from inlay.ground.files.entries import FileEntry
from inlay.ground.files.fsspec_store import FsspecStore
from inlay.ground.files.local_store import LocalStore
from inlay.ground.files.paths import is_chained, is_web, normalize, scheme_of
from inlay.ground.files.ranges import FileRanges
from inlay.ground.files.source import Source, name_of, open_source, size_of
from inlay.ground.files.store import Store

if TYPE_CHECKING:
    from fsspec import AbstractFileSystem
    from pyarrow.fs import FileSystem


AnyFileSystem: TypeAlias = "FileSystem | AbstractFileSystem | Store | None"

_ONE_STORE: Final = ("", "s3", "gs", "gcs", "http", "https")
"""Schemes whose client reaches all hosts and buckets; that of others is connected to one."""


def store_of(paths: Sequence[str], filesystem: AnyFileSystem = None) -> Store:
    """The store that all of these paths lie in. OSError where they lie in several, or in none that is known."""
    if filesystem is not None:
        return _wrap(filesystem)
    schemes = {scheme_of(path) for path in paths}
    if len(schemes) > 1:
        named = ", ".join(scheme or "this machine's" for scheme in sorted(schemes))
        raise OSError(errno.EINVAL, f"the paths lie in several file systems: {named}")
    if any(map(is_chained, paths)):
        if len(paths) > 1:
            reason = "a URL within a URL is one file, and is read by itself"
            raise OSError(errno.EINVAL, reason, next(filter(is_chained, paths)))
        return OneFile(paths[0])
    if schemes <= {""}:
        return LocalStore()
    return _of_arrow(paths[0]) if uses_arrow(paths[0]) else _of_fsspec(paths[0])


def stores_of(sources: Sequence[Source]) -> Iterator[tuple[Store, list[str]]]:
    """The store of each source, and what the sources are called there. Neighbours in one store come together."""
    texts = [_text_of(source) for source in sources]
    together = groupby(range(len(sources)), lambda at: _place_of(texts[at], at))
    for _, places in together:
        at, *others = places
        text = texts[at]
        if text is None:
            yield OneFile(sources[at]), [name_of(sources[at])]
        else:
            paths = [text, *(other for later in others if (other := texts[later]) is not None)]
            yield store_of(paths), paths


def _text_of(source: Source) -> str | None:
    """What to call a source that lies somewhere; None for one that is there already."""
    if isinstance(source, str):
        return normalize(source)
    return os.path.abspath(source) if isinstance(source, os.PathLike) else None


def _place_of(text: str | None, at: int) -> object:
    """Equal where one store has both."""
    if text is None or is_chained(text):
        return at
    scheme = scheme_of(text)
    return scheme if scheme in _ONE_STORE else text[: text.find("/", len(scheme) + 3)]


def _wrap(filesystem: FileSystem | AbstractFileSystem | Store) -> Store:
    from pyarrow.fs import FileSystem

    if isinstance(filesystem, FileSystem):
        return ArrowStore(filesystem)
    if hasattr(filesystem, "cat_file"):
        return FsspecStore(cast("Any", filesystem))
    store: Store = cast("Any", filesystem)
    return store


def _of_arrow(url: str) -> Store:
    filesystem, own = open_arrow_client(url)
    return ArrowStore(filesystem, _before(url, own))


def _of_fsspec(url: str) -> Store:
    filesystem, own = open_fsspec_client(url)
    return FsspecStore(filesystem, _before(url, own), is_web=is_web(url))


def _before(url: str, own: str) -> str:
    """What a URL has in front of the path that the file system knows."""
    is_part = bool(own) and own in url
    return url[: url.rindex(own)] if is_part else f"{scheme_of(url)}://"


class OneFile:
    """A source that is one file, as a store of that file alone; its path is what errors call it."""

    concurrency = 1
    has_links = False

    def __init__(self, source: Source) -> None:
        self._source = source

    def entry(self, path: str) -> FileEntry | None:
        with open_source(self._source) as file:
            return FileEntry(path, size_of(file), 0)

    def below(self, path: str) -> Iterator[FileEntry]:
        return iter(())

    def real(self, path: str) -> str:
        # Several files may have no name at all.
        return path if isinstance(self._source, str) else f"{path} {id(self._source)}"

    @contextmanager
    def open(self, entry: FileEntry) -> Generator[FileRanges]:
        with open_source(self._source) as file:
            yield FileRanges(file, size_of(file))
