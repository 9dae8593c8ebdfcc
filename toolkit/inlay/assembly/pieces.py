"""What lies where in a file, as far as its footer says: pages, indexes, Bloom filters, the footer itself.

Nothing is believed. A piece that overlaps another, or that the file ends in, is left out, and its bytes belong to nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import count
from typing import NamedTuple

from inlay.files.source import Seekable, read_at
from inlay.footer.footer import Footer
from inlay.pages.bloom_filter import LONGEST_HEADER
from inlay.pages.chunk_metadata import locate_pages
from inlay.pages.errors import ChunkError
from inlay.pages.metadata_copy import LONGEST_COPY, find_copy
from inlay.pages.walk import PlacedPage, walk
from inlay_runtime.errors import DecodeError, InlayError
from inlay_runtime.schema import StructSchema
from parquet_format.parquet import (
    BloomFilterHeader,
    ColumnChunk,
    ColumnIndex,
    ColumnMetaData,
    OffsetIndex,
    PageHeader,
    PageType,
)


class FilePiece(NamedTuple):
    """Bytes of one kind: a struct from `start` to `body`, and from there on what it is about.

    `label` names the piece in the text.
    """

    start: int
    end: int
    label: str
    schema: StructSchema
    body: int
    note: str


def find_pieces(file: Seekable, footer: Footer) -> list[FilePiece]:
    """All that the footer leads to, in the order of the file, no two of them overlapping."""
    pieces: list[FilePiece] = []
    end = 0
    for piece in sorted(_chunk_pieces(file, footer), key=_place_of):
        if end <= piece.start <= piece.body <= piece.end <= footer.offset:
            pieces.append(piece)
            end = piece.end
    return pieces


def _place_of(piece: FilePiece) -> tuple[int, int]:
    return piece.start, -piece.end


def _chunk_pieces(file: Seekable, footer: Footer) -> Iterator[FilePiece]:
    try:
        groups = footer.metadata.row_groups
    except InlayError:
        return
    for group_at, group in enumerate(groups):
        for column_at, chunk in enumerate(group.columns):
            label = f"g{group_at}.c{column_at}"
            if chunk.crypto_metadata is not None or chunk.file_path is not None:
                continue
            yield from _index_pieces(chunk, label)
            if chunk.meta_data is not None:
                yield from _page_pieces(file, chunk.meta_data, label)
                yield from _bloom_piece(file, chunk.meta_data, label)
                yield from _copy_piece(file, chunk.meta_data, label)


def _index_pieces(chunk: ColumnChunk, label: str) -> Iterator[FilePiece]:
    for start, size, name, schema in (
        (chunk.column_index_offset, chunk.column_index_length, "column_index", ColumnIndex.SCHEMA),
        (chunk.offset_index_offset, chunk.offset_index_length, "offset_index", OffsetIndex.SCHEMA),
    ):
        if start is not None and size is not None:
            end = start + size
            yield FilePiece(start, end, f"{label}.{name}", schema, end, "")


def _page_pieces(file: Seekable, metadata: ColumnMetaData, label: str) -> Iterator[FilePiece]:
    start, end = locate_pages(metadata)
    if start < 0:
        return
    numbers = count()
    try:
        for page in walk(partial(read_at, file), start, end):
            name = f"p{next(numbers)}" if page.is_data else _name_of(page, start)
            note = f"{page.header.type.name}, its body"
            yield FilePiece(
                page.offset, page.end, f"{label}.{name}", PageHeader.SCHEMA, page.start, note
            )
    except ChunkError:
        return


def _name_of(page: PlacedPage, start: int) -> str:
    """Of a page without values; a dictionary stands first."""
    is_first = page.offset == start and page.header.type == PageType.DICTIONARY_PAGE
    return "dictionary" if is_first else f"page_at_{page.offset}"


def _bloom_piece(file: Seekable, metadata: ColumnMetaData, label: str) -> Iterator[FilePiece]:
    start = metadata.bloom_filter_offset
    if not start or start < 0:
        return
    try:
        data = read_at(file, start, LONGEST_HEADER)
        header, size = BloomFilterHeader.decode_from(data)
    except DecodeError:
        return
    body = start + size
    end = body + max(header.numBytes, 0)
    yield FilePiece(start, end, f"{label}.bloom", BloomFilterHeader.SCHEMA, body, "Bloom filter")


def _copy_piece(file: Seekable, metadata: ColumnMetaData, label: str) -> Iterator[FilePiece]:
    """Of the metadata, behind the pages."""
    _, start = locate_pages(metadata)
    if start <= 0:
        return
    copy = find_copy(read_at(file, start, LONGEST_COPY), metadata)
    if copy is not None:
        kind, size = copy
        end = start + size
        yield FilePiece(start, end, f"{label}.metadata", kind.SCHEMA, end, "")
