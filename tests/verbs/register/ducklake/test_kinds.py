"""Each type of Parquet in DuckLake: its name, and its bounds as text, as tight as they can be."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from pathlib import Path
from typing import Any, Final
from uuid import UUID

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.errors import RefusedError
from inlay.verbs.register.register import register
from tests.support.footers import edit_footer
from tests.verbs.register.ducklake.catalogs import ask, make_catalog

_UTC: Final = dt.UTC
_MOMENT: Final = dt.datetime(2024, 1, 1, 0, 0, 0, 123456)
_NANOS: Final = 1_704_067_200_123_456_789
KINDS: Final[dict[str, tuple[pa.DataType, list[Any], str, str | None, str | None]]] = {
    "boolean": (pa.bool_(), [True, False], "boolean", "false", "true"),
    "int8": (pa.int8(), [-128, 127], "int8", "-128", "127"),
    "int16": (pa.int16(), [-3, 5], "int16", "-3", "5"),
    "int32": (pa.int32(), [-3, 5], "int32", "-3", "5"),
    "int64": (pa.int64(), [-(2**63), 5], "int64", str(-(2**63)), "5"),
    "uint8": (pa.uint8(), [0, 255], "uint8", "0", "255"),
    "uint32": (pa.uint32(), [1, 2**32 - 1], "uint32", "1", "4294967295"),
    "uint64": (pa.uint64(), [1, 2**64 - 1], "uint64", "1", "18446744073709551615"),
    "float": (pa.float32(), [0.1, 2.5], "float32", "0.10000000149011612", "2.5"),
    "double": (pa.float64(), [0.1, 2.5], "float64", "0.1", "2.5"),
    "NaN": (pa.float64(), [1.5, 2.5, float("nan")], "float64", "1.5", "2.5"),
    "NaN beside one number": (pa.float64(), [1.5, float("nan")], "float64", "1.5", None),
    "infinity above": (pa.float64(), [1.5, float("inf")], "float64", "1.5", None),
    "infinity below": (pa.float64(), [1.5, float("-inf")], "float64", None, "1.5"),
    "zeros": (pa.float64(), [0.0, 1.0], "float64", "-0.0", "1.0"),
    "zeros alone": (pa.float64(), [0.0], "float64", "-0.0", None),
    "decimal": (pa.decimal128(9, 2), [Decimal("-1.50")], "decimal(9,2)", "-1.50", "-1.50"),
    "decimal of 38 digits": (
        pa.decimal128(38, 10),
        [Decimal("9999999999999999999999999999.9999999999")],
        "decimal(38,10)",
        "9999999999999999999999999999.9999999999",
        "9999999999999999999999999999.9999999999",
    ),
    "date": (pa.date32(), [dt.date(2024, 1, 1)], "date", "2024-01-01", "2024-01-01"),
    "date beyond 9999": (pa.date32(), [2_932_897, 0], "date", "1970-01-01", None),
    "date before 1": (pa.date32(), [-800_000, 0], "date", None, "1970-01-01"),
    "time": (pa.time64("us"), [dt.time(1, 2, 3, 4)], "time", "01:02:03.000004", "01:02:03.000004"),
    "milliseconds": (
        pa.timestamp("ms"),
        [_MOMENT.replace(microsecond=123000)],
        "timestamp",
        "2024-01-01 00:00:00.123000",
        "2024-01-01 00:00:00.123000",
    ),
    "moment": (
        pa.timestamp("us", "UTC"),
        [_MOMENT.replace(tzinfo=_UTC)],
        "timestamptz",
        "2024-01-01 00:00:00.123456+00",
        "2024-01-01 00:00:00.123456+00",
    ),
    "nanoseconds": (
        pa.timestamp("ns"),
        [_NANOS],
        "timestamp_ns",
        "2024-01-01 00:00:00.123456789",
        "2024-01-01 00:00:00.123456789",
    ),
    "moment of nanoseconds": (
        pa.timestamp("ns", "UTC"),
        [_NANOS],
        "timestamptz",
        "2024-01-01 00:00:00.123456+00",
        "2024-01-01 00:00:00.123457+00",
    ),
    "text": (pa.string(), ["b", None, "ä"], "varchar", "b", "ä"),
    "zero byte": (pa.string(), ["a\0", "b"], "varchar", None, "b"),
    "uuid": (pa.uuid(), [UUID(int=7)], "uuid", str(UUID(int=7)), str(UUID(int=7))),
    "bytes": (pa.binary(), [b"a", b"\xff"], "blob", None, None),
    "fixed bytes": (pa.binary(2), [b"ab"], "blob", None, None),
    "nulls": (pa.int32(), [None, None], "int32", None, None),
}  # fmt: skip
DUCKDB_TYPES: Final = {
    "int8": "TINYINT",
    "int16": "SMALLINT",
    "int32": "INTEGER",
    "int64": "BIGINT",
    "uint8": "UTINYINT",
    "uint32": "UINTEGER",
    "uint64": "UBIGINT",
    "float32": "FLOAT",
    "float64": "DOUBLE",
}
REFUSED: Final[dict[str, pa.DataType]] = {
    "float16": pa.float16(),
    "time32": pa.time32("ms"),
    "time of nanoseconds": pa.time64("ns"),
    "null": pa.null(),
    "decimal of 39 digits": pa.decimal256(39, 2),
}


def _register(folder: Path, **options: Any) -> Path:
    catalog = make_catalog(folder)
    register(
        str(folder / "a.parquet"),
        to="ducklake",
        catalog=f"ducklake:sqlite:{catalog}",
        table="t",
        create=True,
        allow={"ownership"},
        **options,
    )
    return catalog


@pytest.mark.parametrize("kind", KINDS)
def test_a_type_has_its_name_and_its_bounds(tmp_path: Path, kind: str) -> None:
    type_, values, name, least, most = KINDS[kind]
    pq.write_table(pa.table({"x": pa.array(values, type_)}), tmp_path / "a.parquet")
    catalog = _register(tmp_path)
    assert ask(catalog, "SELECT column_type FROM ducklake_column") == [(name,)]
    nulls = values.count(None)
    (row,) = ask(
        catalog,
        "SELECT value_count, null_count, min_value, max_value FROM ducklake_file_column_stats",
    )
    assert row == (len(values) - nulls, nulls, least, most)
    (row,) = ask(
        catalog,
        "SELECT contains_null, min_value, max_value FROM ducklake_table_column_stats",
    )
    assert row[0] == bool(nulls)
    # DuckLake answers min and max from these: no floored or raised ones.
    are_cut = kind == "moment of nanoseconds"
    assert row[1:] == ((None, None) if are_cut else (least, most))


@pytest.mark.parametrize("kind", KINDS)
def test_duckdb_casts_the_text_to_a_bound(tmp_path: Path, kind: str) -> None:
    """DuckLake compares what DuckDB makes of the text with what DuckDB reads from the file. NaN is its largest number."""
    type_, values, name, least, most = KINDS[kind]
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"x": pa.array(values, type_)}), path)
    cast = DUCKDB_TYPES.get(name, name)
    with duckdb.connect() as client:
        client.execute("SET timezone = 'UTC'")
        beyond = client.execute(
            f"SELECT count(*) FROM read_parquet('{path}') WHERE x::{cast} < ?::{cast} OR x::{cast} > ?::{cast}"
            " AND NOT x::VARCHAR = 'nan'",
            [least, most],
        ).fetchall()
    assert beyond == [(0,)]


@pytest.mark.parametrize("kind", REFUSED)
def test_types_that_ducklake_does_not_read_are_refused(tmp_path: Path, kind: str) -> None:
    pq.write_table(pa.table({"x": pa.array([None], REFUSED[kind])}), tmp_path / "a.parquet")
    with pytest.raises(RefusedError, match=r"column x|the column x"):
        _register(tmp_path)


def test_a_moment_by_its_converted_type_is_refused(tmp_path: Path) -> None:
    """DuckDB reads it as local time, and other readers as UTC."""
    path = tmp_path / "a.parquet"
    moments = pa.array([_MOMENT], pa.timestamp("us", "UTC"))
    pq.write_table(pa.table({"x": moments}), path, store_schema=False)

    def edit(metadata: Any) -> None:
        metadata.schema[1].logicalType = None

    path.write_bytes(edit_footer(path.read_bytes(), edit))
    with pytest.raises(RefusedError, match="converted type"):
        _register(tmp_path)


@pytest.mark.parametrize("lacking", ["min_value", "max_value", "null_count", "statistics"])
def test_what_one_row_group_does_not_say_is_null(tmp_path: Path, lacking: str) -> None:
    """Rows of that row group may be beyond all others, and readers believe what the catalog says."""
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"x": [1, 2, 300, 400]}), path, row_group_size=2)

    def edit(metadata: Any) -> None:
        meta = metadata.row_groups[1].columns[0].meta_data
        meta.size_statistics = None
        if lacking == "statistics":
            meta.statistics = None
        else:
            setattr(meta.statistics, lacking, None)
            meta.statistics.min = meta.statistics.max = None

    path.write_bytes(edit_footer(path.read_bytes(), edit))
    catalog = _register(tmp_path)
    (row,) = ask(catalog, "SELECT null_count, min_value, max_value FROM ducklake_file_column_stats")
    full = {"null_count": 0, "min_value": "1", "max_value": "400"}
    gone = full if lacking == "statistics" else {lacking: 0}
    assert row == tuple(None if name in gone else value for name, value in full.items())
    (said,) = ask(
        catalog, "SELECT contains_null, min_value, max_value FROM ducklake_table_column_stats"
    )
    assert said == (int(row[0] is None), *row[1:])
