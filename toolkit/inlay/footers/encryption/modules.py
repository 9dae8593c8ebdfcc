"""Which module is which: the place of each in its file, which its tag vouches for (Encryption.md, 4.4.2)."""

from __future__ import annotations

from enum import IntEnum
from struct import Struct
from typing import Final, NamedTuple

_OF_CHUNK: Final = Struct("<BHH")
_OF_PAGE: Final = Struct("<BHHH")


class ModuleKind(IntEnum):
    FOOTER = 0
    COLUMN_METADATA = 1
    DATA_PAGE = 2
    DICTIONARY_PAGE = 3
    DATA_PAGE_HEADER = 4
    DICTIONARY_PAGE_HEADER = 5
    COLUMN_INDEX = 6
    OFFSET_INDEX = 7
    BLOOM_FILTER_HEADER = 8
    BLOOM_FILTER_BITSET = 9

    @property
    def words(self) -> str:
        return self.name.lower().replace("_", " ").replace("bloom", "Bloom")


class ModulePlace(NamedTuple):
    """Which module of a file; ordinals are -1 where a kind has none."""

    kind: ModuleKind
    row_group: int = -1
    column: int = -1
    page: int = -1

    @property
    def suffix(self) -> bytes:
        """What of the AAD says the place: its kind, and ordinals of two bytes."""
        kind, row_group, column, page = self
        if page >= 0:
            return _OF_PAGE.pack(kind, row_group & 0xFFFF, column & 0xFFFF, page & 0xFFFF)
        if row_group >= 0:
            return _OF_CHUNK.pack(kind, row_group & 0xFFFF, column & 0xFFFF)
        return bytes([kind])

    def describe(self, column: str) -> str:
        """For people; `column` is the name of its column."""
        words = f"the {self.kind.words}" if self.page < 0 else f"the {self.kind.words} {self.page}"
        if self.row_group < 0:
            return words
        return f"{words} of column {column} in row group {self.row_group}"
