"""How fast are footers turned into tables, against those who make such tables, and does it scale?"""

from __future__ import annotations

import hashlib
import importlib
import io
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

import inlay
from benchmarks import footers
from benchmarks.measure import Contender, measure, table
from inlay_runtime.columnar import ExtractionPlan, extract
from parquet_format.parquet import FileMetaData

COLUMNS: Final = (
    "row_group", "column", "path", "physical_type", "logical_type", "codec", "encodings", "num_values",
    "total_compressed_size", "total_uncompressed_size", "file_path", "file_offset", "data_page_offset",
    "dictionary_page_offset", "null_count", "distinct_count", "min_text", "max_text",
)  # fmt: skip
"""What pyarrow's objects tell about a chunk, of what `chunk_table` has."""

WIDE: Final = (
    "A footer of {columns:,} columns x {groups} row group ({size:,} bytes) to an Arrow table with a row per column "
    "chunk; contenders take turns for 9 rounds, a collection before every sample, medians of processor time. The loop collects the same "
    f"{len(COLUMNS)} columns from `read_metadata`; DuckDB reads the file on one thread, and makes the columns that it has. The "
    "validating pass alone is the floor."
)
SMALL: Final = (
    "{count:,} footers of {columns} columns x 1 row group ({size:,} bytes each), in slices of {slice_} on one thread and on "
    "two; 9 rounds as above. SHA-256 of as many bytes, which holds no GIL either, says what a second thread is worth on this "
    "machine at this moment."
)
FIRST: Final = "inlay.chunk_table, the same columns"
DUCKDB: Final = "DuckDB, parquet_metadata to Arrow, one thread"
ALONE: Final = "chunk_table, one thread"


def run() -> str:
    return "\n\n".join([wide(10_000), threads(4_000, 10)])


def wide(columns: int) -> str:
    file = footers.file(columns, 1)
    size = int.from_bytes(file[-8:-4], "little")
    data = file[-8 - size : -8]
    nothing = ExtractionPlan(FileMetaData, {"": []})
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "wide.parquet"
        path.write_bytes(file)
        contenders: dict[str, Contender] = {
            FIRST: lambda: inlay.chunk_table(data, COLUMNS),
            "inlay.chunk_table, everything": lambda: inlay.chunk_table(data),
            "inlay.chunk_table, path, codec and sizes": lambda: inlay.chunk_table(
                data, ["path", "codec", "total_compressed_size", "total_uncompressed_size"]
            ),
            "the validating pass": lambda: extract(nothing, [data]),
            "pyarrow, loop over read_metadata": lambda: collected(file),
            "pyarrow, read_metadata alone": lambda: pq.read_metadata(io.BytesIO(file)),
            DUCKDB: duckdb(path),
        }
        agree(inlay.chunk_table(data, COLUMNS), collected(file))
        timings = measure(contenders, 9, time.process_time)
    method = WIDE.format(columns=columns, groups=1, size=size)
    ratio = timings[DUCKDB].median / timings[FIRST].median
    target = f"DuckDB / chunk_table of the same columns: {ratio:.1f} (target: at least 20)."
    title = f"Chunks of {columns:,} columns as a table"
    return "\n\n".join([table(title, method, timings, FIRST), target])


def collected(file: bytes) -> pa.Table:
    """What a program does today: every chunk is touched, every attribute asked for."""
    metadata: Any = pq.read_metadata(io.BytesIO(file))
    found: dict[str, list[object]] = {name: [] for name in COLUMNS}
    for group in range(metadata.num_row_groups):
        row_group = metadata.row_group(group)
        for column in range(row_group.num_columns):
            chunk = row_group.column(column)
            statistics = chunk.statistics
            leaf = metadata.schema.column(column)
            values = (
                group, column, chunk.path_in_schema, chunk.physical_type, str(leaf.logical_type),
                chunk.compression, chunk.encodings, chunk.num_values, chunk.total_compressed_size,
                chunk.total_uncompressed_size, chunk.file_path, chunk.file_offset, chunk.data_page_offset,
                chunk.dictionary_page_offset, statistics.null_count,
                statistics.distinct_count, str(statistics.min), str(statistics.max),
            )  # fmt: skip
            for name, value in zip(COLUMNS, values, strict=True):
                found[name].append(value)
    return pa.table(found)


def agree(ours: pa.Table, theirs: pa.Table) -> None:
    """Both did the work: what is spelled alike is equal."""
    for name in ("path", "physical_type", "codec", "num_values", "data_page_offset", "null_count"):
        assert ours.column(name).to_pylist() == theirs.column(name).to_pylist(), name


def duckdb(path: Path) -> Contender:
    connection: Any = importlib.import_module("duckdb").connect(config={"threads": 1})
    query = f"select * from parquet_metadata('{path}')"
    return lambda: connection.sql(query).to_arrow_table()


def threads(count: int, columns: int, slice_: int = 250) -> str:
    data = footers.footer(columns, 1)
    many = [bytes(bytearray(data)) for _ in range(count)]
    slices = [many[at : at + slice_] for at in range(0, count, slice_)]
    joined = [b"".join(some) for some in slices]
    nothing = ExtractionPlan(FileMetaData, {"": []})
    chosen = ["path", "codec", "total_compressed_size", "null_count", "min_value", "max_value"]

    def tables(footers_: Sequence[bytes]) -> object:
        return inlay.chunk_table(footers_, chosen)

    def passes(footers_: Sequence[bytes]) -> object:
        return extract(nothing, footers_)

    with ThreadPoolExecutor(2) as two:
        contenders: dict[str, Contender] = {
            ALONE: lambda: [tables(some) for some in slices],
            "chunk_table, two threads": lambda: list(two.map(tables, slices)),
            "the validating pass, one thread": lambda: [passes(some) for some in slices],
            "the validating pass, two threads": lambda: list(two.map(passes, slices)),
            "SHA-256, one thread": lambda: [hashlib.sha256(some) for some in joined],
            "SHA-256, two threads": lambda: list(two.map(hashlib.sha256, joined)),
        }
        timings = measure(contenders, rounds=9)
    method = SMALL.format(count=count, columns=columns, size=len(data), slice_=slice_)
    return table("Thousands of small footers, on two threads", method, timings, ALONE)


if __name__ == "__main__":
    print(run())
