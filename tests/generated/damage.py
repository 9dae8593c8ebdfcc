"""Reference footers, and every small way to damage one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from inlay_runtime.errors import DecodeError
from inlay_runtime.extension import Extension, Header
from parquet_format.parquet import (
    ColumnChunk,
    ColumnMetaData,
    ColumnOrder,
    CompressionCodec,
    DecimalType,
    Encoding,
    FieldRepetitionType,
    FileMetaData,
    IntType,
    KeyValue,
    RowGroup,
    SchemaElement,
    SizeStatistics,
    SortingColumn,
    Statistics,
    StringType,
    TimestampType,
    TimeUnit,
    Type,
)
from tests.generated.parquet_files import footer
from tests.runtime.outcomes import check_error, decoded


def out_of_range(footer: bytes) -> bytes:
    """The footer with a version, its first field, that is not i32."""
    assert footer[0] == 0x15
    assert footer[1] < 0x80
    return footer[:1] + b"\xff\xff\xff\xff\x7f" + footer[2:]


def made() -> bytes:
    """A footer of some 800 bytes with one of everything that files have."""
    leaves = [
        SchemaElement(name="i", type=Type.INT32, repetition_type=FieldRepetitionType.REQUIRED,
                      logicalType=IntType(bitWidth=32, isSigned=True)),
        SchemaElement(name="s", type=Type.BYTE_ARRAY, logicalType=StringType(),
                      repetition_type=FieldRepetitionType.OPTIONAL),
        SchemaElement(name="t", type=Type.INT64,
                      logicalType=TimestampType(isAdjustedToUTC=True, unit=TimeUnit.MICROS)),
        SchemaElement(name="d", type=Type.FIXED_LEN_BYTE_ARRAY, type_length=8, scale=2, precision=18,
                      logicalType=DecimalType(scale=2, precision=18)),
    ]  # fmt: skip
    chunks = [
        ColumnChunk(
            file_offset=0,
            meta_data=ColumnMetaData(
                type=leaf.type or Type.INT32,
                encodings=[Encoding.PLAIN, Encoding.RLE_DICTIONARY],
                path_in_schema=[leaf.name],
                codec=CompressionCodec.ZSTD,
                num_values=1000,
                total_uncompressed_size=9000,
                total_compressed_size=4500,
                data_page_offset=1234,
                dictionary_page_offset=4,
                statistics=Statistics(min_value=b"\0\0", max_value=b"\xff\xff", null_count=0, is_max_value_exact=False),
                size_statistics=SizeStatistics(definition_level_histogram=[3, 997]),
                key_value_metadata=[KeyValue(key="k")],
            ),
            column_index_offset=5000,
            column_index_length=40,
        )
        for leaf in leaves
    ]  # fmt: skip
    group = RowGroup(
        columns=chunks,
        total_byte_size=36000,
        num_rows=1000,
        sorting_columns=[SortingColumn(column_idx=0, descending=False, nulls_first=True)],
        ordinal=0,
    )
    return FileMetaData(
        version=2,
        schema=[SchemaElement(name="root", num_children=4), *leaves],
        num_rows=1000,
        row_groups=[group],
        key_value_metadata=[KeyValue(key="writer", value="tests")],
        created_by="inlay",
        column_orders=[ColumnOrder.TYPE_ORDER] * 4,
        extension=Extension(b"payload of an extension", Header.SPEC),
    ).encode()


CORPUS = ("data/nulls.snappy.parquet", "data/single_nan.parquet", "data/map_no_value.parquet")


def references(parquet_testing: Path | None) -> dict[str, bytes]:
    """Footers by name: the made one, and real ones where the corpus is there."""
    found = {"made here": made()}
    if parquet_testing is not None:
        for name in CORPUS:
            path = parquet_testing / name
            if path.exists():
                found[name] = footer(path.read_bytes()).data
    return found


def flips(data: bytes) -> Iterator[bytes]:
    for at in range(len(data)):
        for bit in range(8):
            yield data[:at] + bytes([data[at] ^ 1 << bit]) + data[at + 1 :]


def prefixes(data: bytes) -> Iterator[bytes]:
    for length in range(len(data)):
        yield data[:length]


def deletions(data: bytes) -> Iterator[bytes]:
    for at in range(len(data)):
        yield data[:at] + data[at + 1 :]


def insertions(data: bytes) -> Iterator[bytes]:
    for at in range(len(data)):
        for byte in (0x00, 0x0C, 0x19, 0xFF):
            yield data[:at] + bytes([byte]) + data[at:]


KINDS = {"flip": flips, "prefix": prefixes, "deletion": deletions, "insertion": insertions}


def outcome(data: bytes) -> str:
    """`value`, or the name of the error; AssertionError for anything that must not be."""
    value = decoded(FileMetaData, data)
    if isinstance(value, DecodeError):
        check_error(value, len(data))
        return type(value).__name__
    written = value.encode()
    assert FileMetaData.decode(written).encode() == written
    return "value"
