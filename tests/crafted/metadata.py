"""The file and its schema."""

from __future__ import annotations

from typing import Final

from tests.crafted.deviation import (
    CHOOSE,
    FOOTER,
    ID,
    ID_AGAIN,
    NAME,
    READ,
    REFUSE,
    SCHEMA,
    Deviation,
    Edit,
)

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
        "created_by is not UTF-8",
        Edit('binary "parquet-cpp-arrow version 26.0.1"', 'binary x"ff00fe"', SCHEMA),
    ),
    "key-value-no-utf8": Deviation(
        READ,
        "a key-value pair is not UTF-8",
        Edit(
            "6 created_by",
            '5: list<struct> [\n{\n1: binary x"ff"\n2: binary x"fe"\n}\n]\n6 created_by',
            SCHEMA,
        ),
    ),
    "name-no-utf8": Deviation(
        CHOOSE,
        "the name of a column is not UTF-8",
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
