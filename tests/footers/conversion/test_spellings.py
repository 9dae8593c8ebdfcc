"""The same values in other bytes, and bytes beside the values: all of it comes back."""

from __future__ import annotations

from typing import Final

import pytest

from inlay.footers.conversion import compare, v0, v1
from inlay_runtime.extension import Extension, Header
from inlay_runtime.remainder import Remainder, UnknownField
from inlay_runtime.struct import EmptyVariant, Struct
from inlay_runtime.union import UnknownVariant
from parquet_format import footer, parquet
from parquet_format.parquet import ColumnOrder, FileMetaData, SchemaElement, Type
from tests.runtime import wire
from tests.runtime.wire import Field
from tests.support.in_one_test import in_one_test

VERSION: Final = Field(1, wire.I32, b"\x02")
NAME: Final = Field(4, wire.BINARY, b"\x01r")
SCHEMA: Final = Field(2, wire.LIST, wire.list_of(wire.STRUCT, wire.struct(NAME)))
ROWS: Final = Field(3, wire.I64, b"\x00")
GROUPS: Final = Field(4, wire.LIST, wire.list_of(wire.STRUCT))
REQUIRED: Final = (VERSION, SCHEMA, ROWS, GROUPS)
PLAIN: Final = wire.struct(*REQUIRED)


def leaf(*fields: Field) -> Field:
    element = wire.struct(Field(1, wire.I32, b"\x0c"), NAME, *fields)
    return Field(2, wire.LIST, wire.list_of(wire.STRUCT, element))


def with_schema(*fields: Field) -> bytes:
    return wire.struct(VERSION, leaf(*fields), ROWS, GROUPS)


def logical(field_id: int, *fields: Field, beside: tuple[Field, ...] = ()) -> bytes:
    member = Field(field_id, wire.STRUCT, wire.struct(*fields))
    return with_schema(Field(10, wire.STRUCT, wire.struct(member, *beside)))


CANONICAL: Final = {
    "plain": PLAIN,
    "trailing bytes": PLAIN + b"signature",
    "a trailing extension": PLAIN + b"\x08\xff\xff\x01\x03abc\x00",
    "bytes that begin like a trailing extension": PLAIN + b"\x08\xff\xff\x01\x03ab",
    "an extension": wire.struct(*REQUIRED, wire.spec_extension(b"abc")),
    "an extension in the other spelling": wire.struct(*REQUIRED, wire.zigzag_extension(b"")),
    "unknown fields": wire.struct(*REQUIRED, Field(20, wire.TRUE), Field(21, wire.I64, b"\x02")),
    "an unknown field with a negative id": wire.struct(Field(-3, wire.I8, b"\x02"), *REQUIRED),
    "an extension of an element": with_schema(wire.zigzag_extension(b"abc")),
    "an extension of an element, as in the document": with_schema(wire.spec_extension(b"abc")),
    "an extension of an empty member": logical(1, wire.zigzag_extension(b"abc")),
    "unknown fields of an empty member": logical(1, Field(3, wire.BINARY, b"\x01x")),
    "an unknown member": logical(99, Field(1, wire.I32, b"\x02")),
    "an unknown unit": logical(
        8,
        Field(1, wire.TRUE),
        Field(2, wire.STRUCT, wire.struct(Field(9, wire.STRUCT, b"\x00"))),
    ),
    "an empty list": wire.struct(*REQUIRED, Field(5, wire.LIST, b"\x0c")),
    "an empty text": wire.struct(*REQUIRED, Field(6, wire.BINARY, b"\x00")),
    "orders, none": wire.struct(*REQUIRED, Field(7, wire.LIST, b"\x0c")),
    "orders, too many": wire.struct(
        *REQUIRED,
        Field(7, wire.LIST, wire.list_of(wire.STRUCT, b"\x1c\x00\x00", b"\x5c\x15\x02\x00\x00")),
    ),
    "an order that has gained a field": wire.struct(
        VERSION,
        leaf(),
        ROWS,
        GROUPS,
        Field(7, wire.LIST, wire.list_of(wire.STRUCT, b"\x1c\x15\x02\x00\x00")),
    ),
    "no children, said": with_schema(Field(5, wire.I32, b"\x00")),
    "a known enum number that fits no member": with_schema(Field(6, wire.I32, wire.integer(77))),
}

