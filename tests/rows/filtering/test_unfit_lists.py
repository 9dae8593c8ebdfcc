"""Lists of filters that pyarrow refuses are an error of ours: which column, its type, and what it is compared with."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.rows.pruning import FilterError
from inlay.variant import variant_array, write_table

COLUMNS = {
    "n": pa.array([1, 2], pa.int64()),
    "x": pa.array([1.0, 2.0]),
    "s": pa.array(["a", "b"]),
    "raw": pa.array([b"a", b"b"]),
    "d": pa.array([date(2024, 1, 1), date(2024, 1, 2)]),
    "t": pa.array([time(1), time(2)], pa.time64("us")),
    "at": pa.array([datetime(2024, 1, 1)] * 2, pa.timestamp("us")),
    "utc": pa.array([datetime(2024, 1, 1, tzinfo=UTC)] * 2, pa.timestamp("us", "UTC")),
    "b": pa.array([True, False]),
    "price": pa.array([Decimal("1.00")] * 2),
    "items": pa.array([[1], [2]]),
    "user": pa.array([{"age": 1}, {"age": 2}]),
}


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("unfit") / "a.parquet"
    pq.write_table(pa.table(COLUMNS), path)
    return path


class Odd:
    def __repr__(self) -> str:
        raise RuntimeError("no text")


WHOLE = datetime(2024, 1, 1, tzinfo=UTC)
REFUSED: list[tuple[Any, str]] = [
    ([("n", "in", 5)], "behind `in` there is a list of values, not 5"),
    ([("n", "not in", "ab")], "behind `not in` there is a list of values, not 'ab'"),
    ([("n", "in", None)], "behind `in` there is a list of values, not None"),
    ([("n", ">", Odd())], "n is int64: compare it with a number, not a value of Odd"),
    ([("n", "in", [1j])], "n is int64: compare it with a number, not [1j]"),
    ([("n", "in", [[1]])], "n is int64: compare it with a number, not [[1]]"),
    ([("n", ">", "a")], "n is int64: compare it with a number, not 'a'"),
    ([("n", "=", True)], "n is int64: compare it with a number, not True"),
    ([("x", "<", "1")], "x is double: compare it with a number, not '1'"),
    ([("price", "<", "1")], "price is decimal128(3, 2): compare it with a number, not '1'"),
    ([("s", ">", 1)], "s is string: compare it with text, not 1"),
    ([("s", "in", [1, "a"])], "s is string: compare it with text, not [1, 'a']"),
    ([("raw", "=", 1)], "raw is binary: compare it with bytes, not 1"),
    ([("d", ">", "2024-01-01")], "d is date32[day]: compare it with a datetime.date, not '2024-01-01'"),
    ([("t", ">", 1)], "t is time64[us]: compare it with a datetime.time, not 1"),
    ([("at", "=", WHOLE)], "at is timestamp[us]: compare it with a datetime.datetime without a time zone"),
    ([("utc", ">", 1)], "utc is timestamp[us, tz=UTC]: compare it with a datetime.datetime with a time zone"),
    ([("b", "=", 1)], "b is bool: compare it with True or False, not 1"),
    ([("items", "=", 1)], "items is list<element: int64>: a filter compares one value a row"),
    ([("user", "=", 1)], "user is struct<age: int64>: name a column in it, such as user.age"),
    ([("nn", "=", 1)], "the file has no column 'nn'; did you mean 'n'?"),
    ([("n", "=", 1), ("zzz", "=", 1)], "the file has no column 'zzz': choose one of 'n', 'x', 's'"),
    ([[("n", "=", 1)], [("s", "=", 1)]], "s is string: compare it with text, not 1"),
    ([("n", "like", "a")], "'like' is not an operator: there are =, ==, !=, <, <=, >, >=, in, not in"),
    ([("n", "IN", [1])], "'IN' is not an operator: write 'in'"),
    ([("n", "is not null", None)], "'is not null' is not an operator: give the filter as text, 'n is not null'"),
    ([("n", 5, 1)], "5 is not an operator"),
    ([("n", "=")], "('n', '=') is not a test"),
    ([(5, "=", 1)], "(5, '=', 1) is not a test"),
    ([("n", "=", 1), "and", ("n", "=", 2)], "'and' is not a test"),
    (("n", "=", 1), "'n' is not a test"),
    ([], "[] is not a filter"),
    ([[("n", "=", 1)], []], "an empty list is not a filter"),
    (5, "5 is not a filter: give text, an expression of pyarrow, or lists"),
    ({"n": 1}, "{'n': 1} is not a filter"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("filters", "what"), REFUSED, ids=lambda it: it if isinstance(it, str) else ""
)
def test_what_is_wrong_is_said_of_the_column(file: Path, filters: Any, what: str) -> None:
    with pytest.raises(FilterError) as raised:
        inlay.read_table(file, filters=filters)
    assert str(raised.value).startswith(f"{file}: filter: {what}")


def test_of_a_variant_a_value_in_it_is_named(tmp_path: Path) -> None:
    path = tmp_path / "v.parquet"
    write_table(pa.table({"v": variant_array([{"a": 1}])}), path)
    with pytest.raises(FilterError, match=r"name a value in it, such as variant_get\(v, '\$\.a'\)"):
        inlay.read_table(path, filters=[("v", "=", 5)])


TAKEN: list[tuple[Any, int]] = [
    ([["n", "=", 1]], 1),
    ([("n", "in", range(2))], 1),
    ([("n", "in", {1: "a"})], 1),
    ([("n", "in", [])], 0),
    ([("n", "=", None)], 0),
    ([("n", "<", 1.5)], 1),
    ([("s", "=", b"a")], 1),
    ([("at", ">=", date(2024, 1, 1))], 2),
    ([[("n", "=", 1)], [("n", "=", 2)]], 2),
]


@pytest.mark.parametrize(("filters", "rows"), TAKEN, ids=str)
def test_what_pyarrow_takes_is_a_filter(file: Path, filters: Any, rows: int) -> None:
    assert inlay.read_table(file, filters=filters).num_rows == rows
    assert pq.read_table(file, filters=filters).num_rows == rows


def test_damage_is_no_fault_of_the_filter(tmp_path: Path, file: Path) -> None:
    data = bytearray(file.read_bytes())
    start = pq.ParquetFile(file).metadata.row_group(0).column(0).data_page_offset
    data[start : start + 8] = b"\xff" * 8
    path = tmp_path / "damaged.parquet"
    path.write_bytes(data)
    with pytest.raises(OSError, match=r"inlay verify --data"):
        inlay.read_table(path, filters=[("n", ">", 0)])
