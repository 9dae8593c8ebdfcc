"""The pages of a chunk in 17 bytes each: as much as it takes to hold its indexes against them. Those of many, likewise."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from itertools import compress

from inlay.pages.walk import PlacedPage


class PageList:
    __slots__ = ("_are_data", "_offsets", "_sizes")

    def __init__(self, offsets: array[int] | None = None, sizes: array[int] | None = None) -> None:
        """Empty, or with these data pages."""
        self._offsets = array("q") if offsets is None else offsets
        self._sizes = array("q") if sizes is None else sizes
        self._are_data = bytearray(b"\1") * len(self._offsets)

    def __len__(self) -> int:
        return len(self._offsets)

    def clear(self) -> None:
        del self._offsets[:], self._sizes[:], self._are_data[:]

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
    def arrays(self) -> tuple[array[int], array[int]]:
        """Offsets and sizes of all."""
        return self._offsets, self._sizes

    @property
    def data_pages(self) -> list[tuple[int, int]]:
        """Offset and size of each, as an offset index has them."""
        return list(compress(zip(self._offsets, self._sizes, strict=True), self._are_data))


class PageLists:
    """The data pages of many chunks, in the order in which they were added, without an object for each chunk."""

    def __init__(self) -> None:
        self._offsets = array("q")
        self._sizes = array("q")
        self._ends = array("q")

    def append(self, pages: PageList) -> None:
        for offset, size in pages.data_pages:
            self._offsets.append(offset)
            self._sizes.append(size)
        self._ends.append(len(self._offsets))

    def __getitem__(self, chunk: int) -> PageList:
        first = self._ends[chunk - 1] if chunk else 0
        end = self._ends[chunk]
        return PageList(self._offsets[first:end], self._sizes[first:end])
