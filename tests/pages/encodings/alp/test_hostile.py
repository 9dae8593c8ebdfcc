"""Pages that break one rule of AlpEncoding.md each, mutations, and claims that would take memory."""

from __future__ import annotations

import random
import re
import struct
from typing import Final

import pytest

from inlay.pages.encodings.alp.float_kind import DOUBLE
from inlay.pages.encodings.alp.native import NATIVE
from inlay.pages.encodings.alp.page import decode_page
from inlay.pages.encodings.alp.plugin import Alp
from inlay.pages.encodings.vectors.errors import VectorError
from parquet_format.parquet import Type
from tests.pages.encodings.alp.pages import KINDS, plain_values
from tests.pages.encodings.vectors.damage import mutate, replace_bytes

COUNT: Final = 2_500
PAGE: Final = Alp().encode(plain_values("mixed", DOUBLE), COUNT, Type.DOUBLE)
FIRST: Final = 7 + 3 * 4
"""Where the first of three vectors begins."""
LAST: Final = 7 + int.from_bytes(PAGE[15:19], "little")

WRONG: Final = {
    "nothing": (b"", "a page begins with 7 bytes, 0 are there (byte 0 of the values)"),
    "half a header": (PAGE[:6], "a page begins with 7 bytes, 6 are there"),
    "mode": (replace_bytes(PAGE, 0, "B", 1), "compression mode 1, and only 0 (ALP) is known"),
    "integers": (replace_bytes(PAGE, 1, "B", 2), "integer encoding 2, and only 0"),
    "tiny vectors": (replace_bytes(PAGE, 2, "B", 2), "vectors of 2**2 numbers, and 2**3 to 2**15"),
    "huge vectors": (replace_bytes(PAGE, 2, "B", 16), "vectors of 2**16 numbers"),
    "fewer": (replace_bytes(PAGE, 3, "<i", COUNT - 1), "2,499 numbers, and the page has 2,500"),
    "negative": (replace_bytes(PAGE, 3, "<i", -1), "4,294,967,295 numbers, and the page has"),
    "no offsets": (PAGE[:15], "3 offsets need 12 bytes, 8 are left"),
    "first offset": (
        replace_bytes(PAGE, 7, "<I", 13),
        "the offset of a vector leads to byte 20, and the one before ends at 19 (vector 0",
    ),
    "an offset back": (replace_bytes(PAGE, 11, "<I", 12), "leads to byte 19, and the one before"),
    "an offset behind": (replace_bytes(PAGE, 15, "<I", 1 << 31), "leads to byte 2,147,483,655"),
    "exponent": (
        replace_bytes(PAGE, FIRST, "B", 19),
        "the exponent is 19, and 0 to 18 are allowed (vector 0, byte 19 of the values)",
    ),
    "factor": (
        replace_bytes(PAGE, FIRST, "BB", 3, 4),
        "the factor is 4, and 0 to the exponent, 3, are allowed (vector 0, byte 20",
    ),
    "exceptions": (replace_bytes(PAGE, FIRST + 2, "<H", 1_025), "1,025 exceptions among 1,024"),
    "width": (
        replace_bytes(PAGE, FIRST + 12, "B", 65),
        "integers of 65 bits, and 0 to 64 are allowed (vector 0, byte 31",
    ),
    "too wide": (replace_bytes(PAGE, LAST + 12, "B", 64), "the vector takes "),
    "cut": (PAGE[:-1], "are left (vector 2"),
    "a header cut": (PAGE[: FIRST + 5], "a vector needs 13 bytes for its header, 5 are left"),
    "more": (PAGE + b"x", "1 byte follows the last vector"),
}


def test_more_exceptions_than_numbers() -> None:
    """All of them at the place of the only number, so nothing but their count is wrong."""
    page = PAGE[:3] + struct.pack("<IIBBHqBHHdd", 1, 4, 0, 0, 2, 0, 0, 0, 0, 5, 6)
    with pytest.raises(VectorError, match="2 exceptions among 1 number"):
        Alp().decode(memoryview(page), 1, Type.DOUBLE)


@pytest.mark.parametrize("name", WRONG)
def test_each_rule(name: str) -> None:
    page, what = WRONG[name]
    with pytest.raises(VectorError, match=re.escape(what)):
        Alp().decode(memoryview(page), COUNT, Type.DOUBLE)
    with pytest.raises(VectorError, match=re.escape(what)):
        decode_page(memoryview(page), COUNT, DOUBLE)


def test_an_exception_where_no_number_is() -> None:
    page = Alp().encode(plain_values("special", DOUBLE), 70, Type.DOUBLE)
    exceptions = int.from_bytes(page[13:15], "little")
    position = len(page) - exceptions * 10
    wrong = replace_bytes(page, position + 2, "<H", 70)
    what = f"an exception is at position 70, and the vector has 70 numbers (vector 0, byte {position + 2}"
    with pytest.raises(VectorError, match=re.escape(what)):
        Alp().decode(memoryview(wrong), 70, Type.DOUBLE)


def test_the_page_is_as_it_was() -> None:
    """Each case above is one deviation from a page that is read."""
    assert Alp().decode(memoryview(PAGE), COUNT, Type.DOUBLE) == plain_values("mixed", DOUBLE)


def test_a_count_is_no_claim_on_memory() -> None:
    """Vectors of width 0 have no bytes for their numbers; the page has to have a header for each all the same."""
    page = replace_bytes(PAGE[:19], 3, "<i", 2**31 - 1)
    with pytest.raises(VectorError, match="offsets need"):
        Alp().decode(memoryview(page), 2**31 - 1, Type.DOUBLE)


@pytest.mark.parametrize("name", KINDS)
def test_both_cores_judge_mutations_alike(name: str) -> None:
    kind, chance = KINDS[name], random.Random(7)
    page = Alp().encode(plain_values("special", kind), 70, Type[name])
    refused = 0
    for _ in range(400):
        mutated = memoryview(mutate(page, chance))
        try:
            values = decode_page(mutated, 70, kind)
        except VectorError:
            values, refused = None, refused + 1
        if NATIVE is not None:
            assert NATIVE.decode_page(mutated, 70, kind.size) == values
    assert 0 < refused < 400
