"""The compact protocol: unknown fields, headers, counts, lengths, depth."""

from __future__ import annotations

from typing import Final

from tests.crafted.deviation import (
    CHOOSE,
    FOOTER,
    LAST,
    LAST_OF_CHUNK,
    LAST_OF_PAGE,
    READ,
    REFUSE,
    SCHEMA,
    Deviation,
    Edit,
)


def _deep(levels: int) -> str:
    return "99: " + "struct {\n1: " * levels + "true\n" + "}\n" * levels


WIRE: Final = {
    "unknown-field": Deviation(
        READ, "FileMetaData has a field 99", Edit("}", '99: binary "new"\n}', LAST)
    ),
    "unknown-field-in-a-chunk": Deviation(
        READ,
        "ColumnMetaData has a field 99, a struct",
        Edit("}", "99: struct {\n1: i32 5\n2: double 0.5\n}\n}", LAST_OF_CHUNK),
    ),
    "unknown-map": Deviation(
        READ,
        "FileMetaData has a field 99, a map",
        Edit("}", '99: map<binary, i64> [\nbinary "a"\ni64 1\n]\n}', LAST),
    ),
    "unknown-set": Deviation(
        READ,
        "FileMetaData has a field 99, a set of lists",
        Edit("}", "99: set<list> [\nlist<i8> [\ni8 1\n]\n]\n}", LAST),
    ),
    "unknown-empty-map": Deviation(
        READ, "FileMetaData has a field 99, an empty map", Edit("}", "99: map []\n}", LAST)
    ),
    "unknown-uuid": Deviation(
        CHOOSE,
        "FileMetaData has a field 99 of the type uuid, which Thrift got late",
        Edit("}", f'99: uuid x"{"07" * 16}"\n}}', LAST),
    ),
    "extension": Deviation(
        READ,
        "FileMetaData has an extension, field 32767",
        Edit("}", '32767: binary "somebody"\n}', LAST),
    ),
    "extension-in-a-page-header": Deviation(
        READ, "a page header has an extension", Edit("}", '32767: binary "x"\n}', LAST_OF_PAGE)
    ),
    "unknown-field-in-a-page-header": Deviation(
        READ, "a page header has a field 99", Edit("}", "99: i64 1\n}", LAST_OF_PAGE)
    ),
    "fields-out-of-order": Deviation(
        READ,
        "the version is the last field",
        Edit("}", "1 version: i32 2\n}", LAST),
        Edit("1 version: i32 2", "", (FOOTER,)),
    ),
    "field-id-0": Deviation(
        CHOOSE, "FileMetaData has a field 0", Edit("1 version", "0: i32 1\n1 version", (FOOTER,))
    ),
    "field-id-negative": Deviation(
        CHOOSE, "FileMetaData has a field -5", Edit("1 version", "-5: i32 1\n1 version", (FOOTER,))
    ),
    "field-twice": Deviation(
        CHOOSE,
        "num_rows stands there twice, as 4 and as 3",
        Edit("3 num_rows: i64 4", "3 num_rows: i64 4\n3 num_rows: i64 3", SCHEMA),
    ),
    "long-field-header": Deviation(
        READ,
        "a field header is in its long form, where the short one would do",
        Edit("3 num_rows", "3 (2 bytes) num_rows", SCHEMA),
    ),
    "padded-integer": Deviation(
        READ,
        "a varint of one byte takes three",
        Edit("3 num_rows: i64 4", "3 num_rows: i64 4 (3 bytes)", SCHEMA),
    ),
    "padded-list-header": Deviation(
        READ,
        "the header of a short list is in its long form",
        Edit("4 row_groups: list<struct>", "4 row_groups: list<struct> (2 bytes)", (FOOTER,)),
    ),
    "padded-string-length": Deviation(
        READ,
        "the length of a string takes two bytes, where one would do",
        Edit("6 created_by: binary", "6 created_by: binary (2 bytes)", SCHEMA),
    ),
    "integer-too-wide": Deviation(
        CHOOSE,
        "the version is an i32 of 2**40",
        Edit("1 version: i32 2", f"1 version: i32 {1 << 40}", (FOOTER,)),
    ),
    "stop-byte-with-a-high-half": Deviation(
        CHOOSE, "the stop byte of the footer is 0x30", Edit("}", "} 0x30", LAST)
    ),
    "no-stop-byte": Deviation(
        REFUSE, "the footer ends without a stop byte", Edit("}", "} cut", LAST)
    ),
    "list-count-one-more": Deviation(
        REFUSE,
        "the schema says 8 elements, and has 7",
        Edit("2 schema: list<struct>", "2 schema: list<struct> of 8", (FOOTER,)),
    ),
    "list-count-one-less": Deviation(
        REFUSE,
        "the schema says 6 elements, and has 7",
        Edit("2 schema: list<struct>", "2 schema: list<struct> of 6", (FOOTER,)),
    ),
    "list-count-of-32-bits": Deviation(
        REFUSE,
        "row_groups says 4,294,967,295 elements",
        Edit("4 row_groups: list<struct>", "4 row_groups: list<struct> of 4294967295", (FOOTER,)),
    ),
    "list-of-another-type": Deviation(
        REFUSE,
        "row_groups is a list of i32",
        Edit("4 row_groups: list<struct>", "4 row_groups: list<i32>", (FOOTER,)),
    ),
    "list-of-no-type": Deviation(
        REFUSE,
        "row_groups is a list of type 14",
        Edit("4 row_groups: list<struct>", "4 row_groups: list<type14>", (FOOTER,)),
    ),
    "string-of-negative-length": Deviation(
        REFUSE,
        "created_by says 4,294,967,295 bytes, -1 as an i32",
        Edit("6 created_by: binary", "6 created_by: binary of 4294967295", SCHEMA),
    ),
    "nested-50-deep": Deviation(
        READ, "an unknown field holds 50 structs in each other", Edit("}", f"{_deep(50)}}}", LAST)
    ),
    "another-type": Deviation(
        REFUSE,
        "num_rows is a string, so that the required field is missing",
        Edit("3 num_rows: i64 4", '3 num_rows: binary "4"', SCHEMA),
    ),
    "another-type-of-an-optional-field": Deviation(
        READ,
        "created_by is an i64, which readers skip",
        Edit(
            '6 created_by: binary "parquet-cpp-arrow version 26.0.1"',
            "6 created_by: i64 26",
            SCHEMA,
        ),
    ),
    "set-for-a-list": Deviation(
        REFUSE,
        "the schema is a set",
        Edit("2 schema: list<struct>", "2 schema: set<struct>", (FOOTER,)),
    ),
    "boolean-0": Deviation(
        CHOOSE,
        "a boolean in a list is the byte 0, and neither 1 nor 2",
        Edit("bool 2", "bool 0", ("@g0.c0.column_index",)),
    ),
}
