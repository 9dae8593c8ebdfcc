"""Pages that break one rule each, and mutations."""

from __future__ import annotations

import random
import re
import tracemalloc
from array import array
from collections.abc import Callable
from typing import Final, ParamSpec

import pytest

from inlay.pages.encodings.fsst.page import decode_page, encode_page, join_page
from inlay.pages.encodings.fsst.plugin import Fsst
from inlay.pages.encodings.fsst.symbols import SymbolTable
from inlay.pages.encodings.vectors.errors import VectorError
from parquet_format.parquet import Type
from tests.pages.encodings.fsst.pages import join_plain, plain_values
from tests.pages.encodings.vectors.damage import mutate, replace_bytes

P = ParamSpec("P")

STRINGS: Final = [b"abcab", b"", b"abx"]
PAGE: Final = encode_page(join_plain(STRINGS), 3, SymbolTable([b"ab", b"abc"]))
"""Two symbols in 8 bytes; 4 of a size; 19 of lengths; codes: 1 0, 0 255 'x'."""
LENGTHS: Final = 8
CODES: Final = len(PAGE) - 5

WRONG: Final = {
    "nothing": (b"", "a page begins with a table of symbols, and has no byte"),
    "a symbol of nothing": (
        replace_bytes(PAGE, 2, "B", 0),
        "symbol 1 has 0 bytes, and 1 to 8 are allowed (byte 2 of the values)",
    ),
    "a long symbol": (replace_bytes(PAGE, 1, "B", 9), "symbol 0 has 9 bytes"),
    "a table cut": (PAGE[:7], "a table of 2 symbols does not fit 7 bytes"),
    "no size": (PAGE[:10], "a page ends before the size of its lengths (byte 8"),
    "size": (replace_bytes(PAGE, LENGTHS, "<I", 99), "lengths of 99 bytes, "),
    "fewer lengths": (
        replace_bytes(PAGE, LENGTHS + 4 + 3, "<I", 2),
        "lengths: 2 numbers, and the page has 3 values (byte 15",
    ),
    "a length below 0": (
        replace_bytes(PAGE, LENGTHS + 4 + 11, "<i", -9),
        "a string with a length below 0",
    ),
    "more than the codes give": (
        replace_bytes(PAGE, LENGTHS + 4 + 11, "<i", 1 << 20),
        "strings of 3,145,736 bytes, and 5 codes give no more than 8 each",
    ),
    "code": (
        replace_bytes(PAGE, CODES, "B", 2),
        f"code 2, and the page has 2 symbols (byte {CODES}",
    ),
    "a symbol too long": (
        replace_bytes(PAGE, CODES + 1, "B", 1),
        f"the last symbol of string 0 is longer than it (byte {CODES + 1}",
    ),
    "a symbol too long for the page": (  # which only sanitizers see, where it is written
        replace_bytes(PAGE, CODES + 3, "B", 1),
        f"the last symbol of string 2 is longer than it (byte {CODES + 3}",
    ),
    "cut in an escape": (PAGE[:-1], "the codes end within a string"),
    "cut before a code": (PAGE[:-3], "the codes end within a string"),
    "more": (PAGE + b"\0", f"1 byte follows the last string (byte {len(PAGE)}"),
}


@pytest.mark.parametrize("name", WRONG)
def test_each_rule(name: str) -> None:
    page, what = WRONG[name]
    with pytest.raises(VectorError, match=re.escape(what)):
        Fsst().decode(memoryview(page), 3, Type.BYTE_ARRAY)
    with pytest.raises(VectorError, match=re.escape(what)):
        decode_page(memoryview(page), 3)


def test_the_page_is_as_it_was() -> None:
    """Each case above is one deviation from a page that is read."""
    assert PAGE[CODES:] == bytes([1, 0, 0, 255]) + b"x"
    assert Fsst().decode(memoryview(PAGE), 3, Type.BYTE_ARRAY) == join_plain(STRINGS)


def test_lengths_get_no_room_where_no_page_has_so_many_strings(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Equal lengths take next to no bytes, so a small page may ask for any number of them."""
    monkeypatch.setattr("inlay.pages.encodings.plain_sizes.LARGEST", 1 << 20)
    most = 1 << 18
    pages = [
        memoryview(join_page(SymbolTable([]), array("i", bytes(4 * count)), b""))
        for count in (most, most + 1)
    ]
    for decode in (lambda page, count: Fsst().decode(page, count, Type.BYTE_ARRAY), decode_page):
        assert decode(pages[0], most) == bytes(4 * most)
        tracemalloc.start()
        try:
            what = "262,145 strings, even of empty ones, has 1,048,580 bytes in PLAIN encoding"
            with pytest.raises(VectorError, match=what):
                decode(pages[1], most + 1)
            assert tracemalloc.get_traced_memory()[1] < 1 << 19
        finally:
            tracemalloc.stop()


@pytest.mark.parametrize("case", ["words", "any bytes"])
def test_both_cores_judge_mutations_alike(case: str) -> None:
    chance = random.Random(7)
    values, count = plain_values(case)
    page = Fsst().encode(values, count, Type.BYTE_ARRAY)
    refused = 0
    for _ in range(200):
        mutated = memoryview(mutate(page, chance))
        outcome = read_or_say(Fsst().decode, mutated, count, Type.BYTE_ARRAY)
        assert outcome == read_or_say(decode_page, mutated, count)
        refused += isinstance(outcome, str)
    assert 0 < refused < 200


def read_or_say(decode: Callable[P, bytes], *args: P.args, **kwargs: P.kwargs) -> bytes | str:
    try:
        return decode(*args, **kwargs)
    except VectorError as error:
        return str(error)
