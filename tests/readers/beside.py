"""An extension in a Thrift struct that is not in the footer: page headers and the page index.

They lie between the pages, so offsets and sizes in the footer change with them.
"""

from __future__ import annotations

from typing import Final

from inlay.footers.extensions.shapes import shape_of
from inlay_runtime.extension import Header
from parquet_format.parquet import (
    ColumnIndex,
    ColumnMetaData,
    FileMetaData,
    OffsetIndex,
    PageHeader,
)
from tests.generated.parquet_files import page_headers
from tests.readers.places import extended
from tests.readers.sources import joined, split

IN_PAGES: Final = ("PageHeader", "DataPageHeader", "DictionaryPageHeader")
IN_INDEXES: Final = ("ColumnIndex", "OffsetIndex", "PageLocation")


def extended_pages(file: bytes, name: str, header: Header, extension: bytes) -> bytes | None:
    """The file of one column chunk with the extension in the headers of its pages; None if none has it."""
    data, footer = split(file)
    metadata = FileMetaData.decode(footer)
    chunk = _only_chunk(metadata)
    made, at, changed = b"PAR1", 4, False
    for part in page_headers(file):
        grown = extended(part.data, shape_of(PageHeader), name, header, extension)
        changed |= grown is not None
        page = PageHeader.decode(part.data)
        if page.dictionary_page_header is not None:
            chunk.dictionary_page_offset = len(made)
        else:
            chunk.data_page_offset = len(made)
        at += len(part.data)
        made += (grown or part.data) + data[at : at + page.compressed_page_size]
        at += page.compressed_page_size
    growth = len(made) - at
    assert at == len(data)
    chunk.total_compressed_size += growth
    chunk.total_uncompressed_size += growth
    group = metadata.row_groups[0]
    group.total_byte_size += growth
    if group.total_compressed_size is not None:
        group.total_compressed_size += growth
    return joined(made, metadata.encode()) if changed else None


def extended_indexes(file: bytes, name: str, header: Header, extension: bytes) -> bytes | None:
    """The same for the two structs of the page index, which stand last before the footer."""
    data, footer = split(file)
    metadata = FileMetaData.decode(footer)
    chunk = metadata.row_groups[0].columns[0]
    start, middle = chunk.column_index_offset, chunk.offset_index_offset
    assert start is not None
    assert middle is not None
    column, offset = data[start:middle], data[middle:]
    grown = extended(column, shape_of(ColumnIndex), name, header, extension)
    chunk.column_index_length = len(grown or column)
    chunk.offset_index_offset = start + len(grown or column)
    grown_offset = extended(offset, shape_of(OffsetIndex), name, header, extension)
    chunk.offset_index_length = len(grown_offset or offset)
    if grown is None and grown_offset is None:
        return None
    return joined(data[:start] + (grown or column) + (grown_offset or offset), metadata.encode())


def _only_chunk(metadata: FileMetaData) -> ColumnMetaData:
    ((chunk,),) = [group.columns for group in metadata.row_groups]
    assert chunk.meta_data is not None
    return chunk.meta_data
