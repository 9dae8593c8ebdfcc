"""The pages of a chunk in a new encoding: made from plain pages, and taken back to them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from zlib import crc32

from inlay.encoding.errors import ChunkError
from inlay.encoding.plugins import ValueEncoding
from inlay.encoding.transcode import PlainPage
from inlay.footer.source import Seekable, read_at
from parquet_format.encoding import ColumnEncoding, Page
from parquet_format.parquet import Type


@dataclass(frozen=True, slots=True)
class Region:
    """`pages` as the page table has them, but for their offsets, which count from the start of `data`."""

    data: bytes
    pages: list[Page]
    plain_lengths: list[int]


def region_of(pages: Sequence[PlainPage], encoding: ValueEncoding, type_: Type, at: int) -> Region:
    """Raises ChunkError where the plug-in does not give back what it was given."""
    parts: list[bytes] = []
    table: list[Page] = []
    offset = 0
    for page in pages:
        body = page.levels + encoded_values(page, encoding, type_, at)
        table.append(
            Page(
                offset=offset,
                first_row=page.first_row,
                length=len(body),
                crc=crc32(body),
                rows=page.rows,
                num_values=page.num_values,
                num_present=page.num_present,
                levels=len(page.levels),
            )
        )
        parts.append(body)
        offset += len(body)
    return Region(b"".join(parts), table, [len(page.values) for page in pages])


def encoded_values(page: PlainPage, encoding: ValueEncoding, type_: Type, at: int) -> bytes:
    """The values of a page in the encoding, and proof that they come back."""
    if not page.num_present:
        return b""
    data = encoding.encode(page.values, page.num_present, type_)
    if bytes(encoding.decode(memoryview(data), page.num_present, type_)) != bytes(page.values):
        what = f"the encoding {encoding.name} does not give back the values of a page"
        raise ChunkError(what, at)
    return data


def plain_parts(
    body: memoryview, page: Page, encoding: ValueEncoding, type_: Type, plain_length: int
) -> tuple[memoryview, memoryview | bytes]:
    """The levels of the page, and its values in PLAIN encoding. Raises ChunkError, and what the plug-in raises."""
    levels, data = body[: page.levels], body[page.levels :]
    if not page.num_present:
        return levels, b""
    values = encoding.decode(data, page.num_present, type_)
    if len(values) != plain_length:
        what = f"{len(values):,} bytes of values in a page of {plain_length:,}"
        raise ChunkError(what, page.offset)
    return levels, values


def bodies_in(
    source: Seekable, encoding: ColumnEncoding, first: int = 0, end: int | None = None
) -> Iterator[tuple[int, Page, memoryview | None]]:
    """Number, entry and bytes of the pages from `first` up to `end`; None for bytes that do not match their CRC."""
    pages = encoding.pages[first:end]
    if not pages:
        return
    start = pages[0].offset
    data = memoryview(read_at(source, start, pages[-1].offset + pages[-1].length - start))
    for number, page in enumerate(pages, first):
        body = data[page.offset - start :][: page.length]
        is_intact = len(body) == page.length and crc32(body) == page.crc
        yield number, page, body if is_intact else None
