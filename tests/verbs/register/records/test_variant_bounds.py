"""Bounds of paths through Variants, as Iceberg V4 has them: an object of normalized JSON paths for each end."""

from __future__ import annotations

import datetime as dt
import math
from decimal import Decimal
from pathlib import Path
from typing import Any, Final
from uuid import UUID

import duckdb
import hypothesis.strategies as st
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import example, given

import inlay
from inlay import variant
from inlay.variant import PrimitiveType
from inlay.verbs.register.register import register
from parquet_format.parquet import FileMetaData, VariantType
from tests.support.examples import examples
from tests.support.footers import edit_footer

UTC: Final = dt.UTC
TYPES: Final[dict[PrimitiveType, tuple[pa.DataType, list[Any]]]] = {
    PrimitiveType.TRUE: (pa.bool_(), [True]),
    PrimitiveType.INT8: (pa.int8(), [-128, 127]),
    PrimitiveType.INT16: (pa.int16(), [-300, 300]),
    PrimitiveType.INT32: (pa.int32(), [-(2**31), 2**31 - 1]),
    PrimitiveType.INT64: (pa.int64(), [1, 2]),
    PrimitiveType.DECIMAL4: (pa.decimal128(9, 2), [Decimal("-1.50"), Decimal("2.00")]),
    PrimitiveType.DECIMAL8: (pa.decimal128(18, 4), [Decimal("-1.5000"), Decimal("2.0000")]),
    PrimitiveType.DECIMAL16: (pa.decimal128(38, 0), [Decimal(-(10**37)), Decimal(10**37)]),
    PrimitiveType.DATE: (pa.date32(), [dt.date(1, 1, 1), dt.date(9999, 12, 31)]),
    PrimitiveType.TIME_NTZ: (pa.time64("us"), [dt.time(1, 2, 3, 4), dt.time(23)]),
    PrimitiveType.TIMESTAMP: (
        pa.timestamp("us", "UTC"),
        [dt.datetime(2024, 1, 1, tzinfo=UTC), dt.datetime(2025, 1, 1, tzinfo=UTC)],
    ),
    PrimitiveType.TIMESTAMP_NTZ: (pa.timestamp("us"), [dt.datetime(2024, 1, 1), dt.datetime(2025, 1, 1)]),
    PrimitiveType.BINARY: (pa.binary(), [b"\0", b"\xff\xfe"]),
    PrimitiveType.STRING: (pa.string(), ["", "\U0001f600"]),
    PrimitiveType.UUID: (pa.uuid(), [UUID(int=7), UUID(int=2**127 + 1)]),
}  # fmt: skip


