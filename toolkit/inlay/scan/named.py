"""From the paths of a command line to single files: folders and globs are listed, whatever else is taken as it is named."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from inlay.files.paths import normalize
from inlay.files.stores import store_of
from inlay.scan.listing import has_wildcard, list_files

if TYPE_CHECKING:
    from inlay.footer.errors import FooterError


NO_PARQUET: Final = ("not-parquet", "empty", "short")
"""What a file in a folder may be without being damaged, if its name does not claim otherwise."""

CLAIMS: Final = (".parquet", ".parq", ".pq")


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


def _of(path: str) -> Iterator[NamedFile]:
    if not is_listing(path):
        yield NamedFile(path)
        return
    is_local = "://" not in path
    try:
        # A folder keeps the spelling that it was given; a glob has to be absolute.
        given = path if is_local and os.path.isdir(path) else normalize(path)
        for entry in list_files(store_of([given]), [given]):
            yield NamedFile(entry.path, True, entry.error)
    except OSError as error:
        yield NamedFile(path, True, error)


def is_another_kind(file: NamedFile, error: FooterError) -> bool:
    """Whether the file is no Parquet file, and nobody said that it was one."""
    return file.is_listed and error.code in NO_PARQUET and not file.path.lower().endswith(CLAIMS)


def is_listing(path: str) -> bool:
    """Whether the path stands for any number of files."""
    if "://" in path:
        # A web server lists nothing, and what looks like a wildcard is a query there.
        can_list = not path.lower().startswith(("http://", "https://"))
        return can_list and (has_wildcard(path) or path.endswith("/"))
    return os.path.isdir(path) or (has_wildcard(path) and not os.path.lexists(path))
