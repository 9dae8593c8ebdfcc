"""A file of ours with another Thrift footer or column index, which says what we want it to say."""

from __future__ import annotations

from collections.abc import Callable

from parquet_format.parquet import ColumnIndex, FileMetaData


def edit_footer(data: bytes, edit: Callable[[FileMetaData], object]) -> bytes:
    body, metadata = _split(data)
    edit(metadata)
    return _join(body, metadata)


def edit_column_index(data: bytes, column: int, edit: Callable[[ColumnIndex], object]) -> bytes:
    """That of a column of the first row group. The old one stays where it is, and nothing leads to it."""
    body, metadata = _split(data)
    chunk = metadata.row_groups[0].columns[column]
    first, size = chunk.column_index_offset, chunk.column_index_length
    assert first is not None
    assert size is not None
    index = ColumnIndex.decode(body[first : first + size])
    edit(index)
    raw = index.encode()
    chunk.column_index_offset, chunk.column_index_length = len(body), len(raw)
    return _join(body + raw, metadata)


def _split(data: bytes) -> tuple[bytes, FileMetaData]:
    end = len(data) - 8
    start = end - int.from_bytes(data[end : end + 4], "little")
    return data[:start], FileMetaData.decode(data[start:end])


def _join(body: bytes, metadata: FileMetaData) -> bytes:
    footer = metadata.encode()
    return body + footer + len(footer).to_bytes(4, "little") + b"PAR1"
