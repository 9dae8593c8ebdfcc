"""Which client opens a URL: one for reading a file, for listing a lake and for changing an object, so that all of them have the
same endpoint and the same credentials.

It is fsspec. pyarrow's client is taken for HDFS, which fsspec reaches through it anyway, and stands in where the package
that fsspec needs is not installed.
"""

from __future__ import annotations

import errno
import re
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from inlay.ground.files.paths import normalize, scheme_of
from inlay.ground.files.remote import wrap_error
from inlay.ground.missing import is_installed

if TYPE_CHECKING:
    from fsspec import AbstractFileSystem
    from pyarrow.fs import FileSystem

    Client: TypeAlias = "FileSystem | AbstractFileSystem"

_OF_ARROW: Final = {"hdfs": None, "viewfs": None, "s3": "s3fs", "gs": "gcsfs", "gcs": "gcsfs"}
"""What pyarrow knows, and the package that goes first."""

_BESIDES: Final = {"http": "aiohttp", "https": "aiohttp"}
"""What fsspec needs where pyarrow does not stand in. Its extra brings fsspec, so that people install once."""

GIVES_UP_AFTER: Final = 30
"""Seconds for which pyarrow's client of Google's store repeats a request that found no host. By itself it takes a quarter of an hour,
and hears no signal meanwhile."""


def uses_arrow(url: str) -> bool:
    """Whether the URL is opened by pyarrow's client."""
    scheme = scheme_of(url)
    if scheme not in _OF_ARROW:
        return False
    package = _OF_ARROW[scheme]
    return package is None or not is_installed(package)


def open_arrow_client(url: str) -> tuple[FileSystem, str]:
    """pyarrow's file system, and the path in it. OSError with the URL where there is none."""
    try:
        from pyarrow.fs import FileSystem
    except ImportError as error:
        raise wrap_error(url, error) from error
    place = normalize(url).partition("?")[0].rstrip("*")
    if scheme_of(url) in ("gs", "gcs"):
        place += f"?retry_limit_seconds={GIVES_UP_AFTER}"
    try:
        # An authority that belongs to no path (hdfs://host:port/...) stays with the file system.
        return FileSystem.from_uri(place)
    except ValueError as error:
        raise OSError(errno.EINVAL, str(error), url) from error
    except OSError as error:
        # Behind its first sentence stand all the folders without libjvm, with line ends that are not a line ends.
        reason = re.split(r"\\n|\n", error.strerror or str(error))[0]
        raise OSError(error.errno or errno.EIO, reason, url) from error


def open_fsspec_client(url: str) -> tuple[Any, str]:
    """fsspec's file system, and the path in it; of a chained URL, the innermost one. OSError with the URL for an unknown
    protocol, for one whose package is not installed, and for one that wants to know more."""
    try:
        from fsspec.core import url_to_fs
    except ImportError as error:
        package = _BESIDES.get(scheme_of(url), "")
        missing = ModuleNotFoundError(name=package) if package else error
        raise wrap_error(url, missing) from error
    try:
        filesystem, path = url_to_fs(normalize(url))
        filesystem.invalidate_cache()  # it remembers sizes and listings, and nobody asked it to
    except Exception as error:
        raise wrap_error(url, error) from error
    return filesystem, path
