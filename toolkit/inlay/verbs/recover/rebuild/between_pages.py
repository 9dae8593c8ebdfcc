"""What may stand between pages: it is known by its shape, and skipped."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, unique
from typing import Final, NamedTuple

from inlay.footers.footer.magic import PLAIN
from inlay.pages.engine.walk import ReadAt
from inlay.verbs.recover.rebuild.struct_search import (
    CONTINUED,
    HEAD,
    LIST,
    STRUCT,
    begins,
    decode_at,
)
from parquet_format.parquet import (
    BloomFilterHeader,
    ColumnChunk,
    ColumnIndex,
    ColumnMetaData,
    FileMetaData,
    OffsetIndex,
)

_PADDING: Final = 1 << 16

_OF_CHUNKS: Final = (b"\x18", b"\x26")
_STRUCTS: Final = 0x0C
_INDEXES: Final[Mapping[int, type[OffsetIndex | ColumnIndex]]] = {
    _STRUCTS: OffsetIndex,
    0x01: ColumnIndex,
    0x02: ColumnIndex,
}
"""By the elements of the first list: places of pages, or whether they have only nulls."""


@unique
class Between(Enum):
    """What may stand between pages."""

    PADDING = "padding"
    BLOOM_FILTER = "Bloom filter"
    INDEX = "page index"
    COPY = "copy of a chunk's metadata"
    FOOTER = "footer"
    MAGIC = "magic"


class Stretch(NamedTuple):
    kind: Between
    start: int
    end: int


def find_region(read: ReadAt, at: int, size: int) -> Stretch | None:
    """What begins at this offset of a file of so many bytes, and is not a page."""
    head = bytes(read(at, min(HEAD, size - at)))
    if head.startswith(b"\0"):
        return Stretch(Between.PADDING, at, _end_of_padding(read, at, size))
    if head.startswith(PLAIN):  # where one file ends and another begins
        return Stretch(Between.MAGIC, at, at + len(PLAIN))
    if begins(head, STRUCT):
        return _find_bloom(read, at, size)
    if begins(head, LIST):
        return _find_footer(read, at, size) or _find_copy(ColumnMetaData, read, at, size)
    if head.startswith(LIST):
        return _find_index(head, read, at, size)
    if head.startswith(_OF_CHUNKS):
        return _find_copy(ColumnChunk, read, at, size)
    return None


def find_end_between(read: ReadAt, at: int, size: int) -> int | None:
    """Where a region ends, or a damaged footer. None for a footer within: files may be values of others."""
    region = find_region(read, at, size)
    if region is None:
        return size if begins_footer(read, at, size) else None
    is_end = region.kind in (Between.FOOTER, Between.MAGIC) and region.end < size
    return None if is_end else region.end


def _end_of_padding(read: ReadAt, at: int, size: int) -> int:
    while at < size:
        data = bytes(read(at, min(_PADDING, size - at)))
        rest = data.lstrip(b"\0")
        at += len(data) - len(rest)
        if rest or not data:
            break
    return at


def _find_footer(read: ReadAt, at: int, size: int) -> Stretch | None:
    """Thrift that its own length and the magic follow, so that nothing else is taken for it."""
    decoded = decode_at(FileMetaData, read, at, size)
    if decoded is None:
        return None
    end = decoded[1]
    tail = bytes(read(end, min(8, size - end)))
    if len(tail) < 8 or tail[4:] != PLAIN or int.from_bytes(tail[:4], "little") != end - at:
        return None
    return Stretch(Between.FOOTER, at, end + len(tail))


def begins_footer(read: ReadAt, at: int, size: int) -> bool:
    """Of a footer that does not decode or end well: by its first fields, or by its length at the end of the file."""
    head = bytes(read(at, min(HEAD, size - at)))
    if begins(head, LIST):  # a version and a list, in the footer of structs
        rest = head[1:].lstrip(CONTINUED)[2:]
        return bool(rest) and rest[0] & 0x0F == _STRUCTS
    tail = bytes(read(max(size - 8, at), min(8, size - at)))
    return tail[4:] == PLAIN and at + int.from_bytes(tail[:4], "little") + len(tail) == size


def _find_bloom(read: ReadAt, at: int, size: int) -> Stretch | None:
    decoded = decode_at(BloomFilterHeader, read, at, size)
    if decoded is None:
        return None
    header, start = decoded
    if header.numBytes < 0 or start + header.numBytes > size:
        return None
    return Stretch(Between.BLOOM_FILTER, at, start + header.numBytes)


def _find_index(head: bytes, read: ReadAt, at: int, size: int) -> Stretch | None:
    """By what its first list has: to try the other takes reading all that follows."""
    of_first = _INDEXES.get(head[1] & 0x0F) if len(head) > 1 else None
    for cls in (OffsetIndex, ColumnIndex) if of_first is None else (of_first,):
        if (decoded := decode_at(cls, read, at, size)) is not None:
            return Stretch(Between.INDEX, at, decoded[1])
    return None


def _find_copy(
    cls: type[ColumnMetaData | ColumnChunk], read: ReadAt, at: int, size: int
) -> Stretch | None:
    """Some writers have put the metadata of a chunk behind its pages."""
    decoded = decode_at(cls, read, at, size)
    return None if decoded is None else Stretch(Between.COPY, at, decoded[1])
