"""The name that a file has until it is finished: hidden, beside the file that it becomes, and one that no other attempt has.

    .NAME.inlay-0123456789abcdef.tmp

The dot keeps Spark, Hadoop and globs from taking it for data. Whoever finds such a name without a living writer may remove the
file, as `inlay recover` does: what has to outlive its writer needs a name of another kind.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from typing import Final

LONGEST: Final = 255
"""Bytes of a name, on every file system that matters."""

SUFFIX: Final = r"\.inlay-[0-9a-f]{16}\.tmp"

_ASIDE: Final = re.compile(rf"\.(.*){SUFFIX}", re.DOTALL)
_ADDED: Final = len("..inlay-0123456789abcdef.tmp")


def choose_aside_name(path: str) -> str:
    """For what becomes `path` when it is finished."""
    folder, name = os.path.split(path)
    return os.path.join(folder, f".{cut(name)}.inlay-{os.urandom(8).hex()}.tmp")


def is_aside(name: str) -> bool:
    """Whether a file of this name is one that was begun and not finished, by a writer that may be dead."""
    return _ASIDE.fullmatch(name) is not None


def find_asides(path: str, names: Iterable[str]) -> list[str]:
    """The paths of those of the names in its folder that were made for `path`."""
    folder, name = os.path.split(path)
    wanted = cut(name)
    return [
        os.path.join(folder, other)
        for other in sorted(names)
        if (match := _ASIDE.fullmatch(other)) is not None and match[1] == wanted
    ]


def cut(name: str, most: int = LONGEST - _ADDED) -> str:
    """As much of a name as fits into so many bytes: as there are in one that has all of the above besides."""
    while len(os.fsencode(name)) > most:
        name = name[:-1]
    return name


def is_cut(name: str) -> bool:
    """Whether this may be all that was left of a longer name: a character takes up to four bytes."""
    return len(os.fsencode(name)) >= LONGEST - _ADDED - 3
