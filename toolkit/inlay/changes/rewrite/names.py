"""The names of files that stand beside the file that is changed, besides that of the new file (`inlay.ground.files.aside`)."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from hashlib import sha256
from typing import Final

from inlay.ground.files.aside import LONGEST, SUFFIX, cut, is_cut

_UNFINISHED: Final = re.compile(rf"\.(.*){SUFFIX}", re.DOTALL)
_JOURNAL: Final = re.compile(r"\.(.*)\.inlay-journal", re.DOTALL)
_ADDED: Final = len("..inlay-journal")
_DIGITS: Final = 16


def target_of(name: str, beside: Sequence[str]) -> str | None:
    """The name of the file that a journal or an unfinished file of this name was made for; None for other files.

    The longest names are cut, so they are looked for among those `beside` it.
    """
    if (match := _JOURNAL.fullmatch(name)) is not None:
        same = (other for other in beside if name_journal(other) == name)
    elif (match := _UNFINISHED.fullmatch(name)) is not None:
        same = (other for other in beside if cut(other) == match[1])
    else:
        return None
    return next(same, match[1]) if is_cut(match[1]) else match[1]


def name_journal(path: str) -> str:
    """Each file has its own: where a long name is cut, a digest of all of it says whose it is."""
    folder, name = os.path.split(path)
    encoded = os.fsencode(name)
    if len(encoded) > LONGEST - _ADDED:
        digest = sha256(encoded).hexdigest()[:_DIGITS]
        name = f"{cut(name, LONGEST - _ADDED - _DIGITS - 1)}~{digest}"
    return os.path.join(folder, f".{name}.inlay-journal")


def name_sidecar(path: str) -> str:
    """Where Hadoop keeps its checksums of `path`."""
    folder, name = os.path.split(path)
    return os.path.join(folder, f".{name}.crc")


def folder_of(path: str) -> str:
    return os.path.dirname(path) or "."
