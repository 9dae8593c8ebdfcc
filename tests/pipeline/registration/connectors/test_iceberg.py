"""Tables committed by Iceberg's connector: the same as pyiceberg's, read back through Spark, beside others, and killed."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from datetime import date
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from unittest import mock

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from pyiceberg.table import Table

import inlay
from inlay.errors import RefusedError
from inlay.verbs.register.register import Registration, commit_files
from inlay_spark.registration import lake as lakes
from inlay_spark.registration.lake import AGAIN, register_lake
from tests.pipeline.audit.lakes import make_lake
from tests.pipeline.registration.connectors import iceberg_child
from tests.pipeline.registration.connectors.catalogs import (
    NAME,
    add_catalog,
    describe_entry,
    list_entries,
    open_catalog,
)
from tests.pipeline.registration.connectors.killed_runs import MOMENTS
from tests.support.connectors import run_beside
from tests.verbs.register.iceberg.tables import open_catalog as open_pyiceberg
from tests.verbs.register.iceberg.tables import properties_of

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

pytestmark = pytest.mark.needs("Iceberg for Spark")

_NUMBERS: Final = count()
_ROWS: Final[dict[str, Any]] = {
    "id": pa.array([1, 2, None], pa.int64()),
    "small": pa.array([1, -2, 3], pa.int16()),
    "real": [1.5, None, -0.0],
    "name": ["a" * 30, None, "zz"],
    "raw": [b"\xff" * 30, b"", None],
    "day": [date(2026, 11, 28), None, date(1, 1, 1)],
    "point": [{"x": 1, "y": None}, None, {"x": 2, "y": 3}],
    "tags": [["a", None], [], None],
}


@pytest.fixture
def options(spark: SparkSession, tmp_path: Path) -> dict[str, Any]:
    """Of a registration in a catalog that no other test has."""
    return add_catalog(spark, f"lake{next(_NUMBERS)}", tmp_path)


def write(path: Path, columns: dict[str, Any]) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(pa.table(columns), path)
    return str(path)


def load(spark: SparkSession, options: dict[str, Any]) -> Table:
    return open_catalog(spark, options["catalog"]).load_table(NAME)


def list_paths(spark: SparkSession, options: dict[str, Any]) -> list[str]:
    rows = spark.sql(f"SELECT file_path FROM {options['catalog']}.{NAME}.files").collect()
    return sorted(row.file_path.removeprefix("file://") for row in rows)


def write_numbered(lake: Path) -> None:
    """With field ids of the files' own, which no catalog would give."""
    fields = [
        pa.field(name, pa.int64(), metadata={"PARQUET:field_id": number})
        for name, number in (("x", "7"), ("y", "3"))
    ]
    lake.mkdir()
    pq.write_table(pa.table([[1, 2], [3, 4]], schema=pa.schema(fields)), lake / "a.parquet")


def write_partitioned(lake: Path) -> None:
    for day in (1, 2):
        write(lake / f"on=2026-11-0{day}" / "a.parquet", _ROWS)


def write_all_types(lake: Path) -> None:
    for at in range(3):
        write(lake / f"{at}.parquet", _ROWS)


LAKES: Final[dict[str, Callable[[Path], object]]] = {
    "types": write_all_types,
    "ids": write_numbered,
    "partitions": write_partitioned,
    "many writers": lambda lake: make_lake(lake, 2),
}


@pytest.mark.parametrize("kind", LAKES)
def test_the_same_table_as_by_pyiceberg(
    kind: str, spark: SparkSession, tmp_path: Path, options: dict[str, Any]
) -> None:
    """Columns, ids, partitions, mapping of names, and each field of each entry."""
    lake = tmp_path / "lake"
    LAKES[kind](lake)
    (tmp_path / "warehouse").mkdir()
    common: dict[str, Any] = {"to": "iceberg", "table": NAME, "create": True, "skip_bad": True}
    inlay.register(str(lake), properties=properties_of(tmp_path), **common)
    done = register_lake(spark, str(lake), str(tmp_path / "journal"), **{**common, **options})
    assert done.lines[-1].startswith("committed by Iceberg ")
    theirs = load(spark, options)
    with closing(open_pyiceberg(tmp_path)) as catalog:
        ours = catalog.load_table(NAME)
        entries = list_entries(ours)
        assert len(entries) == done.files
        assert [*map(describe_entry, list_entries(theirs))] == [*map(describe_entry, entries)]
        assert theirs.schema().as_struct() == ours.schema().as_struct()
        assert theirs.spec() == ours.spec()
        assert theirs.name_mapping() == ours.name_mapping()
        assert theirs.format_version == ours.format_version


FILTERS: Final = (
    "x = 15",
    "x >= 20 AND x < 30",
    "x > 1000",
    "s = 's3'",
    "s IS NULL",
    "x <> 5 AND s > 's1'",
    "day = DATE '2026-11-04'",
)


