"""Texts that stand for no bytes: where the mistake is, what it is, and what is allowed."""

from __future__ import annotations

from typing import Final

import pytest

from inlay.verbs.dump.assemble import assemble
from inlay.verbs.dump.errors import AssemblyError

MISTAKES: Final[dict[str, tuple[str, str]]] = {
    "an unknown line": (
        'octets x"00"',
        "line 1, column 1: bytes, copy, a type as uint32, crc32, { or @label is expected; octets stands here",
    ),
    "an unknown type": (
        "{\n1: int32 5\n}",
        "line 2, column 4: a type is expected; did you mean i32?; int32 stands here",
    ),
    "a field without an id": (
        "{\nname: i32 5\n}",
        "line 2, column 1: the id of a field, or } is expected, a whole number; name stands here",
    ),
    "a string that does not end": (
        'bytes "abc',
        "line 1, column 7: a string without its closing quote",
    ),
    "half a byte": (
        'bytes x"0"',
        'line 1, column 7: hex digits come in pairs, and are 0-9 and a-f; x"0" stands here',
    ),
    "an unknown escape": (
        'bytes "\\q"',
        'line 1, column 7: \\ begins \\n, \\r, \\t, \\", \\\\ or \\x and two hex digits; "\\q" stands here',
    ),
    "the first of two mistakes": (
        "{\n1: int32 5 ;\n}",
        "line 2, column 4: a type is expected; did you mean i32?; int32 stands here",
    ),
    "digits of another script": (
        "uint32 \u0663",
        "line 1, column 8: no part of a line begins with '\u0663'",
    ),
    "a label without a name": ("@ 5", "line 1, column 1: no part of a line begins with '@'"),
    "a strange sign": ("{\n1: i32 5 ;\n}", "line 2, column 10: no part of a line begins with ';'"),
    "more than a line": (
        "{\n1: i32 5 6 true\n}",
        "line 2, column 12: the line should end here; true stands here",
    ),
    "a struct without end": ("{\n1: i32 5", "line 3, column 1: the struct of line 1 has no end"),
    "an end of nothing": ("}", "line 1, column 1: } ends a struct, and nothing is open"),
    "the wrong end": (
        "{\n1: list<i32> [\n}",
        "line 3, column 1: } ends a struct, and the list of line 2 is open",
    ),
    "no such place": (
        "@g0.c0\nuint32 &g0.c1",
        "line 2, column 8: no line has the label @g0.c1; did you mean &g0.c0?",
    ),
    "a place twice": ("@a\n@a", "line 2, column 1: @a names two places"),
    "a place named by &": ("&a", "line 1, column 1: a place is named @label"),
    "a number that does not fit": ("uint16 70000", "line 1, column 1: 70000 does not fit uint16"),
    "a sum that does not fit": (
        '@a\nbytes "x"\n@b\nuint32 &a - &b',
        "line 4, column 1: -1 does not fit uint32",
    ),
    "an i8 that does not fit": ("{\n1: i8 128\n}", "line 2, column 1: 128 does not fit int8"),
    "an integer beyond all varints": (
        f"{{\n1: i64 {1 << 80}\n}}",
        f"line 2, column 1: {1 << 81} takes 12 bytes, and a varint at most 10",
    ),
    "a width that is too small": (
        "{\n1: i32 1000 (1 bytes)\n}",
        "line 2, column 1: 2000 takes 2 bytes, and a varint at most 10",
    ),
    "a short header for a far id": (
        "{\n99 (1 byte): i32 1\n}",
        "line 2, column 1: a header of one byte holds an id that is 1 to 15 above the one before",
    ),
    "a short header for many": (
        "{\n1: list<i8> of 20 (1 byte) []\n}",
        "line 2, column 1: a header of one byte holds a count of up to 14",
    ),
    "a stop byte with a type": (
        "{\n} 0x31",
        "line 2, column 1: the low half of a stop byte is 0, as in 0x30",
    ),
    "a uuid that is too short": (
        '{\n1: uuid x"00"\n}',
        "line 2, column 1: 16 bytes are expected, and these are 1",
    ),
    "bytes of nowhere": (
        "copy 0 4",
        "line 1, column 1: these bytes are copied from the file that was dumped, and no source is given: --source FILE",
    ),
    "nothing": (
        "",
        "line 1, column 1: the text is empty: `inlay dump` writes one line or more, also of an empty file",
    ),
    "nothing but comments": (
        "# a file\n\n",
        "line 3, column 1: the text is empty: `inlay dump` writes one line or more, also of an empty file",
    ),
    "a negative offset": ("copy -1 4", "line 1, column 6: an offset is at least 0; -1 stands here"),
    "a CRC of copied bytes": (
        "@a\ncopy 0 4\n@b\ncrc32 &a &b",
        "line 4, column 1: a CRC of bytes that are copied; --bodies hex writes them out",
    ),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_has_its_place(name: str) -> None:
    text, message = MISTAKES[name]
    with pytest.raises(AssemblyError) as error:
        assemble(text)
    assert str(error.value) == message


def test_a_source_is_the_file_that_was_dumped() -> None:
    text = "source 8 crc32 0x3dee30db\ncopy 2 4"
    assert assemble("copy 2 4", source=b"abcdefgh") == b"cdef"
    for source, reason in {
        b"abc": "line 1, column 1: the text was made of a file of 8 bytes, and the source has 3",
        b"abcdefgx": "line 1, column 1: the source is not the file that the text was made of: its last bytes differ",
    }.items():
        with pytest.raises(AssemblyError) as error:
            assemble(text, source=source)
        assert str(error.value) == reason
    with pytest.raises(AssemblyError, match="the source ends before these bytes do"):
        assemble("copy 6 4", source=b"abcdefgh")


def test_numbers_that_never_settle_end() -> None:
    # 64 takes two bytes, with which it is 63, which takes one.
    padding = "x" * 61
    text = f'@a\n{{\n1: i32 128 - &b + &a\n}}\nbytes "{padding}"\n@b\n'
    with pytest.raises(AssemblyError, match="never settle"):
        assemble(text)
