"""Hypothesis strategies: Variants of every type, schemas to shred them by, and damage."""

from __future__ import annotations

import math
import struct
from typing import Final, TypeAlias

import pyarrow as pa
from hypothesis import strategies as st

from inlay.variant import PrimitiveType, Scalar, Variant, from_pairs
from inlay_variant.value.encode import write_variant
from inlay_variant.value.nodes import Node
from inlay_variant.value.primitives import DECIMAL_PRECISION, SIZES, encode_decimal

DataType: TypeAlias = pa.DataType

NAMES: Final = ["a", "b", "c", "é", "", "x y", "long" * 20]
_TEXT: Final = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)


@st.composite
def decimals(draw: st.DrawFn) -> Scalar:
    type_ = draw(st.sampled_from(list(DECIMAL_PRECISION)))
    limit = 10 ** DECIMAL_PRECISION[type_] - 1
    unscaled = draw(st.integers(-limit, limit) | st.integers(-500, 500))
    return Scalar(type_, encode_decimal(type_, unscaled, draw(st.integers(0, 12))))


def fixed(type_: int) -> st.SearchStrategy[Scalar]:
    size = SIZES[type_]
    return (st.binary(min_size=size, max_size=size) | st.just(b"\1" + bytes(size))).map(
        lambda payload: Scalar(type_, payload[:size])
    )


SCALARS: Final[st.SearchStrategy[Scalar]] = st.one_of(
    st.sampled_from([Scalar(0), Scalar(1), Scalar(2), Scalar(3, b"\1"), Scalar(16, b"x")]),
    st.sampled_from([Scalar(7, struct.pack("<d", math.nan)), Scalar(14, struct.pack("<f", math.nan))]),
    *[fixed(type_) for type_ in SIZES if SIZES[type_] and type_ not in DECIMAL_PRECISION],
    decimals(),
    st.integers(-(2**40), 2**40).map(
        lambda count: Scalar(PrimitiveType.TIMESTAMP_NANOS, (count * 1000).to_bytes(8, "little", signed=True))
    ),
    st.binary(max_size=70).map(lambda data: Scalar(PrimitiveType.BINARY, data)),
    _TEXT.map(lambda text: Scalar(PrimitiveType.STRING, text.encode())),
    st.just(Scalar(PrimitiveType.STRING, b"y" * 64)),
    st.builds(Scalar, st.integers(21, 63), st.binary(max_size=4)),
)  # fmt: skip

NODES: Final[st.SearchStrategy[Node]] = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(NAMES) | _TEXT, inner, max_size=5)
    ),
    max_leaves=12,
)

LEAVES: Final = [
    pa.bool_(), pa.int8(), pa.int16(), pa.int32(), pa.int64(), pa.float32(), pa.float64(),
    pa.decimal128(9, 2), pa.decimal128(5, 5), pa.decimal128(18, 6), pa.decimal128(38, 10), pa.date32(),
    pa.time64("us"), pa.timestamp("us"), pa.timestamp("us", "UTC"), pa.timestamp("ns"),
    pa.timestamp("ns", "UTC"), pa.binary(), pa.string(), pa.uuid(), pa.null(),
]  # fmt: skip

SCHEMAS: Final[st.SearchStrategy[DataType]] = st.recursive(
    st.sampled_from(LEAVES),
    lambda inner: (
        inner.map(pa.list_)
        | st.dictionaries(st.sampled_from(NAMES), inner, min_size=1, max_size=4).map(
            lambda fields: pa.struct(list(fields.items()))
        )
    ),
    max_leaves=5,
)

VARIANTS: Final = NODES.map(lambda node: Variant(*write_variant(node)))
ARRAYS: Final = st.lists(st.none() | VARIANTS, min_size=1, max_size=4).map(from_pairs)


@st.composite
def damaged(draw: st.DrawFn) -> Variant:
    """A Variant with some bits turned, and perhaps cut off."""
    variant = draw(VARIANTS)
    metadata, value = bytearray(variant.metadata), bytearray(variant.value)
    for _ in range(draw(st.integers(1, 3))):
        part = draw(st.sampled_from([metadata, value]))
        at = draw(st.integers(0, len(part) - 1))
        part[at] ^= draw(st.integers(1, 255))
    end = draw(st.none() | st.integers(0, len(value)))
    return Variant(bytes(metadata), bytes(value[:end]))
