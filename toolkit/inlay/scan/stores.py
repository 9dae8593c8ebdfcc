"""Which store a path belongs to."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias, cast
from urllib.parse import unquote

from inlay.files.remote import about_url
from inlay.scan.arrow_store import ArrowStore
from inlay.scan.fsspec_store import FsspecStore
from inlay.scan.local_store import LocalStore
from inlay.scan.store import Store

if TYPE_CHECKING:
    from fsspec import AbstractFileSystem
    from pyarrow.fs import FileSystem

AnyFileSystem: TypeAlias = "FileSystem | AbstractFileSystem | Store | None"

_SCHEME: Final = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)://")
_FILE: Final = re.compile(r"file:(//(localhost(?=/))?)?")
_HADOOP: Final = {"s3a": "s3", "s3n": "s3", "abfss": "abfs", "wasbs": "abfs", "wasb": "abfs"}
"""What Hadoop calls file systems that pyarrow and fsspec know under another name."""

_OF_ARROW: Final = {"s3", "gs", "gcs", "hdfs", "viewfs"}


def normalize(path: str) -> str:
    """Absolute, without `file:`: what all processes of a cluster understand alike.

    OSError for what is not a path: an empty one, most of all, is a variable that was not set, and not this directory.
    """
    file = _FILE.match(path)
    own = unquote(path[file.end() :]) if file is not None else path
    if not own or "\0" in own:
        raise OSError(errno.EINVAL, f"{path!r} is not a path")
    if file is not None:
        return os.path.abspath(own)
    match = _SCHEME.match(path)
    if match is None:
        return os.path.abspath(path)
    scheme = match[1].lower()
    return f"{_HADOOP.get(scheme, scheme)}://{path[match.end() :]}"


def store_of(paths: Sequence[str], filesystem: AnyFileSystem = None) -> Store:
    """The store that all of these paths lie in. OSError where they lie in several, or in none that is known."""
    if filesystem is not None:
        return _wrap(filesystem)
    schemes = {match[1] if (match := _SCHEME.match(path)) else "" for path in paths}
    if len(schemes) > 1:
        named = ", ".join(scheme or "this machine's" for scheme in sorted(schemes))
        raise OSError(errno.EINVAL, f"the paths lie in several file systems: {named}")
    scheme = schemes.pop() if schemes else ""
    if not scheme:
        return LocalStore()
    return _of_arrow(paths[0]) if scheme in _OF_ARROW else _of_fsspec(scheme, paths[0])


def _wrap(filesystem: FileSystem | AbstractFileSystem | Store) -> Store:
    from pyarrow.fs import FileSystem

    if isinstance(filesystem, FileSystem):
        return ArrowStore(filesystem)
    if hasattr(filesystem, "cat_file"):
        return FsspecStore(cast("Any", filesystem))
    store: Store = cast("Any", filesystem)
    return store


def _of_arrow(url: str) -> Store:
    from pyarrow.fs import FileSystem

    prefix = _SCHEME.match(url)
    assert prefix is not None
    # An authority that belongs to no path (hdfs://host:port/...) stays with the prefix.
    try:
        filesystem, own = FileSystem.from_uri(url.partition("?")[0].rstrip("*"))
    except ValueError as error:
        raise OSError(errno.EINVAL, str(error), url) from error
    base = url[: url.index(own)] if own and own in url else prefix[0]
    return ArrowStore(filesystem, base)


def _of_fsspec(scheme: str, url: str) -> Store:
    try:
        import fsspec
    except ImportError as error:
        raise about_url(url, error) from error
    if "::" in url:
        reason = "a URL within a URL is one file: it is inspected, and not scanned"
        raise OSError(errno.EINVAL, reason, url)
    try:
        filesystem = fsspec.filesystem(scheme)
        # Those of the web call a file by its whole URL.
        own: str = cast("Any", filesystem)._strip_protocol(url)
    except Exception as error:
        raise about_url(url, error) from error
    prefix = f"{scheme}://"
    return FsspecStore(filesystem, prefix, is_whole=own.startswith(prefix))
