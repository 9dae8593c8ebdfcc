"""Arrays of unsigned integers of one width in whole bytes, little-endian, whose width follows from their length."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from inlay.ground.wording import amounts
from inlay_runtime.errors import InvalidValueError

WIDEST: Final = 8


def width_of(largest: int) -> int:
    """The fewest bytes that hold a number; one at least."""
    return max((largest.bit_length() + 7) // 8, 1)


def pack(values: Sequence[int], width: int) -> bytes:
    """Raises OverflowError for a value that does not fit."""
    return b"".join([value.to_bytes(width, "little") for value in values])


class PackedNumbers:
    """`data` taken for `count` numbers; reading one copies nothing else.

    Raises InvalidValueError for a length that `count` does not divide, or that makes them wider than 8 bytes.
    """

    __slots__ = ("count", "data", "width")

    def __init__(self, data: bytes | memoryview, count: int, name: str) -> None:
        width, rest = divmod(len(data), count) if count > 0 else (0, len(data))
        if count < 0 or rest or width > WIDEST or (count and not width):
            what = f"{amounts.count(len(data), 'byte is', 'bytes are')} not {amounts.count(count, 'number')} of one width, 1 to {WIDEST} bytes"
            raise InvalidValueError(what, 0, name)
        self.count = count
        self.width = width
        self.data = data

    def __getitem__(self, at: int) -> int:
        """Raises IndexError for a position outside of the array."""
        if not 0 <= at < self.count:
            raise IndexError(at)
        start = at * self.width
        return int.from_bytes(self.data[start : start + self.width], "little")

    def pairs(self, at: int, stride: int, count: int) -> list[tuple[int, int]]:
        """The numbers at `at` and behind it, and those at each `stride` from there: `count` pairs."""
        if not count:
            return []
        data, width = self.data, self.width
        step = stride * width
        read = int.from_bytes
        return [
            (
                read(data[start : start + width], "little"),
                read(data[start + width : start + 2 * width], "little"),
            )
            for start in range(at * width, at * width + count * step, step)
        ]

    def to_list(self) -> list[int]:
        return [self[at] for at in range(self.count)]
