"""Footers as the Arrow C++ prototype writes them: INTERVAL has a value of no type, a prefix is any bytes."""

from __future__ import annotations

import pytest

from inlay.footers.conversion.prototype import to_struct
from inlay_runtime.errors import UnionError
from inlay_runtime.flat.view import TableView
from parquet_format import footer, footer_prototype, parquet
from parquet_format.footer_prototype import (
    ColumnChunk,
    ColumnMetadata,
    CompressionCodec,
    Empty,
    FieldRepetitionType,
    FileMetaData,
    LogicalTypeStringType,
    RowGroup,
    SchemaElement,
    Statistics,
    Type,
)

pytestmark = pytest.mark.usefixtures("core")
PREFIX = b"\xfe\xff"


def footer_of_cpp(*, column: Type, statistics: Statistics | None = None) -> bytes:
    """A footer of one column whose logical type has a value and type 0."""
    leaf = SchemaElement(
        name="i", type=column, type_length=12 if column is Type.FIXED_LEN_BYTE_ARRAY else None,
        repetition_type=FieldRepetitionType.OPTIONAL, logical_type=LogicalTypeStringType(Empty()),
    )  # fmt: skip
    metadata = ColumnMetadata(
        codec=CompressionCodec.SNAPPY, num_values=2, total_uncompressed_size=40,
        total_compressed_size=40, data_page_offset=4, statistics=statistics,
    )  # fmt: skip
    flat = FileMetaData(
        version=2, num_rows=2, created_by="parquet-cpp-arrow",
        schema=[SchemaElement(name="schema", num_children=1), leaf],
        row_groups=[RowGroup(columns=[ColumnChunk(meta_data=metadata)], num_rows=2, file_offset=4)],
    )  # fmt: skip
    data = bytearray(flat.encode())
    schema = FileMetaData.from_verified(bytes(data)).schema
    assert schema is not None
    source = schema[1].source
    assert source is not None
    tag = TableView(bytes(data), source[1], lazy=True).at(3)
    assert data[tag] == 1
    data[tag] = 0
    return bytes(data)


@pytest.mark.parametrize("eager", [True, False])
def test_interval(eager: bool) -> None:
    found = FileMetaData.decode(footer_of_cpp(column=Type.FIXED_LEN_BYTE_ARRAY), eager=eager)
    assert found.schema is not None
    assert found.schema[1].logical_type is None
    thrift = to_struct(found)
    assert thrift.schema[1].logicalType is None
    assert thrift.schema[1].type_length == 12
    assert parquet.FileMetaData.decode(thrift.encode()) == thrift


def test_a_prefix_of_any_bytes() -> None:
    statistics = Statistics(
        null_count=0, prefix=PREFIX, min_lo4=0x61000000, min_len=1, max_lo4=0x62000000, max_len=1
    )
    data = footer_of_cpp(column=Type.BYTE_ARRAY, statistics=statistics)
    found = FileMetaData.decode(data)
    chunk = to_struct(found).row_groups[0].columns[0].meta_data
    assert chunk is not None
    assert chunk.statistics is not None
    assert (chunk.statistics.min_value, chunk.statistics.max_value) == (b"\xfe\xffa", b"\xfe\xffb")


def test_nobody_else_is_lenient() -> None:
    """The other schemas refuse the same: a union of theirs with a value and no type."""
    element = footer.SchemaElement(
        name="i", logical_type=footer.LogicalTypeStringType(footer.Empty())
    )
    data = bytearray(element.encode())
    source = footer.SchemaElement.from_verified(bytes(data)).source
    assert source is not None
    data[TableView(bytes(data), source[1], lazy=True).at(6)] = 0
    with pytest.raises(UnionError):
        footer.SchemaElement.decode(bytes(data))
    lenient = {
        field.name
        for cls in vars(footer_prototype).values()
        if hasattr(cls, "SCHEMA") and hasattr(cls, "decode") and hasattr(cls, "from_verified")
        for field in cls.SCHEMA.fields
        if field.ignores_untyped
    }
    assert lenient == {"logical_type"}
