"""Files of several writers to add encodings to, and the shortest way to do it."""

from __future__ import annotations

import importlib
import random
import struct
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from functools import cache, wraps
from pathlib import Path
from typing import Any, Final

from inlay.pages.encodings.add import Choice
from inlay.pages.encodings.on_files import EncodingResult, add_to_file
from inlay.pages.encodings.pco import Pco
from inlay.pages.encodings.plugins import Encodings
from inlay.pages.engine.leaf import leaves_of
from inlay.pages.engine.thrift_file import ThriftFile
from parquet_format.parquet import Type

PCO: Final = Pco()
ENCODINGS: Final = Encodings(PCO, numbers={"pco": 77})
ROWS: Final = 3_000

OPTIONS: Final = {
    "row_group_size": 1_000,
    "data_page_size": 2_000,
    "store_decimal_as_integer": True,
}

pa: Any = importlib.import_module("pyarrow")
pq: Any = importlib.import_module("pyarrow.parquet")


def every_number(file: ThriftFile) -> Choice:
    """All columns that pco takes whatever their length."""
    metadata = file.metadata()
    types = PCO.types - {Type.FIXED_LEN_BYTE_ARRAY}
    return {
        at: PCO
        for at in range(len(leaves_of(metadata)))
        if all(
            (meta := row_group.columns[at].meta_data) is not None and meta.type in types
            for row_group in metadata.row_groups
        )
    }


def add_all(path: Path) -> EncodingResult:
    """pco for every column that it takes."""
    return add_to_file(str(path), every_number, encodings=ENCODINGS)


@cache
def table(rows: int = ROWS) -> Any:
    """Most types that pco takes, with nulls, nested and not; sorted by `id`."""
    r = random.Random(5)

    def some(value: Callable[[int], Any]) -> list[Any]:
        return [None if r.random() < 0.2 else value(at) for at in range(rows)]

    start = datetime(2026, 1, 1, tzinfo=UTC)
    return pa.table(
        {
            "id": pa.array(range(rows), pa.int64()),
            "small": pa.array(some(lambda at: at % 7), pa.int8()),
            "big": pa.array(some(lambda _: r.getrandbits(64)), pa.uint64()),
            "price": pa.array(some(lambda _: round(r.lognormvariate(3, 1), 2)), pa.float64()),
            "ratio": pa.array(some(lambda _: r.random()), pa.float32()),
            "amount": pa.array(some(lambda at: Decimal(at) / 4), pa.decimal128(9, 2)),
            "day": pa.array(some(lambda at: date(2026, 1, 1) + timedelta(at)), pa.date32()),
            "at": pa.array(
                [
                    start + timedelta(seconds=at, microseconds=r.randint(0, 99))
                    for at in range(rows)
                ],
                pa.timestamp("us", "UTC"),
            ),
            "name": pa.array(some(lambda at: f"name {at % 50}")),
            "list": pa.array(
                some(lambda _: [r.choice([None, r.randint(0, 9)]) for _ in range(r.randint(0, 5))]),
                pa.list_(pa.int32()),
            ),
            "pair": pa.array(some(lambda at: {"a": at, "b": {"c": r.choice([None, at / 2])}})),
            "map": pa.array(some(lambda at: [(str(at), at)]), pa.map_(pa.string(), pa.int64())),
            "flag": pa.array(some(lambda at: at % 3 == 0)),
        }
    )


def hard_floats(rows: int) -> Any:
    """NaNs of every payload, both zeros, infinities and denormals."""
    r = random.Random(1)
    special = [0x7FF8000000000001, 0xFFF0000000000001, 1 << 63, 0, 0x7FF0000000000000, 1]
    bits = [r.choice([*special, r.getrandbits(64)]) for _ in range(rows)]
    return pa.array([struct.unpack("<d", struct.pack("<Q", one))[0] for one in bits])


def write_once(write: Callable[[Path], object]) -> Callable[[Path], None]:
    """A writer that does its work for the first test that asks, and gives the others the same bytes."""
    made: list[bytes] = []

    @wraps(write)
    def write_again(path: Path) -> None:
        if not made:
            write(path)
            made.append(path.read_bytes())
        else:
            path.write_bytes(made[0])

    return write_again


def write_pyarrow(path: Path, rows: Any = None, **options: Any) -> None:
    pq.write_table(table() if rows is None else rows, path, **{**OPTIONS, **options})


INDEXED: Final[dict[str, Any]] = {
    "write_page_index": True,
    "write_page_checksum": True,
    "sorting_columns": [pq.SortingColumn(0)],
    "max_rows_per_page": 100,
}


@write_once
def plain_and_indexed(path: Path) -> None:
    write_pyarrow(path, **INDEXED)


@write_once
def few_and_indexed(path: Path) -> None:
    """Its columns up to `price`: for what is damaged and read many times."""
    write_pyarrow(path, table().select(["id", "small", "big", "price"]), **INDEXED)


@write_once
def dual_and_indexed(path: Path) -> None:
    """It with both encodings of each column that pco takes."""
    plain_and_indexed(path)
    add_all(path)


@write_once
def version_2(path: Path) -> None:
    write_pyarrow(path, data_page_version="2.0", compression="zstd", write_page_index=True)


@write_once
def without_dictionary(path: Path) -> None:
    write_pyarrow(
        path,
        use_dictionary=False,
        compression="gzip",
        column_encoding={"id": "DELTA_BINARY_PACKED", "price": "BYTE_STREAM_SPLIT"},
    )


@write_once
def rows_across_pages(path: Path) -> None:
    """v1 pages without a page index break in the middle of a row."""
    lists = pa.array([list(range(at % 40)) for at in range(2_000)], pa.list_(pa.int64()))
    pq.write_table(pa.table({"list": lists}), path, data_page_size=512, write_batch_size=64)


@write_once
def bloom_filters(path: Path) -> None:
    write_pyarrow(
        path,
        write_page_index=True,
        bloom_filter_options={"id": {"ndv": 1_000, "fpp": 0.01}},
    )


def one_row(path: Path) -> None:
    pq.write_table(table(1), path)


def no_rows(path: Path) -> None:
    pq.write_table(table(0), path)


@write_once
def by_duckdb(path: Path) -> None:
    duckdb = importlib.import_module("duckdb")
    connection = duckdb.connect()
    connection.execute(
        f"copy (select i as id, i / 7.0 as price, (i * 37 % 1000)::int as code, 'n' || i as name, "
        f"case when i % 3 = 0 then null else [i, i + 1] end as list, (i / 100)::decimal(9, 2) as amount, "
        f"timestamp '2026-01-01' + interval (i) second as at from range(30000) t(i)) "
        f"to '{path}' (format parquet, row_group_size 8192)"
    )


@write_once
def by_polars(path: Path) -> None:
    polars = importlib.import_module("polars")
    polars.from_arrow(table()).write_parquet(path, row_group_size=700, data_page_size=1_000)


WRITERS: Final[dict[str, Callable[[Path], None]]] = {
    "pyarrow, page index, checksums, sorted": plain_and_indexed,
    "pyarrow, v2 pages, zstd": version_2,
    "pyarrow, no dictionary, delta, byte stream split": without_dictionary,
    "pyarrow, rows across pages": rows_across_pages,
    "pyarrow, bloom filters": bloom_filters,
    "pyarrow, one row": one_row,
    "pyarrow, no rows": no_rows,
    "DuckDB": by_duckdb,
    "Polars": by_polars,
}
