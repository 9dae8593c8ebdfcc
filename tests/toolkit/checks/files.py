"""A file with nothing wrong, and the same with one thing changed in its footer or its data."""

from __future__ import annotations

import decimal
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from inlay.footer.read import read_footer
from parquet_format.parquet import ColumnMetaData, FileMetaData

ROWS = 3_000
NAMES = ("id", "price", "name", "code", "tags", "small")

Change = Callable[[FileMetaData], object]


def write_file(path: Path, *, version: str = "1.0", compression: str = "snappy") -> None:
    """Three row groups, several pages a chunk, page indexes, page CRCs, a dictionary."""
    table = pa.table(
        {
            "id": pa.array(range(ROWS), pa.int64()),
            "price": [None if n % 9 == 0 else n / 4 for n in range(ROWS)],
            "name": [f"name {n % 40}" for n in range(ROWS)],
            "code": pa.array([n.to_bytes(5, "big") for n in range(ROWS)], pa.binary(5)),
            "tags": [[str(n)] * (n % 3) for n in range(ROWS)],
            "small": pa.array([decimal.Decimal(n) / 100 for n in range(ROWS)], pa.decimal128(7, 2)),
        },
        schema=pa.schema(
            [
                pa.field("id", pa.int64(), nullable=False),
                ("price", pa.float64()),
                ("name", pa.string()),
                ("code", pa.binary(5)),
                ("tags", pa.list_(pa.string())),
                ("small", pa.decimal128(7, 2)),
            ]
        ),
    )
    pq.write_table(
        table,
        path,
        row_group_size=1_000,
        data_page_size=2_000,
        write_batch_size=100,
        write_page_index=True,
        write_page_checksum=True,
        data_page_version=version,
        compression=compression,
        use_dictionary=["name"],
        store_decimal_as_integer=True,
    )


def changed_footer(source: Path, path: Path, change: Change) -> FileMetaData:
    """Writes the file with its footer changed; returns the footer as it was."""
    footer = read_footer(str(source))
    before = footer.metadata
    assert before is not None
    metadata = FileMetaData.decode(footer.source.data)
    change(metadata)
    thrift = metadata.encode()
    body = source.read_bytes()[: footer.source.offset]
    path.write_bytes(body + thrift + len(thrift).to_bytes(4, "little") + b"PAR1")
    return before


def meta_of(metadata: FileMetaData, group: int, column: str) -> ColumnMetaData:
    meta = metadata.row_groups[group].columns[NAMES.index(column)].meta_data
    assert meta is not None
    return meta
