"""Each kind of file that registrars get wrong: the bounds that its entry has, and what pyiceberg's own evaluators make of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, datetime, time
from decimal import Decimal
from math import inf, nan
from pathlib import Path
from typing import Any, Final, NamedTuple

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from pyiceberg.conversions import from_bytes, to_bytes
from pyiceberg.types import DoubleType, PrimitiveType

from inlay.ground.refusals import RefusedError
from parquet_format.parquet import FileMetaData, Statistics
from tests.support.footers import edit_footer
from tests.verbs.register.iceberg.evaluated import check_filters
from tests.verbs.register.iceberg.tables import plan_files, write_groups

_LAST: Final = chr(0x10FFFF)


class _Kind(NamedTuple):
    """`bounds` are those of the table, as values, or None."""

    name: str
    type: pa.DataType
    groups: Sequence[Sequence[Any]]
    bounds: tuple[Any, Any]
    edit: Callable[[FileMetaData], object] | None = None


def _in_second(edit: Callable[[Statistics], Statistics | None]) -> Callable[[FileMetaData], object]:
    def change(metadata: FileMetaData) -> None:
        meta = metadata.row_groups[1].columns[0].meta_data
        assert meta is not None
        assert meta.statistics is not None
        meta.statistics = edit(meta.statistics)
        meta.size_statistics = None

    return change


def _of_first_nans(count: int) -> Callable[[FileMetaData], object]:
    def change(metadata: FileMetaData) -> None:
        for group in metadata.row_groups:
            meta = group.columns[0].meta_data
            assert meta is not None
            assert meta.statistics is not None
            meta.statistics = meta.statistics.replace(nan_count=count)

    return change


def _make_deprecated(metadata: FileMetaData) -> None:
    for group in metadata.row_groups:
        meta = group.columns[0].meta_data
        assert meta is not None
        said = meta.statistics
        assert said is not None
        meta.statistics = Statistics(
            min=said.min_value, max=said.max_value, null_count=said.null_count
        )
    metadata.column_orders = None


def _forget_logical_types(metadata: FileMetaData) -> None:
    for element in metadata.schema:
        element.logicalType = None


_INTS: Final = [[1, 2], [8, 9]]
_NO_BOUNDS: Final = (None, None)
_MOMENT: Final = datetime(2024, 1, 1, 0, 0, 0, 123000)
_LONG: Final = "é" * 5000
KINDS: Final = (
    _Kind("boolean", pa.bool_(), [[True], [False]], (False, True)),
    _Kind("int8", pa.int8(), [[-3, 1], [5, None]], (-3, 5)),
    _Kind("int64", pa.int64(), [[-(2**63)], [2**63 - 1]], (-(2**63), 2**63 - 1)),
    _Kind("uint8", pa.uint8(), [[1, 200], [255]], (1, 255)),
    _Kind("uint16", pa.uint16(), [[1, 40000], [65535]], (1, 65535)),
    _Kind("uint32", pa.uint32(), [[1], [3_000_000_000]], (1, 3_000_000_000)),
    _Kind("uint64", pa.uint64(), [[1], [2**63 - 1]], (1, 2**63 - 1)),
    _Kind("float", pa.float32(), [[1.5], [2.5]], (1.5, 2.5), _of_first_nans(0)),
    _Kind("zeros", pa.float64(), [[0.0], [-0.0]], (-0.0, 0.0), _of_first_nans(0)),
    _Kind("infinities", pa.float64(), [[inf], [-inf]], (-inf, inf), _of_first_nans(0)),
    _Kind("NaN, counted", pa.float64(), [[nan, 1.0], [nan, 5.0]], (1.0, None), _of_first_nans(1)),
    _Kind("NaN, not counted", pa.float64(), [[nan, 1.0], [5.0, 2.0]], _NO_BOUNDS),
    _Kind("NaN alone in a group", pa.float64(), [[nan], [5.0, 2.0]], _NO_BOUNDS),
    _Kind(
        "decimal",
        pa.decimal128(9, 2),
        [[Decimal("-1.28")], [Decimal("1.27")]],
        (Decimal("-1.28"), Decimal("1.27")),
    ),
    _Kind(
        "decimal near a double's gap",
        pa.decimal128(38, 4),
        [[Decimal("99999999999999.9999")], [Decimal("-99999999999999.9999")]],
        (Decimal("-99999999999999.9999"), Decimal("99999999999999.9999")),
    ),
    _Kind(
        "decimal by converted type",
        pa.decimal128(9, 2),
        [[Decimal("1.00")], [Decimal("2.00")]],
        (Decimal("1.00"), Decimal("2.00")),
        _forget_logical_types,
    ),
    _Kind("days far away", pa.date32(), [[-1_000_000], [5_000_000]], (-1_000_000, 5_000_000)),
    _Kind("time", pa.time64("us"), [[time(1)], [time(2)]], (3_600_000_000, 7_200_000_000)),
    _Kind("milliseconds", pa.timestamp("ms"), [[_MOMENT], [None]], (1_704_067_200_123_000,) * 2),
    _Kind("moments", pa.timestamp("us", "UTC"), [[1], [7]], (1, 7)),
    _Kind("text", pa.string(), [["a" * 20], ["b" * 20]], ("a" * 16, "b" * 15 + "c")),
    _Kind("text of 16", pa.string(), [["a" * 16], ["b" * 16]], ("a" * 16, "b" * 16)),
    _Kind(
        "text before surrogates",
        pa.string(),
        [["\ud7ff" * 20]],
        ("\ud7ff" * 16, "\ud7ff" * 15 + "\ue000"),
    ),
    _Kind("text at the end", pa.string(), [["a" + _LAST * 20]], ("a" + _LAST * 15, "b")),
    _Kind("text without a larger one", pa.string(), [[_LAST * 20]], (_LAST * 16, None)),
    _Kind("long text in a group", pa.string(), [["a", "b"], [_LONG]], _NO_BOUNDS),
    _Kind("long text as a maximum", pa.string(), [["a", "b"], ["A", _LONG]], ("A", None)),
    _Kind("bytes", pa.binary(), [[b"a" * 20], [b"\xff" * 20]], (b"a" * 16, None)),
    _Kind("bytes, raised", pa.binary(), [[b"a\xff" * 10]], (b"a\xff" * 8, b"a\xff" * 7 + b"b")),
    _Kind("fixed", pa.binary(20), [[b"a" * 20], [b"\xff" * 20]], (b"a" * 20, b"\xff" * 20)),
    _Kind("uuids of both halves", pa.uuid(), [[b"\x7f" * 16], [b"\x80" * 16]], _NO_BOUNDS),
    _Kind(
        "uuids of one half",
        pa.uuid(),
        [[b"\x01" * 16], [b"\x05" * 8 + b"\x90" * 8]],
        (b"\x01" * 7 + b"\0\x80" + bytes(7), b"\x05" * 7 + b"\x06" + bytes(8)),
    ),
    _Kind("nulls alone", pa.int64(), [[None], [None]], _NO_BOUNDS),
    _Kind("nulls in a group", pa.int64(), [[None], [4, None]], (4, 4)),
    _Kind("an empty group first", pa.int64(), [[], [4, 5]], (4, 5)),
    _Kind(
        "nulls counted alone",
        pa.int64(),
        _INTS,
        _NO_BOUNDS,
        _in_second(lambda it: Statistics(null_count=it.null_count)),
    ),
    _Kind(
        "a minimum alone",
        pa.int64(),
        _INTS,
        (1, None),
        _in_second(lambda it: Statistics(min_value=it.min_value, null_count=0)),
    ),
    _Kind("no statistics in a group", pa.int64(), _INTS, _NO_BOUNDS, _in_second(lambda _: None)),
    _Kind(
        "nulls not counted",
        pa.int64(),
        [[1, None], [8, None]],
        _NO_BOUNDS,
        _in_second(lambda it: it.replace(null_count=None)),
    ),
    _Kind("deprecated bounds", pa.int64(), _INTS, (1, 9), _make_deprecated),
    _Kind("deprecated bounds of text", pa.string(), [["a", "é"]], _NO_BOUNDS, _make_deprecated),
)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_bounds_are_right_and_tight(kind: _Kind, tmp_path: Path) -> None:
    path = write_groups(tmp_path / "x.parquet", kind.type, kind.groups)
    if kind.edit is not None:
        path.write_bytes(edit_footer(path.read_bytes(), kind.edit))
    plan = plan_files(tmp_path, path, allow={"unsigned"})
    (entry,) = plan.entries
    (field,) = plan.shape.schema.fields
    type_ = field.field_type
    assert isinstance(type_, PrimitiveType)
    bounds = (entry.lower_bounds.get(field.field_id), entry.upper_bounds.get(field.field_id))
    for raw, value in zip(bounds, kind.bounds, strict=True):
        assert raw == (None if value is None else to_bytes(type_, value))
        assert raw is None or from_bytes(type_, raw) == value
    values = [value for group in kind.groups for value in group]
    assert entry.value_counts == {1: len(values)}
    assert entry.null_value_counts.get(1) in (None, values.count(None))
    check_filters(plan.shape.schema, entry, pa.array(values, kind.type))


DUCKDB: Final = (
    ("enum", "['c', 'b', 'a'][i + 1]::enum('a', 'b', 'c')", ("a", "c")),
    ("text", "['a', 'é'][i + 1]", ("a", "é")),
    ("decimal", "[-1.00, 2.50][i + 1]::decimal(18, 2)", (Decimal("-1.00"), Decimal("2.50"))),
    ("date", "[date '0001-01-01', date '9999-12-31'][i + 1]", (date(1, 1, 1), date(9999, 12, 31))),
    ("moment", "timestamptz '2024-01-01 00:00:00+00'", (1_704_067_200_000_000,) * 2),
    ("zeros", "[0.0, -0.0, 0.0][i + 1]::double", (-0.0, 0.0)),
)


@pytest.mark.parametrize(("name", "sql", "bounds"), DUCKDB, ids=lambda it: str(it)[:12])
def test_files_of_duckdb(name: str, sql: str, bounds: tuple[Any, Any], tmp_path: Path) -> None:
    path = tmp_path / f"{name}.parquet"
    duckdb.sql(f"copy (select {sql} x from range(3) t(i)) to '{path}' (format parquet)")
    plan = plan_files(tmp_path, path)
    (entry,) = plan.entries
    type_ = plan.shape.schema.fields[0].field_type
    assert isinstance(type_, PrimitiveType)
    expected = [None if it is None else to_bytes(type_, it) for it in bounds]
    assert [entry.lower_bounds.get(1), entry.upper_bounds.get(1)] == expected


REFUSED: Final = (
    ("float16", pa.float16(), 1.0, "Iceberg has no such type"),
    ("nanoseconds", pa.timestamp("ns"), 1, "Iceberg 2 has microseconds alone"),
    ("time in milliseconds", pa.time32("ms"), time(1), "microseconds alone"),
    ("time in nanoseconds", pa.time64("ns"), 1, "microseconds alone"),
    ("nulls", pa.null(), None, "pyiceberg reads no file with such a column"),
    ("unsigned beyond a long", pa.uint64(), 2**63, "has numbers above 2\\^63 - 1"),
    ("unsigned of 32 bits", pa.uint32(), 2**31, "unsigned numbers"),
)


@pytest.mark.parametrize(("name", "type_", "value", "what"), REFUSED, ids=lambda it: str(it)[:12])
def test_types_without_a_reader_are_refused(
    name: str, type_: pa.DataType, value: Any, what: str, tmp_path: Path
) -> None:
    path = write_groups(tmp_path / f"{name}.parquet", type_, [[value]])
    with pytest.raises(RefusedError, match=what):
        plan_files(tmp_path, path)


def test_members_of_lists_and_maps_are_counted_alone(tmp_path: Path) -> None:
    """And those of structs that are in no list have bounds, as Iceberg's own writers give them."""
    columns = {
        "point": [{"x": 1}, {"x": 5}],
        "points": [[{"x": 1}, {"x": 2}], None],
        "tags": pa.array([[("a", 1)], []], pa.map_(pa.string(), pa.int64())),
    }
    pq.write_table(pa.table(columns), tmp_path / "a.parquet")
    plan = plan_files(tmp_path, tmp_path / "a.parquet")
    (entry,) = plan.entries
    ids = {
        name: plan.shape.schema.find_field(name).field_id
        for name in ("point.x", "points.element.x", "tags.key", "tags.value")
    }
    assert entry.lower_bounds == {ids["point.x"]: (1).to_bytes(8, "little")}
    assert entry.upper_bounds == {ids["point.x"]: (5).to_bytes(8, "little")}
    assert [entry.value_counts[at] for at in ids.values()] == [2, 3, 2, 2]
    assert [entry.null_value_counts[at] for at in ids.values()] == [0, 1, 1, 1]


