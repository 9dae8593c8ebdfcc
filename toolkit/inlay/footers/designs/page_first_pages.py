"""The data pages of each column, as a page-first footer lists them, and what Thrift says of chunks beyond them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple
from zlib import crc32

from inlay.footers.designs.column_chunks import chunks_of
from inlay.footers.designs.encoded_arrays import pack_stream
from inlay.footers.designs.layout import FooterContents, NotCarriedError, PageFacts
from inlay.footers.designs.page_first_supplement import HAS_INDEX, NOT_CARRIED, ChunkLists
from inlay_runtime.packed import encode_deltas
from parquet_format.page_first import ColumnDataPages
from parquet_format.parquet import ColumnMetaData, OffsetIndex, PageLocation


class NewRegions:
    """The boundaries of regions in the order of the file, and the bytes of those that the footer adds."""

    def __init__(self, boundaries: Sequence[int]) -> None:
        self.boundaries = list(boundaries)
        self.first = len(boundaries) - 1
        self.data = bytearray()
        self.crcs: list[int] = []

    def region_at(self, offset: int, size: int) -> int:
        """The region that is all of a page. Raises NotCarriedError for pages that overlap."""
        at = bisect_left(self.boundaries, offset)
        if size <= 0 or self.boundaries[at + 1] != offset + size:
            raise NotCarriedError(f"the page at {offset} overlaps another one")
        return at

    def put(self, data: bytes) -> int:
        """Adds a region; its ordinal."""
        self.data += data
        self.crcs.append(crc32(data))
        self.boundaries.append(self.boundaries[-1] + len(data))
        return len(self.boundaries) - 2


class PagedColumn(NamedTuple):
    chunks: Sequence[ColumnMetaData]
    pages: Sequence[Sequence[PageFacts]]


def columns_of(contents: FooterContents) -> list[PagedColumn]:
    """Raises NotCarriedError where the pages were not looked at, or not those of all chunks."""
    pages = contents.pages
    columns = list[PagedColumn]()
    for at, chunks in enumerate(chunks_of(contents.metadata)):
        of_chunks = [
            None if pages is None else pages.get((at, group)) for group in range(len(chunks))
        ]
        known = [pages for pages in of_chunks if pages is not None]
        if pages is None or len(known) < len(of_chunks):
            raise NotCarriedError(
                "a page-first footer is made from the pages of a file, which were not looked at"
            )
        columns.append(PagedColumn(chunks, known))
    return columns


def boundaries_of(columns: Sequence[PagedColumn], offset: int) -> list[int]:
    boundaries = {0, offset}
    for column in columns:
        for chunk in column.pages:
            for page in chunk:
                boundaries |= {page.offset, page.offset + page.size}
    if max(boundaries) > offset or min(boundaries) < 0:
        raise NotCarriedError("a page lies behind the place of the footer")
    return sorted(boundaries)


def data_pages_of(
    column: PagedColumn, starts: Sequence[int], regions: NewRegions
) -> ColumnDataPages:
    ordinals, rows, codecs, used, values, sizes = [list[int]() for _ in range(6)]
    for start, chunk, pages in zip(starts, column.chunks, column.pages, strict=False):
        dictionary = next((page for page in pages if page.is_dictionary), None)
        for page in (page for page in pages if not page.is_dictionary):
            if page.uses_dictionary and dictionary is None:
                raise NotCarriedError(
                    f"the page at {page.offset} uses a dictionary that its chunk has not"
                )
            ordinals.append(regions.region_at(page.offset, page.size))
            rows.append(start + page.first_row)
            codecs.append(int(chunk.codec))
            used.append(
                regions.region_at(dictionary.offset, dictionary.size) + 1
                if dictionary is not None and page.uses_dictionary
                else 0
            )
            values.append(page.num_values)
            sizes.append(page.uncompressed_size)
    return ColumnDataPages(
        num_data_pages=len(ordinals),
        region_ordinals=pack_stream(ordinals),
        first_row_indexes=pack_stream(rows),
        is_fully_dictionary_encoded=bool(used) and all(used),
        codecs=encode_deltas(codecs),
        dictionary_regions=pack_stream(used),
        num_values=pack_stream(values),
        total_uncompressed_sizes=pack_stream(sizes),
    )


def chunk_lists_of(
    contents: FooterContents, columns: Sequence[PagedColumn], regions: NewRegions
) -> ChunkLists:
    lists = ChunkLists(*[list[int]() for _ in range(8)])
    first, dictionaries, places, compressed, uncompressed, values, codecs, indexes = vars(
        lists
    ).values()
    for at, column in enumerate(columns):
        before = 0
        for group, (chunk, pages) in enumerate(zip(column.chunks, column.pages, strict=True)):
            data = [page for page in pages if not page.is_dictionary]
            dictionary = next((page for page in pages if page.is_dictionary), None)
            counted = data if dictionary is None else [dictionary, *data]
            first.append(before)
            before += len(data)
            place = chunk.dictionary_page_offset
            if place is not None and (dictionary is None or dictionary.offset != place):
                raise NotCarriedError(f"no page lies at the dictionary offset {place}")
            has_place = dictionary is not None and place is not None
            region = regions.region_at(dictionary.offset, dictionary.size) if dictionary else 0
            dictionaries.append(2 * (region + 1) + has_place if dictionary is not None else 0)
            places.append(chunk.data_page_offset - (data[0].offset if data else 0))
            compressed.append(chunk.total_compressed_size - sum(page.size for page in counted))
            plain = sum(page.uncompressed_size for page in data)
            uncompressed.append(chunk.total_uncompressed_size - plain)
            values.append(chunk.num_values - sum(page.num_values for page in data))
            codecs.append(0 if data else int(chunk.codec) + 1)
            indexes.append(_index_state(contents, (at, group), data))
        first.append(before)
    return lists


def _index_state(
    contents: FooterContents, chunk: tuple[int, int], data: Sequence[PageFacts]
) -> int:
    column, group = chunk
    thrift = contents.metadata.row_groups[group].columns[column]
    if thrift.offset_index_offset is None and thrift.column_index_offset is None:
        return 0
    index: OffsetIndex | None = contents.offset_indexes.get(chunk)
    places = [
        PageLocation(
            offset=page.offset, compressed_page_size=page.size, first_row_index=page.first_row
        )
        for page in data
    ]
    is_same = index is not None and index.page_locations == places
    return HAS_INDEX if is_same and thrift.column_index_offset is None else NOT_CARRIED
