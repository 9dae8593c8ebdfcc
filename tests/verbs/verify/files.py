"""A file with nothing wrong, and the same with one thing changed in its footer or its data."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from inlay.footers.footer.read import read_footer
from parquet_format.parquet import ColumnIndex, ColumnMetaData, FileMetaData, OffsetIndex

ROWS = 3_000
NAMES = ("id", "price", "name", "code", "tags", "small")

Change = Callable[[FileMetaData], object]


def write_file(path: Path, *, version: str = "1.0") -> None:
    """Three row groups, several pages a chunk, page indexes, page CRCs, a dictionary."""
    columns: dict[str, pa.Array[Any]] = {
        "id": pa.array(range(ROWS), pa.int64()),
        "price": pa.array([None if n % 9 == 0 else n / 4 for n in range(ROWS)]),
        "name": pa.array([f"name {n % 40}" for n in range(ROWS)]),
        "code": pa.array([n.to_bytes(5, "big") for n in range(ROWS)], pa.binary(5)),
        "tags": pa.array([[str(n)] * (n % 3) for n in range(ROWS)]),
        "small": pa.array([Decimal(n) / 100 for n in range(ROWS)], pa.decimal128(7, 2)),
    }
    fields = [pa.field(name, one.type, nullable=name != "id") for name, one in columns.items()]
    table = pa.table(columns, schema=pa.schema(fields))
    options: dict[str, Any] = {"data_page_version": version, "use_dictionary": ["name"]}
    pq.write_table(
        table,
        path,
        row_group_size=1_000,
        data_page_size=2_000,
        write_batch_size=100,
        write_page_index=True,
        write_page_checksum=True,
        store_decimal_as_integer=True,
        **options,
    )


def changed_footer(source: Path, path: Path, change: Change) -> FileMetaData:
    """Writes the file with its footer changed; returns the footer as it was."""
    footer = read_footer(str(source))
    before = footer.metadata
    assert before is not None
    metadata = FileMetaData.decode(footer.data)
    change(metadata)
    thrift = metadata.encode()
    body = source.read_bytes()[: footer.offset]
    path.write_bytes(body + thrift + len(thrift).to_bytes(4, "little") + b"PAR1")
    return before


def changed_index(
    source: Path,
    path: Path,
    column: str,
    *,
    columns: Callable[[ColumnIndex], object] | None = None,
    offsets: Callable[[OffsetIndex], object] | None = None,
    footer: Change | None = None,
) -> None:
    """Writes the file with the indexes of a chunk of row group 1 changed; they lie behind all else, so that they may be longer."""
    read = read_footer(str(source))
    body = bytearray(source.read_bytes()[: read.offset])
    metadata = FileMetaData.decode(read.data)
    chunk = metadata.row_groups[1].columns[NAMES.index(column)]
    if columns is not None:
        at, length = chunk.column_index_offset or 0, chunk.column_index_length or 0
        index = ColumnIndex.decode(bytes(body[at : at + length]))
        columns(index)
        made = index.encode()
        chunk.column_index_offset, chunk.column_index_length = len(body), len(made)
        body.extend(made)
    if offsets is not None:
        at, length = chunk.offset_index_offset or 0, chunk.offset_index_length or 0
        places = OffsetIndex.decode(bytes(body[at : at + length]))
        offsets(places)
        made = places.encode()
        chunk.offset_index_offset, chunk.offset_index_length = len(body), len(made)
        body.extend(made)
    if footer is not None:
        footer(metadata)
    thrift = metadata.encode()
    path.write_bytes(bytes(body) + thrift + len(thrift).to_bytes(4, "little") + b"PAR1")


def meta_of(metadata: FileMetaData, group: int, column: str) -> ColumnMetaData:
    meta = metadata.row_groups[group].columns[NAMES.index(column)].meta_data
    assert meta is not None
    return meta
