"""The pages of a chunk in a new encoding: made from plain pages, and taken back to them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from inlay.ground.files.source import Seekable, read_at
from inlay.pages.encodings.plugin_calls import decode_values, encode_pages
from inlay.pages.encodings.plugins import ValueEncoding
from inlay.pages.encodings.transcode import PlainPage
from inlay_runtime.crc import crc32
from parquet_format.encoding import ColumnEncoding, Page
from parquet_format.parquet import Type


@dataclass(frozen=True, slots=True)
class Region:
    """`pages` as the page table has them, but for their offsets, which count from the start of `data`."""

    data: bytes
    pages: list[Page]
    plain_lengths: list[int]


def region_of(pages: Sequence[PlainPage], encoding: ValueEncoding, type_: Type) -> Region:
    """Raises PluginFailedError, and DeclinedError."""
    parts: list[bytes] = []
    table: list[Page] = []
    offset = 0
    values = encode_pages(encoding, [(page.values, page.num_present) for page in pages], type_)
    for page, data in zip(pages, values, strict=True):
        body = page.levels + data
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


def split_plain(
    body: memoryview, page: Page, encoding: ValueEncoding, type_: Type, plain_length: int
) -> tuple[memoryview, bytes]:
    """The levels of the page, and its values in PLAIN encoding. Raises PluginFailedError."""
    levels, data = body[: page.levels], body[page.levels :]
    if not page.num_present:
        return levels, b""
    return levels, decode_values(encoding, data, page.num_present, type_, plain_length)


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
