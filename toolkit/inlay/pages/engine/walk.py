"""From page header to page header through a column chunk, whatever holds its bytes.

No more than a header is in memory, so that a chunk may be larger than that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple, TypeAlias

from inlay.ground.wording.amounts import count
from inlay.pages.engine.errors import ChunkError
from inlay_runtime.attempt import decode_or_none
from inlay_runtime.errors import DecodeError
from parquet_format.parquet import DataPageHeader, DataPageHeaderV2, PageHeader, PageType

ReadAt: TypeAlias = Callable[[int, int], bytes | memoryview]
"""Up to so many bytes from an offset; fewer only where the file ends."""

# Names of the module are looked up faster than members of an enum, and pages are many.
_VERSION_1: Final = PageType.DATA_PAGE
_VERSION_2: Final = PageType.DATA_PAGE_V2
_WITHOUT_VALUES: Final = (PageType.DICTIONARY_PAGE, PageType.INDEX_PAGE)

DATA: Final = (_VERSION_1, _VERSION_2)

_FIRST_READ: Final = 128
"""Most headers are shorter; more is read of one with long statistics."""

_MORE: Final = 4
"""Bytes beyond those of the longest header of a data page of the chunk so far: sizes differ by some."""

_LONGEST_HEADER: Final = 16 << 20
"""What Arrow reads as well."""


class PlacedPage(NamedTuple):
    """A page with its header at `offset` and its body from `start` to `end`."""

    header: PageHeader
    offset: int
    start: int
    end: int

    @property
    def size(self) -> int:
        """With its header, as an offset index counts it."""
        return self.end - self.offset

    @property
    def is_data(self) -> bool:
        return self.header.type in DATA


def read_held(data: bytes | memoryview, at: int) -> ReadAt:
    """What gives bytes of a chunk in memory that lies at offset `at`."""
    view = memoryview(data)
    return lambda start, size: view[start - at : start - at + size]


def walk(read: ReadAt, start: int, end: int) -> Iterator[PlacedPage]:
    """The pages between two offsets. Raises ChunkError unless they fill that exactly."""
    position = start
    longest = 0
    while position < end:
        header, body = _header_at(read, position, end, longest + _MORE if longest else _FIRST_READ)
        if header.type in DATA:  # that of a dictionary is shorter than any of these
            longest = max(longest, body - position)
        size = header.compressed_page_size
        if size < 0 or body + size > end:
            what = f"a page of {count(size, 'byte')}, and {end - body:,} are left of its chunk"
            raise ChunkError(what, position)
        yield PlacedPage(header, position, body, body + size)
        position = body + size


def values_in(header: PageHeader, at: int) -> int:
    """How many values a page adds to those of its chunk. Raises ChunkError for a page that does not say."""
    if header.type in _WITHOUT_VALUES:
        return 0
    if header.type not in DATA:
        raise ChunkError(f"a page of the type {header.type.name}", at)
    data = find_data_header(header)
    if data is None or data.num_values < 0:
        what = "a data page without a header of its own, or with a negative number of values"
        raise ChunkError(what, at)
    return data.num_values


def find_data_header(header: PageHeader) -> DataPageHeader | DataPageHeaderV2 | None:
    """What a data page says of itself, in the header of its version."""
    if header.type == _VERSION_1:
        return header.data_page_header
    return header.data_page_header_v2 if header.type == _VERSION_2 else None


def _header_at(read: ReadAt, position: int, end: int, size: int) -> tuple[PageHeader, int]:
    """The header, and where its page's body begins. `size` bytes are read at first."""
    most = min(end - position, _LONGEST_HEADER)
    size = min(size, most)
    data = read(position, size)
    while size < most and len(data) == size:
        if (decoded := decode_or_none(PageHeader, data)) is not None:
            header, length = decoded
            return header, position + length
        size = min(size * 4, most)
        data = b"".join((data, read(position + len(data), size - len(data))))
    try:
        header, length = PageHeader.decode_from(data)
    except DecodeError as error:
        raise ChunkError(f"no page header: {error.reason}", position) from error
    return header, position + length
