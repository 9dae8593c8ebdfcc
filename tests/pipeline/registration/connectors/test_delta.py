"""Tables committed by Delta's connector: the same log as deltalake's, read back through Spark, beside others, and killed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from unittest import mock

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from deltalake import DeltaTable, write_deltalake

import inlay
from inlay.errors import RefusedError
from inlay.verbs.register.register import Registration, commit_files
from inlay_spark.registration import lake as lakes
from inlay_spark.registration.connectors.delta.java_actions import ActionReader
from inlay_spark.registration.lake import AGAIN, register_lake
from tests.pipeline.audit.lakes import make_lake
from tests.pipeline.registration.connectors import delta_child
from tests.pipeline.registration.connectors.delta_tables import (
    CATALOG,
    list_actions,
    list_paths,
    options_of,
)
from tests.pipeline.registration.connectors.killed_runs import MOMENTS
from tests.support.connectors import run_beside

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

pytestmark = pytest.mark.needs("Delta for Spark")

_ROWS: Final[dict[str, Any]] = {
    "id": pa.array([1, 2, None], pa.int64()),
    "small": pa.array([1, -2, 3], pa.int16()),
    "real": [1.5, None, -0.0],
    "name": ["a" * 40, None, "zz"],
    "raw": [b"\xff" * 30, b"", None],
    "day": [date(2026, 11, 28), None, date(1, 1, 1)],
    "price": pa.array([Decimal("0.10"), None, Decimal("-99999999.99")], pa.decimal128(10, 2)),
    "at": pa.array([datetime(2026, 1, 1, 1, 2, 3, 456789, UTC)] * 3, pa.timestamp("us", "UTC")),
    "local": pa.array([datetime(2026, 1, 1, 1, 2, 3, 456789)] * 3, pa.timestamp("us")),
    "point": [{"x": 1, "y": None}, None, {"x": 2, "y": 3}],
    "tags": [["a", None], [], None],
}


@pytest.fixture
def delta(spark: SparkSession) -> Iterator[SparkSession]:
    for key, value in CATALOG.items():
        spark.conf.set(key, value)
    yield spark
    for key in CATALOG:
        spark.conf.unset(key)


def write(path: Path, columns: dict[str, Any]) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(pa.table(columns), path)
    return str(path)


def write_partitioned(lake: Path) -> None:
    for day in ("2026-11-01", "2026-11-02", "__HIVE_DEFAULT_PARTITION__"):
        write(lake / f"on={day}" / "a b.parquet", _ROWS)


def write_named(lake: Path) -> None:
    for name in ("a b", "50%", "#1", "[x]^", "é日", "{a}=b&c|d"):
        write(lake / f"{name}.parquet", _ROWS)


LAKES: Final[dict[str, Callable[[Path], object]]] = {
    "names": write_named,
    "partitions": write_partitioned,
    "many writers": lambda lake: make_lake(lake, 2),
}


@pytest.mark.parametrize("kind", LAKES)
def test_the_same_log_as_by_deltalake(kind: str, delta: SparkSession, tmp_path: Path) -> None:
    """Protocol, schema, partitions, and each entry with its statistics; and Spark finds the rows of all files."""
    lake, journal = tmp_path / "lake", str(tmp_path / "journal")
    LAKES[kind](lake)
    options: dict[str, Any] = {"skip_bad": True, "create": True}
    ours = register_lake(delta, str(lake), journal, **options_of(tmp_path / "ours"), **options)
    assert ours.lines[-1].startswith("committed by Delta ")
    for key in CATALOG:
        delta.conf.unset(key)
    theirs = register_lake(delta, str(lake), journal, **options_of(tmp_path / "theirs"), **options)
    assert (theirs.lines[-1], theirs.committed) == ("committed by deltalake", ours.committed)
    actions = list_actions(tmp_path / "ours")
    assert actions == list_actions(tmp_path / "theirs")
    assert sum(kind == "add" for kind, _ in actions) == ours.files
    for key, value in CATALOG.items():
        delta.conf.set(key, value)
    assert delta.read.format("delta").load(str(tmp_path / "ours")).count() == ours.rows


FILTERS: Final = (
    "x = 15",
    "x >= 20 AND x < 30",
    "x > 1000",
    "s = 's3'",
    "s IS NULL",
    "x <> 5 AND s > 's1'",
    "day = DATE '2026-11-04'",
)


def test_filters_leave_files_out_and_lose_no_row(delta: SparkSession, tmp_path: Path) -> None:
    """Each filter finds what a full scan of the files finds. One of them is gone, and is missed only where it may match."""
    lake, table = tmp_path / "lake", tmp_path / "table"
    for at in range(6):
        columns = {
            "x": pa.array([10 * at, 10 * at + 5, None], pa.int64()),
            "s": [f"s{at}", None, f"s{at}"],
            "day": [date(2026, 11, 1 + at)] * 3,
        }
        write(lake / f"{at}.parquet", columns)
    register_lake(delta, str(lake), str(tmp_path / "journal"), create=True, **options_of(table))
    rows = delta.read.format("delta").load(str(table))
    for filter_ in FILTERS:
        found = rows.where(filter_).collect()
        scanned = delta.read.parquet(str(lake)).where(filter_).collect()
        assert sorted(found, key=str) == sorted(scanned, key=str), filter_
    (lake / "5.parquet").unlink()
    assert len(rows.where("x < 50 AND x > 30").collect()) == 3
    with pytest.raises(Exception, match=r"5\.parquet"):
        rows.where("x = 55").collect()


def test_a_table_grows_and_is_replaced(delta: SparkSession, tmp_path: Path) -> None:
    """Files that are there are refused, columns come with the files that have them, and a rewritten file takes its own place."""
    table, journal = tmp_path / "table", str(tmp_path / "journal")
    options = options_of(table)
    evolve: dict[str, Any] = {**options, "allow": {"outside", "evolve"}}
    point = pa.array([{"a": 1}, None])
    first = write(tmp_path / "first" / "a.parquet", {"x": [1, 2], "p": point})
    second = write(tmp_path / "second" / "b.parquet", {"x": [3], "p": [{"a": 1, "b": "new"}]})
    delta.sql(
        f"CREATE TABLE delta.`{table}` (x LONG COMMENT 'kept', p STRUCT<a: LONG>) USING delta"
    )
    register_lake(delta, first, journal, **options)
    with pytest.raises(RefusedError, match=r"other columns: column p\.b: added"):
        register_lake(delta, second, journal, **options)
    done = register_lake(delta, second, journal, **evolve)
    assert done.committed == "version 2"
    assert not any("a version of their own" in line for line in done.lines)
    with pytest.raises(RefusedError, match="1 file in the table already"):
        register_lake(delta, second, str(tmp_path / "other"), **options)
    write(Path(first), {"x": [8, 9], "p": point})
    done = register_lake(delta, first, str(tmp_path / "other"), replace=True, **options)
    assert (done.committed, list_paths(table, delta)) == ("version 3", [first, second])
    rows = delta.sql(f"SELECT x, p.a, p.b FROM delta.`{table}` ORDER BY x").collect()
    assert [*map(tuple, rows)] == [(3, 1, "new"), (8, 1, None), (9, None, None)]
    kinds = [kind for kind, _ in list_actions(table)]
    assert (kinds.count("metaData"), kinds.count("add")) == (2, 3)
    (*_, schema) = (it["schemaString"] for kind, it in list_actions(table) if kind == "metaData")
    assert schema["fields"][0]["metadata"] == {"comment": "kept"}
    assert not inlay.check_table(to="delta", table=str(table)).files
    with pytest.raises(RefusedError, match="is there already"):
        register_lake(delta, first, journal, create=True, **options)
    with pytest.raises(RefusedError, match="no Delta table is there"):
        register_lake(delta, first, journal, **options_of(tmp_path / "none"))


def test_rows_that_are_deleted_by_their_places(delta: SparkSession, tmp_path: Path) -> None:
    table, path = tmp_path / "table", tmp_path / "table" / "a.parquet"
    write(path, {"x": [1, 2, 3]})
    options, journal = options_of(table), str(tmp_path / "journal")
    register_lake(delta, str(path), journal, create=True, **options)
    name = f"delta.`{table}`"
    delta.sql(f"ALTER TABLE {name} SET TBLPROPERTIES ('delta.enableDeletionVectors' = true)")
    delta.sql(f"DELETE FROM {name} WHERE x = 2")
    write(path, {"x": [2, 3, 4]})
    with pytest.raises(RefusedError, match="deleted by their places"):
        register_lake(delta, str(path), journal, replace=True, **options)
    delta.sql(f"ALTER TABLE {name} ADD CONSTRAINT few CHECK (x < 9)")
    with pytest.raises(RefusedError, match="the constraint few"):
        register_lake(delta, str(path), journal, replace=True, **options)


@pytest.mark.parametrize("other", ["INSERT", "deltalake"])
def test_of_two_clients_one_loses_and_says_so(
    other: str, delta: SparkSession, tmp_path: Path
) -> None:
    """Beside Spark's own INSERT, and beside Delta's client in Python."""
    table, journal = tmp_path / "table", str(tmp_path / "journal")
    first = write(tmp_path / "first.parquet", {"x": [3]})
    mine = write(tmp_path / "mine.parquet", {"x": [2]})
    register_lake(delta, first, str(tmp_path / "first"), create=True, **options_of(table))
    real = commit_files

    def commit_after_them(*given: Any, **more: Any) -> Registration:
        if other == "INSERT":
            delta.sql(f"INSERT INTO delta.`{table}` VALUES (4)")
        else:
            write_deltalake(table, pa.table({"x": [4]}), mode="append")
        return real(*given, **more)

    with (
        mock.patch.object(lakes, "commit_files", commit_after_them),
        pytest.raises(RefusedError, match=r"in between.*run it again"),
    ):
        register_lake(delta, mine, journal, **options_of(table))
    read = f"SELECT x FROM delta.`{table}` ORDER BY x"
    assert [row.x for row in delta.sql(read).collect()] == [3, 4]
    assert register_lake(delta, mine, journal, **options_of(table)).committed == "version 2"
    assert [row.x for row in delta.sql(read).collect()] == [2, 3, 4]


@pytest.mark.parametrize("moment", ["before the transaction", "in the transaction"])
def test_a_run_that_lost_a_race_for_a_new_table(
    moment: str, delta: SparkSession, tmp_path: Path
) -> None:
    table = tmp_path / "table"
    path = write(tmp_path / "a.parquet", {"x": [1]})
    options: dict[str, Any] = {**options_of(table), "create": True}
    owner: Any = lakes if moment == "before the transaction" else ActionReader
    name = "commit_files" if owner is lakes else "read_all"
    real = getattr(owner, name)

    def go_on_after_them(*given: Any, **more: Any) -> Any:
        inlay.register(path, **options)
        return real(*given, **more)

    with (
        mock.patch.object(owner, name, go_on_after_them),
        pytest.raises(RefusedError, match="created the table in between"),
    ):
        register_lake(delta, path, str(tmp_path / "journal"), **options)
    assert list_paths(table, delta) == [path]
    assert DeltaTable(table).version() == 0


def test_a_session_whose_new_tables_are_not_plain(delta: SparkSession, tmp_path: Path) -> None:
    """Its defaults would name the columns anew, and all rows of the files would be nulls."""
    path = write(tmp_path / "a.parquet", {"x": [1]})
    options: dict[str, Any] = {**options_of(tmp_path / "table"), "create": True}
    for setting, value, said in (
        ("columnMapping.mode", "name", "maps its columns"),
        ("enableRowTracking", "true", "tracks its rows"),
    ):
        key = f"spark.databricks.delta.properties.defaults.{setting}"
        delta.conf.set(key, value)
        with pytest.raises(RefusedError, match=said):
            register_lake(delta, path, str(tmp_path / "journal"), **options)
        delta.conf.unset(key)
    assert not (tmp_path / "table").exists()


def test_a_log_that_delta_cannot_read_or_write(delta: SparkSession, tmp_path: Path) -> None:
    table = tmp_path / "table"
    path = write(tmp_path / "a.parquet", {"x": [1]})
    inlay.register(path, create=True, **options_of(table))
    log = table / "_delta_log" / "00000000000000000001.json"
    journal = str(tmp_path / "journal")
    features = {"readerFeatures": ["tides"], "writerFeatures": ["tides"]}
    log.write_text(
        json.dumps({"protocol": {"minReaderVersion": 3, "minWriterVersion": 7, **features}})
    )
    with pytest.raises(RefusedError, match="tides"):
        register_lake(delta, path, journal, **options_of(table))
    log.write_text("no JSON")
    with pytest.raises(OSError, match="Delta in Spark: "):
        register_lake(delta, path, journal, **options_of(table))


def test_killed_the_table_is_the_old_or_the_new_one(delta: SparkSession, tmp_path: Path) -> None:
    path = write(tmp_path / "lake" / "a.parquet", {"x": [1]})
    for moment in MOMENTS:
        (tmp_path / moment).mkdir()
    run_beside(delta_child.__name__, path, str(tmp_path))
    for moment in MOMENTS:
        table = tmp_path / moment / "table"
        assert table.exists() == (moment == "after")
        journal = str(tmp_path / moment / "journal")
        done = register_lake(delta, path, journal, create=True, **options_of(table))
        assert (AGAIN in done.lines, done.committed) == (moment == "after", "version 0")
        assert list_paths(table, delta) == [path]
