"""Lists of filters with paths into Variants: values of NumPy and Arrow mean what Python's mean, and mistakes are FilterErrors."""

from __future__ import annotations

from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

import inlay
from inlay.rows.pruning import FilterError
from inlay.variant import variant_array, write_table

DAYS = [datetime(2026, 1, 1 + at) for at in range(10)]
LAST = np.datetime64("2026-01-09T23:59:59.999999999", "ns")


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Ten rows; in the Variant as in the columns beside it."""
    events: list[Any] = [
        {"at": at, "even": at % 2 == 0, "half": at / 2, "name": f"n{at}", "moment": DAYS[at], "day": DAYS[at].date()}
        for at in range(10)
    ]  # fmt: skip
    columns = {key: [event[key] for event in events] for key in events[0]}
    table = pa.table({"id": range(10), "event": variant_array(events), **columns})
    path = tmp_path_factory.mktemp("lists") / "events.parquet"
    write_table(table, path)
    return path


def ids(file: Path, filters: object) -> list[int]:
    rows: Any = inlay.read_table(file, columns=["id"], filters=filters)["id"].to_pylist()
    return list(rows)


SCALARS: list[tuple[str, str, Any, list[int]]] = [
    ("at", ">=", np.int64(5), [5, 6, 7, 8, 9]),
    ("at", "=", np.uint8(7), [7]),
    ("at", "in", [np.int64(5), 6], [5, 6]),
    ("at", "in", np.array([5, 6]), [5, 6]),
    ("at", "in", pa.array([5, None, 6]), [5, 6]),
    ("at", "not in", [np.int64(at) for at in range(1, 10)], [0]),
    ("at", "!=", np.int16(0), [1, 2, 3, 4, 5, 6, 7, 8, 9]),
    ("at", "=", pa.scalar(7), [7]),
    ("even", "=", np.bool_(True), [0, 2, 4, 6, 8]),
    ("half", ">", np.float32(3.5), [8, 9]),
    ("half", "=", np.float64(3.5), [7]),
    ("name", "=", np.str_("n3"), [3]),
    ("name", "=", pa.scalar("n3", pa.large_string()), [3]),
    ("day", "=", np.datetime64("2026-01-03"), [2]),
    ("day", "=", pa.scalar(date(2026, 1, 3)), [2]),
    ("moment", "=", np.datetime64("2026-01-03T00:00"), [2]),
    ("moment", "=", np.datetime64("2026-01-03", "ns"), [2]),
    ("moment", ">", LAST, [9]),
    ("moment", ">", pa.scalar(int(LAST.astype("int64")), pa.timestamp("ns")), [9]),
    ("moment", "<=", pa.scalar(DAYS[1], pa.timestamp("ns")), [0, 1]),
]


@pytest.mark.parametrize(("name", "operator", "value", "expected"), SCALARS)
def test_scalars_are_values(
    file: Path, name: str, operator: str, value: Any, expected: list[int]
) -> None:
    path = f"variant_get(event, '$.{name}')"
    assert ids(file, [(path, operator, value)]) == expected
    beside = [("variant_get(event, '$.at')", ">=", 0), (name, operator, value)]
    assert ids(file, beside) == expected


WRONG: list[Any] = [
    object(), np.timedelta64(3), 1j, np.complex64(1), pa.scalar([1]), pa.scalar(3, pa.duration("s")), [5], bytearray(b"5"),
]  # fmt: skip


@pytest.mark.parametrize("value", WRONG, ids=lambda value: type(value).__name__)
@pytest.mark.parametrize("operator", [">=", "in", "not in"])
def test_other_types_are_refused(file: Path, value: Any, operator: str) -> None:
    given = value if operator == ">=" else [value]
    with pytest.raises(FilterError, match="cannot be compared with a value of type"):
        ids(file, [("variant_get(event, '$.at')", operator, given)])
    with pytest.raises(FilterError, match="cannot be compared with a value of type"):
        ids(file, [("variant_get(event, '$.at')", ">=", 5), ("at", operator, given)])


@pytest.mark.parametrize(
    ("operator", "value"),
    [("=", None), ("=", np.datetime64("NaT")), ("=", pa.scalar(None, pa.int64())), ("in", "abc"), ("in", 5), ("like", "n%"), ("=", {})],
)  # fmt: skip
def test_lists_that_are_no_filter_say_so(file: Path, operator: str, value: Any) -> None:
    for others in ([], [("at", ">", 1)]):
        with pytest.raises(FilterError, match=r"have \(column, operator, value\)"):
            ids(file, [*others, ("variant_get(event, '$.at')", operator, value)])


def test_a_column_of_that_very_name_comes_first(tmp_path: Path) -> None:
    """And pyarrow still has the lists that name no path: a duration is compared by it alone."""
    name = "variant_get(event, '$.at')"
    events = variant_array([{"at": 9 - at} for at in range(10)])
    since = pa.array(range(10), pa.duration("s"))
    table = pa.table({"id": range(10), "event": events, name: range(10), "since": since})
    path = tmp_path / "named.parquet"
    write_table(table, path)
    assert ids(path, [(name, ">=", 7)]) == [7, 8, 9]
    assert ids(path, [(name, ">=", 7), ("variant_get(event,'$.at')", ">", 0)]) == [7, 8]
    assert ids(path, [("since", ">=", pa.scalar(8, pa.duration("s")))]) == [8, 9]
    with pytest.raises(FilterError, match="no column 'other'"):
        ids(path, [("variant_get(other, '$.at')", "=", 1)])


def test_moments_of_pandas_keep_their_nanoseconds(file: Path) -> None:
    pd = pytest.importorskip("pandas")
    path = "variant_get(event, '$.moment')"
    assert ids(file, [(path, ">=", pd.Timestamp("2026-01-09"))]) == [8, 9]
    assert ids(file, [(path, ">=", pd.Timestamp("2026-01-09 00:00:00.000000001"))]) == [9]
    utc = datetime(2026, 1, 9, tzinfo=UTC)
    assert ids(file, [(path, ">=", utc)]) == []
