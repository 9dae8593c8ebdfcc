"""A symbol table: up to 255 pieces of 1 to 8 bytes, each with its code, and an escape for what is in none of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from inlay.ground.wording import amounts
from inlay.pages.encodings.vectors.errors import VectorError

ESCAPE: Final = 255
"""The byte behind it stands for itself."""
LONGEST: Final = 8
MOST: Final = 255


@dataclass(frozen=True)
class SymbolTable:
    """A symbol's code is its place."""

    symbols: Sequence[bytes]

    @cached_property
    def data(self) -> bytes:
        """As pages begin: how many, the length of each in a byte, and all of them."""
        lengths = bytes(map(len, self.symbols))
        return bytes([len(self.symbols)]) + lengths + b"".join(self.symbols)

    @cached_property
    def codes(self) -> dict[bytes, int]:
        return {symbol: code for code, symbol in enumerate(self.symbols)}

    def split(self, text: bytes) -> Iterator[tuple[bytes, int]]:
        """The longest symbol at each place, and its code; a byte and the escape where there is none."""
        at = 0
        while at < len(text):
            for length in range(min(LONGEST, len(text) - at), 0, -1):
                code = self.codes.get(text[at : at + length])
                if code is not None:
                    break
            else:
                length, code = 1, ESCAPE
            yield text[at : at + length], code
            at += length

    def compress(self, text: bytes) -> bytes:
        out = bytearray()
        for piece, code in self.split(text):
            out.append(code)
            if code == ESCAPE:
                out += piece
        return bytes(out)


def read_table(data: memoryview) -> SymbolTable:
    """The table that a page begins with. Raises VectorError."""
    if not len(data):
        raise VectorError("a page begins with a table of symbols, and has no byte", 0)
    count = data[0]
    lengths = bytes(data[1 : 1 + count])
    for number, length in enumerate(lengths):
        if not 1 <= length <= LONGEST:
            what = f"symbol {number} has {amounts.count(length, 'byte')}, and 1 to {LONGEST} are allowed"
            raise VectorError(what, 1 + number)
    at = 1 + count
    if len(lengths) < count or at + sum(lengths) > len(data):
        raise VectorError(
            f"a table of {amounts.count(count, 'symbol')} does not fit {amounts.count(len(data), 'byte')}",
            0,
        )
    symbols: list[bytes] = []
    for length in lengths:
        symbols.append(bytes(data[at : at + length]))
        at += length
    return SymbolTable(symbols)
