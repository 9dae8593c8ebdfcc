"""Files that deviate from a good one in exactly one way, as edits of its text (`base.txt`), and what they ask of a reader."""

from __future__ import annotations

from enum import Enum, unique
from typing import Final, NamedTuple


@unique
class Must(Enum):
    """What a reader of all values has to do. It may never crash, hang, or take memory that the file does not justify."""

    REFUSE = "refuse"
    """Nobody can know the values, or the file says two things: an error."""

    READ = "read"
    """What deviates does not concern the values: they are those of the good file."""

    CHOOSE = "choose"
    """An error, or values; the format does not say which."""


class Edit(NamedTuple):
    """`old` becomes `new` where it is found first behind all of `after`, one behind the other."""

    old: str
    new: str
    after: tuple[str, ...] = ()


class Deviation:
    """`what` is true of the file in the place of what is true of the good one. A longer text takes more than one edit."""

    def __init__(self, must: Must, what: str, *edits: Edit) -> None:
        self.must = must
        self.what = what
        self.edits = edits


FOOTER: Final = "{ FileMetaData"
GROUPS: Final = (FOOTER, "4 row_groups")
ID: Final = (*GROUPS, "{ ColumnChunk")
NAME: Final = (*ID, "{ ColumnChunk")
ID_AGAIN: Final = (*GROUPS, "{ RowGroup", "{ RowGroup", "{ ColumnChunk")
SCHEMA: Final = (FOOTER, "2 schema")
ID_PAGE: Final = ("@g0.c0.p0",)
NAME_PAGE: Final = ("@g0.c1.p0",)
DICTIONARY: Final = ("@g0.c1.dictionary",)
TAGS_PAGE: Final = ("@g0.c3.p0",)
LAST: Final = (FOOTER, "7 column_orders", "]")
"""Behind the last field of the footer."""
LAST_OF_CHUNK: Final = (*ID, "16 size_statistics", "}")
LAST_OF_PAGE: Final = (*ID_PAGE, "5 data_page_header", "}")
LENGTH: Final = "uint32 &footer.end - &footer"
END: Final = (LENGTH,)
REFUSE, READ, CHOOSE = Must


def _deep(levels: int) -> str:
    return "99: " + "struct {\n1: " * levels + "true\n" + "}\n" * levels


