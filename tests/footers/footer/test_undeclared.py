"""What the IDL does not describe is found wherever it can be."""

from __future__ import annotations

from inlay.footers.footer.undeclared import FoundExtension, Unknown, find_undeclared
from inlay_runtime.append import append_extension
from inlay_runtime.extension import Extension, Header
from inlay_runtime.union import UnknownVariant
from parquet_format.parquet import (
    ColumnOrder,
    CompressionCodec,
    Encoding,
    FileMetaData,
    StringType,
    TimestampType,
    TimeUnit,
)


def reread(metadata: FileMetaData) -> FileMetaData:
    return FileMetaData.decode(metadata.encode())


def test_nothing_is_found_in_an_ordinary_footer(metadata: FileMetaData) -> None:
    found = find_undeclared(reread(metadata))
    assert (found.extensions, found.unknown) == ([], [])


def test_extensions_of_any_struct(metadata: FileMetaData) -> None:
    metadata.extension = Extension(b"file")
    metadata.row_groups[0].columns[1].extension = Extension(b"chunk")
    metadata.schema[2].logicalType = TimestampType(
        isAdjustedToUTC=True, unit=TimeUnit.MILLIS, extension=Extension(b"type")
    )
    found = find_undeclared(reread(metadata))
    assert found.extensions == [
        FoundExtension("schema[2].logicalType", "TimestampType", Extension(b"type")),
        FoundExtension("row_groups[0].columns[1]", "ColumnChunk", Extension(b"chunk")),
        FoundExtension("", "FileMetaData", Extension(b"file")),
    ]
    assert [one.extension.header for one in found.extensions] == [
        Header.ZIGZAG,
        Header.ZIGZAG,
        Header.SPEC,
    ]


def test_a_trailing_extension_is_one(metadata: FileMetaData) -> None:
    encoded = append_extension(metadata.encode(), b"late", Header.TRAILING)
    found = find_undeclared(FileMetaData.decode(encoded))
    assert [one.extension.header for one in found.extensions] == [Header.TRAILING]
    assert found.unknown == []


def test_unknown_enums_tags_and_variants(metadata: FileMetaData) -> None:
    chunk = metadata.row_groups[0].columns[0].meta_data
    assert chunk is not None
    chunk.codec = CompressionCodec(99)
    chunk.encodings = [Encoding.PLAIN, Encoding(1)]
    metadata.schema[1].logicalType = UnknownVariant(2555, b"\0")
    metadata.column_orders = [ColumnOrder.TYPE_ORDER, ColumnOrder(77)]
    assert find_undeclared(reread(metadata)).unknown == [
        Unknown("schema[1].logicalType", "variant", 2555, "struct", b"\0"),
        Unknown("row_groups[0].columns[0].meta_data.encodings[1]", "enum", 1, "Encoding", b""),
        Unknown("row_groups[0].columns[0].meta_data.codec", "enum", 99, "CompressionCodec", b""),
        Unknown("column_orders[1]", "tag", 77, "ColumnOrder", b"\x0c\x9a\x01\0\0"),
    ]


def test_unknown_fields_and_trailing_bytes(metadata: FileMetaData) -> None:
    # Field 20 behind field 7: a short-form header with a delta of 13, an i32 of 5.
    encoded = metadata.encode()[:-1] + b"\xd5\x0a\0" + b"trailing"
    assert find_undeclared(FileMetaData.decode(encoded)).unknown == [
        Unknown("", "field", 20, "i32", b"\x0a"),
        Unknown("", "trailing", None, "FileMetaData", b"trailing"),
    ]
    assert len(find_undeclared(FileMetaData.decode(encoded), signature=b"trailing").unknown) == 1


def test_what_a_union_holds_beside_its_variant(metadata: FileMetaData) -> None:
    metadata.schema[2].logicalType = StringType()
    encoded = metadata.encode()
    # logicalType: field 10 as a struct, STRING as an empty struct in it, and the stops of all three.
    plain, extended = b"\x1c\x1c\0\0\0", b"\x1c\x1c\0\x08\xfe\xff\x03\x02hi\0\0"
    assert encoded.count(plain) == 1
    found = find_undeclared(FileMetaData.decode(encoded.replace(plain, extended)))
    assert found.extensions == [FoundExtension("schema[2].logicalType", "union", Extension(b"hi"))]
