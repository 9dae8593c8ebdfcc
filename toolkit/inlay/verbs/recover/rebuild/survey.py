"""What lies in a file that nothing leads through: from the front, page behind page, and what stands between them.

Pages delimit themselves: a header says how long its body is. Whatever else Parquet files hold is known by its shape, and skipped.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum, unique
from typing import Final, NamedTuple, TypeVar

from inlay.ground.wording.amounts import count
from inlay.pages.engine.progress import Progress, ignore_progress
from inlay.pages.engine.walk import DATA, PlacedPage, ReadAt, find_data_header
from inlay.verbs.recover.rebuild.header_search import HeaderSearch
from inlay_runtime.attempt import decode_or_none
from inlay_runtime.crc import crc32
from inlay_runtime.struct import Struct
from parquet_format.parquet import (
    BloomFilterHeader,
    ColumnChunk,
    ColumnIndex,
    ColumnMetaData,
    FileMetaData,
    OffsetIndex,
    PageHeader,
    PageType,
)

MAGIC: Final = b"PAR1"
_ENCRYPTED: Final = b"PARE"

_NO_PARQUET: Final = (
    "it does not begin with PAR1: it is not a Parquet file, or its beginning is lost"
)

_NOTHING_KNOWN: Final = "neither a page begins there nor anything else that Parquet files hold"
_ASTRAY: Final = "a page begins there whose header leads astray"
_DAMAGED_FOOTER: Final = "its footer begins there, and is damaged or cut"

_FIRST_READ: Final = 512
LONGEST: Final = 64 << 20
"""Bytes of a header, an index or a footer between pages. Longer ones end the walk."""

_PADDING: Final = 1 << 16
_HEAD: Final = 16

# How the structs of the compact protocol begin: the fields, in their order, with the difference of ids and the type in a byte.
_NUMBER: Final = b"\x15"
_LIST: Final = b"\x19"
_STRUCT: Final = b"\x1c"
_OF_CHUNKS: Final = (b"\x18", b"\x26")
_STRUCTS: Final = 0x0C
_OF_DICTIONARY: Final = b"\x15\x04"
"""The type of a page, with which its header begins."""
_CONTINUED: Final = bytes(range(0x80, 0x100))


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


class Damage(NamedTuple):
    """Bytes between two pages that nothing leads through, and what is wrong where they begin, as a clause."""

    start: int
    end: int
    reason: str


@dataclass(slots=True)
class Survey:
    """`pages` are whole, in the order of the file. `end` is where the walk ended, at the end of the file or before it; then `reason`
    says why, as a clause. `damages` are what the walk went on behind. `reaches_footer` says that a damaged footer begins there; then the reason is empty if nothing but it follows.
    `reaches_chunk` says that a dictionary page begins there, which is the first of its chunk."""

    size: int
    pages: list[PlacedPage] = field(default_factory=list[PlacedPage])
    between: list[Stretch] = field(default_factory=list[Stretch])
    end: int = 0
    reason: str = ""
    damages: list[Damage] = field(default_factory=list[Damage])
    reaches_footer: bool = False
    reaches_chunk: bool = False
    is_encrypted: bool = False

    @property
    def footers(self) -> list[Stretch]:
        return [region for region in self.between if region.kind is Between.FOOTER]


def survey_pages(read: ReadAt, size: int, progress: Progress = ignore_progress) -> Survey:
    """Of a file of `size` bytes. Nothing that it holds is an error: the walk ends there."""
    survey = Survey(size)
    magic = bytes(read(0, len(MAGIC)))
    if magic != MAGIC:
        survey.is_encrypted = magic == _ENCRYPTED
        survey.reason = _NO_PARQUET
        return survey
    at = len(MAGIC)
    search = HeaderSearch(read, size, page_at, _end_between)
    while at < size:
        page = page_at(read, at, size)
        if isinstance(page, PlacedPage):
            survey.pages.append(page)
            progress(page.end)
            at = page.end
            continue
        region = _region_at(read, at, size)
        if region is not None:
            survey.between.append(region)
            at = region.end
            continue
        reason = page or _NOTHING_KNOWN
        following = _go_on(survey, search, at, reason)
        if following is None:
            _end_in(survey, read, at, reason)
            break
        at = following
    survey.end = at
    _end_before_zeros(survey, read)
    return survey


def _go_on(survey: Survey, search: HeaderSearch, at: int, reason: str) -> int | None:
    """Where the next page begins, if there is one. The last page may have led astray: then pages begin within it."""
    if _is_end(survey, search.read, at):
        return None
    last = survey.pages[-1] if survey.pages and survey.pages[-1].end == at else None
    following = search.find((at if last is None else last.offset) + 1, at)
    if following is None:
        return None
    if last is not None and following < at:
        survey.pages.pop()
        at, reason = last.offset, _ASTRAY
    survey.damages.append(Damage(at, following, reason))
    return following


def _is_end(survey: Survey, read: ReadAt, at: int) -> bool:
    """Whether nothing is looked for behind: modules of an encrypted file, or a footer."""
    if at == len(MAGIC) and _looks_encrypted(read, at, survey.size):
        return True
    return bool(survey.pages) and _begins_footer(read, at, survey.size)


def _end_in(survey: Survey, read: ReadAt, at: int, reason: str) -> None:
    size = survey.size
    survey.reason = reason
    survey.is_encrypted = at == len(MAGIC) and _looks_encrypted(read, at, size)
    survey.reaches_chunk = bytes(read(at, 2)) == _OF_DICTIONARY
    if survey.pages and _begins_footer(read, at, size):
        survey.reaches_footer = True
        rest = bytes(read(at, min(size - at, LONGEST)))
        survey.reason = _DAMAGED_FOOTER if MAGIC in rest[: -len(MAGIC)] else ""


def _end_before_zeros(survey: Survey, read: ReadAt) -> None:
    """Zeros up to the end of the file are what was never written, of the last page too, unless its CRC knows better."""
    last = survey.between[-1] if survey.between else None
    if last is None or last.kind is not Between.PADDING or last.end < survey.size:
        return
    survey.end, survey.reason = last.start, "zeros follow up to the end of the file"
    page = survey.pages[-1] if survey.pages else None
    if page is None or page.end != last.start or bytes(read(page.end - 1, 1)) != b"\0":
        return
    crc = page.header.crc
    if crc is None or crc32(read(page.start, page.end - page.start)) != crc & 0xFFFFFFFF:
        survey.pages.pop()
        survey.end = page.offset
        survey.reason += ", and the last page may run into them"


def page_at(read: ReadAt, at: int, size: int) -> PlacedPage | str:
    """A whole page; else what is wrong with the one that begins here, or an empty clause where none does."""
    if not _begins(bytes(read(at, min(_HEAD, size - at))), _NUMBER):
        return ""
    decoded = _decode(PageHeader, read, at, size)
    if decoded is None:
        return ""
    header, start = decoded
    length = header.compressed_page_size
    if length < 0 or header.uncompressed_page_size < 0:
        return "a page says that it has a negative size"
    if header.type in DATA:
        data = find_data_header(header)
        if data is None or data.num_values < 0:
            return "a data page does not say how many values it has"
    elif header.type == PageType.DICTIONARY_PAGE:
        if header.dictionary_page_header is None:
            return "a dictionary page does not say how many values it has"
    elif header.type != PageType.INDEX_PAGE:
        return ""
    if start + length > size:
        left = count(size - start, "byte is there", "bytes are there")
        return f"the file ends in a page: of its {count(length, 'byte')}, {left}"
    return PlacedPage(header, at, start, start + length)


def _region_at(read: ReadAt, at: int, size: int) -> Stretch | None:
    head = bytes(read(at, min(_HEAD, size - at)))
    if head.startswith(b"\0"):
        return Stretch(Between.PADDING, at, _end_of_padding(read, at, size))
    if head.startswith(MAGIC):  # where one file ends and another begins
        return Stretch(Between.MAGIC, at, at + len(MAGIC))
    if _begins(head, _STRUCT):
        return _find_bloom(read, at, size)
    if _begins(head, _LIST):
        return _find_footer(read, at, size) or _find_copy(ColumnMetaData, read, at, size)
    if head.startswith(_LIST):
        return _find_index(read, at, size)
    if head.startswith(_OF_CHUNKS):
        return _find_copy(ColumnChunk, read, at, size)
    return None


def _end_between(read: ReadAt, at: int, size: int) -> int | None:
    """Where a region ends, or a damaged footer. None for a footer within: files may be values of others."""
    region = _region_at(read, at, size)
    if region is None:
        return size if _begins_footer(read, at, size) else None
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
    decoded = _decode(FileMetaData, read, at, size)
    if decoded is None:
        return None
    end = decoded[1]
    tail = bytes(read(end, min(8, size - end)))
    if len(tail) < 8 or tail[4:] != MAGIC or int.from_bytes(tail[:4], "little") != end - at:
        return None
    return Stretch(Between.FOOTER, at, end + len(tail))


def _begins_footer(read: ReadAt, at: int, size: int) -> bool:
    """Of a footer that does not decode or end well: by its first fields, or by its length at the end of the file."""
    head = bytes(read(at, min(_HEAD, size - at)))
    if _begins(head, _LIST):  # a version and a list, in the footer of structs
        rest = head[1:].lstrip(_CONTINUED)[2:]
        return bool(rest) and rest[0] & 0x0F == _STRUCTS
    tail = bytes(read(max(size - 8, at), min(8, size - at)))
    return tail[4:] == MAGIC and at + int.from_bytes(tail[:4], "little") + len(tail) == size


def _find_bloom(read: ReadAt, at: int, size: int) -> Stretch | None:
    decoded = _decode(BloomFilterHeader, read, at, size)
    if decoded is None:
        return None
    header, start = decoded
    if header.numBytes < 0 or start + header.numBytes > size:
        return None
    return Stretch(Between.BLOOM_FILTER, at, start + header.numBytes)


def _find_index(read: ReadAt, at: int, size: int) -> Stretch | None:
    for cls in (OffsetIndex, ColumnIndex):
        if (decoded := _decode(cls, read, at, size)) is not None:
            return Stretch(Between.INDEX, at, decoded[1])
    return None


def _find_copy(
    cls: type[ColumnMetaData | ColumnChunk], read: ReadAt, at: int, size: int
) -> Stretch | None:
    """Some writers have put the metadata of a chunk behind its pages."""
    decoded = _decode(cls, read, at, size)
    return None if decoded is None else Stretch(Between.COPY, at, decoded[1])


def _begins(head: bytes, second: bytes) -> bool:
    """Whether a struct begins with a number, as page headers do, and its second field is of this kind."""
    if not head.startswith(_NUMBER):
        return False
    rest = head[1:].lstrip(_CONTINUED)  # the varint of the number: all of its bytes but the last
    return rest[1:].startswith(second)


T = TypeVar("T", bound=Struct)


def _decode(cls: type[T], read: ReadAt, at: int, size: int) -> tuple[T, int] | None:
    """A struct, and where it ends in the file. What is longer than a short read is read again."""
    most = min(size - at, LONGEST)
    for length in _lengths(most):
        data = read(at, length)
        if (decoded := decode_or_none(cls, data)) is not None:
            return decoded[0], at + decoded[1]
    return None


def _lengths(most: int) -> Iterator[int]:
    length = _FIRST_READ
    while length < most:
        yield length
        length *= 32
    yield most


def _looks_encrypted(read: ReadAt, at: int, size: int) -> bool:
    """Modules of a file with a plaintext footer: a length, and then so many bytes, again and again."""
    for _ in range(2):
        length = int.from_bytes(bytes(read(at, 4)), "little")
        if not 28 < length <= size - at - 4:
            return False
        at += 4 + length
    return True