FRAME: Final = {
    "magic-at-the-end": Deviation(REFUSE, "the file ends in PAR2", Edit('"PAR1"', '"PAR2"', END)),
    "magic-at-the-start": Deviation(CHOOSE, "the file begins with PARQ", Edit('"PAR1"', '"PARQ"')),
    "no-magic-at-the-end": Deviation(
        REFUSE, "the file ends behind the length", Edit('bytes "PAR1"', "", END)
    ),
    "no-trailer": Deviation(REFUSE, "the file ends behind the footer", Edit(LENGTH, "")),
    "length-zero": Deviation(REFUSE, "the length of the footer is 0", Edit(LENGTH, "uint32 0")),
    "length-one-more": Deviation(
        REFUSE, "the length of the footer is one too large", Edit(LENGTH, f"{LENGTH} + 1")
    ),
    "length-one-less": Deviation(
        REFUSE, "the length of the footer is one too small", Edit(LENGTH, f"{LENGTH} - 1")
    ),
    "length-of-more-than-the-file": Deviation(
        REFUSE, "the footer would begin before the file", Edit(LENGTH, "uint32 1000000")
    ),
    "length-negative": Deviation(
        REFUSE, "the length of the footer is negative as an i32", Edit(LENGTH, "uint32 0xfffffff0")
    ),
    "length-2-gib": Deviation(
        REFUSE, "the length of the footer is 2,147,483,647", Edit(LENGTH, "uint32 0x7fffffff")
    ),
    "byte-behind-the-file": Deviation(
        REFUSE, "a byte stands behind the magic", Edit('bytes "PAR1"', 'bytes "PAR1" x"00"', END)
    ),
    "byte-behind-the-footer": Deviation(
        REFUSE, "a byte stands between footer and length", Edit(LENGTH, f'bytes x"00"\n{LENGTH}')
    ),
    "bytes-behind-the-struct": Deviation(
        CHOOSE,
        "four bytes follow the struct inside of the footer",
        Edit("@footer.end", 'bytes "more"\n@footer.end'),
    ),
}

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
    "list-count-huge": Deviation(
        REFUSE,
        "row_groups says 2,147,483,647 elements",
        Edit("4 row_groups: list<struct>", "4 row_groups: list<struct> of 2147483647", (FOOTER,)),
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
    "string-longer-than-the-footer": Deviation(
        REFUSE,
        "created_by says 1,000,000 bytes",
        Edit("6 created_by: binary", "6 created_by: binary of 1000000", SCHEMA),
    ),
    "string-of-2-gib": Deviation(
        REFUSE,
        "created_by says 2,147,483,647 bytes",
        Edit("6 created_by: binary", "6 created_by: binary of 2147483647", SCHEMA),
    ),
    "string-of-negative-length": Deviation(
        REFUSE,
        "created_by says 4,294,967,295 bytes, -1 as an i32",
        Edit("6 created_by: binary", "6 created_by: binary of 4294967295", SCHEMA),
    ),
    "nested-50-deep": Deviation(
        READ, "an unknown field holds 50 structs in each other", Edit("}", f"{_deep(50)}}}", LAST)
    ),
    "nested-100000-deep": Deviation(
        CHOOSE,
        "an unknown field holds 100,000 structs in each other",
        Edit("}", f"{_deep(100_000)}}}", LAST),
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

METADATA: Final = {
    "no-version": Deviation(
        CHOOSE, "the version is missing", Edit("1 version: i32 2", "", (FOOTER,))
    ),
    "version-99": Deviation(
        CHOOSE, "the version is 99", Edit("1 version: i32 2", "1 version: i32 99", (FOOTER,))
    ),
    "no-num-rows": Deviation(REFUSE, "num_rows is missing", Edit("3 num_rows: i64 4", "", SCHEMA)),
    "num-rows-more": Deviation(
        CHOOSE,
        "the file says 5 rows, and its row groups 4",
        Edit("3 num_rows: i64 4", "3 num_rows: i64 5", SCHEMA),
    ),
    "num-rows-negative": Deviation(
        REFUSE, "the file says -4 rows", Edit("3 num_rows: i64 4", "3 num_rows: i64 -4", SCHEMA)
    ),
    "created-by-no-utf8": Deviation(
        READ,
        "created_by is no UTF-8",
        Edit('binary "parquet-cpp-arrow version 26.0.1"', 'binary x"ff00fe"', SCHEMA),
    ),
    "key-value-no-utf8": Deviation(
        READ,
        "a key-value pair is no UTF-8",
        Edit(
            "6 created_by",
            '5: list<struct> [\n{\n1: binary x"ff"\n2: binary x"fe"\n}\n]\n6 created_by',
            SCHEMA,
        ),
    ),
    "name-no-utf8": Deviation(
        CHOOSE,
        "the name of a column is no UTF-8",
        Edit('binary "id"', 'binary x"ffff"', SCHEMA),
        Edit('binary "id"', 'binary x"ffff"', ID),
        Edit('binary "id"', 'binary x"ffff"', ID_AGAIN),
    ),
    "name-empty": Deviation(
        CHOOSE,
        "the name of a column is empty",
        Edit('binary "id"', 'binary ""', SCHEMA),
        Edit('binary "id"', 'binary ""', ID),
        Edit('binary "id"', 'binary ""', ID_AGAIN),
    ),
    "name-twice": Deviation(
        CHOOSE,
        "two columns have one name",
        Edit('binary "id"', 'binary "name"', SCHEMA),
        Edit('binary "id"', 'binary "name"', ID),
        Edit('binary "id"', 'binary "name"', ID_AGAIN),
    ),
    "children-one-more": Deviation(
        REFUSE,
        "the root has 5 children, and 4 follow",
        Edit("num_children: i32 4", "num_children: i32 5", SCHEMA),
    ),
    "children-one-less": Deviation(
        REFUSE,
        "the root has 3 children, and 4 follow",
        Edit("num_children: i32 4", "num_children: i32 3", SCHEMA),
    ),
    "children-negative": Deviation(
        REFUSE,
        "the root has -1 children",
        Edit("num_children: i32 4", "num_children: i32 -1", SCHEMA),
    ),
    "children-huge": Deviation(
        REFUSE,
        "the root has 2,147,483,647 children",
        Edit("num_children: i32 4", "num_children: i32 2147483647", SCHEMA),
    ),
    "leaf-without-type": Deviation(
        REFUSE, "a column has neither a type nor children", Edit("1 type: i32 2", "", SCHEMA)
    ),
    "group-with-type": Deviation(
        CHOOSE,
        "a group has a type",
        Edit(
            "3 repetition_type",
            "1 type: i32 1\n3 repetition_type",
            (*SCHEMA, "price", "{ SchemaElement"),
        ),
    ),
    "type-unknown": Deviation(
        REFUSE, "a column has the type 99", Edit("1 type: i32 2", "1 type: i32 99", SCHEMA)
    ),
    "type-not-that-of-the-chunk": Deviation(
        REFUSE,
        "the schema says INT32, and the chunks INT64",
        Edit("1 type: i32 2", "1 type: i32 1", SCHEMA),
    ),
    "repetition-unknown": Deviation(
        REFUSE,
        "a column has the repetition 7",
        Edit("3 repetition_type: i32 1", "3 repetition_type: i32 7", SCHEMA),
    ),
    "no-repetition": Deviation(
        CHOOSE, "a column has no repetition", Edit("3 repetition_type: i32 1", "", SCHEMA)
    ),
    "root-repeated": Deviation(
        CHOOSE,
        "the root of the schema is repeated",
        Edit("3 repetition_type: i32 0", "3 repetition_type: i32 2", SCHEMA),
    ),
    "converted-type-unknown": Deviation(
        CHOOSE,
        "a column has the converted type 99",
        Edit("6 converted_type: i32 0", "6 converted_type: i32 99", SCHEMA),
    ),
    "logical-type-unknown": Deviation(
        CHOOSE,
        "a column has a logical type of a variant 99",
        Edit("1 STRING: struct {", "99: struct {", SCHEMA),
    ),
    "logical-type-empty": Deviation(
        CHOOSE,
        "a logical type has no variant",
        Edit('4 name: binary "id"', '4 name: binary "id"\n10: struct {\n}', SCHEMA),
    ),
    "logical-type-twice": Deviation(
        CHOOSE,
        "a logical type is a string and an enum",
        Edit("}", "}\n4: struct {\n}", (*SCHEMA, "1 STRING")),
    ),
    "decimal-without-precision": Deviation(
        CHOOSE,
        "a column is a decimal without precision",
        Edit('4 name: binary "id"', '4 name: binary "id"\n6 converted_type: i32 5', SCHEMA),
    ),
    "fixed-without-length": Deviation(
        REFUSE,
        "a FIXED_LEN_BYTE_ARRAY has no length",
        Edit("1 type: i32 6", "1 type: i32 7", SCHEMA),
        Edit("1 type: i32 6", "1 type: i32 7", NAME),
        Edit("1 type: i32 6", "1 type: i32 7", (*ID_AGAIN, "{ ColumnChunk")),
    ),
    "column-orders-unknown": Deviation(
        READ,
        "an order of a column has a variant 99",
        Edit("1 TYPE_ORDER: struct {", "99: struct {", SCHEMA),
    ),
    "column-orders-fewer": Deviation(
        CHOOSE,
        "there are 5 orders for 4 columns",
        Edit(
            "7 column_orders: list<struct> [",
            "7 column_orders: list<struct> [\n{\n1: struct {\n}\n}",
            SCHEMA,
        ),
    ),
}

CHUNKS: Final = {
    "group-rows-negative": Deviation(
        REFUSE, "a row group says -2 rows", Edit("3 num_rows: i64 2", "3 num_rows: i64 -2", GROUPS)
    ),
    "group-rows-more": Deviation(
        REFUSE,
        "a row group says 3 rows, and its columns have 2",
        Edit("3 num_rows: i64 2", "3 num_rows: i64 3", GROUPS),
    ),
    "group-size-negative": Deviation(
        READ,
        "total_byte_size is negative",
        Edit("2 total_byte_size: i64 165", "2 total_byte_size: i64 -165", ID_AGAIN),
    ),
    "values-more": Deviation(
        CHOOSE,
        "a chunk says 3 values, and its page has 2",
        Edit("5 num_values: i64 2", "5 num_values: i64 3", ID),
    ),
    "values-negative": Deviation(
        REFUSE, "a chunk says -2 values", Edit("5 num_values: i64 2", "5 num_values: i64 -2", ID)
    ),
    "chunk-without-metadata": Deviation(
        REFUSE, "meta_data of a chunk has another id", Edit("3 meta_data", "98 meta_data", ID)
    ),
    "chunk-type-unknown": Deviation(
        REFUSE, "a chunk has the type 99", Edit("1 type: i32 2", "1 type: i32 99", ID)
    ),
    "chunk-of-another-path": Deviation(
        CHOOSE,
        "the path of a chunk is not that of the schema",
        Edit('binary "id"', 'binary "di"', ID),
    ),
    "chunk-in-another-file": Deviation(
        CHOOSE,
        "a chunk lies in another file, which is not there",
        Edit("2 file_offset", '1: binary "elsewhere.parquet"\n2 file_offset', ID),
    ),
    "codec-unknown": Deviation(
        REFUSE, "the codec is 99", Edit("4 codec: i32 0", "4 codec: i32 99", ID)
    ),
    "codec-snappy-for-plain-bytes": Deviation(
        REFUSE,
        "the codec is SNAPPY, and the pages are not compressed",
        Edit("4 codec: i32 0", "4 codec: i32 1", ID),
    ),
    "codec-none-for-snappy": Deviation(
        REFUSE,
        "the codec is UNCOMPRESSED, and the pages are SNAPPY",
        Edit("4 codec: i32 1", "4 codec: i32 0", NAME),
    ),
    "encoding-unknown-in-the-list": Deviation(
        CHOOSE, "encodings of a chunk has 99", Edit("i32 3", "i32 99", ID)
    ),
    "data-offset-zero": Deviation(
        CHOOSE,
        "data_page_offset is 0",
        Edit("9 data_page_offset: i64 &g0.c0.p0", "9 data_page_offset: i64 0", ID),
    ),
    "data-offset-negative": Deviation(
        REFUSE,
        "data_page_offset is negative",
        Edit("9 data_page_offset: i64 &g0.c0.p0", "9 data_page_offset: i64 -4", ID),
    ),
    "data-offset-beyond-the-file": Deviation(
        REFUSE,
        "data_page_offset lies behind the file",
        Edit("9 data_page_offset: i64 &g0.c0.p0", "9 data_page_offset: i64 1000000", ID),
    ),
    "data-offset-huge": Deviation(
        REFUSE,
        "data_page_offset is 2**63 - 1",
        Edit("9 data_page_offset: i64 &g0.c0.p0", f"9 data_page_offset: i64 {(1 << 63) - 1}", ID),
    ),
    "data-offset-in-a-page": Deviation(
        REFUSE,
        "data_page_offset lies one byte behind the header's begin",
        Edit("9 data_page_offset: i64 &g0.c0.p0", "9 data_page_offset: i64 &g0.c0.p0 + 1", ID),
    ),
    "chunks-share-pages": Deviation(
        CHOOSE,
        "two chunks of a column have the same pages",
        Edit("9 data_page_offset: i64 &g1.c0.p0", "9 data_page_offset: i64 &g0.c0.p0", ID_AGAIN),
    ),
    "dictionary-offset-zero": Deviation(
        CHOOSE,
        "dictionary_page_offset is 0, and there is a dictionary",
        Edit(
            "11 dictionary_page_offset: i64 &g0.c1.dictionary",
            "11 dictionary_page_offset: i64 0",
            NAME,
        ),
    ),
    "dictionary-offset-behind-data": Deviation(
        CHOOSE,
        "dictionary_page_offset is that of the data page",
        Edit(
            "11 dictionary_page_offset: i64 &g0.c1.dictionary",
            "11 dictionary_page_offset: i64 &g0.c1.p0",
            NAME,
        ),
    ),
    "chunk-size-negative": Deviation(
        REFUSE,
        "total_compressed_size is negative",
        Edit(
            "7 total_compressed_size: i64 &g0.c0.end - &g0.c0",
            "7 total_compressed_size: i64 -39",
            ID,
        ),
    ),
    "chunk-size-less": Deviation(
        CHOOSE,
        "total_compressed_size ends within the page",
        Edit(
            "7 total_compressed_size: i64 &g0.c0.end - &g0.c0",
            "7 total_compressed_size: i64 20",
            ID,
        ),
    ),
    "chunk-size-beyond-the-file": Deviation(
        CHOOSE,
        "total_compressed_size is larger than the file",
        Edit(
            "7 total_compressed_size: i64 &g0.c0.end - &g0.c0",
            "7 total_compressed_size: i64 1000000",
            ID,
        ),
    ),
    "statistics-crossed": Deviation(
        READ,
        "the minimum of a chunk is above its maximum",
        Edit(
            '6 min_value: binary x"0100000000000000"', '6 min_value: binary x"0900000000000000"', ID
        ),
    ),
    "statistics-short": Deviation(
        CHOOSE,
        "a minimum of an INT64 has 3 bytes",
        Edit('6 min_value: binary x"0100000000000000"', '6 min_value: binary x"010000"', ID),
    ),
    "statistics-nulls-negative": Deviation(
        CHOOSE,
        "null_count of a chunk is negative",
        Edit("3 null_count: i64 0", "3 null_count: i64 -1", ID),
    ),
    "statistics-of-another-type": Deviation(
        CHOOSE,
        "the minimum of a chunk is an i64 in Thrift",
        Edit('6 min_value: binary x"0100000000000000"', "6 min_value: i64 1", ID),
    ),
    "sorted-by-no-column": Deviation(
        CHOOSE,
        "a row group is sorted by column 99",
        Edit("1 column_idx: i32 0", "1 column_idx: i32 99", GROUPS),
    ),
}

PAGES: Final = {
    "page-type-unknown": Deviation(
        CHOOSE, "a page has the type 99", Edit("1 type: i32 0", "1 type: i32 99", ID_PAGE)
    ),
    "page-without-its-header": Deviation(
        REFUSE,
        "a data page has no data_page_header",
        Edit("5 data_page_header", "98 data_page_header", ID_PAGE),
    ),
    "page-size-negative": Deviation(
        REFUSE,
        "compressed_page_size is negative",
        Edit(
            "3 compressed_page_size: i32 &g0.c0.p0.end - &g0.c0.p0.body",
            "3 compressed_page_size: i32 -22",
            ID_PAGE,
        ),
    ),
    "page-size-beyond-the-chunk": Deviation(
        REFUSE,
        "compressed_page_size leads behind the chunk",
        Edit(
            "3 compressed_page_size: i32 &g0.c0.p0.end - &g0.c0.p0.body",
            "3 compressed_page_size: i32 100000",
            ID_PAGE,
        ),
    ),
    "page-size-less": Deviation(
        REFUSE,
        "compressed_page_size is one too small",
        Edit(
            "3 compressed_page_size: i32 &g0.c0.p0.end - &g0.c0.p0.body",
            "3 compressed_page_size: i32 &g0.c0.p0.end - &g0.c0.p0.body - 1",
            ID_PAGE,
        ),
    ),
    "plain-size-negative": Deviation(
        REFUSE,
        "uncompressed_page_size is negative",
        Edit("2 uncompressed_page_size: i32 9", "2 uncompressed_page_size: i32 -9", NAME_PAGE),
    ),
    "plain-size-huge": Deviation(
        REFUSE,
        "uncompressed_page_size is 2,147,483,647",
        Edit(
            "2 uncompressed_page_size: i32 9", "2 uncompressed_page_size: i32 2147483647", NAME_PAGE
        ),
    ),
    "plain-size-less": Deviation(
        REFUSE,
        "uncompressed_page_size is one too small",
        Edit("2 uncompressed_page_size: i32 9", "2 uncompressed_page_size: i32 8", NAME_PAGE),
    ),
    "page-values-more": Deviation(
        REFUSE,
        "a page says 20 values, and holds 2",
        Edit("1 num_values: i32 2", "1 num_values: i32 20", ID_PAGE),
    ),
    "page-values-negative": Deviation(
        REFUSE,
        "a page says -2 values",
        Edit("1 num_values: i32 2", "1 num_values: i32 -2", ID_PAGE),
    ),
    "page-values-huge": Deviation(
        REFUSE,
        "a page says 2,147,483,647 values",
        Edit("1 num_values: i32 2", "1 num_values: i32 2147483647", ID_PAGE),
    ),
    "page-encoding-unknown": Deviation(
        REFUSE,
        "a page has the encoding 99",
        Edit("2 encoding: i32 0", "2 encoding: i32 99", ID_PAGE),
    ),
    "page-encoding-lies": Deviation(
        REFUSE,
        "a PLAIN page says DELTA_BINARY_PACKED",
        Edit("2 encoding: i32 0", "2 encoding: i32 5", ID_PAGE),
    ),
    "page-encoding-without-dictionary": Deviation(
        REFUSE,
        "a page says RLE_DICTIONARY in a chunk without one",
        Edit("2 encoding: i32 0", "2 encoding: i32 8", ID_PAGE),
    ),
    "levels-encoding-lies": Deviation(
        CHOOSE,
        "levels in RLE are said to be BIT_PACKED",
        Edit("3 definition_level_encoding: i32 3", "3 definition_level_encoding: i32 4", ID_PAGE),
    ),
    "levels-encoding-unknown": Deviation(
        CHOOSE,
        "levels have the encoding 99",
        Edit("3 definition_level_encoding: i32 3", "3 definition_level_encoding: i32 99", ID_PAGE),
    ),
    "crc-wrong": Deviation(
        CHOOSE,
        "the CRC of a page is not that of its bytes",
        Edit("5 data_page_header", "4 crc: i32 1\n5 data_page_header", ID_PAGE),
    ),
    "levels-longer-than-the-page": Deviation(
        REFUSE,
        "the levels of a page take 255 bytes, and it has 22",
        Edit('x"02000000', 'x"ff000000', ID_PAGE),
    ),
    "levels-of-negative-length": Deviation(
        REFUSE, "the levels of a page take -1 bytes", Edit('x"02000000', 'x"ffffffff', ID_PAGE)
    ),
    "levels-above-the-most": Deviation(
        REFUSE,
        "a definition level is 3 where the most is 1",
        Edit('x"020000000401', 'x"020000000403', ID_PAGE),
    ),
    "levels-end-early": Deviation(
        REFUSE,
        "there is a level for one of two values",
        Edit('x"020000000401', 'x"020000000201', ID_PAGE),
    ),
    "run-of-no-values": Deviation(
        CHOOSE,
        "an RLE run of levels has the length 0",
        Edit('x"020000000401', 'x"0400000000010401', ID_PAGE),
        Edit("2 uncompressed_page_size: i32 22", "2 uncompressed_page_size: i32 24", ID_PAGE),
    ),
    "run-of-2-gib": Deviation(
        CHOOSE,
        "an RLE run of levels has 2**30 values",
        Edit('x"020000000401', 'x"06000000808080800801', ID_PAGE),
        Edit("2 uncompressed_page_size: i32 22", "2 uncompressed_page_size: i32 26", ID_PAGE),
    ),
    "text-longer-than-the-page": Deviation(
        REFUSE,
        "a string in a PLAIN page says 200 bytes",
        Edit('0100000061"', 'c800000061"', TAGS_PAGE),
    ),
    "text-of-negative-length": Deviation(
        REFUSE,
        "a string in a PLAIN page says -1 bytes",
        Edit('0100000061"', 'ffffffff61"', TAGS_PAGE),
    ),
    "text-no-utf8": Deviation(
        CHOOSE, "a string is no UTF-8", Edit('0100000061"', '01000000ff"', TAGS_PAGE)
    ),
    "bytes-behind-the-values": Deviation(
        CHOOSE,
        "a page has a byte that no value needs",
        Edit('0200000000000000"', '020000000000000000"', ID_PAGE),
        Edit("2 uncompressed_page_size: i32 22", "2 uncompressed_page_size: i32 23", ID_PAGE),
    ),
    "snappy-garbage": Deviation(
        REFUSE, "a compressed page is no Snappy", Edit('x"09200200', 'x"09ff0200', NAME_PAGE)
    ),
    "snappy-of-another-size": Deviation(
        REFUSE, "Snappy says 8 bytes, and the header 9", Edit('x"09200200', 'x"08200200', NAME_PAGE)
    ),
    "snappy-of-4-gib": Deviation(
        REFUSE,
        "Snappy says 4,294,967,295 bytes",
        Edit('x"09200200', 'x"ffffffff0f200200', NAME_PAGE),
    ),
    "dictionary-values-more": Deviation(
        REFUSE,
        "a dictionary says 3 values, and holds 2",
        Edit("1 num_values: i32 2", "1 num_values: i32 3", DICTIONARY),
    ),
    "dictionary-values-less": Deviation(
        CHOOSE,
        "a dictionary says 1 value, and pages use 2",
        Edit("1 num_values: i32 2", "1 num_values: i32 1", DICTIONARY),
    ),
    "dictionary-values-negative": Deviation(
        REFUSE,
        "a dictionary says -2 values",
        Edit("1 num_values: i32 2", "1 num_values: i32 -2", DICTIONARY),
    ),
    "dictionary-encoding-unknown": Deviation(
        CHOOSE,
        "a dictionary has the encoding 99",
        Edit("2 encoding: i32 0", "2 encoding: i32 99", DICTIONARY),
    ),
    "dictionary-is-a-data-page": Deviation(
        REFUSE,
        "the dictionary says that it is a data page",
        Edit("1 type: i32 2", "1 type: i32 0", DICTIONARY),
    ),
}

INDEXES: Final = {
    "index-behind-the-file": Deviation(
        CHOOSE,
        "an offset index lies behind the file",
        Edit(
            "4 offset_index_offset: i64 &g0.c0.offset_index",
            "4 offset_index_offset: i64 1000000",
            ID,
        ),
    ),
    "index-of-negative-length": Deviation(
        CHOOSE,
        "an offset index has a negative length",
        Edit(
            "5 offset_index_length: i32 &g0.c0.offset_index.end - &g0.c0.offset_index",
            "5 offset_index_length: i32 -1",
            ID,
        ),
    ),
    "index-of-no-pages": Deviation(
        CHOOSE,
        "an offset index has a count of 0",
        Edit(
            "1 page_locations: list<struct>",
            "1 page_locations: list<struct> of 0",
            ("@g0.c0.offset_index",),
        ),
    ),
    "index-page-elsewhere": Deviation(
        CHOOSE,
        "an offset index leads to another chunk's page",
        Edit("1 offset: i64 &g0.c0.p0", "1 offset: i64 &g0.c2.p0", ("@g0.c0.offset_index",)),
    ),
    "index-first-row": Deviation(
        CHOOSE,
        "the first page of an offset index begins at row 1",
        Edit("3 first_row_index: i64 0", "3 first_row_index: i64 1", ("@g0.c0.offset_index",)),
    ),
    "index-bounds-crossed": Deviation(
        READ,
        "a column index has a minimum above its maximum",
        Edit('binary x"0100000000000000"', 'binary x"0900000000000000"', ("@g0.c0.column_index",)),
    ),
    "index-order-unknown": Deviation(
        CHOOSE,
        "a column index has the boundary order 99",
        Edit("4 boundary_order: i32 1", "4 boundary_order: i32 99", ("@g0.c0.column_index",)),
    ),
    "index-null-page-with-bounds": Deviation(
        CHOOSE,
        "a column index calls a page with values a null page",
        Edit("bool 2", "bool 1", ("@g0.c0.column_index",)),
    ),
}

DEVIATIONS: Final = {**FRAME, **WIRE, **METADATA, **CHUNKS, **PAGES, **INDEXES}
"""By name. The groups are the sections of the page."""

SECTIONS: Final = {
    "The frame of the file": FRAME,
    "The wire": WIRE,
    "File and schema": METADATA,
    "Row groups and chunks": CHUNKS,
    "Pages": PAGES,
    "Page indexes": INDEXES,
}
