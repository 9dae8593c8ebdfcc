"""Any bytes as a file that is dumped, and assembled again."""

from __future__ import annotations

from typing import Final

import inlay
from fuzz.mutators.whole_file import mutate_file
from fuzz.seeds import LONGEST_FILE, make_files
from fuzz.target import Target


def check(data: bytes) -> None:
    assert inlay.assemble(inlay.dump(data), source=data) == data
    quick(data)


def quick(data: bytes) -> None:
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
