"""Records as a table: typed bounds that hold every value, ids of Iceberg V4, and files that differ."""

from __future__ import annotations

import datetime as dt
import re
from decimal import Decimal
from pathlib import Path
from typing import Any, Final
from uuid import UUID

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.errors import RefusedError, RequestError
from inlay.verbs.register.register import register
from parquet_format.parquet import FileMetaData, FileType
from tests.support.footers import edit_footer

PAGE: Final = Path(__file__).parents[4] / "docs" / "registering.md"
UTC: Final = dt.UTC
KINDS: Final[dict[str, tuple[pa.DataType, list[Any], Any, Any]]] = {
    "boolean": (pa.bool_(), [True, None, False], False, True),
    "int8": (pa.int8(), [-128, 127], -128, 127),
    "uint8": (pa.uint8(), [0, 255], 0, 255),
    "uint32": (pa.uint32(), [1, 4_294_967_295], 1, 4_294_967_295),
    "uint64": (pa.uint64(), [1, 2**64 - 1], 1, 2**64 - 1),
    "float": (pa.float32(), [1.5, float("nan"), -2.0], -2.0, 1.5),
    "zeros": (pa.float64(), [0.0, 0.0], -0.0, 0.0),
    "infinite": (pa.float64(), [float("inf"), 1.0], 1.0, float("inf")),
    "text": (pa.string(), ["b", None, "a"], "a", "b"),
    "bytes": (pa.binary(), [b"\xff", b"\0"], b"\0", b"\xff"),
    "decimal of int32": (pa.decimal128(9, 2), [Decimal("-1.50"), Decimal("2")], "-1.50", "2.00"),
    "decimal of bytes": (
        pa.decimal128(38, 10),
        [Decimal("9999999999999999999999999999.9999999999")],
        "9999999999999999999999999999.9999999999",
        "9999999999999999999999999999.9999999999",
    ),
    "date": (pa.date32(), [dt.date(2024, 1, 1)], dt.date(2024, 1, 1), dt.date(2024, 1, 1)),
    "time": (pa.time64("us"), [dt.time(1, 2, 3, 4)], dt.time(1, 2, 3, 4), dt.time(1, 2, 3, 4)),
    "moment": (
        pa.timestamp("ms", "UTC"),
        [dt.datetime(2024, 1, 1, tzinfo=UTC)],
        dt.datetime(2024, 1, 1, tzinfo=UTC),
        dt.datetime(2024, 1, 1, tzinfo=UTC),
    ),
    "uuid": (pa.uuid(), [UUID(int=7)], UUID(int=7).bytes, UUID(int=7).bytes),
    "nothing": (pa.int32(), [None, None], None, None),
}  # fmt: skip


def _write(folder: Path, name: str, **columns: Any) -> str:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(pa.table(columns), path)
    return str(path)


def _register(folder: Path, **options: Any) -> list[dict[str, Any]]:
    output = folder / "out.parquet"
    register(str(folder / "lake"), to="records", output=output, **options)
    return pq.read_table(output).to_pylist()


@pytest.mark.parametrize("kind", KINDS)
def test_bounds_have_the_type_of_the_column(tmp_path: Path, kind: str) -> None:
    type_, values, lower, upper = KINDS[kind]
    _write(tmp_path / "lake", "a.parquet", c=pa.array(values, type_))
    (row,) = _register(tmp_path)
    statistics = row["content_stats"]["c"]
    low, high = statistics["lower_bound"], statistics["upper_bound"]
    if isinstance(low, Decimal):
        low, high = str(low), str(high)
    assert (low, high) == (lower, upper)
    assert str(low) == str(lower)  # -0.0
    assert statistics["value_count"] == len(values)
    assert statistics["null_value_count"] == values.count(None)


def test_fields_have_the_ids_of_content_entries(tmp_path: Path) -> None:
    _write(tmp_path / "lake", "a.parquet", n=pa.array([1]), s=pa.array([{"x": 1.0}]))
    _register(tmp_path)
    schema = inlay.open(tmp_path / "out.parquet").metadata.schema
    ids = {it.name: it.field_id for it in schema if it.name not in ("lower_bound", "value_count")}
    assert ids["location"] == 100
    assert ids["split_offsets"] == 132
    assert ids["content_stats"] == 146
    assert (ids["n"], ids["s.x"]) == (10_000 + 200 * 1, 10_000 + 200 * 3)
    of_first = [it.field_id for it in schema if it.name in ("lower_bound", "value_count")]
    assert of_first == [10_201, 10_204, 10_601, 10_604]


def test_ids_of_the_files_are_those_of_the_statistics(tmp_path: Path) -> None:
    for name, column in (("a", "old"), ("b", "new")):
        field = pa.field(column, pa.int64(), metadata={"PARQUET:field_id": "7"})
        (tmp_path / "lake").mkdir(exist_ok=True)
        table = pa.Table.from_arrays([pa.array([1, 2])], schema=pa.schema([field]))
        pq.write_table(table, tmp_path / "lake" / f"{name}.parquet")
    rows = _register(tmp_path)
    assert [row["content_stats"]["old"]["upper_bound"] for row in rows] == [2, 2]


