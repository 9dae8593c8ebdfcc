"""The last bytes of a file whose footer is another design: numbers, and a magic of four bytes behind them."""

from __future__ import annotations

from struct import Struct

from inlay_runtime.errors import InvalidValueError, TruncatedError


class FrameFormat:
    """Numbers as `struct` spells them, and the magic; `what` is the footer that they belong to."""

    def __init__(self, numbers: str, magic: bytes, what: str) -> None:
        self._numbers = Struct(numbers)
        self._magic = magic
        self._what = what
        self.size = self._numbers.size + len(magic)

    def pack(self, *numbers: int) -> bytes:
        """The last bytes of the file."""
        return self._numbers.pack(*numbers) + self._magic

    def read(self, tail: bytes | memoryview, end: int) -> tuple[int, ...]:
        """The numbers of the frame that ends at offset `end` of the file, of which `tail` are the last bytes.

        Raises TruncatedError and InvalidValueError where there is none.
        """
        if len(tail) < self.size:
            raise TruncatedError(f"{len(tail)} bytes are too few for a frame of {self.size}", end)
        seen = bytes(tail[-len(self._magic) :])
        if seen != self._magic:
            what = f"it ends in {seen!r}, and {self._what} in {self._magic!r}"
            raise InvalidValueError(what, end - len(self._magic))
        return self._numbers.unpack_from(tail, len(tail) - self.size)
