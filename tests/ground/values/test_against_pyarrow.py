"""Statistics of files that pyarrow writes: as they were meant, and as pyarrow reads them."""

from __future__ import annotations

import datetime as dt
import uuid
from decimal import Decimal
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay.footers.footer import read_footer
from inlay.ground.values import Undecodable, Value, choose_decoder
from inlay.ground.values.bounds import find_maximum, find_minimum
from inlay.ground.values.temporal import Date, TimeOfDay, Timestamp
from tests.support.examples import examples

TypedValues = tuple[pa.DataType, list[object], list[str]]

EPOCH = dt.datetime(1970, 1, 1)
LOW, HIGH = uuid.UUID(int=1), uuid.UUID(int=1 << 127)
MOMENTS = [dt.datetime(1960, 1, 2, 3, 4, 5, 6000), dt.datetime(2020, 2, 29)]
MOMENTS_SHOWN = ["1960-01-02T03:04:05.006", "2020-02-29T00:00:00"]
TIMES = [dt.time(1, 2, 3, 4000), dt.time(23, 59, 59)]
DECIMALS = [Decimal("-1.23"), Decimal("4.50")]

CASES: dict[str, TypedValues] = {
    "bool": (pa.bool_(), [False, True], ["False", "True"]),
    "int8": (pa.int8(), [-5, 7], ["-5", "7"]),
    "int16": (pa.int16(), [-32768, 7], ["-32768", "7"]),
    "int32": (pa.int32(), [-(2**31), 2**31 - 1], ["-2147483648", "2147483647"]),
    "int64": (pa.int64(), [-(2**63), 2**63 - 1], [str(-(2**63)), str(2**63 - 1)]),
    "uint8": (pa.uint8(), [0, 255], ["0", "255"]),
    "uint16": (pa.uint16(), [1, 65535], ["1", "65535"]),
    "uint32": (pa.uint32(), [1, 2**32 - 1], ["1", "4294967295"]),
    "uint64": (pa.uint64(), [1, 2**64 - 1], ["1", "18446744073709551615"]),
    "float32": (pa.float32(), [0.1, 3.3], ["0.1", "3.3"]),
    "float64": (pa.float64(), [0.1, 1e300], ["0.1", "1e+300"]),
    "string": (pa.string(), ["a", "é"], ["a", "é"]),
    "binary": (pa.binary(), [b"\0", b"\xff"], [r"b'\x00'", r"b'\xff'"]),
    "fixed": (pa.binary(2), [b"ab", b"\xff\0"], ["b'ab'", r"b'\xff\x00'"]),
    "date": (pa.date32(), [dt.date(1, 1, 1), dt.date(9999, 12, 31)], ["0001-01-01", "9999-12-31"]),
    "time ms": (pa.time32("ms"), [*TIMES], ["01:02:03.004", "23:59:59"]),
    "time us": (pa.time64("us"), [*TIMES], ["01:02:03.004000", "23:59:59"]),
    "time ns": (pa.time64("ns"), [*TIMES], ["01:02:03.004000000", "23:59:59"]),
    "timestamp ms": (pa.timestamp("ms"), [*MOMENTS], MOMENTS_SHOWN),
    "timestamp us": (
        pa.timestamp("us"),
        [*MOMENTS],
        ["1960-01-02T03:04:05.006000", "2020-02-29T00:00:00"],
    ),
    "timestamp ns": (
        pa.timestamp("ns"),
        [*MOMENTS],
        ["1960-01-02T03:04:05.006000000", "2020-02-29T00:00:00"],
    ),
    "timestamp UTC": (
        pa.timestamp("ms", "UTC"),
        [*MOMENTS],
        [f"{shown}Z" for shown in MOMENTS_SHOWN],
    ),
    "decimal 9": (pa.decimal128(9, 2), [*DECIMALS], ["-1.23", "4.50"]),
    "decimal 18": (pa.decimal128(18, 4), [*DECIMALS], ["-1.2300", "4.5000"]),
    "decimal 38": (pa.decimal128(38, 3), [*DECIMALS], ["-1.230", "4.500"]),
    "decimal 76": (pa.decimal256(76, 3), [*DECIMALS], ["-1.230", "4.500"]),
    "list": (pa.list_(pa.int32()), [[1, 5], [3]], ["1", "5"]),
}
"""Arrow type, smallest and greatest value, and how we print them."""

