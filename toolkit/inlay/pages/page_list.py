"""The pages of a chunk in 17 bytes each: as much as it takes to hold its indexes against them."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from itertools import compress

from inlay.pages.walk import PlacedPage


class PageList:
    __slots__ = ("_are_data", "_offsets", "_sizes")

    def __init__(self) -> None:
        self._offsets = array("q")
        self._sizes = array("q")
        self._are_data = bytearray()

    def __len__(self) -> int:
        return len(self._offsets)

    def add(self, page: PlacedPage) -> None:
        """Behind the pages before it in the file."""
        self._offsets.append(page.offset)
        self._sizes.append(page.size)
        self._are_data.append(page.is_data)

    def has(self, offset: int) -> bool:
        at = bisect_left(self._offsets, offset)
        return at < len(self._offsets) and self._offsets[at] == offset

    @property
    def data_count(self) -> int:
        return sum(self._are_data)

    @property
    def data_pages(self) -> list[tuple[int, int]]:
        """Offset and size of each, as an offset index has them."""
        return list(compress(zip(self._offsets, self._sizes, strict=True), self._are_data))
