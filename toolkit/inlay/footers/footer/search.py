"""Looks for a FileMetaData where the length field does not point at one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple

from inlay.footers.footer.trailer import SIGNATURE
from inlay.ground.files.source import Seekable, read_at
from inlay_runtime.attempt import decode_or_none

NEAR: Final = 16
"""A length field that was miscounted is off by a few bytes."""

WINDOW: Final = 64 * 1024
MOST_TRIES: Final = 64

OPENING: Final = re.compile(
    rb"""(?x)
        \x15 [\x00-\x7f]              # 1: i32 version, of one byte
        \x19 (?: [\x1c\x2c\x3c\x4c\x5c\x6c\x7c\x8c\x9c\xac\xbc\xcc\xdc\xec]
              | \xfc [\x80-\xff]{0,4} [\x00-\x7f] )  # 2: list of structs, not empty
        (?: [\x15\x25\x35] [\x00-\x7f] ){0,3}         # type, length, repetition: rarely there
        [\x18\x28\x38\x48]           # the name of the root
    """,
    re.DOTALL,
)
"""What writers begin a FileMetaData with. A ColumnMetaData begins alike, but its list is one of numbers; nothing else
in a footer does, so whatever the number of column chunks, there is one place to try."""


def find_overlapping(
    pattern: re.Pattern[bytes], data: bytes, start: int, end: int
) -> Iterator[int]:
    """Where it matches, in matches as well. A lookahead would find the same, and be asked at each byte: of a pattern that begins with
    a byte, only those that are this byte are looked at."""
    while (match := pattern.search(data, start, end)) is not None:
        yield match.start()
        start = match.start() + 1


class FoundFooter(NamedTuple):
    """A FileMetaData that ends where the length field stands."""

    offset: int
    length: int


def find_metadata(file: Seekable, end: int, claimed: int | None = None) -> FoundFooter | None:
    """The FileMetaData that ends at `end`: near where it is claimed to begin, or in the last 64 KiB."""
    window = max(end - WINDOW, 0)
    start = window if claimed is None else max(min(claimed - NEAR, window), 0)
    data = read_at(file, start, end - start)
    for place in islice(
        _places(data, claimed - start if claimed is not None else None), MOST_TRIES
    ):
        if _ends_with_metadata(data, place):
            return FoundFooter(start + place, len(data) - place)
    return None


def _places(data: bytes, expected: int | None) -> Iterator[int]:
    """Where a FileMetaData may begin, the likeliest first; found one by one, for there may be millions."""
    if expected is not None:
        near = range(max(expected - NEAR, 0), expected + NEAR + 1)
        for place in sorted(near, key=lambda place: abs(place - expected)):
            if OPENING.match(data, place):
                yield place
    for place in find_overlapping(OPENING, data, max(len(data) - WINDOW, 0), len(data)):
        if expected is None or abs(place - expected) > NEAR:
            yield place


def _ends_with_metadata(data: bytes, start: int) -> bool:
    from parquet_format.parquet import FileMetaData

    decoded = decode_or_none(FileMetaData, data, start)
    return decoded is not None and decoded[1] in (len(data), len(data) - SIGNATURE)


def find_openings(data: bytes) -> Iterator[int]:
    """What writers begin a FileMetaData with, wherever it stands, the last one first."""
    window = 1 << 20
    longest = 32
    end = len(data)
    while end > 0:
        start = max(end - window, 0)
        matches = [*find_overlapping(OPENING, data, start, min(end + longest, len(data)))]
        yield from (at for at in reversed(matches) if at < end)
        end = start
