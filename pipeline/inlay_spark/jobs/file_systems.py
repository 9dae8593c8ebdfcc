"""The file system of a job's directory: pyarrow's, for any place that pyarrow or fsspec knows."""

from __future__ import annotations

import errno
from typing import Any, Final

import pyarrow as pa
from pyarrow import fs

from inlay.ground.files.paths import is_url

_arrow: Final[Any] = fs
"""pyarrow, where its stubs are narrower than it is."""


def filesystem_of(path: str) -> tuple[fs.FileSystem, str]:
    """The file system, and the path there. A local path is shown to nobody, who might find a URL or a chain in it.

    Raises OSError for a URL of no known kind, or one that names no bucket.
    """
    if not is_url(path):
        return fs.LocalFileSystem(), path
    try:
        filesystem, root = fs.FileSystem.from_uri(path)
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError):  # a scheme that Arrow does not know
        filesystem, root = _of_fsspec(path)
    if not root:
        raise OSError(errno.EINVAL, "it names no bucket", path)
    return filesystem, root


def _of_fsspec(path: str) -> tuple[fs.FileSystem, str]:
    from fsspec.core import url_to_fs

    try:
        filesystem, root = url_to_fs(path)
    except (ImportError, ValueError) as error:
        raise OSError(errno.EINVAL, str(error), path) from error
    return fs.PyFileSystem(_arrow.FSSpecHandler(filesystem)), root
