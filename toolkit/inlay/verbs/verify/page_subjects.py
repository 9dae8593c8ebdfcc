"""What is checked of the data of a column chunk: each page as it is walked over, then the chunk as a whole."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from inlay.pages.engine.walk import PlacedPage
from inlay.verbs.verify.page_ends import PageEnds, read_page_ends
from inlay.verbs.verify.subjects import PlacedChunk
from parquet_format.parquet import (
    ColumnIndex,
    ColumnMetaData,
    DataPageHeader,
    DataPageHeaderV2,
    OffsetIndex,
)

Crc: TypeAlias = Callable[[PlacedPage], int]
"""Of the body of a page, as it lies in the file."""


@dataclass(slots=True)
class WalkedChunk:
    """What is known of a chunk so far; numbers count data pages only. `rows` and `nulls` are None where the headers do not
    say."""

    chunk: PlacedChunk
    meta: ColumnMetaData
    crc: Crc
    offset_index: OffsetIndex | None = None
    column_index: ColumnIndex | None = None
    offset_bytes: bytes | None = None
    column_bytes: bytes | None = None
    """What the indexes were read from."""

    pages: int = 0
    without_crc: int = 0
    data_pages: int = 0
    values: int = 0
    rows: int | None = 0
    nulls: int | None = 0
    dictionary_at: int | None = None
    first_data_at: int | None = None
    dictionary_values: int | None = None
    are_indexes: bool = True
    """Whether all data pages so far have indexes into the dictionary."""

    page_values: list[int] = field(default_factory=list)
    """Of each data page: as many numbers as its index has."""
    _ends: PageEnds | None = None
    _filled: list[int] | None = None

    @property
    def place(self) -> str:
        return self.chunk.place

    def read_ends(self) -> PageEnds:
        """The bounds that the column index has of the pages; where there are both an index and a leaf."""
        if self._ends is None:
            assert self.column_index is not None
            assert self.chunk.leaf is not None
            self._ends = read_page_ends(self.column_index, self.chunk.leaf)
        return self._ends

    def list_filled(self) -> list[int] | None:
        """The values of each page with the highest definition level; None without histograms that fit the pages."""
        if self._filled is None and self.column_index is not None and self.chunk.leaf is not None:
            size = self.chunk.leaf.max_definition + 1
            histograms = self.column_index.definition_level_histograms
            if histograms and size > 1 and len(histograms) == size * len(self.page_values):
                self._filled = histograms[size - 1 :: size]
        return self._filled


@dataclass(slots=True)
class WalkedPage:
    """A page, and its chunk as it was before it. `values` are those that it adds, `data` its header of a data page."""

    chunk: WalkedChunk
    page: PlacedPage
    values: int
    data: DataPageHeader | DataPageHeaderV2 | None

    @property
    def place(self) -> str:
        return self.chunk.place
