"""Reads the end of a file: the magic, the length, and the bytes of the footer.

    ... | footer: length bytes | length: u32, little-endian | magic: 4 bytes

One read of 64 KiB usually brings all of it; a second one is made only for a longer footer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from inlay.files.source import Seekable, Source, name_of, opened, read_at, size_of
from inlay.footer.magic import PLAIN, READABLE

FIRST_READ: Final = 64 * 1024
TRAILER: Final = 8
"""Bytes behind the footer: its length and the magic."""

SMALLEST: Final = 12
"""Bytes of a file that has both magics and a length."""

LONGEST: Final = 256 * 1024 * 1024
"""A longer footer is refused; Spark refuses one of more than 100 MiB."""


@dataclass(frozen=True, slots=True)
class FooterBytes:
    """The footer of a file as it lies there, not decoded; `offset` is where it begins.

    `head` is what the file begins with, empty where the first read did not reach back to it: nothing
    depends on that magic, so it is not worth a read of its own.
    """

    path: str
    file_size: int
    offset: int
    data: bytes
    magic: bytes = PLAIN
    head: bytes = b""

    @property
    def length(self) -> int:
        return len(self.data)


def read_footer_bytes(source: Source, name: str = "") -> FooterBytes:
    """`name` is what errors call the file, where the source does not know it.

    Raises FooterError for a file that has no footer, OSError for one that cannot be read."""
    name = name or name_of(source)
    with opened(source) as file:
        size = size_of(file)
        tail = read_at(file, max(size - FIRST_READ, 0), FIRST_READ)
        length = int.from_bytes(tail[-TRAILER:-4], "little")
        if not (
            size >= SMALLEST
            and tail[-4:] in READABLE
            and 0 < length <= min(size - SMALLEST, LONGEST)
        ):
            from inlay.footer.diagnose import explain_tail

            raise explain_tail(name, file, size, tail)
        return FooterBytes(
            path=name,
            file_size=size,
            offset=size - TRAILER - length,
            data=_footer(file, size, length, tail),
            magic=tail[-4:],
            head=tail[:4] if len(tail) == size else b"",
        )


def _footer(file: Seekable, size: int, length: int, tail: bytes) -> bytes:
    if length + TRAILER <= len(tail):
        return tail[len(tail) - TRAILER - length : len(tail) - TRAILER]
    before = read_at(file, size - TRAILER - length, length + TRAILER - len(tail))
    return before + tail[:-TRAILER]
