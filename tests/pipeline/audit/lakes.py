"""A lake of a few dozen files of several writers, of which some say what does not hold."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from pathlib import Path
from struct import pack
from typing import Final

import pyarrow as pa
import pyarrow.parquet as pq

from parquet_format.parquet import FileMetaData
from tests.support.footers import edit_footer
from tests.support.loose_bounds import edit_statistics, loosen_bounds

LIES = ("loose", "nulls", "bound")

MAP: Final = pa.table({"m": pa.array([[("k", 1), ("k", 2)]], pa.map_(pa.string(), pa.int8()))})
"""Of which something is advised."""


def build_table(number: int) -> pa.Table:
    names = [f"n{number}", None, "x" * number]
    return pa.table({"a": [number, 2, 3], "d": [math.inf] * 3, "t": names})


def make_lake(lake: Path, copies: int = 4) -> list[Path]:
    """In folders, with one file that is torn and one of another kind; the files that can be read."""
    paths: list[Path] = []
    for number in range(copies):
        folder = lake / f"day={number}"
        folder.mkdir(parents=True)
        table = build_table(number)
        arrow = folder / "arrow.parquet"
        pq.write_table(table, arrow, write_page_index=True, use_dictionary=False)
        pq.write_table(table, folder / "groups.parquet", row_group_size=1)
        pq.write_table(MAP, folder / "map.parquet")
        paths += [arrow, folder / "groups.parquet", folder / "map.parquet"]
        paths += write_elsewhere(table, folder)
        for name in LIES:
            (folder / f"{name}.parquet").write_bytes(CHANGES[name](arrow.read_bytes()))
            paths.append(folder / f"{name}.parquet")
    (lake / "torn.parquet").write_bytes(b"PAR1 torn")
    (lake / "README.md").write_text("not a table", encoding="utf-8")
    return paths


def write_elsewhere(table: pa.Table, folder: Path) -> list[Path]:
    """By DuckDB and Polars, as far as they are installed."""
    paths: list[Path] = []
    try:
        import duckdb
    except ImportError:
        pass
    else:
        paths.append(folder / "duckdb.parquet")
        with duckdb.connect() as connection:
            connection.register("given", table)
            connection.execute(f"COPY given TO '{paths[-1]}' (FORMAT PARQUET)")
    try:
        import polars
    except ImportError:
        pass
    else:
        paths.append(folder / "polars.parquet")
        frame = polars.from_arrow(table)
        assert isinstance(frame, polars.DataFrame)
        frame.write_parquet(paths[-1])
    return paths


def lie_about_nulls(metadata: FileMetaData) -> None:
    edit_statistics(metadata, 0).null_count = 2


def lie_about_bounds(metadata: FileMetaData) -> None:
    statistics = edit_statistics(metadata, 0)
    statistics.max_value = statistics.max = pack("<q", 2)


CHANGES: Final[dict[str, Callable[[bytes], bytes]]] = {
    "loose": partial(loosen_bounds, column=1),
    "nulls": partial(edit_footer, edit=lie_about_nulls),
    "bound": partial(edit_footer, edit=lie_about_bounds),
}
