"""Variants to begin with, as bytes of a fuzz input, and their mutator."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Final

import pyarrow as pa

from fuzz.mutators.raw_bytes import mutate_bytes
from inlay.variant import PrimitiveType, Scalar, Variant, encode, from_json
from inlay_variant.value.primitives import SIZES

_DOCUMENTS: Final = (
    "null", "true", "1", "300", "-70000", "5000000000", "1.5", "1e300", '"text"', '"' + "x" * 70 + '"', "[]", "{}",
    "[1,[2,[3]],null]", '{"a":1,"b":{"a":[true,"x"]},"c":null}', '{"a":{"b":{"c":1}},"long name":2,"é":[{}]}',
    "[" + ",".join(map(str, range(300))) + "]", "{" + ",".join(f'"k{at}":{at}' for at in range(40)) + "}",
)  # fmt: skip
_EMPTY: Final = b"\x11\0\0"
"""Metadata without a name."""

_FIELDS: Final = [pa.field("metadata", pa.binary(), nullable=False), pa.field("value", pa.binary())]


@cache
def list_variants() -> tuple[Variant, ...]:
    scalars = [Scalar(type_, bytes(range(1, 1 + size))) for type_, size in SIZES.items()]
    some = [encode(Scalar(PrimitiveType.BINARY, b"\0\xff")), encode(Scalar(40, b"unknown"))]
    return (*map(from_json, _DOCUMENTS), *map(encode, scalars), *some)


def pack(variant: Variant) -> bytes:
    """The size of the metadata in two bytes, metadata, value."""
    return len(variant.metadata).to_bytes(2, "little") + variant.metadata + variant.value


def unpack(data: bytes) -> Variant:
    """The inverse of `pack`, for any bytes."""
    size = int.from_bytes(data[:2], "little")
    return Variant(data[2 : 2 + size], data[2 + size :])


def store(*rows: Variant | None) -> pa.StructArray:
    """As a column of Variants is stored, and what `normalize_storage` leaves as it is."""
    metadata = pa.array([_EMPTY if row is None else row.metadata for row in rows], pa.binary())
    values = pa.array([row and row.value for row in rows], pa.binary())
    missing = pa.array([row is None for row in rows])
    return pa.StructArray.from_arrays([metadata, values], fields=_FIELDS, mask=missing)


def mutate_variant(data: bytes, rng: Random) -> bytes:
    """A change of the value, of the metadata, or the metadata of another."""
    metadata, value = unpack(data)
    choice = rng.randrange(8)
    if choice == 0:
        metadata = rng.choice(list_variants()).metadata
    elif choice == 1:
        metadata = mutate_bytes(metadata, rng)
    elif choice == 2:  # a value within a value, or in its place
        at, other = rng.randrange(len(value) + 1), rng.choice(list_variants()).value
        value = value[:at] + other + value[at + len(other) :]
    elif choice == 3 and value:  # another type, or other widths
        at = rng.randrange(min(len(value), 40))
        value = value[:at] + bytes([rng.randrange(256)]) + value[at + 1 :]
    else:
        value = mutate_bytes(value, rng)
    return pack(Variant(metadata, value))
