"""Pages that break one rule of PforEncoding.md each, mutations, and claims that would take memory."""

from __future__ import annotations

import random
import re
import struct
from typing import Final

import pytest

from inlay.pages.encodings.pfor.integer_kind import INT32, INT64
from inlay.pages.encodings.pfor.native import NATIVE
from inlay.pages.encodings.pfor.page import decode_page
from inlay.pages.encodings.pfor.plugin import Pfor
from inlay.pages.encodings.vectors.errors import VectorError
from parquet_format.parquet import Type
from tests.pages.encodings.pfor.pages import KINDS, plain_values
from tests.pages.encodings.vectors.damage import mutate, replace_bytes

COUNT: Final = 2_500
PAGE: Final = Pfor().encode(plain_values("low sentinels", INT64), COUNT, Type.INT64)
FIRST: Final = 7 + 3 * 4
"""Where the first of three vectors begins."""
LAST: Final = 7 + int.from_bytes(PAGE[15:19], "little")
EXCEPTIONS: Final = int.from_bytes(PAGE[LAST + 9 : LAST + 11], "little")
ONLY_A_FLAG: Final = (
    PAGE[:7]
    + b"".join(at.to_bytes(4, "little") for at in (12, 23, 34))
    + bytes([*[0] * 22, *[0] * 8, 0x80, 0, 0, 1, 2])
)
"""Three vectors; the last says that a first value follows, and two bytes are left."""

WRONG: Final = {
    "nothing": (b"", "a page begins with 7 bytes, 0 are there (byte 0 of the values)"),
    "mode": (replace_bytes(PAGE, 0, "B", 1), "packing mode 1, and only 0 (frame of reference"),
    "tiny vectors": (replace_bytes(PAGE, 1, "B", 2), "vectors of 2**2 numbers, and 2**3 to 2**15"),
    "huge vectors": (replace_bytes(PAGE, 1, "B", 16), "vectors of 2**16 numbers"),
    "size": (replace_bytes(PAGE, 2, "B", 4), "size of an integer 4, and only 8 (that of the type)"),
    "fewer": (replace_bytes(PAGE, 3, "<I", COUNT - 1), "2,499 numbers, and the page has 2,500"),
    "no offsets": (PAGE[:15], "3 offsets need 12 bytes, 8 are left"),
    "an offset back": (replace_bytes(PAGE, 11, "<I", 12), "leads to byte 19, and the one before"),
    "exceptions": (
        replace_bytes(PAGE, FIRST + 9, "<H", 1_025),
        "1,025 exceptions among 1,024 numbers (vector 0, byte 28 of the values)",
    ),
    "width": (
        replace_bytes(PAGE, FIRST + 8, "B", 65),
        "integers of 65 bits, and 0 to 64 are allowed (vector 0, byte 27",
    ),
    "width of differences": (
        replace_bytes(PAGE, FIRST + 8, "B", 0x80 | 65),
        "integers of 65 bits, and 0 to 64 are allowed",
    ),
    "too wide": (replace_bytes(PAGE, LAST + 8, "B", 64), "the vector takes "),
    "a flag, and no first value": (
        ONLY_A_FLAG,
        "a vector needs 19 bytes for its header, 13 are left (vector 2",
    ),
    "cut": (PAGE[:-1], "are left (vector 2"),
    "a header cut": (PAGE[: FIRST + 5], "a vector needs 11 bytes for its header, 5 are left"),
    "more": (PAGE + b"x", "1 byte follows the last vector"),
    "an exception behind": (
        replace_bytes(PAGE, len(PAGE) - 10 * EXCEPTIONS, "<H", COUNT - 2_048),
        "an exception is at position 452, and the vector has 452 numbers (vector 2",
    ),
}


def test_more_exceptions_than_numbers() -> None:
    """All of them at the place of the only number, so nothing but their count is wrong."""
    page = PAGE[:3] + struct.pack("<IIqBHHHqq", 1, 4, 0, 0, 2, 0, 0, 5, 6)
    with pytest.raises(VectorError, match="2 exceptions among 1 number"):
        Pfor().decode(memoryview(page), 1, Type.INT64)


@pytest.mark.parametrize("name", WRONG)
def test_each_rule(name: str) -> None:
    page, what = WRONG[name]
    with pytest.raises(VectorError, match=re.escape(what)):
        Pfor().decode(memoryview(page), COUNT, Type.INT64)
    with pytest.raises(VectorError, match=re.escape(what)):
        decode_page(memoryview(page), COUNT, INT64)


def test_the_page_is_as_it_was() -> None:
    """Each case above is one deviation from a page that is read."""
    assert EXCEPTIONS
    assert Pfor().decode(memoryview(PAGE), COUNT, Type.INT64) == plain_values(
        "low sentinels", INT64
    )


def test_a_count_is_no_claim_on_memory() -> None:
    page = replace_bytes(PAGE[:19], 3, "<I", 2**32 - 1)
    with pytest.raises(VectorError, match="offsets need"):
        Pfor().decode(memoryview(page), 2**32 - 1, Type.INT64)


@pytest.mark.parametrize("case", ["extremes", "rising with gaps"])
@pytest.mark.parametrize("name", KINDS)
def test_both_cores_judge_mutations_alike(name: str, case: str) -> None:
    kind, chance = KINDS[name], random.Random(7)
    values = plain_values(case, kind)[: 70 * kind.size]
    page = Pfor().encode(values, 70, Type[name])
    refused = 0
    for _ in range(400):
        mutated = memoryview(mutate(page, chance))
        try:
            plain = decode_page(mutated, 70, kind)
        except VectorError:
            plain, refused = None, refused + 1
        if NATIVE is not None:
            assert NATIVE.decode_page(mutated, 70, kind.size) == plain
    assert 0 < refused < 400


def test_a_page_of_the_other_type() -> None:
    page = Pfor().encode(plain_values("ids", INT32), 3_000, Type.INT32)
    with pytest.raises(VectorError, match="size of an integer 4, and only 8"):
        Pfor().decode(memoryview(page), 3_000, Type.INT64)