def _write(path: Path, column: pa.Array[Any], shredding: Any, **options: Any) -> None:
    """A file with the column `v` and another one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    table = pa.table({"v": column, "k": range(len(column))})
    variant.write_table(table, path, shred={"v": shredding}, **options)


def _register(folder: Path) -> list[dict[str, Any]]:
    """The statistics of each file."""
    output = folder / "out.parquet"
    register(str(folder / "lake"), to="records", output=output, overwrite=True)
    return [row["content_stats"] for row in pq.read_table(output).to_pylist()]


def _decode(bound: Any, *, typed: bool = False) -> Any:
    return None if bound is None else variant.decode((bound["metadata"], bound["value"]), typed=typed)  # fmt: skip


@pytest.mark.parametrize("type_", TYPES, ids=lambda it: it.name)
def test_bounds_have_the_type_that_the_values_have(tmp_path: Path, type_: PrimitiveType) -> None:
    """As whole Variants, beside a null one, and as a field."""
    arrow, values = TYPES[type_]
    scalars = [variant.scalar(type_, None if type_ == PrimitiveType.TRUE else it) for it in values]
    whole = variant.variant_array([*scalars, None])
    _write(tmp_path / "lake" / "whole.parquet", whole, arrow)
    field = variant.variant_array([*({"a": it} for it in scalars), {}])
    _write(tmp_path / "lake" / "field.parquet", field, pa.struct([("a", arrow)]))
    for said, path in zip((row["v"] for row in _register(tmp_path)), ("$['a']", "$"), strict=True):
        for end, value in (("lower_bound", values[0]), ("upper_bound", values[-1])):
            assert _decode(said[end]) == {path: value}
            assert _decode(said[end], typed=True)[path].type == type_


def test_a_variant_counts_its_own_nulls(tmp_path: Path) -> None:
    """Before, it counted as a column that the file lacks, all of it null: readers of V4 skip such a file."""
    rows = variant.variant_array([{"a": 1}, None, {"a": 2}])
    _write(tmp_path / "lake" / "a.parquet", rows, pa.struct([("a", pa.int8())]))
    _write(tmp_path / "lake" / "b.parquet", rows, None)
    pq.write_table(pa.table({"k": [1, 2]}), tmp_path / "lake" / "c.parquet")
    counts = [
        (it["v"]["value_count"], it["v"]["null_value_count"], it["v"]["avg_value_size_in_bytes"])
        for it in _register(tmp_path)
    ]
    sizes = [len(part) for row in rows if row.is_valid for part in variant.encode({"a": 1})]
    assert counts == [(3, 1, None), (3, 1, sum(sizes) // 2), (2, 2, None)]


def test_a_variant_in_a_struct_has_bounds_and_one_in_a_list_has_none(tmp_path: Path) -> None:
    column = variant.shred(
        variant.variant_array([{"a": 1}, {"a": 5}]), pa.struct([("a", pa.int8())])
    )
    lists = pa.ListArray.from_arrays(pa.array([0, 1, 2], pa.int32()), column)
    (tmp_path / "lake").mkdir()
    table = pa.table({"s": pa.StructArray.from_arrays([column], ["v"]), "l": lists})
    variant.write_table(table, tmp_path / "lake" / "a.parquet")
    (row,) = _register(tmp_path)
    assert _decode(row["s.v"]["upper_bound"]) == {"$['a']": 5}
    assert row["l.element"].keys() == {"value_count", "null_value_count", "avg_value_size_in_bytes"}


def test_names_are_those_of_rfc_9535(tmp_path: Path) -> None:
    names = {
        "it's": "$['it\\'s']",
        "a.b": "$['a.b']",
        "\\\n\t": "$['\\\\\\n\\t']",
        "\x0b": "$['\\u000b']",
        '"': "$['\"']",
        "\u263a": "$['\u263a']",
    }
    row = dict.fromkeys(names, 1)
    shredding = pa.struct([(name, pa.int8()) for name in names])
    _write(tmp_path / "lake" / "a.parquet", variant.variant_array([row]), shredding)
    (said,) = _register(tmp_path)
    assert _decode(said["v"]["lower_bound"]) == dict.fromkeys(names.values(), 1)


def test_a_float_that_may_be_nan_has_no_upper_bound(tmp_path: Path) -> None:
    path = tmp_path / "lake" / "a.parquet"
    rows = variant.variant_array([{"a": 1.5}, {"a": -2.5}])
    _write(path, rows, pa.struct([("a", pa.float64())]))
    (said,) = _register(tmp_path)
    assert (_decode(said["v"]["lower_bound"]), said["v"]["upper_bound"]) == ({"$['a']": -2.5}, None)

    def count_none(metadata: FileMetaData) -> None:
        for chunk in metadata.row_groups[0].columns:
            assert chunk.meta_data is not None
            if chunk.meta_data.path_in_schema == ["v", "typed_value", "a", "typed_value"]:
                assert chunk.meta_data.statistics is not None
                chunk.meta_data.statistics.nan_count = 0

    path.write_bytes(edit_footer(path.read_bytes(), count_none))
    (said,) = _register(tmp_path)
    assert _decode(said["v"]["upper_bound"]) == {"$['a']": 1.5}


def test_field_ids_and_annotations_are_those_of_iceberg(tmp_path: Path) -> None:
    _write(tmp_path / "lake" / "a.parquet", variant.variant_array([1]), pa.int8())
    _register(tmp_path)
    schema = inlay.open(tmp_path / "out.parquet").metadata.schema
    bounds = {it.field_id: it.logicalType for it in schema if it.name.endswith("_bound")}
    assert isinstance(bounds[10_201], VariantType)
    assert isinstance(bounds[10_202], VariantType)
    assert not any(isinstance(bounds[it], VariantType) for it in (10_401, 10_402))
    assert inlay.verify(tmp_path / "out.parquet").findings == ()


def test_duckdb_and_a_store_plan_by_paths(tmp_path: Path) -> None:
    for at in range(4):
        rows = [{"a": it} for it in range(10 * at, 10 * at + 10)]
        column = variant.variant_array(rows if at < 3 else [*rows, {"a": "text"}])
        _write(tmp_path / "lake" / f"{at}.parquet", column, pa.struct([("a", pa.int32())]))
    _register(tmp_path)
    low, high = (
        f"variant_extract(content_stats.v.{it}_bound, '$[''a'']')" for it in ("lower", "upper")
    )
    query = (
        f"SELECT location FROM '{tmp_path / 'out.parquet'}' "
        f"WHERE ifnull({low}::INT <= 15, true) AND ifnull({high}::INT >= 15, true)"
    )
    planned = duckdb.connect().execute(query).fetchall()
    assert [Path(path).stem for (path,) in planned] == ["1", "3"]
    inlay.build_store(tmp_path / "lake", output=tmp_path / "store")
    plan = inlay.plan_store(tmp_path / "store", "variant_get(v, '$.a') = 15")
    assert [Path(path).stem for path in plan.paths] == ["1", "3"]


PATHS: Final = {"$['a']": ("a",), "$['b']['c']": ("b", "c"), "$['d']": ("d",), "$": ()}
_SCALARS: Final = st.one_of(
    st.integers(-300, 300),
    st.sampled_from(["", "a", "b\U0001f600", "zz"]),
    st.sampled_from([math.nan, -0.0, 0.0, math.inf, -1.5]),
    st.booleans(),
    st.none(),
)
_FLOATS: Final = st.sampled_from([math.nan, -0.0, 0.0, math.inf, -1.5])
_OF_ONE_KIND: Final = st.sampled_from(
    [st.integers(-300, 300), st.sampled_from(["", "x", "yy"]), _FLOATS, _SCALARS]
)


@st.composite
def _rows(draw: st.DrawFn) -> list[Any]:
    """Most fields have values of one kind, so that there are bounds to be wrong."""
    of_a, of_c, of_d = (draw(_OF_ONE_KIND) for _ in range(3))
    some = st.fixed_dictionaries(
        {},
        optional={
            "a": of_a,
            "b": st.one_of(st.fixed_dictionaries({}, optional={"c": of_c, "e": _SCALARS}), of_a),
            "d": of_d,
        },
    )
    return draw(st.lists(st.one_of(some, some, some, _SCALARS), min_size=1, max_size=6))


_SHREDDINGS: Final = (
    pa.struct([("a", pa.int64()), ("b", pa.struct([("c", pa.int16())])), ("d", pa.string())]),
    pa.struct([("a", pa.float64()), ("d", pa.float64())]),
    pa.int32(),
    pa.string(),
)


def _list_values(row: Any, steps: tuple[str, ...]) -> list[Any]:
    for step in steps:
        if not isinstance(row, dict) or step not in row:
            return []
        row = row[step]
    return [] if row is None else [row]


def _is_nan(value: Any) -> bool:
    return isinstance(value, float) and math.isnan(value)


@examples(60)
@example(rows=[{"a": math.nan}, {"a": 1.5}], at=1, group=2)
@given(rows=_rows(), at=st.integers(0, len(_SHREDDINGS) - 1), group=st.integers(1, 6))
def test_no_value_of_a_path_is_beyond_its_bounds(
    tmp_path_factory: pytest.TempPathFactory, rows: list[Any], at: int, group: int
) -> None:
    folder = tmp_path_factory.getbasetemp() / "paths"
    column = variant.variant_array(rows)
    _write(folder / "lake" / "a.parquet", column, _SHREDDINGS[at], row_group_size=group)
    (said,) = _register(folder)
    assert said["v"]["null_value_count"] == rows.count(None)
    for end in ("lower_bound", "upper_bound"):
        for path, bound in (_decode(said["v"][end]) or {}).items():
            values = [value for row in rows for value in _list_values(row, PATHS[path])]
            assert values
            assert {type(value) for value in values} == {type(bound)}
            if end == "lower_bound":  # NaN is above all numbers, where it is anything
                assert all(bound <= it for it in values if not _is_nan(it))
            else:
                assert all(it <= bound for it in values)