def test_bounds_are_of_the_tables_type(tmp_path: Path) -> None:
    wide = write_groups(tmp_path / "1.parquet", pa.float64(), [[1.5]])
    narrow = write_groups(tmp_path / "2.parquet", pa.float32(), [[0.1]])
    for path in (wide, narrow):
        path.write_bytes(edit_footer(path.read_bytes(), _of_first_nans(0)))
    _, entry = plan_files(tmp_path, wide, narrow).entries
    kept = pa.scalar(0.1, pa.float32()).as_py()
    assert entry.lower_bounds == {1: to_bytes(DoubleType(), kept)}


def test_a_column_that_a_file_lacks_is_null(tmp_path: Path) -> None:
    pq.write_table(pa.table({"x": [1]}), tmp_path / "1.parquet")
    pq.write_table(pa.table({"y": ["a", "b"]}), tmp_path / "2.parquet")
    first, second = plan_files(tmp_path, tmp_path / "1.parquet", tmp_path / "2.parquet").entries
    assert (first.value_counts, first.null_value_counts) == ({1: 1, 2: 1}, {1: 0, 2: 1})
    assert (second.value_counts, second.null_value_counts) == ({1: 2, 2: 2}, {1: 2, 2: 0})


def test_int96_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.parquet"
    columns = {"x": pa.array([1], pa.timestamp("ns"))}
    pq.write_table(pa.table(columns), path, use_deprecated_int96_timestamps=True)
    with pytest.raises(RefusedError, match="column x fits no table: int96") as raised:
        plan_files(tmp_path, path)
    assert raised.value.path == str(path)


def test_split_offsets_are_in_the_file_or_not_there(tmp_path: Path) -> None:
    path = write_groups(tmp_path / "x.parquet", pa.int64(), [[1], [2]])
    (entry,) = plan_files(tmp_path, path).entries
    offsets = entry.split_offsets
    assert offsets is not None
    assert offsets == sorted(offsets)
    assert len(offsets) == 2

    def move(metadata: FileMetaData) -> None:
        meta = metadata.row_groups[1].columns[0].meta_data
        assert meta is not None
        meta.data_page_offset, meta.dictionary_page_offset = 10**9, None

    path.write_bytes(edit_footer(path.read_bytes(), move))
    (entry,) = plan_files(tmp_path, path).entries
    assert entry.split_offsets is None
