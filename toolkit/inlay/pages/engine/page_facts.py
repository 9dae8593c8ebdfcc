"""What the pages of a file say, as layouts of footers are built from it."""

from __future__ import annotations

from collections.abc import Sequence

from inlay.footers.designs.layout import FooterContents, PageFacts
from inlay.ground.files.read_budget import ReadBudget
from inlay.pages.engine.chunk_metadata import locate_pages
from inlay.pages.engine.errors import ChunkError
from inlay.pages.engine.walk import PlacedPage, ReadAt, find_data_header, values_in, walk
from parquet_format.parquet import ColumnMetaData, DataPageHeaderV2, Encoding, OffsetIndex, PageType

_DICTIONARY = (Encoding.PLAIN_DICTIONARY, Encoding.RLE_DICTIONARY)


def read_page_facts(
    contents: FooterContents, read: ReadAt, size: int
) -> dict[tuple[int, int], Sequence[PageFacts]]:
    """The pages of every chunk, by their headers, of a file of `size` bytes. The first rows of pages are those of an OffsetIndex, else counted.

    Raises ChunkError for chunks that are not what the footer says, that overlap, and for repeated values without an OffsetIndex.
    """
    facts = dict[tuple[int, int], Sequence[PageFacts]]()
    budget = ReadBudget(size)
    for group, row_group in enumerate(contents.metadata.row_groups):
        for column, chunk in enumerate(row_group.columns):
            if chunk.meta_data is not None:
                start, end = locate_pages(chunk.meta_data)
                excess = budget.charge(start, end - start)
                if excess:
                    raise ChunkError(excess, start)
                index = contents.offset_indexes.get((column, group))
                facts[column, group] = _facts_of(chunk.meta_data, index, row_group.num_rows, read)
    return facts


def _facts_of(
    meta: ColumnMetaData, index: OffsetIndex | None, num_rows: int, read: ReadAt
) -> list[PageFacts]:
    start, end = locate_pages(meta)
    pages = walk(read, start, end)
    first_rows = (
        {}
        if index is None
        else {place.offset: place.first_row_index for place in index.page_locations}
    )
    facts, row = list[PageFacts](), 0
    for page in pages:
        is_dictionary = page.header.type is PageType.DICTIONARY_PAGE
        if not is_dictionary and not page.is_data:
            continue
        values = 0 if is_dictionary else values_in(page.header, page.offset)
        first_row = 0 if is_dictionary else first_rows.get(page.offset, row)
        facts.append(_fact(page, values, first_row, is_dictionary=is_dictionary))
        if not is_dictionary:
            row += _rows_in(page, values)
    if index is None and row != num_rows:
        raise ChunkError(f"its pages have {row:,} rows, and the row group has {num_rows:,}", start)
    return facts


def _fact(page: PlacedPage, values: int, first_row: int, *, is_dictionary: bool) -> PageFacts:
    header = find_data_header(page.header)
    return PageFacts(
        offset=page.offset,
        size=page.size,
        uncompressed_size=page.start - page.offset + page.header.uncompressed_page_size,
        num_values=values,
        first_row=first_row,
        is_dictionary=is_dictionary,
        uses_dictionary=header is not None and header.encoding in _DICTIONARY,
    )


def _rows_in(page: PlacedPage, values: int) -> int:
    """The rows that begin in a page; as many as its values in one of version 1, which is so where nothing is repeated."""
    header = find_data_header(page.header)
    return header.num_rows if isinstance(header, DataPageHeaderV2) else values
