"""Any bytes as a file that is dumped, and assembled again."""

from __future__ import annotations

from typing import Final
from zlib import crc32

import inlay
from fuzz.mutators.whole_file import mutate_file
from fuzz.sampling import SHARE
from fuzz.seeds import LONGEST_FILE, make_files
from fuzz.target import Target


def check(data: bytes) -> None:
    _check_copied(data)
    _check_whole(data)


def quick(data: bytes) -> None:
    """One of both texts, chosen by the bytes."""
    (_check_whole if crc32(data) // SHARE % 2 else _check_copied)(data)


def _check_copied(data: bytes) -> None:
    """The text that copies bodies from the file."""
    assert inlay.assemble(inlay.dump(data), source=data) == data


def _check_whole(data: bytes) -> None:
    """The text that stands for the file without it."""
    assert inlay.assemble("\n".join(inlay.dump(data, bodies="hex"))) == data


TARGET: Final = Target(
    "every file has a text, which is that file again",
    check,
    make_files,
    mutate_file,
    longest=LONGEST_FILE,
    quick=quick,
    from_file=bytes,
)
