"""Files with everything that the tables are about, and one that counts what is read of it."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

from parquet_format.parquet import FileMetaData

ROWS = 30_000


def write_paged(path: Path, **options: object) -> Path:
    """Three row groups of several pages, with page indexes; numbers, text, lists, nulls."""
    table = pa.table(
        {
            "id": pa.array(range(ROWS), pa.int64()),
            "name": [None if at % 7 == 0 else f"name {at:05}" for at in range(ROWS)],
            "price": [at / 7 for at in range(ROWS)],
            "tags": [[at, at + 1][: at % 3] for at in range(ROWS)],
        }
    )
    settings: dict[str, Any] = {
        "row_group_size": 10_000,
        "data_page_size": 8_000,
        "write_page_index": True,
        "use_dictionary": ["name"],
        **options,
    }
    pq.write_table(table, path, **settings)
    return path


def write_wide(path: Path, columns: int) -> Path:
    """One row group; all columns are alike, so that all indexes are equally long."""
    table = pa.table({f"c{at:03}": pa.array(range(100), pa.int64()) for at in range(columns)})
    pq.write_table(table, path, write_page_index=True, use_dictionary=False)
    return path


def write_with_bloom(path: Path) -> Path:
    """By DuckDB, which adds Bloom filters to columns with a dictionary."""
    query = "SELECT (range % 100 * 3)::VARCHAR AS word, range % 50 AS number FROM range(20000)"
    duckdb.sql(f"COPY ({query}) TO '{path}' (FORMAT parquet, ROW_GROUP_SIZE 10000)")
    return path


class CountedFile(io.BytesIO):
    """Remembers the places that were read."""

    def __init__(self, data: bytes) -> None:
        super().__init__(data)
        self.reads: list[tuple[int, int]] = []

    def read(self, size: int | None = -1, /) -> bytes:
        at = self.tell()
        data = super().read(size)
        self.reads.append((at, len(data)))
        return data

    def count_before(self, end: int) -> int:
        """Bytes that were read before this offset."""
        return sum(length for at, length in self.reads if at < end)


def replace_footer(data: bytes, metadata: FileMetaData) -> bytes:
    """The file with another footer."""
    length = int.from_bytes(data[-8:-4], "little")
    footer = metadata.encode()
    return data[: -8 - length] + footer + len(footer).to_bytes(4, "little") + b"PAR1"
