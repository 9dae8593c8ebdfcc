"""How a table spells the path of a file, and when two spellings are one file."""

from __future__ import annotations

import os
from functools import lru_cache
from typing import Final

_SCHEME: Final = "://"
_LOCAL: Final = ("file:///", "file:/")
_SAME: Final = {"s3a": "s3", "s3n": "s3", "gcs": "gs"}
"""Schemes by which libraries reach the same objects."""


def name_in_table(path: str) -> str:
    """A URL, also of a local file: without one, Spark looks for it in its default file system.

    Readers cut a URL at `#` and `?`, and then the path alone leads to the file.
    """
    local = _find_local(path)
    if local is None:
        return path
    absolute = os.path.abspath(local)
    return absolute if "#" in absolute or "?" in absolute else f"file://{absolute}"


def identify(path: str) -> str:
    """The same for all spellings of a file: with and without `file:`, through links, with doubled slashes."""
    local = _find_local(path)
    if local is None:
        scheme, _, rest = path.partition(_SCHEME)
        return f"{_SAME.get(scheme, scheme)}{_SCHEME}{rest}"
    folder, name = os.path.split(os.path.abspath(local))
    return os.path.join(_resolve(folder), name)


def locate(name: str) -> str:
    """The file that a table means, as `read_lake` takes it. Names in a table are as they are: `%20` stands for itself, also in a URL."""
    local = _find_local(name)
    return name if local is None else local


def _find_local(path: str) -> str | None:
    """The path in the file system; None for a URL of another one."""
    for prefix in _LOCAL:
        if path.startswith(prefix):
            return "/" + path.removeprefix(prefix)
    return None if _SCHEME in path else path


@lru_cache(maxsize=4096)
def _resolve(folder: str) -> str:
    """Files of a lake are many, and their folders few."""
    return os.path.realpath(folder)