def test_filters_leave_files_out_and_lose_no_row(
    spark: SparkSession, tmp_path: Path, options: dict[str, Any]
) -> None:
    """Each filter finds what a full scan of the files finds. One of them is gone, and is missed only where it may match."""
    lake = tmp_path / "lake"
    for at in range(6):
        columns = {
            "x": pa.array([10 * at, 10 * at + 5, None], pa.int64()),
            "s": [f"s{at}", None, f"s{at}"],
            "day": [date(2026, 11, 1 + at)] * 3,
        }
        write(lake / f"{at}.parquet", columns)
    register_lake(spark, str(lake), str(tmp_path / "journal"), create=True, **options)
    table = f"{options['catalog']}.{NAME}"
    for filter_ in FILTERS:
        found = spark.sql(f"SELECT * FROM {table} WHERE {filter_}").collect()
        scanned = spark.read.parquet(str(lake)).where(filter_).collect()
        assert sorted(found, key=str) == sorted(scanned, key=str), filter_
    (lake / "5.parquet").unlink()
    assert len(spark.sql(f"SELECT * FROM {table} WHERE x < 50 AND x > 30").collect()) == 3
    with pytest.raises(Exception, match=r"5\.parquet"):
        spark.sql(f"SELECT * FROM {table} WHERE x = 55").collect()


def test_a_table_grows_and_is_replaced(
    spark: SparkSession, tmp_path: Path, options: dict[str, Any]
) -> None:
    """Files that are there are refused, also those that another session has added; a rewritten one takes its own place."""
    first = write(tmp_path / "first" / "a.parquet", {"x": [1, 2]})
    second = write(tmp_path / "second" / "b.parquet", {"x": [3], "y": ["new"]})
    journal = str(tmp_path / "journal")
    register_lake(spark, first, journal, create=True, **options)
    other = add_catalog(spark, f"{options['catalog']}other", tmp_path)
    assert list_paths(spark, other) == [first]  # Spark keeps this state of the table
    with pytest.raises(RefusedError, match="other columns: column y: added"):
        register_lake(spark, second, journal, **options)
    register_lake(spark, second, journal, allow={"evolve"}, **options)
    with pytest.raises(RefusedError, match="1 file in the table already"):
        register_lake(spark, second, str(tmp_path / "other"), **other)
    write(Path(first), {"x": [8, 9]})
    register_lake(spark, first, str(tmp_path / "other"), replace=True, **other)
    assert list_paths(spark, other) == [first, second]
    rows = spark.sql(f"SELECT x, y FROM {other['catalog']}.{NAME} ORDER BY x").collect()
    assert [tuple(row) for row in rows] == [(3, "new"), (8, None), (9, None)]
    assert _list_operations(load(spark, other)) == [
        "append",
        "append",
        "overwrite",
    ]
    with pytest.raises(RefusedError, match="already: files are added to it"):
        register_lake(spark, first, str(tmp_path / "new"), create=True, **options)
    for table in ("lake.none", f"{NAME}.files"):
        with pytest.raises(RefusedError, match=f"the catalog has no table {table}"):
            register_lake(spark, first, journal, **{**options, "table": table})


def _list_operations(table: Table) -> list[str]:
    return [it.summary.operation.value for it in table.snapshots() if it.summary is not None]


@pytest.mark.parametrize("is_there", [True, False])
def test_of_two_clients_one_loses_and_says_so(
    is_there: bool, spark: SparkSession, tmp_path: Path, options: dict[str, Any]
) -> None:
    """Beside Spark's own INSERT into a table that is there, and beside another registration that creates the table."""
    mine = write(tmp_path / "mine" / "b.parquet", {"x": pa.array([2], pa.int64())})
    theirs = write(tmp_path / "theirs" / "c.parquet", {"x": pa.array([3], pa.int64())})
    journal = str(tmp_path / "journal")
    table = f"{options['catalog']}.{NAME}"
    if is_there:
        register_lake(spark, theirs, str(tmp_path / "first"), create=True, **options)
    real = commit_files

    def commit_after_them(target: Any, opened: Any, *given: Any, **more: Any) -> Registration:
        if is_there:
            spark.sql(f"INSERT INTO {table} VALUES (4)")
        else:
            with mock.patch.object(lakes, "commit_files", real):
                register_lake(spark, theirs, str(tmp_path / "first"), create=True, **options)
        return real(target, opened, *given, **more)

    with (
        mock.patch.object(lakes, "commit_files", commit_after_them),
        pytest.raises(RefusedError, match=r"in between"),
    ):
        register_lake(spark, mine, journal, create=not is_there, **options)
    held = [3, 4] if is_there else [3]
    read = f"SELECT x FROM {table} ORDER BY x"
    assert [row.x for row in spark.sql(read).collect()] == held
    assert register_lake(spark, mine, journal, **options).committed
    assert [row.x for row in spark.sql(read).collect()] == sorted([2, *held])


def test_killed_the_table_is_the_old_or_the_new_one(
    spark: SparkSession, tmp_path: Path, options: dict[str, Any]
) -> None:
    del options
    path = write(tmp_path / "lake" / "a.parquet", {"x": [1]})
    for moment in MOMENTS:
        (tmp_path / moment).mkdir()
    run_beside(iceberg_child.__name__, path, str(tmp_path))
    for moment in MOMENTS:
        again = add_catalog(spark, f"lake{next(_NUMBERS)}", tmp_path / moment)
        catalog = open_catalog(spark, again["catalog"])
        is_there = (tmp_path / moment / "warehouse" / "lake" / "t" / "metadata").exists()
        if moment == "after":
            assert len(list_entries(catalog.load_table(NAME))) == 1
        journal = str(tmp_path / moment / "journal")
        done = register_lake(spark, path, journal, create=True, **again)
        assert (AGAIN in done.lines) == (moment == "after")
        assert list_paths(spark, again) == [path]
        assert is_there or moment == "before"
