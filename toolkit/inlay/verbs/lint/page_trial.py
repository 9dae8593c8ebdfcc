"""ZSTD tried on pages of a column as they are: the dictionary, and a sample of the others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from inlay.pages.encodings.transcode import levels_before
from inlay.pages.engine.chunk_metadata import locate_pages
from inlay.pages.engine.chunk_pages import Page, data_of, dictionary_of
from inlay.pages.engine.codecs import compress, is_known
from inlay.pages.engine.errors import ChunkError
from inlay.pages.engine.leaf import Leaf
from inlay.pages.engine.range_reader import FileRange, RangeReader
from inlay.pages.engine.walk import PlacedPage, find_data_header, values_in, walk
from inlay.verbs.lint.column_facts import ChunkFacts, ColumnFacts, sum_sizes
from inlay.verbs.lint.estimate import Estimate
from parquet_format.parquet import CompressionCodec

_SPREAD: Final = 0.04
"""How far from the truth a trial of all pages may be: other levels of ZSTD, other releases."""
_UNSEEN: Final = 0.25
"""How much further it may be for each page that was not tried."""
_MOST_CHUNKS: Final = 6
_MOST_PAGES: Final = 2048
_LARGEST_PAGE: Final = 16 << 20


class _Chosen(NamedTuple):
    """A page of a chunk, and what it takes to read it."""

    chunk: ChunkFacts
    start: int
    placed: PlacedPage


def try_zstd(
    reader: RangeReader, column: ColumnFacts, chunks: Sequence[ChunkFacts], budget: int
) -> Estimate | None:
    """Bytes that ZSTD saves of these chunks of a column, by up to `budget` bytes of pages, and one page of each kind at least: the
    dictionary, and data in each encoding. None for what is damaged, or too large."""
    leaf = Leaf.of(column.leaf)
    step = max(len(chunks) // _MOST_CHUNKS, 1)
    kinds: dict[object, list[_Chosen]] = {}
    before = seen = 0
    after = 0.0
    try:
        for chunk in chunks[::step][:_MOST_CHUNKS]:
            for page in _list_pages(reader, chunk):
                kinds.setdefault(_kind_of(page.placed), []).append(page)
        for pages in kinds.values():
            size = sum(page.placed.size for page in pages)
            tried = _spread(pages, budget // len(kinds))
            measured = sum(_measure_zstd(reader, page, leaf) for page in tried)
            known = sum(page.placed.size for page in tried)
            before, seen = before + size, seen + known
            after += size * measured / max(known, 1)
    except ChunkError:
        return None
    if not before:
        return None
    whole = sum_sizes(chunks)
    left = whole * after / before
    spread = (_SPREAD + _UNSEEN * (1 - min(seen / max(whole, 1), 1))) * min(
        left, max(whole - left, 0)
    )
    return Estimate.between(whole - left - spread, whole - left, whole - left + spread)


def _kind_of(page: PlacedPage) -> object:
    data = find_data_header(page.header)
    return data.encoding if data is not None else page.header.type


def _list_pages(reader: RangeReader, chunk: ChunkFacts) -> Iterator[_Chosen]:
    """The first pages, by their headers. Raises ChunkError."""
    codec = chunk.meta.codec
    if not is_known(codec):
        raise ChunkError(f"the codec {codec.name}", 0)
    start, end = locate_pages(chunk.meta)
    reader.require_inside(FileRange(start, end - start, "pages"))
    for placed in islice(walk(reader.read_some, start, end), _MOST_PAGES):
        if max(placed.size, placed.header.uncompressed_page_size) > _LARGEST_PAGE:
            raise ChunkError("a page larger than a sample", placed.offset)
        yield _Chosen(chunk, start, placed)


def _spread(pages: Sequence[_Chosen], budget: int) -> Sequence[_Chosen]:
    """Pages of about so many bytes, from the first to the last, and one at least."""
    size = sum(max(page.placed.header.uncompressed_page_size, page.placed.size) for page in pages)
    number = max(min(int(len(pages) * budget / max(size, 1)), len(pages)), 1)
    return [pages[at * len(pages) // number] for at in range(number)]


def _measure_zstd(reader: RangeReader, chosen: _Chosen, leaf: Leaf) -> int:
    """Bytes of a page with ZSTD, and with its header as it is. Raises ChunkError."""
    placed, codec = chosen.placed, chosen.chunk.meta.codec
    body = reader.read(FileRange(placed.start, placed.end - placed.start, "page"))
    page = Page(placed.header, placed.offset - chosen.start, placed.size, memoryview(body))
    if page.is_data:
        values_in(page.header, page.offset)  # the header of a data page has one of its version
        data = data_of(page, codec, leaf, chosen.start)
        plain = levels_before(data, leaf) + bytes(data.values)
    else:
        plain = bytes(dictionary_of(page, codec, chosen.start))
    packed = len(compress(CompressionCodec.ZSTD, plain)) if plain else 0
    return placed.size - len(body) + packed
