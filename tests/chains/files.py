"""Small random files of pyarrow, DuckDB and Polars: all page versions, codecs and indexes; no rows, one, nulls alone; nested columns."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

import polars

from inlay.pages.engine.chunk_metadata import metadata_of
from parquet_format.parquet import FileMetaData
from tests.indexed.random_tables import make_table
from tests.pages.encodings.files import pa, pq
from tests.support.footers import edit_footer

duckdb: Any = importlib.import_module("duckdb")

NUMBER: Final = "row"
_ROWS: Final = (0, 1, 2, 30, 200)
_PAIR: Final = pa.struct([("x", pa.int32()), ("y", pa.list_(pa.string()))])
_LISTS: Final[Sequence[Any]] = (
    [],
    None,
    [None],
    [{"x": 1, "y": ["a", None]}, None, {"x": None, "y": []}],
)


def random_table(random: Random) -> Any:
    """Some columns of many types, in stretches, and sometimes lists."""
    rows = random.choice(_ROWS)
    table: Any = make_table(random.randrange(1 << 30), rows=rows, values=4).rows
    names = [it for it in table.column_names if it != NUMBER]
    some = table.select([NUMBER, *random.sample(names, random.randint(1, 4))])
    if rows != 1 and random.random() < 0.4:  # pyarrow loses the only row of a list in small pages
        lists = pa.array([random.choice(_LISTS) for _ in range(rows)], pa.list_(_PAIR))
        some = some.append_column("lists", lists)
    return some


def write_random_file(random: Random, path: Path) -> None:
    table = random_table(random)
    write = random.choice(
        (_write_by_pyarrow, _write_by_pyarrow, _write_by_duckdb, _write_by_polars)
    )
    write(random, table, path)
    if random.random() < 0.3:
        _leave_out(random, path)


def _write_by_pyarrow(random: Random, table: Any, path: Path) -> None:
    flat = [it.name for it in table.schema if not pa.types.is_nested(it.type)]
    blooms = {it: {"ndv": table.num_rows} for it in flat if table[it].type != pa.bool_()}
    pq.write_table(
        table,
        path,
        row_group_size=random.choice((7, 20, 1000)),
        compression=random.choice(("none", "snappy", "gzip", "brotli", "lz4", "zstd")),
        use_dictionary=random.choice((True, False, [NUMBER])),
        data_page_version=random.choice(("1.0", "2.0")),
        data_page_size=random.choice((1, 64, 1 << 20)),
        write_batch_size=random.choice((1, 10, 1024)),
        write_statistics=random.choice((True, True, False, [NUMBER])),
        write_page_index=random.random() < 0.5,
        write_page_checksum=random.random() < 0.3,
        store_schema=random.random() < 0.7,
        store_decimal_as_integer=random.random() < 0.5,
        bloom_filter_options=blooms if table.num_rows and random.random() < 0.3 else {},
    )


def _write_by_duckdb(random: Random, table: Any, path: Path) -> None:
    connection = duckdb.connect()
    connection.register("rows", table)
    codec = random.choice(("snappy", "zstd", "uncompressed"))
    options = f"format parquet, compression {codec}"
    connection.execute(f"copy rows to '{path}' ({options})")


def _write_by_polars(random: Random, table: Any, path: Path) -> None:
    frame = polars.from_arrow(table)
    assert isinstance(frame, polars.DataFrame)
    frame.write_parquet(
        path,
        row_group_size=random.choice((20, 1000)),
        data_page_size=random.choice((1, 400, 1 << 20)),
        statistics=random.choice((True, False, "full")),
    )


def _leave_out(random: Random, path: Path) -> None:
    """What need not be there, of some chunks: a file is valid without it, and chunks beside each other say different things."""
    what = random.choice(("statistics", "null counts", "sizes", "column index", "indexes"))
    share = random.choice((0.3, 1))

    def edit(metadata: FileMetaData) -> None:
        for chunk in (chunk for group in metadata.row_groups for chunk in group.columns):
            if random.random() >= share:
                continue
            meta = metadata_of(chunk)
            if what == "statistics":
                meta.statistics = None
            elif what == "null counts" and (statistics := meta.statistics) is not None:
                meta.statistics = statistics.replace(null_count=None)
            elif what == "sizes":
                meta.size_statistics = None
            if "index" in what:
                chunk.column_index_offset = chunk.column_index_length = None
            if what == "indexes":
                chunk.offset_index_offset = chunk.offset_index_length = None

    path.write_bytes(edit_footer(path.read_bytes(), edit))
