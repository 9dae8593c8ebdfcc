"""Law: no file is left out that has a matching row, or that `inlay prune` would read by its footer."""

from __future__ import annotations

import math
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from random import Random
from typing import Any, NamedTuple

import duckdb
import hypothesis.strategies as st
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given

import inlay
from tests.support.examples import examples

FILES = 60
_START = date(2026, 1, 1)
_MOMENT = datetime(2026, 1, 1, tzinfo=UTC)


def _has_all(at: int) -> bool:
    """Whether a file has statistics of all columns."""
    return at % 3 > 0


def _float(random: Random) -> float:
    return random.choice([math.nan, -0.0, 0.0, math.inf, random.randrange(-40, 40) / 4])


COLUMNS: dict[str, tuple[pa.DataType, Any]] = {
    "i": (pa.int32(), lambda it: it.randrange(-20, 20)),
    "u": (pa.uint64(), lambda it: it.choice([it.randrange(20), 2**63 + it.randrange(20)])),
    "f": (pa.float64(), _float),
    "g": (pa.float32(), _float),
    "s": (pa.string(), lambda it: it.choice(["", "a", "b\U0001f600", "zz" * it.randrange(1, 40)])),
    "b": (pa.bool_(), lambda it: it.random() < 0.5),
    "d": (pa.date32(), lambda it: _START + timedelta(it.randrange(-20, 20))),
    "t": (pa.timestamp("us", "UTC"), lambda it: _MOMENT + timedelta(minutes=it.randrange(-20, 20))),
    "n": (
        pa.decimal128(38, 3),
        lambda it: Decimal(it.randrange(-40, 40)) / 8 + it.choice([0, 10**34]),
    ),
}


class Lake(NamedTuple):
    store: str
    paths: list[str]
    connection: duckdb.DuckDBPyConnection


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    folder, random = tmp_path_factory.mktemp("lake"), Random(11)
    paths: list[str] = []
    for at in range(FILES):
        rows, nulls = random.randrange(1, 9), random.choice([0, 0.3, 1])
        columns = {
            name: pa.array(
                [None if random.random() < nulls else draw(random) for _ in range(rows)], type_
            )
            for name, (type_, draw) in COLUMNS.items()
        }
        path = folder / f"hour={at % 7}" / f"{at:03}.parquet"
        path.parent.mkdir(exist_ok=True)
        statistics: Any = _has_all(at) or ["i", "s", "n"]
        pq.write_table(
            pa.table(columns),
            path,
            row_group_size=random.choice([1, 3, 9]),
            write_statistics=statistics,
        )
        paths.append(str(path))
    store = tmp_path_factory.mktemp("made") / "store"
    assert inlay.build_store(folder, output=store).files == FILES
    connection = duckdb.connect()
    connection.execute("SET TimeZone = 'UTC'")
    return Lake(str(store), paths, connection)


def _literal(value: Any) -> str:
    match value:
        case bool():
            return str(value).lower()
        case str():
            return f"'{value}'"
        case datetime():
            return f"'{value:%Y-%m-%d %H:%M:%S}+00:00'"
        case date():
            return f"'{value}'"
        case _:
            return f"{value:.3f}" if isinstance(value, float) else str(value)


@st.composite
def _tests(draw: st.DrawFn) -> str:
    name = draw(st.sampled_from([*COLUMNS, "hour"]))
    if draw(st.integers(0, 6)) == 0:
        return f"{name} is {draw(st.sampled_from(['', 'not ']))}null"
    random = Random(draw(st.integers(0, 10**6)))
    make = COLUMNS[name][1] if name != "hour" else (lambda it: it.randrange(9))
    values = [make(random) for _ in range(2)]
    first, second = (
        _literal(it if not isinstance(it, float) or math.isfinite(it) else 1.5) for it in values
    )
    match draw(st.integers(0, 3)):
        case 0:
            return f"{name} between {first} and {second}"
        case 1:
            return f"{name} in ({first}, {second})"
        case _:
            return f"{name} {draw(st.sampled_from(['=', '!=', '<', '<=', '>', '>=']))} {first}"


FILTERS = st.recursive(
    _tests(),
    lambda part: st.one_of(
        part.map(lambda it: f"not ({it})"),
        st.tuples(part, st.sampled_from(["and", "or"]), part).map(
            lambda it: f"({it[0]}) {it[1]} ({it[2]})"
        ),
    ),
    max_leaves=4,
)


@examples(150)
@given(filter=FILTERS)
def test_no_matching_row_is_lost(lake: Lake, filter: str) -> None:
    """DuckDB finds the rows, with values of folders as columns; its NaN is above all numbers."""
    files = ", ".join(f"'{path}'" for path in lake.paths)
    query = f"SELECT DISTINCT filename FROM read_parquet([{files}], filename = true, hive_partitioning = true) WHERE {filter}"
    matching = {path for (path,) in lake.connection.execute(query).fetchall()}
    plan = inlay.plan_store(lake.store, filter, nan_is_largest=True)
    assert matching <= {*plan.paths}
    assert len(plan.paths) == len({*plan.paths})


@examples(60)
@given(filter=FILTERS.filter(lambda it: "hour" not in it), nan_is_largest=st.booleans())
def test_a_plan_keeps_what_prune_would_read(lake: Lake, filter: str, nan_is_largest: bool) -> None:
    left = {*inlay.plan_store(lake.store, filter, nan_is_largest=nan_is_largest).paths}
    for path in lake.paths:
        if path not in left:
            pruning = inlay.prune(path, filter, pages=False, nan_is_largest=nan_is_largest)
            assert pruning.row_groups == []


def test_a_plan_leaves_out_what_it_can(lake: Lake) -> None:
    """One that kept all would be sound, too."""
    whole = len(inlay.plan_store(lake.store, "i is null or i is not null").files)
    assert whole == FILES
    for filter in ("i > 18", "n > 1000 and hour = 3", "s = 'a' and d < '2025-12-20'", "hour > 5"):
        assert 0 < len(inlay.plan_store(lake.store, filter).files) < FILES / 2
    left = {*inlay.plan_store(lake.store, "u > 20000000000000000000").paths}
    assert not left & {path for at, path in enumerate(lake.paths) if _has_all(at)}
