"""The Thrift structs of a Parquet file, found by the offsets in its footer."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from inlay_runtime.struct import Struct
from parquet_format.parquet import (
    ColumnChunk,
    ColumnIndex,
    FileCryptoMetaData,
    FileMetaData,
    OffsetIndex,
    PageHeader,
)


class NoFooterError(Exception):
    """Bytes that do not end as a Parquet file does."""


class Part(NamedTuple):
    """Bytes that begin with a struct of a class, and what they are."""

    name: str
    cls: type[Struct]
    data: bytes


def parquet_paths(folder: Path) -> list[Path]:
    """Every Parquet file below a folder, encrypted ones included."""
    return sorted(p for p in folder.rglob("*") if p.suffix in (".parquet", ".encrypted"))


def footer(data: bytes) -> Part:
    """FileMetaData, or FileCryptoMetaData where the file ends in `PARE`; all bytes of the footer."""
    size = int.from_bytes(data[-8:-4], "little")
    start = len(data) - 8 - size
    if start < 4 or data[-4:] not in (b"PAR1", b"PARE"):
        raise NoFooterError
    cls = FileCryptoMetaData if data[-4:] == b"PARE" else FileMetaData
    return Part("footer", cls, data[start:-8])


def column_chunks(data: bytes) -> Iterator[tuple[str, ColumnChunk]]:
    """The chunks of a file whose pages and indexes can be read: not encrypted, and in this file."""
    part = footer(data)
    if part.cls is not FileMetaData:
        return
    metadata = FileMetaData.decode(part.data)
    for at, group in enumerate(metadata.row_groups):
        for column, chunk in enumerate(group.columns):
            if chunk.crypto_metadata is None and chunk.file_path is None:
                yield f"row_groups[{at}].columns[{column}]", chunk


def indexes(data: bytes) -> Iterator[Part]:
    """Every ColumnIndex and OffsetIndex."""
    for name, chunk in column_chunks(data):
        for cls, offset, length in (
            (ColumnIndex, chunk.column_index_offset, chunk.column_index_length),
            (OffsetIndex, chunk.offset_index_offset, chunk.offset_index_length),
        ):
            if offset is not None and length is not None:
                yield Part(f"{name} {cls.__name__}", cls, data[offset : offset + length])


def page_headers(data: bytes) -> Iterator[Part]:
    """Every page header: pages follow each other from the first offset of a chunk."""
    for name, chunk in column_chunks(data):
        metadata = chunk.meta_data
        if metadata is None:
            continue
        offsets = [metadata.data_page_offset, metadata.dictionary_page_offset or 0]
        at = min((offset for offset in offsets if offset >= 4), default=len(data))
        end = min(at + metadata.total_compressed_size, len(data))
        page = 0
        while at < end:
            header, behind = PageHeader.decode_from(data, at)
            yield Part(f"{name} page {page}", PageHeader, data[at:behind])
            at = behind + header.compressed_page_size
            page += 1


def parts(data: bytes) -> Iterator[Part]:
    """All of them."""
    yield footer(data)
    yield from indexes(data)
    yield from page_headers(data)
