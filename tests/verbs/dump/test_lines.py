"""Bytes and the lines that stand for them, in both directions; and what only a text can say."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest

from inlay.verbs.dump.assemble import assemble
from inlay.verbs.dump.lines import Line
from inlay.verbs.dump.thrift import ThriftText, write_struct
from inlay_runtime.schema import StructSchema
from parquet_format.parquet import (
    ColumnMetaData,
    PageHeader,
    SchemaElement,
    Statistics,
)
from tests.support.effort import grows_at_most

NOTHING: Final = StructSchema("")
"""The table of a struct of which nothing is known."""

WIRE: Final[dict[str, tuple[StructSchema, str, list[str]]]] = {
    "integers": (
        PageHeader.SCHEMA,
        "15 04 15 00 00",
        ["1 type: i32 2", "2 uncompressed_page_size: i32 0"],
    ),
    "negative": (NOTHING, "13 ff 14 01 26 03 00", ["1: i8 -1", "2: i16 -1", "4: i64 -2"]),
    "booleans": (NOTHING, "11 12 00", ["1: true", "2: false"]),
    "double": (NOTHING, "17 000000000000e0bf 00", ["1: double -0.5"]),
    "a NaN": (NOTHING, "17 010000000000f87f 00", ['1: double x"010000000000f87f"']),
    "infinity": (NOTHING, "17 000000000000f0ff 00", ["1: double -inf"]),
    "uuid": (NOTHING, "1d" + "07" * 16 + "00", [f'1: uuid x"{"07" * 16}"']),
    "text": (SchemaElement.SCHEMA, "48 02 c3a9 00", ['4 name: binary "\u00e9"']),
    "escapes": (NOTHING, "18 04 22 5c 0a 61 00", ['1: binary "\\"\\\\\\na"']),
    "a direction mark": (NOTHING, "18 07 61626364 e280ae 00", ['1: binary "abcd\\xe2\\x80\\xae"']),
    "no text": (Statistics.SCHEMA, "18 01 ff 00", ['1 max: binary x"ff"']),
    "nothing in it": (NOTHING, "18 00 00", ['1: binary ""']),
    "list": (NOTHING, "19 25 02 04 00", ["1: list<i32> [", "  i32 1", "  i32 2", "]"]),
    "an enum": (
        ColumnMetaData.SCHEMA,
        "29 15 10 00",
        ["2 encodings: list<i32> [", "  i32 8", "]"],
    ),
    "empty list": (NOTHING, "19 00 00", ["1: list<type0> []"]),
    "booleans in a list": (
        NOTHING,
        "19 31 01 02 00 00",
        ["1: list<bool> [", "  bool 1", "  bool 2", "  bool 0", "]"],
    ),
    "booleans by their other number": (
        NOTHING,
        "19 12 01 00",
        ["1: list<type2> [", "  bool 1", "]"],
    ),
    "set": (NOTHING, "1a 13 05 00", ["1: set<i8> [", "  i8 5", "]"]),
    "map": (
        NOTHING,
        "1b 01 85 01 61 02 00",
        ["1: map<binary, i32> [", '  binary "a"', "  i32 1", "]"],
    ),
    "empty map": (NOTHING, "1b 00 00", ["1: map []"]),
    "lists of structs": (
        NOTHING,
        "19 1c 15 02 00 00",
        ["1: list<struct> [", "  {", "    1: i32 1", "  }", "]"],
    ),
    "a union": (
        SchemaElement.SCHEMA,
        "ac 1c 00 00 00",
        ["10 logicalType: struct { LogicalType", "  1 STRING: struct { StringType", "  }", "}"],
    ),
    "ids that go back": (NOTHING, "55 02 05 02 04 00", ["5: i32 1", "1: i32 2"]),
    "an id far away": (NOTHING, "05 28 02 00", ["20: i32 1"]),
    "a long header": (NOTHING, "05 02 02 00", ["1 (2 bytes): i32 1"]),
    "a padded id": (NOTHING, "05 8200 02 00", ["1 (3 bytes): i32 1"]),
    "a padded integer": (NOTHING, "15 828000 00", ["1: i32 1 (3 bytes)"]),
    "an integer that is too wide": (NOTHING, "15 8080808080808001 00", [f"1: i32 {1 << 48}"]),
    "a padded length": (NOTHING, "18 8100 61 00", ['1: binary (2 bytes) "a"']),
    "a long header of a list": (
        NOTHING,
        "19 f5 01 02 00",
        ["1: list<i32> (2 bytes) [", "  i32 1", "]"],
    ),
    "a padded count of a map": (NOTHING, "1b 8000 00", ["1: map (2 bytes) []"]),
    "another stop byte": (NOTHING, "15 02 30", ["1: i32 1"]),
    "another type": (PageHeader.SCHEMA, "18 01 61 00", ['1 type: binary "a"']),
}
"""The table of a struct, its bytes, and the lines between its braces."""


def list_texts(done: ThriftText) -> list[str]:
    """Without comments."""
    return ["  " * line.depth + line.text for line in done.lines if isinstance(line, Line)]


@pytest.mark.parametrize("name", WIRE)
def test_a_struct_is_text_and_back(name: str) -> None:
    schema, digits, inside = WIRE[name]
    data = bytes.fromhex(digits)
    done = write_struct(data, 100, schema)
    lines = list_texts(done)
    assert [line.removeprefix("  ") for line in lines[1:-1]] == inside
    assert (done.is_whole, done.end) == (True, 100 + len(data))
    assert assemble(lines) == data


@pytest.mark.parametrize("name", WIRE)
def test_what_is_cut_is_text_up_to_there(name: str) -> None:
    schema, digits, _ = WIRE[name]
    data = bytes.fromhex(digits)
    for size in range(len(data)):
        done = write_struct(data[:size], 0, schema)
        assert not done.is_whole
        assert assemble(list_texts(done)) == data[: done.end]


DEVIATIONS: Final[dict[str, tuple[str, str]]] = {
    "a length that lies": ('{\n1: binary of 9 "abc"\n}', "18 09 616263 00"),
    "a padded length that lies": ('{\n1: binary of 9 (2 bytes) "abc"\n}', "18 8900 616263 00"),
    "a count that lies": ("{\n1: list<i32> of 7 [\ni32 1\n]\n}", "19 75 02 00"),
    "elements of another type": ('{\n1: list<i32> [\nbinary "a"\n]\n}', "19 15 01 61 00"),
    "no stop byte": ("{\n1: i32 1\n} cut", "15 02"),
    "a field twice": ("{\n1: i32 1\n1: i32 1\n}", "15 02 05 02 02 00"),
    "raw bytes in a struct": ('{\n1: i32 1\nbytes x"1f"\n}', "15 02 1f 00"),
    "a type without a name": ("{\n1: list<type14> of 2 []\n}", "19 2e 00"),
    "a number of a sum": (
        '@here\nbytes "abc"\n@there\nuint32 &there - &here + 1',
        "61 62 63 04000000",
    ),
    "places before they are named": ('uint16 &end\nbytes "abc"\n@end', "0500 616263"),
    "a length that grows with itself": (
        '@a\n{\n1: i64 &b - &a\n}\nbytes "' + "x" * 61 + '"\n@b',
        "16 8201 00" + "78" * 61,
    ),
    "a CRC": (
        '@a\nbytes "123456789"\n@b\ncrc32 &a &b\ncrc32c &a &b',
        "313233343536373839 2639f4cb 839206e3",
    ),
    "a length of what stands inside": (
        '{\n1: binary (\nuint16 1\nbytes "a"\n)\n}',
        "18 03 0100 61 00",
    ),
    "floats": ("float32 0.5\nfloat64 -0.5", "0000003f 000000000000e0bf"),
    "names that mean nothing": ("{ PageHeader\n1 whatever: i32 1 # comment\n}", "15 02 00"),
    "hashes in strings": ('bytes "a # b" # c', "61 20 23 20 62"),
}
"""What people write: the text, and its bytes."""


@pytest.mark.parametrize("name", DEVIATIONS)
def test_a_text_says_what_no_writer_writes(name: str) -> None:
    text, digits = DEVIATIONS[name]
    assert assemble(text).hex() == digits.replace(" ", "")


def test_strings_on_one_line_take_time_in_proportion() -> None:
    def prepare(count: int) -> Callable[[], object]:
        text = "bytes" + ' "abcdefgh"' * count
        return lambda: assemble(text)

    assert grows_at_most(20, prepare, 5_000, 40_000)
