"""Others plan from the parts of a store, too: DuckDB and pyarrow.dataset; and chunks are those of the footers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.verbs.store.part_schema import CHUNK_COLUMNS
from tests.verbs.store.lakes import write_file

QUERY = """
SET VARIABLE parts = (SELECT list('{store}/' || p.name) FROM (SELECT unnest(parts) AS p FROM '{store}/store.json'));
SET VARIABLE removed = (SELECT '{store}/' || removed.name FROM '{store}/store.json');
SELECT location FROM read_parquet(getvariable('parts'), union_by_name = true)
WHERE ifnull(content_stats.x.lower_bound <= 25, true) AND ifnull(content_stats.x.upper_bound >= 25, true)
  AND file NOT IN (SELECT file FROM read_parquet(getvariable('removed')))
"""
"""As docs/store.md has it."""


@pytest.fixture
def lake(tmp_path: Path) -> tuple[Path, list[str]]:
    """A store after a refresh, with files of two schemas; those whose x may be 25."""
    folder, store = tmp_path / "lake", tmp_path / "store"
    for at in range(8):
        write_file(folder / f"{at}.parquet", {"x": [at * 10, at * 10 + 9], "s": ["a", "b"]})
    inlay.build_store(folder, output=store)
    write_file(folder / "2.parquet", {"x": [100], "s": ["a"]})
    write_file(folder / "8.parquet", {"x": [None, 20, 30], "z": [1.5, None, 2.5]})
    write_file(folder / "9.parquet", {"x": pa.array([None], pa.int64()), "z": [1.5]})
    inlay.refresh_store(store)
    return store, [str(folder / "8.parquet"), str(folder / "9.parquet")]


def test_duckdb_plans_from_a_store(lake: tuple[Path, list[str]]) -> None:
    store, left = lake
    rows = duckdb.connect().execute(QUERY.format(store=store)).fetchall()
    assert sorted(path for (path,) in rows) == left
    assert inlay.plan_store(store, "x = 25").paths == left[:1]  # nulls are counted, too


def test_the_page_has_this_query() -> None:
    page = (Path(__file__).parents[3] / "docs" / "store.md").read_text(encoding="utf-8")
    for line in QUERY.format(store="lake.store").strip().splitlines():
        assert line in page


def test_pyarrow_plans_from_a_store(lake: tuple[Path, list[str]]) -> None:
    store, left = lake
    document = json.loads((store / "store.json").read_text())
    removed = pq.read_table(store / document["removed"]["name"]).column("file")
    paths: list[str] = []
    for part in document["parts"]:
        rows: Any = ds.dataset(store / part["name"])
        low, high = (ds.field("content_stats", "x", f"{end}_bound") for end in ("lower", "upper"))
        may = ((low <= 25) | low.is_null()) & ((high >= 25) | high.is_null())
        table = rows.to_table(filter=may & ~ds.field("file").isin(removed), columns=["location"])
        paths += table.column("location").to_pylist()
    assert sorted(paths) == left


def test_chunks_are_those_of_the_footers(lake: tuple[Path, list[str]]) -> None:
    store, _ = lake
    document = json.loads((store / "store.json").read_text())
    seen = 0
    for part in document["parts"]:
        for row in pq.read_table(store / part["name"]).to_pylist():
            if not Path(row["location"]).match("*/2.parquet"):
                footer = inlay.open(row["location"])
                assert row["chunks"] == inlay.chunk_table(footer.thrift, CHUNK_COLUMNS).to_pylist()
                seen += 1
    assert seen == 9


def test_what_a_plan_leaves_goes_into_other_functions(lake: tuple[Path, list[str]]) -> None:
    store, left = lake
    paths = inlay.plan_store(store, "x between 20 and 30").paths
    assert [it["path"] for it in inlay.scan_footers(paths).read_all().to_pylist()] == paths
    assert inlay.report(paths, only=["overview"]).files == len(paths)
    assert left[0] in paths
