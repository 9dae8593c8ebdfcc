"""Bounds as PR 544 packs them, in both directions."""

from __future__ import annotations

import struct
from typing import NamedTuple

import pytest

from inlay.footers.conversion.errors import ConversionError
from inlay.footers.conversion.statistics import (
    BOOLEAN,
    BYTE_ARRAY,
    DOUBLE,
    FIXED_LEN_BYTE_ARRAY,
    FLOAT,
    INT32,
    INT64,
    INT96,
    Bounds,
    PackedBound,
    PackedBounds,
    pack,
    round_up,
    unpack,
)

NONE = PackedBound()


class Case(NamedTuple):
    name: str
    type: int | None
    bounds: Bounds
    packed: PackedBounds
    unpacked: Bounds | None = None
    """What unpacking gives, where that is not the bounds."""
    may_truncate: bool = False


def text(data: bytes, length: int) -> PackedBound:
    padded = data.ljust(16, b"\0")
    lo8, hi8 = int.from_bytes(padded[:8], "big"), int.from_bytes(padded[8:], "big")
    return PackedBound(lo8=lo8, hi8=hi8, len=length)


INT12 = bytes(range(1, 13))
CASES = [
    Case(
        "int32",
        INT32,
        Bounds(b"\x01\0\0\0", b"\xff\xff\xff\x7f", True, True),
        PackedBounds(PackedBound(lo4=1, len=4), PackedBound(lo4=0x7FFFFFFF, len=4)),
    ),
    Case(
        "not exact is negative",
        FLOAT,
        Bounds(b"\x01\0\0\0", b"\x02\0\0\0", False, True),
        PackedBounds(PackedBound(lo4=1, len=-4), PackedBound(lo4=2, len=4)),
    ),
    Case(
        "int64, one bound",
        INT64,
        Bounds(None, b"\xff" * 8, False, True),
        PackedBounds(NONE, PackedBound(lo8=(1 << 64) - 1, len=8)),
    ),
    Case(
        "-0.0 and a NaN keep their bits",
        DOUBLE,
        Bounds(struct.pack("<d", -0.0), bytes.fromhex("010000000000f87f"), True, True),
        PackedBounds(
            PackedBound(lo8=1 << 63, len=8), PackedBound(lo8=0x7FF8000000000001, len=8)
        ),
    ),
    Case(
        "int96",
        INT96,
        Bounds(INT12, None, True, False),
        PackedBounds(PackedBound(lo4=0x04030201, lo8=0x0C0B0A0908070605, len=12), NONE),
    ),
    Case("wrong length", INT32, Bounds(b"\x01", b""), PackedBounds(), Bounds(None, None)),
    Case("boolean", BOOLEAN, Bounds(b"\0", b"\1"), PackedBounds(), Bounds(None, None)),
    Case("no leaf", None, Bounds(b"\0", b"\1"), PackedBounds(), Bounds(None, None)),
    Case("unknown type", 99, Bounds(b"\0", b"\1"), PackedBounds(), Bounds(None, None)),
    Case(
        "text with a prefix",
        BYTE_ARRAY,
        Bounds(b"value-1", b"value-22", True, True),
        PackedBounds(text(b"1", 1), text(b"22", 2), b"value-"),
    ),
    Case(
        "more than eight bytes go on in hi8",
        BYTE_ARRAY,
        Bounds(b"abcdefghij", b"zz", True, True),
        PackedBounds(text(b"abcdefghij", 10), text(b"zz", 2)),
    ),
    Case(
        "equal and exact: all prefix",
        BYTE_ARRAY,
        Bounds(b"same", b"same", True, True),
        PackedBounds(text(b"", 0), text(b"", 0), b"same"),
    ),
    Case(
        "all prefix and not exact: a shorter prefix",
        BYTE_ARRAY,
        Bounds(b"same", b"same", False, True),
        PackedBounds(text(b"e", -1), text(b"e", 1), b"sam"),
    ),
    Case(
        "empty and exact",
        BYTE_ARRAY,
        Bounds(b"", b"x", True, True),
        PackedBounds(text(b"", 0), text(b"x", 1)),
    ),
    Case(
        "empty and not exact has no sign",
        BYTE_ARRAY,
        Bounds(b"", b"x", False, False),
        PackedBounds(NONE, text(b"x", -1)),
        Bounds(None, b"x"),
    ),
    Case("both empty, not exact", BYTE_ARRAY, Bounds(b"", b""), PackedBounds(), Bounds(None, None)),
    Case(
        "one bound has no prefix",
        BYTE_ARRAY,
        Bounds(b"value", None, True, False),
        PackedBounds(text(b"value", 5), NONE),
    ),
    Case(
        "truncated: the maximum is raised",
        BYTE_ARRAY,
        Bounds(b"a" * 20, b"b" * 20, True, True),
        PackedBounds(text(b"a" * 16, -16), text(b"b" * 15 + b"c", -16)),
        Bounds(b"a" * 16, b"b" * 15 + b"c"),
        may_truncate=True,
    ),
    Case(
        "truncated: FFs are cut before the last byte is raised",
        BYTE_ARRAY,
        Bounds(b"a", b"b\xff" + b"\xff" * 20, True, True),
        PackedBounds(text(b"a", 1), text(b"c", -1)),
        Bounds(b"a", b"c", True, False),
        may_truncate=True,
    ),
    Case(
        "nothing but FFs cannot be raised",
        BYTE_ARRAY,
        Bounds(b"a", b"\xff" * 17, True, True),
        PackedBounds(text(b"a", 1), NONE),
        Bounds(b"a", None, True, False),
        may_truncate=True,
    ),
    Case(
        "may not be truncated",
        BYTE_ARRAY,
        Bounds(b"a", b"b" * 17, True, True),
        PackedBounds(text(b"a", 1), NONE),
        Bounds(b"a", None, True, False),
    ),
    Case(
        "neither packed, no prefix",
        FIXED_LEN_BYTE_ARRAY,
        Bounds(b"p" + b"a" * 17, b"p" + b"b" * 17, True, True),
        PackedBounds(),
        Bounds(None, None),
    ),
    Case(
        "fixed length",
        FIXED_LEN_BYTE_ARRAY,
        Bounds(b"\x80\0", b"\x80\1", True, True),
        PackedBounds(text(b"\0", 1), text(b"\1", 1), b"\x80"),
    ),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
class TestCase:
    def test_pack(self, case: Case) -> None:
        assert pack(case.type, case.bounds, may_truncate=case.may_truncate) == case.packed

    def test_unpack(self, case: Case) -> None:
        assert unpack(case.type, case.packed) == (case.unpacked or case.bounds)


@pytest.mark.parametrize(
    ("type_", "length"), [(INT32, 3), (INT64, -4), (INT96, 8), (BYTE_ARRAY, 17), (BYTE_ARRAY, -128)]
)
def test_a_length_that_the_type_does_not_have(type_: int, length: int) -> None:
    with pytest.raises(ConversionError) as caught:
        unpack(type_, PackedBounds(max=PackedBound(len=length)))
    assert caught.value.path == "max_len"


def test_raised_is_the_least_above() -> None:
    assert round_up(b"ab") == b"ac"
    assert round_up(b"a\xff") == b"b"
    assert round_up(b"\xff") == b""
