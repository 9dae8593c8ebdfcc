"""What the bounds of a chunk say as text, written out: bytes as the format has them, and the text that they mean."""

from __future__ import annotations

import random
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

Column = tuple[Type, LogicalType | None, int | None]

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


def test_bounds_of_many_types_and_row_groups_are_the_same_on_both_cores(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """More types than the native core has room for at first, bounds that are absent, of other sizes and no text, in any order."""
    rng = random.Random(24)
    named: list[Column] = [case[:3] for case in CASES.values()]
    others: list[Column] = [
        (Type.INT32, DecimalType(scale=scale, precision=9), None) for scale in range(1, 9)
    ]
    others += [(Type.FIXED_LEN_BYTE_ARRAY, None, length) for length in range(1, 120)]
    columns = [rng.choice(rng.choice([named, others])) for _ in range(400)]
    schema = [SchemaElement(name="root", num_children=len(columns))]
    for at, (type_, logical, length) in enumerate(columns):
        schema.append(
            SchemaElement(
                name=f"c{at}",
                type=type_,
                logicalType=logical,
                type_length=length,
                repetition_type=FieldRepetitionType.OPTIONAL,
            )
        )
    groups = [[_random_chunk(rng, at, *column) for at, column in enumerate(columns)] for _ in "ab"]
    footer = FileMetaData(
        version=2,
        schema=schema,
        num_rows=2,
        row_groups=[RowGroup(columns=chunks, total_byte_size=0, num_rows=1) for chunks in groups],
    ).encode()
    tables = []
    for pure in ("1", "0"):
        monkeypatch.setenv("INLAY_PURE", pure)
        tables.append(inlay.chunk_table(footer, ["logical_type", "min_text", "max_text"]))
    assert tables[0].equals(tables[1])
    tables[1].validate(full=True)
    texts = tables[1].column("min_text").to_pylist()
    assert texts.count(None) > 100
    assert len(set(texts)) > 300


def _random_chunk(
    rng: random.Random, at: int, type_: Type, logical: LogicalType | None, length: int | None
) -> ColumnChunk:
    usual = {Type.INT32: 4, Type.INT64: 8, Type.FLOAT: 4, Type.DOUBLE: 8}.get(type_, length or 5)

    def draw() -> bytes | None:
        size = rng.choice([usual] * 8 + [usual - 1, usual + 1])
        noise, text = rng.randbytes(size), b"%05d" % rng.randrange(100_000)
        return rng.choice([noise, noise, text if logical == StringType() else noise, None])

    meta = ColumnMetaData(
        type=type_,
        encodings=[],
        path_in_schema=[f"c{at}"],
        codec=CompressionCodec.UNCOMPRESSED,
        num_values=1,
        total_uncompressed_size=0,
        total_compressed_size=0,
        data_page_offset=4,
        statistics=Statistics(min_value=draw(), max_value=draw()),
    )
    return ColumnChunk(file_offset=0, meta_data=meta)
