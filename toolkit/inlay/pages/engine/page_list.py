"""The pages of a chunk in 29 bytes each: as much as it takes to hold its indexes against them. Those of many, likewise."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from itertools import compress, repeat
from typing import Final, NamedTuple

from inlay.pages.engine.walk import PlacedPage, find_data_header
from parquet_format.parquet import DataPageHeaderV2

UNKNOWN: Final = -1
"""How many rows, and how many nulls, a page of version 1 has."""


class PageArrays(NamedTuple):
    """An entry for each page: where it is, its bytes, values, rows and nulls."""

    offsets: array[int]
    sizes: array[int]
    values: array[int]
    rows: array[int]
    nulls: array[int]

    @classmethod
    def make_empty(cls) -> PageArrays:
        return cls(array("q"), array("q"), array("i"), array("i"), array("i"))

    def cut(self, pages: slice) -> PageArrays:
        return PageArrays._make(numbers[pages] for numbers in self)


class PageList:
    __slots__ = ("_arrays", "_are_data")

    def __init__(self, arrays: PageArrays | None = None) -> None:
        """Empty, or with these data pages."""
        self._arrays = PageArrays.make_empty() if arrays is None else arrays
        self._are_data = bytearray(b"\1") * len(self._arrays.offsets)

    def __len__(self) -> int:
        return len(self._are_data)

    def clear(self) -> None:
        for numbers in self._arrays:
            del numbers[:]
        self._are_data.clear()

    def add(self, page: PlacedPage) -> None:
        """Behind the pages before it in the file."""
        arrays, data = self._arrays, find_data_header(page.header)
        arrays.offsets.append(page.offset)
        arrays.sizes.append(page.size)
        arrays.values.append(data.num_values if data is not None else 0)
        second = data if isinstance(data, DataPageHeaderV2) else None
        arrays.rows.append(second.num_rows if second is not None else UNKNOWN)
        arrays.nulls.append(second.num_nulls if second is not None else UNKNOWN)
        self._are_data.append(page.is_data)

    def has(self, offset: int) -> bool:
        offsets = self._arrays.offsets
        at = bisect_left(offsets, offset)
        return at < len(offsets) and offsets[at] == offset

    @property
    def data_count(self) -> int:
        return sum(self._are_data)

    @property
    def arrays(self) -> PageArrays:
        """Of all pages."""
        return self._arrays

    def data_arrays(self) -> PageArrays:
        """Of data pages."""
        if all(self._are_data):
            return self._arrays
        return PageArrays._make(
            array(numbers.typecode, compress(numbers, self._are_data)) for numbers in self._arrays
        )


class PageLists:
    """The data pages of many chunks, in the order in which they were added, without an object for each chunk."""

    def __init__(self) -> None:
        self._arrays = PageArrays.make_empty()
        self._ends = array("q")

    def append(self, pages: PageList) -> None:
        for numbers, added in zip(self._arrays, pages.data_arrays(), strict=True):
            numbers.extend(added)
        self._ends.append(len(self._arrays.offsets))

    def append_empty(self, count: int) -> None:
        """Chunks of whose pages nobody will ask."""
        self._ends.extend(repeat(len(self._arrays.offsets), count))

    def __getitem__(self, chunk: int) -> PageList:
        first = self._ends[chunk - 1] if chunk else 0
        return PageList(self._arrays.cut(slice(first, self._ends[chunk])))
