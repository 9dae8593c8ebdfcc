"""The names of files that stand beside the file that is changed, besides that of the new file (`inlay.files.aside`)."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from typing import Final

from inlay.files.aside import SUFFIX, cut, is_cut

_LEFTOVER: Final = re.compile(rf"\.(.*)(?:{SUFFIX}|\.inlay-journal)", re.DOTALL)


def target_of(name: str, beside: Sequence[str]) -> str | None:
    """The name of the file that a journal or an unfinished file of this name was made for; None for other files.

    The longest names are cut, so they are looked for among those `beside` it.
    """
    match = _LEFTOVER.fullmatch(name)
    if match is None:
        return None
    target = match[1]
    if not is_cut(target):
        return target
    return next((other for other in beside if cut(other) == target), target)


def name_journal(path: str) -> str:
    folder, name = os.path.split(path)
    return os.path.join(folder, f".{cut(name)}.inlay-journal")


def name_sidecar(path: str) -> str:
    """Where Hadoop keeps its checksums of `path`."""
    folder, name = os.path.split(path)
    return os.path.join(folder, f".{name}.crc")


def folder_of(path: str) -> str:
    return os.path.dirname(path) or "."
