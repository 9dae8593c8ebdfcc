"""Filters of Spark leave out row groups, by the code of `inlay prune`: nothing else changes."""

from __future__ import annotations

from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.ground.files.local_store import LocalStore
from inlay.rows.pruning.filters import FilterTree, list_tests
from inlay_spark.rows.fitted_filters import fit_filters
from inlay_spark.rows.plan import FilePart
from inlay_spark.rows.read import read_rows

if TYPE_CHECKING:
    from pyspark.sql import SparkSession
    from pyspark.sql.datasource import Filter

pytestmark = pytest.mark.needs("Spark 4.1")  # which pushes filters down to sources in Python

ROWS = 3_000
TABLE = pa.table(
    {
        "Id": pa.array(range(ROWS), pa.int32()),
        "price": [at / 4 if at % 100 else float("nan") for at in range(ROWS)],
        "name": [f"n{at:04}" for at in range(ROWS)],
        "cents": pa.array([Decimal(at) / 100 for at in range(ROWS)], pa.decimal128(9, 2)),
        "day": pa.array([at // 1_000 for at in range(ROWS)], pa.date32()),
        "gap": [None if at < 1_000 else at for at in range(ROWS)],
        "when": pa.array([at * 1_000_000 for at in range(ROWS)], pa.timestamp("us", "UTC")),
    }
)
"""Written in three row groups."""

CASES: dict[str, set[int]] = {
    "id > 2500": {2},
    "id = 5 and name = 'n0005'": {0},
    "id < 0": set(),
    "name = 'n1500'": {1},
    "name in ('n0000', 'n2999')": {0, 2},
    "cents >= 29.99": {2},
    "day = date'1970-01-02'": {1},
    "gap is null": {0},
    "gap <=> 1000": {1},
    "not (gap <=> 1000)": {0, 1, 2},
    "price > 1000": {0, 1, 2},
    "price < 100": {0},
    "not (id < 2500)": {2},
    "when < timestamp'1970-01-01 00:00:01Z'": {0},
}
"""By condition, the row groups that may match; `price` has NaN in each, which to Spark is more than every number."""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("filters") / "rows.parquet"
    pq.write_table(TABLE, path, row_group_size=1_000)
    return path


def filters_of(condition: str) -> list[Filter]:
    """As Spark pushes them down."""
    from pyspark.sql import datasource as of

    filters: dict[str, list[Filter]] = {
        "id > 2500": [of.IsNotNull(("id",)), of.GreaterThan(("id",), 2500)],
        "id = 5 and name = 'n0005'": [of.EqualTo(("id",), 5), of.EqualTo(("name",), "n0005")],
        "id < 0": [of.LessThan(("id",), 0)],
        "name = 'n1500'": [of.EqualTo(("name",), "n1500")],
        "name in ('n0000', 'n2999')": [of.In(("name",), ("n0000", "n2999"))],
        "cents >= 29.99": [of.GreaterThanOrEqual(("cents",), Decimal("29.99"))],
        "day = date'1970-01-02'": [of.EqualTo(("day",), date(1970, 1, 2))],
        "gap is null": [of.IsNull(("gap",))],
        "gap <=> 1000": [of.EqualNullSafe(("gap",), 1000)],
        "not (gap <=> 1000)": [of.Not(of.EqualNullSafe(("gap",), 1000))],
        "price > 1000": [of.GreaterThan(("price",), 1000.0)],
        "price < 100": [of.LessThan(("price",), 100.0)],
        "not (id < 2500)": [of.Not(of.LessThan(("id",), 2500))],
        "when < timestamp'1970-01-01 00:00:01Z'": [
            of.LessThan(("when",), datetime(1970, 1, 1, 0, 0, 1, tzinfo=UTC))
        ],
    }
    return filters[condition]


@pytest.mark.parametrize("condition", CASES)
def test_row_groups_that_cannot_match_are_not_read(file: Path, condition: str) -> None:
    from inlay_spark.rows.filters import RowFilters

    taken = RowFilters()
    pushed = filters_of(condition)
    assert list(taken(pushed)) == pushed, "Spark applies all of them again"
    entry = LocalStore().entry(str(file))
    assert entry is not None
    schema = TABLE.schema.set(0, pa.field("id", pa.int32()))
    batches = read_rows(LocalStore(), [FilePart(entry, None)], schema, filters=taken.trees)
    ids: list[Any] = [value for batch in batches for value in batch.column(0).to_pylist()]
    found = {value // 1_000 for value in ids}
    assert found == CASES[condition]


def test_filters_that_do_not_fit_prune_nothing() -> None:
    from pyspark.sql import datasource as of

    from inlay_spark.rows.filters import filter_from_spark

    for filter_ in (
        of.StringStartsWith(("name",), "n"),
        of.Not(of.StringContains(("name",), "n")),
        of.EqualTo(("a", "b"), 1),
        of.EqualTo(("when",), datetime(1970, 1, 1)),
        of.In(("x",), ([1],)),
    ):
        assert filter_from_spark(filter_) is None
    tree = filter_from_spark(of.GreaterThan(("id",), 5))
    assert tree is not None
    cases: list[tuple[Any, Any, dict[str, str], list[str] | None]] = [
        (pa.int64(), pa.int32(), {"id": "ID"}, ["ID > 5"]),
        (pa.float64(), pa.int32(), {"id": "ID"}, None),
        (pa.int64(), pa.string(), {"id": "ID"}, None),
        (pa.int64(), pa.int32(), {}, None),
    ]
    for asked, own, wanted, expected in cases:
        fitted: FilterTree | None = fit_filters(
            [tree], wanted, pa.schema([("id", asked)]), pa.schema([("ID", own)])
        )
        assert (fitted and [str(test) for test in list_tests(fitted)]) == expected


CONDITIONS = ("id > 2500", "price > 740", "not (gap <=> 1000)", "name like 'n29%'")


def test_spark_reads_the_same_rows_pushed_down_or_not(
    spark: SparkSession, file: Path, tmp_path: Path
) -> None:
    """Of a file whose first row group is damaged, the others are read where Spark pushes filters down.

    Spark's own reader must not prune: by statistics without NaNs it loses those that are more than 740.
    """
    setting, own = "spark.sql.python.filterPushdown.enabled", "spark.sql.parquet.filterPushdown"
    before = spark.conf.get(setting)
    spark.conf.set(own, "false")
    damaged = bytearray(file.read_bytes())
    damaged[4:2_000] = bytes(1_996)
    (tmp_path / "damaged.parquet").write_bytes(damaged)
    try:
        plain = spark.read.parquet(str(file))
        expected = {condition: plain.where(condition).count() for condition in CONDITIONS}
        for enabled in ("true", "false"):
            spark.conf.set(setting, enabled)
            frame = spark.read.format("inlay").load(str(file))
            counts = {condition: frame.where(condition).count() for condition in CONDITIONS}
            assert counts == expected
        spark.conf.set(setting, "true")
        frame = spark.read.format("inlay").load(str(tmp_path / "damaged.parquet"))
        assert frame.where("id > 2500").count() == 499
    finally:
        spark.conf.set(setting, before or "true")
        spark.conf.unset(own)