NEEDS_REMAINDER: Final = {
    "long headers": b"\x05\x02\x02" + PLAIN[2:],
    "an overlong varint": b"\x15\x82\x00" + PLAIN[2:],
    "out of order": wire.struct(ROWS, GROUPS, SCHEMA, VERSION),
    "an empty list of another type": wire.struct(
        VERSION, SCHEMA, ROWS, Field(4, wire.LIST, b"\x00")
    ),
    "a long list header": wire.struct(VERSION, SCHEMA, ROWS, Field(4, wire.LIST, b"\xfc\x00")),
    "a stop byte that is not 0": PLAIN[:-1] + b"\xf0",
    "an extension that is not last": wire.struct(wire.spec_extension(b"abc"), *REQUIRED),
    "an extension of a union": logical(1, beside=(wire.zigzag_extension(b"abc"),)),
    "unknown fields not in order": wire.struct(
        Field(20, wire.TRUE), *REQUIRED, Field(19, wire.FALSE)
    ),
    "an enum number that fits no byte": with_schema(Field(6, wire.I32, wire.integer(1000))),
    "a field 32767 that is not an extension": wire.struct(
        *REQUIRED, Field(32767, wire.I32, b"\x02"), wire.spec_extension(b"abc")
    ),
    "a unit that has gained a field": logical(
        8,
        Field(1, wire.TRUE),
        Field(2, wire.STRUCT, wire.struct(Field(1, wire.STRUCT, b"\x15\x02\x00"))),
    ),
}


@pytest.mark.parametrize("name", [*CANONICAL, *NEEDS_REMAINDER])
def test_the_bytes_come_back(name: str) -> None:
    thrift = (CANONICAL | NEEDS_REMAINDER)[name]
    flat = v1.to_flatbuffers(thrift)
    assert v1.to_thrift(footer.FileMetaData.decode(flat.encode())) == thrift
    assert (flat.remainder_ is not None) == (name in NEEDS_REMAINDER)
    assert compare(thrift, flat) == []
    private = v0.to_flatbuffers(thrift)
    assert v0.to_thrift(private) == thrift
    assert compare(thrift, private) == []


def structs_in(value: object) -> list[Struct]:
    """All structs of a footer that a table of v1 stands for."""
    found: list[Struct] = []
    if isinstance(value, list):
        found += [inner for element in value for inner in structs_in(element)]
    if isinstance(value, Struct):
        found.append(value)
        for field in value.SCHEMA.fields:
            found += structs_in(getattr(value, field.slot))
    return found


