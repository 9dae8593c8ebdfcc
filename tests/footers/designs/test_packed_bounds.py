"""Bounds that are packed into integers: a length that no packed bound has is refused before anything is copied."""

from __future__ import annotations

import pytest

from inlay.footers.designs.flatbuffers.packed_bounds import PackedColumn, unpack_bounds
from inlay_runtime.columnar.buffers import flatten
from inlay_runtime.columnar.plan import Kind
from inlay_runtime.errors import InvalidValueError
from parquet_format.parquet import Type


def packed(length: int) -> PackedColumn:
    return PackedColumn(
        flatten(Kind.I32, [0x04030201]),
        flatten(Kind.I64, [0x0C0B0A0908070605]),
        flatten(Kind.I64, [0x100F0E0D]),
        flatten(Kind.I8, [length]),
        flatten(Kind.BINARY, [None]),
        flatten(Kind.BINARY, [None]),
    )


def test_the_longest_length() -> None:
    bounds = unpack_bounds(packed(16), [Type.BYTE_ARRAY], 1)
    assert len(bytes(bounds.values)) == 16


@pytest.mark.parametrize("length", [17, 100, 127, -17, -127, -128])
def test_a_length_that_is_too_long(length: int) -> None:
    with pytest.raises(InvalidValueError):
        unpack_bounds(packed(length), [Type.BYTE_ARRAY], 1)
