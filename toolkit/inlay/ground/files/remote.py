"""What goes wrong between here and a store, said in one sentence about the URL.

Clients raise what they please: botocore its own errors without credentials or an endpoint, fsspec ValueError for a server
without ranges and FileNotFoundError for one that does not answer.
"""

from __future__ import annotations

import errno
import os
from typing import Any, Final

from inlay.ground.files.credentials import explain_credentials
from inlay.ground.missing import find_remedy

_NO_RANGES: Final = "support range requests"
"""In what fsspec says of a server that sends a file from its beginning only."""


class RemoteFile:
    """A file of fsspec, whose every error is an OSError that names the URL."""

    def __init__(self, url: str, file: Any) -> None:
        self.name = url
        self._file = file

    def seek(self, offset: int, whence: int = 0, /) -> int:
        try:
            position: int = self._file.seek(offset, whence)
        except Exception as error:
            raise wrap_error(self.name, error) from error
        return position

    def tell(self) -> int:
        position: int = self._file.tell()
        return position

    def read(self, size: int, /) -> bytes:
        try:
            data: bytes = self._file.read(size)
        except Exception as error:
            raise wrap_error(self.name, error) from error
        return data


def wrap_error(url: str, error: Exception) -> OSError:
    """The error as an OSError, with the URL that it is about, and what to set where the store does not take the credentials."""
    wrapped = _wrap(url, error)
    if type(wrapped) is not FileNotFoundError:
        wrapped.strerror = explain_credentials(url, error, wrapped.strerror or "")
    return wrapped


def _wrap(url: str, error: Exception) -> OSError:
    cause = error.__cause__ or error.__context__
    if isinstance(error, ImportError) and (what := find_remedy(error)):
        return OSError(errno.ENOTSUP, f"this needs {what}", url)
    if isinstance(error, FileNotFoundError) and isinstance(cause, OSError):
        # What gave no answer is not known to be absent.
        return OSError(cause.errno or errno.EIO, _describe(cause), url)
    if isinstance(error, FileNotFoundError):
        return FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), url)
    if isinstance(error, OSError):
        return OSError(error.errno or errno.EIO, error.strerror or _describe(error), url)
    if _NO_RANGES in str(error):
        reason = "the server does not support range requests: download the file first, or write"
        return OSError(errno.EIO, f"{reason} simplecache::{url}", url)
    if isinstance(error, RecursionError):
        return OSError(errno.EIO, "the server redirects without end", url)
    return OSError(errno.EIO, _describe(error), url)


def _describe(error: Exception) -> str:
    """One line, and never an empty one."""
    return " ".join(str(error).split()) or type(error).__name__
