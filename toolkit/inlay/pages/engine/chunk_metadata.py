"""What the metadata of a column chunk says, wherever the chunk is in its file."""

from __future__ import annotations

from inlay.pages.engine.piece import Place
from parquet_format.parquet import ColumnChunk, ColumnMetaData, FileMetaData


def metadata_of(chunk: ColumnChunk) -> ColumnMetaData:
    """Of a chunk that is known to have some: `list_extents` refuses a file where it is missing."""
    assert chunk.meta_data is not None
    return chunk.meta_data


def metadata_at(metadata: FileMetaData, place: Place) -> ColumnMetaData:
    group, column = place
    return metadata_of(metadata.row_groups[group].columns[column])


def locate_pages(meta: ColumnMetaData) -> tuple[int, int]:
    """Where the pages of a chunk begin and end. Writers say 0 for a kind of page that there is not."""
    start, dictionary = meta.data_page_offset, meta.dictionary_page_offset
    if dictionary and (not start or dictionary < start):
        start = dictionary
    return start, start + meta.total_compressed_size


def path_of(place: Place) -> str:
    """As paths in footers are written."""
    return f"row_groups[{place[0]}].columns[{place[1]}]"


def name_column(metadata: FileMetaData, place: Place) -> str:
    """As people write it."""
    name = ".".join(metadata_at(metadata, place).path_in_schema)
    return f"column {name} in row group {place[0]}"