RAW_CASES: dict[str, TypedValues] = {
    "float16": (pa.float16(), [-1.5, 2.5], ["-1.5", "2.5"]),
    "uuid": (pa.uuid(), [LOW.bytes, HIGH.bytes], [str(LOW), str(HIGH)]),
    "json": (pa.json_(), ["1", "{}"], ["1", "{}"]),
}
"""Types whose statistics pyarrow gives as raw bytes."""


def write(path: Path, type_: pa.DataType, values: list[object], *, integers: bool = False) -> None:
    table = pa.table({"c": pa.array(values, type_)})
    pq.write_table(table, path, store_decimal_as_integer=integers)


def our_bounds(path: Path) -> tuple[Value, Value]:
    metadata = read_footer(path).metadata
    assert metadata is not None
    chunk = metadata.row_groups[0].columns[0].meta_data
    assert chunk is not None
    assert chunk.statistics is not None
    decode = choose_decoder(metadata.schema[-1])
    low, high = find_minimum(chunk.statistics, decode), find_maximum(chunk.statistics, decode)
    assert low is not None
    assert high is not None
    assert not isinstance(low.value, Undecodable)
    assert not isinstance(high.value, Undecodable)
    return low.value, high.value


def their_bounds(path: Path) -> tuple[object, object]:
    statistics = pq.read_metadata(path).row_group(0).column(0).statistics
    assert statistics is not None
    return statistics.min, statistics.max


def as_pyarrow_has_it(value: Value) -> object:
    """Times as `datetime` has them; what is finer than a microsecond is cut."""
    match value:
        case Date(days=days):
            return dt.date(1970, 1, 1) + dt.timedelta(days)
        case TimeOfDay(value=count, per_second=per_second):
            return (EPOCH + dt.timedelta(microseconds=count * 10**6 // per_second)).time()
        case Timestamp(value=count, per_second=per_second, utc=utc):
            moment = EPOCH + dt.timedelta(microseconds=count * 10**6 // per_second)
            return moment.replace(tzinfo=dt.UTC) if utc else moment
        case _:
            return value


@pytest.mark.parametrize("integers", [False, True], ids=["", "decimals as integers"])
@pytest.mark.parametrize("name", CASES)
def test_statistics_are_what_was_written_and_what_pyarrow_reads(
    name: str, integers: bool, tmp_path: Path
) -> None:
    type_, values, shown = CASES[name]
    path = tmp_path / "x.parquet"
    write(path, type_, values, integers=integers)
    ours = our_bounds(path)
    assert [str(value) for value in ours] == shown
    assert tuple(as_pyarrow_has_it(value) for value in ours) == their_bounds(path)


@pytest.mark.parametrize("name", RAW_CASES)
def test_types_that_pyarrow_leaves_as_bytes(name: str, tmp_path: Path) -> None:
    type_, values, shown = RAW_CASES[name]
    path = tmp_path / "x.parquet"
    write(path, type_, values)
    assert [str(value) for value in our_bounds(path)] == shown


@given(st.lists(st.integers(-(2**63), 2**63 - 1), min_size=1, max_size=5))
@examples(25)
def test_any_timestamps(tmp_path: Path, nanos: list[int]) -> None:
    path = tmp_path / "x.parquet"
    write(path, pa.timestamp("ns"), [*nanos])
    assert [bound.value for bound in our_bounds(path) if isinstance(bound, Timestamp)] == [
        min(nanos),
        max(nanos),
    ]


def test_the_whole_footer_agrees_with_pyarrow(tmp_path: Path) -> None:
    path = tmp_path / "x.parquet"
    numbers: list[object] = [*range(10), None]
    table = pa.table({"a": pa.array(numbers, pa.int32()), "b": pa.array(["x"] * 11)})
    pq.write_table(table, path, row_group_size=4, write_page_index=True)
    ours, theirs = read_footer(path).metadata, pq.read_metadata(path)
    assert ours is not None
    assert (ours.num_rows, len(ours.row_groups)) == (theirs.num_rows, theirs.num_row_groups)
    for at, row_group in enumerate(ours.row_groups):
        assert row_group.num_rows == theirs.row_group(at).num_rows
        for number, chunk in enumerate(row_group.columns):
            their_chunk = theirs.row_group(at).column(number)
            assert chunk.meta_data is not None
            assert ".".join(chunk.meta_data.path_in_schema) == their_chunk.path_in_schema
            assert chunk.meta_data.statistics is not None
            assert their_chunk.statistics is not None
            assert chunk.meta_data.statistics.null_count == their_chunk.statistics.null_count