def full() -> FileMetaData:
    """A footer that has every struct which it may have."""
    statistics = parquet.Statistics(min_value=b"\1\0\0\0", max_value=b"\2\0\0\0")
    box = parquet.BoundingBox(xmin=0.0, xmax=-0.0, ymin=1.0, ymax=2.0)
    chunk = parquet.ColumnChunk(
        meta_data=parquet.ColumnMetaData(
            type=Type.INT32,
            encodings=[],
            path_in_schema=["leaf0"],
            codec=parquet.CompressionCodec.SNAPPY,
            num_values=1,
            total_uncompressed_size=1,
            total_compressed_size=1,
            key_value_metadata=[parquet.KeyValue(key="k")],
            data_page_offset=4,
            statistics=statistics,
            encoding_stats=[
                parquet.PageEncodingStats(
                    page_type=parquet.PageType.DATA_PAGE, encoding=parquet.Encoding.PLAIN, count=1
                )
            ],
            size_statistics=parquet.SizeStatistics(),
            geospatial_statistics=parquet.GeospatialStatistics(bbox=box),
        ),
        crypto_metadata=parquet.EncryptionWithColumnKey(path_in_schema=["leaf0"]),
    )
    other_chunk = chunk.replace(
        meta_data=None, crypto_metadata=parquet.EncryptionWithFooterKey(), file_path=""
    )
    types: list[parquet.LogicalType] = [
        parquet.StringType(), parquet.MapType(), parquet.ListType(), parquet.EnumType(),
        parquet.DecimalType(scale=0, precision=1), parquet.DateType(),
        parquet.TimeType(isAdjustedToUTC=True, unit=parquet.TimeUnit.MILLIS),
        parquet.TimestampType(isAdjustedToUTC=False, unit=parquet.TimeUnit.NANOS),
        parquet.IntType(bitWidth=8, isSigned=False), parquet.NullType(), parquet.JsonType(),
        parquet.BsonType(), parquet.UUIDType(), parquet.Float16Type(), parquet.VariantType(),
        parquet.GeometryType(), parquet.GeographyType(), parquet.FileType(),
    ]  # fmt: skip
    leaves = [
        SchemaElement(name=f"leaf{at}", type=Type.INT32, logicalType=type_)
        for at, type_ in enumerate(types)
    ]
    return FileMetaData(
        version=1,
        schema=[SchemaElement(name="root", num_children=len(leaves)), *leaves],
        num_rows=1,
        row_groups=[
            parquet.RowGroup(
                columns=[chunk, other_chunk],
                total_byte_size=1,
                num_rows=1,
                sorting_columns=[
                    parquet.SortingColumn(column_idx=0, descending=False, nulls_first=True)
                ],
            )
        ],
        key_value_metadata=[parquet.KeyValue(key="", value="")],
        encryption_algorithm=parquet.AesGcmV1(supply_aad_prefix=False),
    )


NUMBER_OF_STRUCTS: Final = len(structs_in(full()))


@in_one_test("at", range(NUMBER_OF_STRUCTS))
@in_one_test("header", [None, Header.SPEC, Header.ZIGZAG])
def test_every_struct_can_carry_something(at: int, header: Header | None) -> None:
    """An unknown field and an extension, without any help of the remainder."""
    value = full()
    carrier = structs_in(value)[at]
    unknown = UnknownField(200, wire.BINARY, b"\x03new"), UnknownField(201, wire.FALSE, b"")
    remainder = Remainder(unknown_fields=unknown)
    extension = Extension(b"payload", header or carrier.SCHEMA.extension_header)
    if isinstance(carrier, EmptyVariant):
        carrier.keep_read(extension, remainder)
    else:
        carrier.extension, carrier.remainder = extension, remainder
    thrift = value.encode()
    assert thrift.count(b"payload") == 1
    flat = v1.to_flatbuffers(thrift)
    assert flat.remainder_ is None
    assert v1.to_thrift(footer.FileMetaData.decode(flat.encode())) == thrift
    assert v0.to_thrift(v0.to_flatbuffers(thrift)) == thrift


def test_ctr_mode_and_an_unknown_algorithm() -> None:
    for algorithm in (parquet.AesGcmCtrV1(aad_prefix=b""), UnknownVariant(9, b"\x15\x02\x00")):
        thrift = full().replace(encryption_algorithm=algorithm).encode()
        flat = v1.to_flatbuffers(thrift)
        assert flat.remainder_ is None
        assert v1.to_thrift(flat) == thrift


def test_orders_with_ids_that_nobody_knows() -> None:
    value = full()
    value.column_orders = [ColumnOrder(at + 1) for at in range(18)]
    thrift = value.encode()
    flat = v1.to_flatbuffers(thrift)
    assert flat.remainder_ is None
    assert flat.column_orders is None
    assert v1.to_thrift(flat) == thrift
