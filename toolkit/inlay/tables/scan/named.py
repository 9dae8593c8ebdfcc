"""From the paths of a command line to single files: folders and globs are listed, whatever else is taken as it is named."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from inlay.footers.footer.errors import NO_PARQUET
from inlay.ground.files.paths import find_local_path, is_listing, normalize
from inlay.ground.files.stores import store_of
from inlay.tables.scan.claims import is_named_parquet
from inlay.tables.scan.listing import find_fixed_part, list_files

if TYPE_CHECKING:
    from inlay.footers.footer.errors import FooterError
    from inlay.ground.files.source import Source


class NamedFile(NamedTuple):
    """`is_listed` if a folder or a glob led to it: it may be no Parquet file, and nobody said that it is.

    `error` says why there is no file.
    """

    path: str
    is_listed: bool = False
    error: OSError | None = None


def list_named_files(paths: Iterable[str]) -> Iterator[NamedFile]:
    """Each file once, in the order of `paths`. What cannot be listed is an entry with an error.

    A URL is a file, unless it has a wildcard or ends in a slash: asking would cost a request.
    """
    seen: set[str] = set()
    for path in paths:
        for file in _of(path):
            if file.path not in seen:
                seen.add(file.path)
                yield file


def list_each(sources: Iterable[Source]) -> Iterator[NamedFile | Source]:
    """What has a path, listed; what is open or in memory as it is. Raises FileNotFoundError for a folder or a glob that leads to nothing."""
    for source in sources:
        if not isinstance(source, str | os.PathLike):
            yield source
            continue
        for file in list_named_files([os.fspath(source)]):
            if isinstance(file.error, FileNotFoundError):
                raise file.error
            yield file


def was_asked_for(file: NamedFile | Source) -> bool:
    """Whether a caller named this file, so that it is an error where it is not there."""
    return not (isinstance(file, NamedFile) and file.is_listed)


def _of(path: str) -> Iterator[NamedFile]:
    if not is_listing(path):
        yield NamedFile(path)
        return
    try:
        given = _spell(path)
        spelled = _spell_again(path, given)
        for entry in list_files(store_of([given]), [given]):
            yield NamedFile(spelled(entry.path), True, entry.error)
    except FileNotFoundError as error:
        if error.filename is not None and not os.path.isdir(path):
            error.filename = path
        yield NamedFile(path, True, error)
    except OSError as error:
        yield NamedFile(path, True, error)


def _spell(path: str) -> str:
    """A folder keeps the spelling that it was given; a glob has to be absolute."""
    local = find_local_path(path)
    return local if local is not None and os.path.isdir(local) else normalize(path)


def _spell_again(path: str, listed: str) -> Callable[[str], str]:
    """What gives a file of a glob the spelling that the glob has, where it begins in a folder."""
    local = find_local_path(path)
    if local is None or local == listed:
        return str
    given, below = find_fixed_part(local) or os.curdir, f"{find_fixed_part(listed).rstrip('/')}/"
    if f"{os.path.abspath(given).rstrip('/')}/" != below:
        return str
    return lambda file: f"{given.rstrip('/')}/{file.removeprefix(below)}"


def find_root(path: str) -> str:
    """The folder that a listing begins in, with a slash at its end, as the paths of its files begin."""
    given = _spell(path)
    local = find_local_path(path)
    is_folder = given.endswith("/") or (local is not None and os.path.isdir(local))
    folder = given if is_folder else find_fixed_part(given)
    return _spell_again(path, given)(f"{folder.rstrip('/')}/")


def is_another_kind(file: NamedFile, error: FooterError) -> bool:
    """Whether the file is not a Parquet file, and nobody said that it was one."""
    return file.is_listed and error.code in NO_PARQUET and not is_named_parquet(file.path)
