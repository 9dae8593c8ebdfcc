"""What the bounds of a chunk say as text, written out: bytes as the format has them, and the text that they mean."""

from __future__ import annotations

import struct

import pytest

import inlay
from parquet_format.parquet import (
    ColumnChunk,
    ColumnMetaData,
    CompressionCodec,
    DateType,
    DecimalType,
    FieldRepetitionType,
    FileMetaData,
    IntType,
    LogicalType,
    RowGroup,
    SchemaElement,
    Statistics,
    StringType,
    Type,
    UUIDType,
)

CASES: dict[str, tuple[Type, LogicalType | None, int | None, bytes, str | None]] = {
    "INT32": (Type.INT32, None, None, b"\xff\xff\xff\xff", "-1"),
    "INT32, unsigned": (
        Type.INT32,
        IntType(bitWidth=32, isSigned=False),
        None,
        b"\xff\xff\xff\xff",
        "4294967295",
    ),
    "INT64": (Type.INT64, None, None, b"\0" * 7 + b"\x80", "-9223372036854775808"),
    "INT32 of three bytes": (Type.INT32, None, None, b"\1\0\0", None),
    "FLOAT": (Type.FLOAT, None, None, struct.pack("<f", 1.5), "1.5"),
    "DOUBLE": (Type.DOUBLE, None, None, struct.pack("<d", -0.25), "-0.25"),
    "BOOLEAN": (Type.BOOLEAN, None, None, b"\1", "true"),
    "BYTE_ARRAY": (Type.BYTE_ARRAY, None, None, b"ab\xff", "0x6162ff"),
    "text": (Type.BYTE_ARRAY, StringType(), None, "zwölf".encode(), "zwölf"),
    "text that is none": (Type.BYTE_ARRAY, StringType(), None, b"ab\xff", "0x6162ff"),
    "DATE": (Type.INT32, DateType(), None, struct.pack("<i", 20_000), "2024-10-04"),
    "DECIMAL in INT32": (
        Type.INT32,
        DecimalType(scale=2, precision=9),
        None,
        struct.pack("<i", -12_345),
        "-123.45",
    ),
    "DECIMAL in bytes": (
        Type.FIXED_LEN_BYTE_ARRAY,
        DecimalType(scale=1, precision=4),
        2,
        b"\xff\xf6",
        "-1.0",
    ),
    "UUID": (
        Type.FIXED_LEN_BYTE_ARRAY,
        UUIDType(),
        16,
        bytes(range(16)),
        "00010203-0405-0607-0809-0a0b0c0d0e0f",
    ),
}


def footer_of(type_: Type, logical: LogicalType | None, length: int | None, raw: bytes) -> bytes:
    leaf = SchemaElement(
        name="x",
        type=type_,
        type_length=length,
        repetition_type=FieldRepetitionType.REQUIRED,
        logicalType=logical,
    )
    meta = ColumnMetaData(
        type=type_,
        encodings=[],
        path_in_schema=["x"],
        codec=CompressionCodec.UNCOMPRESSED,
        num_values=1,
        total_uncompressed_size=1,
        total_compressed_size=1,
        data_page_offset=4,
        statistics=Statistics(min_value=raw, max_value=raw),
    )
    group = RowGroup(
        columns=[ColumnChunk(file_offset=0, meta_data=meta)], total_byte_size=1, num_rows=1
    )
    schema = [SchemaElement(name="schema", num_children=1), leaf]
    return FileMetaData(version=2, schema=schema, num_rows=1, row_groups=[group]).encode()


@pytest.mark.parametrize("name", CASES)
def test_bounds_as_text(core: str, name: str) -> None:
    type_, logical, length, raw, expected = CASES[name]
    (row,) = inlay.chunk_table(
        footer_of(type_, logical, length, raw), columns=["min_text", "max_text"]
    ).to_pylist()
    assert row == {"min_text": expected, "max_text": expected}
