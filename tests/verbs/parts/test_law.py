"""Whoever wrote the files, whatever is chosen of them: readers see what they saw before, put together."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import polars
from hypothesis import given
from hypothesis import strategies as st

import inlay
from tests.pages.encodings.files import pa, pq
from tests.support.examples import examples
from tests.verbs.parts.made import OPTIONS, assert_whole, pages_in, table

duckdb: Any = importlib.import_module("duckdb")
datafusion: Any = importlib.import_module("datafusion")


def by_pyarrow(rows: Any, path: Path) -> None:
    pq.write_table(rows, path, **OPTIONS["indexed"])


def by_duckdb(rows: Any, path: Path) -> None:
    connection = duckdb.connect()
    connection.register("rows", rows)
    connection.execute(f"COPY rows TO '{path}' (FORMAT parquet, ROW_GROUP_SIZE 2048)")


def by_polars(rows: Any, path: Path) -> None:
    frame = polars.from_arrow(rows)
    assert isinstance(frame, polars.DataFrame)
    frame.write_parquet(path, row_group_size=250, statistics="full")


WRITERS = {"pyarrow": by_pyarrow, "DuckDB": by_duckdb, "Polars": by_polars}

PARTS = st.lists(
    st.tuples(st.sampled_from(sorted(WRITERS)), st.integers(1, 900), st.integers(0, 5)),
    min_size=1,
    max_size=4,
)
COLUMNS = st.lists(st.sampled_from(["id", "name"]), min_size=1, unique=True)


def plain(rows: Any) -> Any:
    """The types that all three writers give these columns."""
    return rows.cast(pa.schema([("id", pa.int64()), ("name", pa.string())]))


@examples(12)
@given(parts=PARTS, columns=COLUMNS)
def test_all_readers_see_the_rows_of_the_parts(
    tmp_path: Path, parts: list[tuple[str, int, int]], columns: list[str]
) -> None:
    tables: list[Any] = []
    paths: list[str] = []
    for number, (writer, rows, seed) in enumerate(parts):
        tables.append(plain(table(rows, seed).select(["id", "name"])))
        path = tmp_path / f"{number}.parquet"
        WRITERS[writer](tables[-1], path)
        paths.append(str(path))
    out, chosen = tmp_path / "out.parquet", str(tmp_path / "chosen.parquet")
    inlay.concat(paths, out, overwrite=True)
    assert pages_in(out) == [group for path in paths for group in pages_in(path)]
    assert_whole(out)
    inlay.select(out, chosen, columns=columns, overwrite=True)
    kept = [name for name in ("id", "name") if name in columns]
    expected = pa.concat_tables(tables).select(kept)
    assert plain_columns(pq.read_table(chosen)).equals(expected)
    assert plain_columns(duckdb.connect().sql(f"FROM '{chosen}'").to_arrow_table()).equals(expected)
    assert plain_columns(polars.read_parquet(chosen).to_arrow()).equals(expected)
    context = datafusion.SessionContext(datafusion.SessionConfig().with_target_partitions(1))
    batches = context.read_parquet(chosen).collect()
    assert plain_columns(pa.Table.from_batches(batches)).equals(expected)


def plain_columns(rows: Any) -> Any:
    types = {"id": pa.int64(), "name": pa.string()}
    return rows.cast(pa.schema([(name, types[name]) for name in rows.column_names]))
