"""Cases of several columns or several files."""

from __future__ import annotations

import io
from collections.abc import Sequence
from decimal import Decimal
from functools import partial
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

from parquet_format.parquet import (
    BoundingBox,
    FileMetaData,
    GeographyType,
    GeospatialStatistics,
    VariantType,
)
from tests.registrars.case import Case, Files
from tests.support.footers import edit_footer


def _write(tables: Sequence[pa.Table], **options: Any) -> bytes:
    """A row group for each table."""
    sink = io.BytesIO()
    with pq.ParquetWriter(sink, tables[0].schema, **options) as writer:
        for table in tables:
            writer.write_table(table)
    return sink.getvalue()


def _column(type_: pa.DataType, *values: Any) -> pa.Table:
    return pa.table({"v": pa.array(values, type_)})


def _write_each(*tables: pa.Table) -> Files:
    return {f"{at}.parquet": _write([table]) for at, table in enumerate(tables)}


def _float_beside_double() -> Files:
    return _write_each(_column(pa.float64(), 0.1, 2.5), _column(pa.float32(), 0.1, 0.7))


def _int_beside_long() -> Files:
    return _write_each(_column(pa.int64(), 1, 2**40), _column(pa.int32(), -5, 7))


def _decimals_of_two_precisions() -> Files:
    return _write_each(
        _column(pa.decimal128(20, 2), Decimal("9007199254740993.01")),
        _column(pa.decimal128(5, 2), Decimal("-1.28")),
    )


def _lacking(*, first: bool) -> Files:
    """Two files with the column, and one without, which comes first or last."""
    some = pa.table({"id": [1, 2], "v": [5, 9]})
    none = pa.table({"id": [3, 4]})
    more = pa.table({"id": [5, 6], "v": [6, 7]})
    return _write_each(*([none, some, more] if first else [some, more, none]))


def _with_ids(ids: Sequence[int], values: Sequence[Sequence[int]]) -> bytes:
    fields = [
        pa.field(name, pa.int64(), metadata={"PARQUET:field_id": str(at)})
        for name, at in zip(("v", "w"), ids, strict=True)
    ]
    return _write([pa.Table.from_arrays([pa.array(it) for it in values], schema=pa.schema(fields))])


def _swapped_ids() -> Files:
    return {"a.parquet": _with_ids((2, 1), ([1, 2], [100, 200]))}


def _hive_and_column(*, in_folders: bool = True) -> Files:
    files = _write_each(*(pa.table({"id": [at, at + 10], "v": [at, at]}) for at in (0, 1)))
    return (
        {f"v={at}/{name}": data for at, (name, data) in enumerate(files.items())}
        if in_folders
        else files
    )


def _hive() -> Files:
    return {f"v={at}/a.parquet": _write([pa.table({"id": [at, at + 10]})]) for at in (1, 2)}


def _out_of_order() -> Files:
    """The chunk of the first column lies behind that of the second one."""
    data = _write([pa.table({"w": [100, 200], "v": [1, 2]})], store_schema=False)

    def swap(metadata: FileMetaData) -> None:
        elements = metadata.schema
        elements[1], elements[2] = elements[2], elements[1]
        for group in metadata.row_groups:
            group.columns.reverse()

    return {"a.parquet": edit_footer(data, swap)}


def _dotted() -> Files:
    struct = pa.array([{"b": 1}, {"b": 2}], pa.struct([("b", pa.int64())]))
    return {"a.parquet": _write([pa.table({"a.b": [100, 200], "a": struct})])}


def _structs(*, gap: bool) -> Files:
    """Where a member is large, Arrow leaves out the bounds of that row group."""
    type_ = pa.struct([("x", pa.string())])
    groups = [["a", "b"], ["c", "m" * 5000 if gap else "m"]]
    tables = [pa.table({"v": pa.array([{"x": it} for it in group], type_)}) for group in groups]
    return {"a.parquet": _write(tables)}


def _case_of_names() -> Files:
    return {
        "a.parquet": _write([pa.table({"V": [1, 2]})]),
        "b.parquet": _write([pa.table({"V": [8]})]),
    }


def _no_rows_in_a_file() -> Files:
    return _write_each(_column(pa.int64(), 1, 2), _column(pa.int64()))


def _variant() -> Files:
    """A path of two types: whole numbers in the first row group, texts in the second one."""
    type_ = pa.struct([("metadata", pa.binary()), ("value", pa.binary())])
    empty = b"\x01\x00\x00"
    tables = [
        pa.table({"v": pa.array([{"metadata": empty, "value": value}], type_)})
        for value in (b"\x0c\x05", b"\x05a")
    ]

    def edit(metadata: FileMetaData) -> None:
        metadata.schema[1].logicalType = VariantType(specification_version=1)

    return {"a.parquet": edit_footer(_write(tables, store_schema=False), edit)}


def _antimeridian() -> Files:
    points = [b"\x01\x01\x00\x00\x00" + bytes(16)]
    data = _write([pa.table({"v": pa.array(points, pa.binary())})], store_schema=False)

    def edit(metadata: FileMetaData) -> None:
        metadata.schema[1].logicalType = GeographyType()
        meta = metadata.row_groups[0].columns[0].meta_data
        assert meta is not None
        meta.statistics = None
        box = BoundingBox(xmin=170.0, xmax=10.0, ymin=-1.0, ymax=1.0)
        meta.geospatial_statistics = GeospatialStatistics(bbox=box, geospatial_types=[1])

    return {"a.parquet": edit_footer(data, edit)}


LAKES: Final = (
    Case("q: float beside double", _float_beside_double),
    Case("int32 beside int64", _int_beside_long),
    Case("decimals of two precisions", _decimals_of_two_precisions),
    Case("a file that lacks the column, first", partial(_lacking, first=True)),
    Case("a file that lacks the column, last", partial(_lacking, first=False)),
    Case("s: field ids swapped against names", _swapped_ids),
    Case(
        "t: a column of folders that is in the files, too",
        _hive_and_column,
        write_plain=partial(_hive_and_column, in_folders=False),
    ),
    Case("a column of folders", _hive),
    Case("v: chunks out of the order of the schema", _out_of_order),
    Case("z: a dot in a name, beside that path", _dotted, ("a.b",)),
    Case("z: a path, beside a dot in a name", _dotted, ("a", "b")),
    Case("a member of a struct", partial(_structs, gap=False), ("v", "x")),
    Case("a member of a struct, of 5,000 bytes", partial(_structs, gap=True), ("v", "x")),
    Case("names in capitals", _case_of_names, ("V",)),
    Case("a file without rows", _no_rows_in_a_file),
    Case("w: a Variant of two types", _variant, ()),
    Case("x: a box over the antimeridian", _antimeridian, ()),
)
