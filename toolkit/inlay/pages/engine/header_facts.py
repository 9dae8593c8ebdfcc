"""What page headers say but for where the body ends, as numbers: of many pages, few say something else."""

from __future__ import annotations

from array import array
from typing import Any, Final, NamedTuple

from inlay.pages.engine.walk import DATA, ReadAt, find_data_header
from inlay_runtime.core import load_native
from parquet_format.parquet import DataPageHeaderV2, PageHeader, PageType

_native: Any = load_native("inlay.pages.engine.native_levels")

_AT_ONCE: Final = 1 << 16
"""Bytes in which headers are looked for."""

_DICTIONARY: Final = PageType.DICTIONARY_PAGE
_VERSION_2: Final = PageType.DATA_PAGE_V2


class HeaderFacts(NamedTuple):
    """`size` is that of the body before compression, and `is_packed` false only where a header says so. Bytes of levels and `nulls` are
    of version 2, and encodings of levels of version 1; what the header of a page does not have is 0.
    """

    type: int
    size: int
    entries: int = 0
    encoding: int = 0
    level_encoding: int = 0
    repetition_encoding: int = 0
    rows: int = 0
    nulls: int = 0
    level_bytes: int = 0
    repetition_bytes: int = 0
    is_packed: bool = True

    @property
    def is_data(self) -> bool:
        return self.type in DATA

    @property
    def is_dictionary(self) -> bool:
        return self.type == _DICTIONARY

    @property
    def is_version_2(self) -> bool:
        return self.type == _VERSION_2

    @classmethod
    def of(cls, header: PageHeader) -> HeaderFacts:
        """Of a page that has the header of its type, if that has values."""
        type_, size = int(header.type), header.uncompressed_page_size
        data = find_data_header(header)
        if isinstance(data, DataPageHeaderV2):
            return cls(
                type_,
                size,
                data.num_values,
                int(data.encoding),
                rows=data.num_rows,
                nulls=data.num_nulls,
                level_bytes=data.definition_levels_byte_length,
                repetition_bytes=data.repetition_levels_byte_length,
                is_packed=data.is_compressed is not False,
            )
        if data is not None:
            return cls(
                type_,
                size,
                data.num_values,
                int(data.encoding),
                int(data.definition_level_encoding),
                int(data.repetition_level_encoding),
            )
        dictionary = header.dictionary_page_header
        if type_ != _DICTIONARY or dictionary is None:
            return cls(type_, size)
        return cls(type_, size, dictionary.num_values, int(dictionary.encoding))


class ListedPages(NamedTuple):
    """Pages that follow each other: bytes of their headers and of their bodies, and numbers of what their headers say. `end` is where the last
    one ends."""

    headers: array[int]
    bodies: array[int]
    facts: array[int]
    end: int


def list_plain_pages(
    read: ReadAt, start: int, size: int, numbers: dict[tuple[int, ...], int]
) -> ListedPages | None:
    """Some pages from offset `start` on of a file of `size` bytes, natively, up to the first whose header is rare, cut or damaged; None where
    that is the first. `numbers` gets what it does not have."""
    if _native is None:
        return None
    data = read(start, min(_AT_ONCE, size - start))
    headers, bodies, facts, end = _native.list_plain_pages(data, start, size, numbers)
    if not headers:
        return None
    return ListedPages(array("i", headers), array("i", bodies), array("i", facts), end)
