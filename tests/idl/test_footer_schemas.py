"""The FlatBuffers footers keep the slots of the schemas they stand for, and declare what they are.

The facts are the slots of parquet-format pull request 544 at c938fc7, and of the schema that Arrow
pull request 48431 and arrow-rs pull request 9042 share, as `flatc` numbers them. A union takes two
slots, of which the second is the field's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TypeAlias
from uuid import UUID

import pytest

from inlayc.frontends.load import load
from inlayc.model.schema import (
    Base,
    Enumeration,
    EnumValue,
    ExtensionDeclaration,
    Field,
    Kind,
    ListOf,
    Module,
    Named,
    Requiredness,
    Schema,
    Struct,
    Type,
)

IDL = Path(__file__).parents[2] / "idl"

Lines: TypeAlias = dict[str, dict[int, str]]
"""What a definition contains, by its head (`table KeyValue`) and by slot, tag or value."""

ENUMS_OF_544 = {
    "Type": "0 BOOLEAN; 1 INT32; 2 INT64; 3 INT96; 4 FLOAT; 5 DOUBLE; 6 BYTE_ARRAY;"
    " 7 FIXED_LEN_BYTE_ARRAY",
    "FieldRepetitionType": "0 REQUIRED; 1 OPTIONAL; 2 REPEATED",
    "Encoding": "0 PLAIN; 3 RLE; 5 DELTA_BINARY_PACKED; 6 DELTA_LENGTH_BYTE_ARRAY;"
    " 7 DELTA_BYTE_ARRAY; 8 RLE_DICTIONARY; 9 BYTE_STREAM_SPLIT",
    "CompressionCodec": "0 UNCOMPRESSED; 1 SNAPPY; 2 GZIP; 3 LZO; 4 BROTLI; 5 LZ4; 6 ZSTD;"
    " 7 LZ4_RAW",
    "TimeUnit": "0 MILLIS; 1 MICROS; 2 NANOS",
    "EdgeInterpolationAlgorithm": "0 SPHERICAL; 1 VINCENTY; 2 THOMAS; 3 ANDOYER; 4 KARNEY",
    "PageType": "0 DATA_PAGE; 1 INDEX_PAGE; 2 DICTIONARY_PAGE; 3 DATA_PAGE_V2",
}

UNIONS_OF_544 = {
    "LogicalType": "1 StringType: Empty; 2 MapType: Empty; 3 ListType: Empty; 4 EnumType: Empty;"
    " 5 DecimalType: DecimalOptions; 6 DateType: Empty; 7 TimeType: TimeOptions;"
    " 8 TimestampType: TimeOptions; 9 IntType: IntOptions; 10 NullType: Empty; 11 JsonType: Empty;"
    " 12 BsonType: Empty; 13 UUIDType: Empty; 14 Float16Type: Empty; 15 VariantType: VariantType;"
    " 16 GeometryType: GeometryType; 17 GeographyType: GeographyType",
    "EncryptionAlgorithm": "1 AesGcmV1: AesGcmV1; 2 AesGcmCtrV1: AesGcmCtrV1",
    "ColumnOrder": "1 TypeDefinedOrder: Empty",
    "ColumnCryptoMetadata": "1 EncryptionWithFooterKey: Empty;"
    " 2 EncryptionWithColumnKey: EncryptionWithColumnKey",
}

TABLES_OF_544 = {
    "Empty": "",
    "DecimalOptions": "0 scale: int = 0; 1 precision: int = 0",
    "TimeOptions": "0 is_adjusted_to_utc: bool = 0; 1 unit: TimeUnit = 0",
    "IntOptions": "0 bit_width: byte = 8; 1 is_signed: bool = 0",
    "VariantType": "0 specification_version: byte = null",
    "GeometryType": "0 crs: string",
    "GeographyType": "0 crs: string; 1 algorithm: EdgeInterpolationAlgorithm = 0",
    "Statistics": "0 null_count: long = null; 1 distinct_count: long = null; 2 min_lo4: uint = 0;"
    " 3 min_lo8: ulong = 0; 4 min_hi8: ulong = 0; 5 min_len: byte = null; 6 max_lo4: uint = 0;"
    " 7 max_lo8: ulong = 0; 8 max_hi8: ulong = 0; 9 max_len: byte = null; 10 prefix: [byte]",
    "BoundingBox": "0 xmin: double = 0; 1 xmax: double = 0; 2 ymin: double = 0;"
    " 3 ymax: double = 0; 4 zmin: double = null; 5 zmax: double = null; 6 mmin: double = null;"
    " 7 mmax: double = null",
    "GeospatialStatistics": "0 bbox: BoundingBox; 1 geospatial_types: [int]",
    "BloomFilterInfo": "0 offset: long = 0; 1 length: int = 0",
    "AesGcmV1": "0 aad_prefix: [byte]; 1 aad_file_unique: [byte]; 2 supply_aad_prefix: bool = 0",
    "AesGcmCtrV1": "0 aad_prefix: [byte]; 1 aad_file_unique: [byte]; 2 supply_aad_prefix: bool = 0",
    "SchemaElement": "0 type: Type = null; 1 type_length: int = null;"
    " 2 repetition_type: FieldRepetitionType = null; 3 name: string; 4 num_children: int = 0;"
    " 5 field_id: int = null; 7 logical_type: LogicalType; 9 column_order: ColumnOrder",
    "KeyValue": "0 key: string; 1 val: string",
    "ColumnMetadata": "0 codec: CompressionCodec = 0; 1 num_values: long = null;"
    " 2 total_uncompressed_size: long = 0; 3 total_compressed_size: long = 0;"
    " 4 key_value_metadata: [KeyValue]; 5 data_page_offset: long = 0;"
    " 6 index_page_offset: long = null; 7 dictionary_page_offset: long = null;"
    " 8 statistics: Statistics; 9 is_fully_dict_encoded: bool = 0;"
    " 10 bloom_filter: BloomFilterInfo; 11 geospatial_statistics: GeospatialStatistics",
    "EncryptionWithColumnKey": "0 path_in_schema: [string]; 1 key_metadata: [byte]",
    "ColumnChunk": "0 metadata: ColumnMetadata; 2 crypto_metadata: ColumnCryptoMetadata;"
    " 3 encrypted_column_metadata: [byte]",
    "SortingColumn": "0 column_idx: int = 0; 1 descending: bool = 0; 2 nulls_first: bool = 0",
    "RowGroup": "0 columns: [ColumnChunk]; 1 total_byte_size: long = 0; 2 num_rows: long = 0;"
    " 3 sorting_columns: [SortingColumn]; 4 file_offset: long = 0;"
    " 5 total_compressed_size: long = 0; 6 ordinal: short = null",
    "FileMetaData": "0 version: int = 0; 1 schema: [SchemaElement]; 2 num_rows: long = 0;"
    " 3 row_groups: [RowGroup]; 4 kv: [KeyValue]; 5 created_by: string;"
    " 7 encryption_algorithm: EncryptionAlgorithm; 8 footer_signing_key_metadata: [byte]",
}

OTHER_ENUMS_OF_PROTOTYPES = {
    "Encoding": "0 PLAIN; 2 PLAIN_DICTIONARY; 3 RLE; 5 DELTA_BINARY_PACKED;"
    " 6 DELTA_LENGTH_BYTE_ARRAY; 7 DELTA_BYTE_ARRAY; 8 RLE_DICTIONARY; 9 BYTE_STREAM_SPLIT",
}

OTHER_UNIONS_OF_PROTOTYPES = {
    "ColumnCryptoMetadata": "1 EncryptionWithFooterKey: Empty; 2 EncryptionWithColumnKey: Empty",
}

OTHER_TABLES_OF_PROTOTYPES = {
    "DecimalOptions": "0 precision: int = 0; 1 scale: int = 0",
    "Statistics": "0 null_count: int = null; 1 min_lo4: uint = 0; 2 min_lo8: ulong = 0;"
    " 3 min_hi8: ulong = 0; 4 min_len: byte = null; 5 max_lo4: uint = 0; 6 max_lo8: ulong = 0;"
    " 7 max_hi8: ulong = 0; 8 max_len: byte = null; 9 prefix: string",
    "SchemaElement": "0 name: string; 1 type: Type = null;"
    " 2 repetition_type: FieldRepetitionType = 0; 4 logical_type: LogicalType;"
    " 5 type_length: int = null; 6 num_children: int = 0; 7 field_id: int = null;"
    " 9 column_order: ColumnOrder",
    "ColumnMetadata": "0 codec: CompressionCodec = 0; 1 num_values: long = null;"
    " 2 total_uncompressed_size: long = 0; 3 total_compressed_size: long = 0;"
    " 4 key_value_metadata: [KeyValue]; 5 data_page_offset: long = 0;"
    " 6 index_page_offset: long = null; 7 dictionary_page_offset: long = null;"
    " 8 statistics: Statistics; 9 is_fully_dict_encoded: bool = 0;"
    " 10 bloom_filter: BloomFilterInfo",
    "ColumnChunk": "0 meta_data: ColumnMetadata; 2 crypto_metadata: ColumnCryptoMetadata;"
    " 3 encrypted_column_metadata: [byte]",
    "FileCryptoMetaData": "1 encryption_algorithm: EncryptionAlgorithm; 2 key_metadata: [byte]",
}

NOT_IN_PROTOTYPES = {"BoundingBox", "GeospatialStatistics", "EncryptionWithColumnKey"}

DECLARATIONS = {
    "footer_v0": ("79eaab77-fbdf-4286-a920-a9a804dd5cf4", "spec"),
    "footer": ("373319f7-95d0-4879-95dc-4200f2c518ec", "spec"),
    "footer_prototype": ("deadbeef-dead-beef-dead-beefdeadbeef", "arrow_prototype"),
}

WITHOUT_THRIFT_STRUCT = {"BloomFilterInfo", "ColumnOrderEntry", "Unrecognized"}
"""Tables of v1 that are not a struct in Thrift, and so have no unknown fields."""

ENUMS = {*ENUMS_OF_544, "ConvertedType", "ExtensionHeader"}

WORDS = {
    Base.I8: "byte",
    Base.I16: "short",
    Base.I32: "int",
    Base.I64: "long",
    Base.U8: "ubyte",
    Base.U32: "uint",
    Base.U64: "ulong",
}
"""The types that FlatBuffers names otherwise than the model does."""


@pytest.fixture(scope="module")
def schemas() -> dict[str, Schema]:
    return {name: load([IDL / f"{name}.fbs"]) for name in DECLARATIONS}


@pytest.mark.parametrize("name", ["footer_v0", "footer"])
def test_has_every_slot_of_the_proposal(schemas: dict[str, Schema], name: str) -> None:
    ours = lines_of_module(schemas[name].module(name))
    for head, facts in facts_of_544().items():
        kept = {slot: line for slot, line in ours[head].items() if slot in facts}
        assert kept == facts, head


def test_v0_adds_one_slot(schemas: dict[str, Schema]) -> None:
    expected = facts_of_544()
    expected["table FileMetaData"][9] = "remainder: [ubyte]"
    assert lines_of_module(schemas["footer_v0"].module("footer_v0")) == expected


def test_v1_appends(schemas: dict[str, Schema]) -> None:
    """Nothing stands between the slots of the proposal, and the slot that v0 adds stays."""
    ours = lines_of_module(schemas["footer"].module("footer"))
    for head, facts in facts_of_544().items():
        if not head.startswith("enum"):
            added = set(ours[head]) - set(facts)
            assert all(slot > max(facts, default=-1) for slot in added), head
    assert ours["table FileMetaData"][9] == "remainder: [ubyte]"


def test_prototype_has_its_own_slots(schemas: dict[str, Schema]) -> None:
    expected = facts_of_544()
    for name in NOT_IN_PROTOTYPES:
        del expected[f"table {name}"]
    expected |= lines_of_facts("enum", OTHER_ENUMS_OF_PROTOTYPES)
    expected |= lines_of_facts("union", OTHER_UNIONS_OF_PROTOTYPES)
    expected |= lines_of_facts("table", OTHER_TABLES_OF_PROTOTYPES)
    # A string that is not UTF-8 when the C++ prototype cuts it: `inlay_bytes` reads it as bytes.
    expected["table Statistics"][9] = "prefix: [ubyte]"
    assert lines_of_module(schemas["footer_prototype"].module("footer_prototype")) == expected


def test_every_table_of_v1_is_extensible(schemas: dict[str, Schema]) -> None:
    for table in tables_of(schemas["footer"].module("footer")):
        fields = {field.name: field for field in table.fields}
        names = ["extension"]
        if table.name not in WITHOUT_THRIFT_STRUCT:
            names = ["unknown_fields", "extension", "extension_header"]
        told = [field.name for field in table.fields if field.name != "thrift_crc"]
        assert told[-len(names) :] == names, table.name
        assert word(fields["extension"].type) == "[ubyte]", table.name


def test_default_spelling_of_extensions(schemas: dict[str, Schema]) -> None:
    """As `docs/wire.md` has it: `SPEC` in FileMetaData, `ZIGZAG` elsewhere."""
    for table in tables_of(schemas["footer"].module("footer")):
        for field in table.fields:
            if field.name == "extension_header":
                spelling = 0 if table.name == "FileMetaData" else 1
                assert line_of_field(field) == f"extension_header: ExtensionHeader = {spelling}"


@pytest.mark.parametrize("name", DECLARATIONS)
def test_declarations(schemas: dict[str, Schema], name: str) -> None:
    uuid, trailer = DECLARATIONS[name]
    module = schemas[name].module(name)
    assert module.root_type == Named(name, "FileMetaData")
    assert {table.name: table.extension for table in tables_of(module) if table.extension} == {
        "FileMetaData": ExtensionDeclaration(UUID(uuid), "parquet.FileMetaData", trailer)
    }


@pytest.mark.parametrize("name", DECLARATIONS)
def test_everything_is_documented(schemas: dict[str, Schema], name: str) -> None:
    module = schemas[name].module(name)
    bare = [definition.name for definition in module if not definition.doc]
    for definition in module:
        match definition:
            case Enumeration(members=members):
                bare += [f"{definition.name}.{each.name}" for each in members if not each.doc]
            case Struct(fields=fields):
                bare += [f"{definition.name}.{each.name}" for each in fields if not each.doc]
            case _:
                pass
    assert bare == []


def facts_of_544() -> Lines:
    return (
        lines_of_facts("enum", ENUMS_OF_544)
        | lines_of_facts("union", UNIONS_OF_544)
        | lines_of_facts("table", TABLES_OF_544)
    )


def lines_of_facts(keyword: str, facts: Mapping[str, str]) -> Lines:
    lines: Lines = {}
    for name, text in facts.items():
        members = [line.split(maxsplit=1) for line in text.split(";") if line]
        lines[f"{keyword} {name}"] = {int(number): rest for number, rest in members}
    return lines


def lines_of_module(module: Module) -> Lines:
    lines: Lines = {}
    for definition in module:
        match definition:
            case Enumeration(name=name, members=members):
                lines[f"enum {name}"] = {member.value: member.name for member in members}
            case Struct(kind=Kind.UNION, name=name, fields=fields):
                lines[f"union {name}"] = {f.id: f"{f.name}: {word(f.type)}" for f in fields}
            case Struct(kind=Kind.TABLE, name=name, fields=fields):
                lines[f"table {name}"] = {field.id: line_of_field(field) for field in fields}
            case _:
                raise AssertionError(f"{definition.name} does not occur in a footer")
    return lines


def line_of_field(field: Field) -> str:
    line = f"{field.name}: {word(field.type)}"
    if not takes_default(field):
        return line
    if field.default is None and field.requiredness is Requiredness.OPTIONAL:
        return f"{line} = null"
    return f"{line} = {number_of_default(field)}"


def takes_default(field: Field) -> bool:
    """Whether the field is a scalar: not a string, a vector, a table or a union."""
    match field.type:
        case Base():
            return field.type not in (Base.STRING, Base.BINARY)
        case Named(name=name):
            return name in ENUMS
        case _:
            return False


def number_of_default(field: Field) -> int:
    match field.default:
        case None:
            return 0
        case EnumValue(value=value):
            return value
        case bool() | int() | float() as value:
            return int(value)
        case _:
            raise AssertionError(f"{field.name} has a default that is not a number")


def word(type_: Type) -> str:
    match type_:
        case Base.BINARY:
            return "[ubyte]"
        case Base():
            return WORDS.get(type_, str(type_.value))
        case Named(name=name):
            return name
        case ListOf(element=element):
            return f"[{word(element)}]"
        case _:
            raise AssertionError(f"{type_} does not occur in a footer")


def tables_of(module: Module) -> Iterator[Struct]:
    for definition in module:
        if isinstance(definition, Struct) and definition.kind is Kind.TABLE:
            yield definition