def test_a_column_that_a_file_lacks_is_all_null_there(tmp_path: Path) -> None:
    _write(tmp_path / "lake", "a.parquet", x=pa.array([1, 2], pa.int32()), y=pa.array(["a", "b"]))
    _write(tmp_path / "lake", "b.parquet", x=pa.array([2**40], pa.int64()))
    first, second = _register(tmp_path)
    assert first["content_stats"]["x"]["upper_bound"] == 2
    assert second["content_stats"]["x"]["upper_bound"] == 2**40
    assert second["content_stats"]["y"]["null_value_count"] == 1
    assert second["content_stats"]["y"]["lower_bound"] is None


def test_a_group_without_leaves_of_a_table_does_not_count_as_nulls(tmp_path: Path) -> None:
    """It is there, so it is not a column that the file lacks."""

    def annotate(metadata: FileMetaData) -> None:
        metadata.schema[1].logicalType = FileType()

    _write(tmp_path / "lake", "a.parquet", f=pa.array([{"path": "a"}]), x=pa.array([1]))
    _write(tmp_path / "lake", "b.parquet", x=pa.array([1, 2]))
    path = tmp_path / "lake" / "a.parquet"
    path.write_bytes(edit_footer(path.read_bytes(), annotate))
    said = [row["content_stats"]["f"] for row in _register(tmp_path)]
    assert [(it["value_count"], it["null_value_count"]) for it in said] == [(None, None), (2, 2)]


def test_values_of_folders_are_exact_bounds(tmp_path: Path) -> None:
    for day, region in (("2026-11-27", "de"), ("2026-11-28", "__HIVE_DEFAULT_PARTITION__")):
        _write(tmp_path / "lake", f"day={day}/region={region}/a.parquet", x=pa.array([1]))
    first, second = (row["content_stats"] for row in _register(tmp_path))
    assert first["day"]["lower_bound"] == first["day"]["upper_bound"] == dt.date(2026, 11, 27)
    assert (first["region"]["lower_bound"], first["region"]["null_value_count"]) == ("de", 0)
    assert (second["region"]["lower_bound"], second["region"]["null_value_count"]) == (None, 1)
    assert first["day"]["tight_bounds"]


def test_lists_have_counts_and_no_bounds(tmp_path: Path) -> None:
    _write(tmp_path / "lake", "a.parquet", a=pa.array([[1, 2], [], None, [None]]))
    (row,) = _register(tmp_path)
    statistics = row["content_stats"]["a.element"]
    assert "lower_bound" not in statistics
    assert statistics["value_count"] == 5


def test_duckdb_plans_from_the_records_as_the_page_says(tmp_path: Path) -> None:
    for at in range(4):
        _write(tmp_path / "lake", f"{at}.parquet", x=pa.array(range(10 * at, 10 * at + 10)))
    table = pa.table({"x": pa.array([25])})
    pq.write_table(table, tmp_path / "lake" / "unknown.parquet", write_statistics=False)
    _register(tmp_path)
    (query,) = re.findall(r"    SELECT .*\n    WHERE .*", PAGE.read_text(encoding="utf-8"))
    query = query.replace("lake.parquet", str(tmp_path / "out.parquet"))
    with duckdb.connect() as connection:
        planned = connection.sql(query).fetchall()
    assert [Path(path).name for (path,) in planned] == ["2.parquet", "unknown.parquet"]


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"output": ""}, RequestError, "say which, output='lake.parquet'"),
        ({"table": "t"}, RequestError, "table is of tables"),
        ({"create": True}, RequestError, "create is of tables"),
        ({"allow": {"nothing"}}, RequestError, "records has evolve"),
        ({"to": "excel"}, RequestError, "choose .*records"),
    ],
)
def test_wishes_that_do_not_fit_are_refused(
    tmp_path: Path, options: dict[str, Any], error: type[Exception], words: str
) -> None:
    _write(tmp_path / "lake", "a.parquet", x=pa.array([1]))
    given = {"to": "records", "output": tmp_path / "out.parquet", **options}
    with pytest.raises(error, match=words):
        register(str(tmp_path / "lake"), **given)


def test_a_file_is_not_replaced_unasked(tmp_path: Path) -> None:
    _write(tmp_path / "lake", "a.parquet", x=pa.array([1]))
    _register(tmp_path)
    with pytest.raises(RefusedError, match="exists"):
        _register(tmp_path)
    assert len(_register(tmp_path, overwrite=True)) == 1


def test_a_dry_run_shows_the_rows_and_writes_nothing(tmp_path: Path) -> None:
    _write(tmp_path / "lake", "a.parquet", d=pa.array([2**31 - 1], pa.int32()).view(pa.date32()))
    output = tmp_path / "out.parquet"
    registration = register(str(tmp_path / "lake"), to="records", output=output, dry_run=True)
    (entry,) = registration.describe_entries()
    assert registration.committed is None
    assert not output.exists()
    assert entry["content_stats"]["d"]["lower_bound"] == "<value out of range: 2147483647>"


def test_no_two_columns_have_statistics_of_one_name(tmp_path: Path) -> None:
    """A dot in a name is no way into a group."""
    table = pa.table({"a.b": [1], "a": [{"b": 2, 'c"': 3}]})
    pq.write_table(table, tmp_path / "f.parquet")
    out = tmp_path / "records.parquet"
    register(tmp_path / "f.parquet", to="records", output=out)
    statistics = pq.read_schema(out).field("content_stats").type
    names = [statistics.field(at).name for at in range(statistics.num_fields)]
    assert names == ['"a.b"', "a.b", 'a."c"""']
    query = """SELECT content_stats['"a.b"'].lower_bound, content_stats['a.b'].lower_bound FROM """
    assert duckdb.execute(f"{query} '{out}'").fetchall() == [(1, 2)]
