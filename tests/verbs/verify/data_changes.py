"""Changes of the data of a file, and of what its indexes say of that."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import inlay as api
from inlay.footers.footer.read import read_footer
from inlay.ground.files.source import read_at
from inlay.pages.engine.walk import PlacedPage, walk
from parquet_format.parquet import (
    ColumnChunk,
    ColumnIndex,
    FileMetaData,
    OffsetIndex,
    PageHeader,
)
from tests.verbs.verify.files import NAMES, changed_footer, meta_of

COLUMNS = {name: f"row_groups[1].columns[{at}]" for at, name in enumerate(NAMES)}


class File:
    """One that is changed without its size: headers and indexes keep their lengths."""

    def __init__(self, path: Path) -> None:
        self.data = bytearray(path.read_bytes())
        footer = read_footer(str(path))
        assert footer.metadata is not None
        self.metadata: FileMetaData = footer.metadata

    def chunk(self, column: str) -> ColumnChunk:
        return self.metadata.row_groups[1].columns[NAMES.index(column)]

    def pages(self, column: str) -> list[PlacedPage]:
        meta = meta_of(self.metadata, 1, column)
        start = meta.dictionary_page_offset or meta.data_page_offset
        read = io.BytesIO(bytes(self.data))
        return list(
            walk(
                lambda at, size: read_at(read, at, size), start, start + meta.total_compressed_size
            )
        )

    def write_header(self, page: PlacedPage, header: PageHeader) -> None:
        made = header.encode()
        assert len(made) == page.start - page.offset, "the header has another length"
        self.data[page.offset : page.start] = made

    def write(self, offset: int | None, length: int | None, made: bytes) -> None:
        assert offset is not None
        assert len(made) == length, "the index has another length"
        self.data[offset : offset + len(made)] = made


def index_of(change: Callable[[OffsetIndex], None]) -> Callable[[File], None]:
    def apply(file: File) -> None:
        chunk = file.chunk("price")
        offset, length = chunk.offset_index_offset, chunk.offset_index_length
        assert offset is not None
        assert length is not None
        index = OffsetIndex.decode(bytes(file.data[offset : offset + length]))
        change(index)
        file.write(offset, length, index.encode())

    return apply


def columns_of(change: Callable[[ColumnIndex], None]) -> Callable[[File], None]:
    def apply(file: File) -> None:
        chunk = file.chunk("price")
        offset, length = chunk.column_index_offset, chunk.column_index_length
        assert offset is not None
        assert length is not None
        index = ColumnIndex.decode(bytes(file.data[offset : offset + length]))
        change(index)
        file.write(offset, length, index.encode())

    return apply


def codes_of(whole: Path, path: Path, change: Callable[[FileMetaData], object]) -> set[str]:
    """By `--data`, of a file whose footer was changed so that the footer alone tells nothing."""
    changed_footer(whole, path, change)
    assert api.verify(str(path)).findings == ()
    return {finding.code for finding in api.verify(str(path), data=True).findings}


def i64(value: int) -> bytes:
    return value.to_bytes(8, "little", signed=True)
