"""The names of files that stand beside the file that is changed. All begin with a dot, so that neither
Spark nor Hadoop nor a glob takes them for data."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from typing import Final

_LONGEST: Final = 255
"""Bytes of a name, on every file system that matters."""

_TEMPORARY: Final = re.compile(r"\..*\.inlay-[0-9a-f]{16}\.tmp", re.DOTALL)
_LEFTOVER: Final = re.compile(r"\.(.*)\.inlay-(?:[0-9a-f]{16}\.tmp|journal)", re.DOTALL)
_ROOM: Final = _LONGEST - len(".") - len(".inlay-0123456789abcdef.tmp")


def temporary(path: str) -> str:
    """A name that nobody has: for what becomes `path` when it is finished."""
    folder, name = os.path.split(path)
    return os.path.join(folder, f".{_cut(name)}.inlay-{os.urandom(8).hex()}.tmp")


def temporaries(path: str, names: list[str]) -> list[str]:
    """Those of the names in its folder that were made for `path`."""
    folder, name = os.path.split(path)
    start = f".{_cut(name)}.inlay-"
    return [
        os.path.join(folder, other)
        for other in sorted(names)
        if other.startswith(start) and is_temporary(other) and len(other) == len(start) + 20
    ]


def is_temporary(name: str) -> bool:
    """Whether a file of this name is one that we made and did not finish."""
    return _TEMPORARY.fullmatch(name) is not None


def target_of(name: str, beside: Sequence[str]) -> str | None:
    """The name of the file that a journal or a temporary file of this name was made for; None for other files.

    The longest names are cut, so they are looked for among those `beside` it.
    """
    match = _LEFTOVER.fullmatch(name)
    if match is None:
        return None
    target = match[1]
    if len(os.fsencode(target)) < _ROOM - 3:
        return target
    return next((other for other in beside if _cut(other) == target), target)


def journal(path: str) -> str:
    folder, name = os.path.split(path)
    return os.path.join(folder, f".{_cut(name)}.inlay-journal")


def sidecar(path: str) -> str:
    """Where Hadoop keeps its checksums of `path`."""
    folder, name = os.path.split(path)
    return os.path.join(folder, f".{name}.crc")


def folder_of(path: str) -> str:
    return os.path.dirname(path) or "."


def _cut(name: str) -> str:
    while len(os.fsencode(name)) > _ROOM:
        name = name[:-1]
    return name
