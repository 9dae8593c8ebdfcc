"""Bounds of paths through a Variant, as one Variant for each end: an object of normalized JSON paths (Iceberg spec, "Bounds for Variant")."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import pyarrow as pa

from inlay.footers.designs.build import array_from
from inlay.ground.arrow_fields import fields_in
from inlay.ground.arrow_rows import Array, make_struct
from inlay.verbs.register.record import FileBound, FileRecord, LeafRecord, PathRecord
from inlay.verbs.register.schema.read_columns import read_leaf_type
from inlay.verbs.register.schema.table_leaves import TableLeaf
from inlay.verbs.register.schema.table_types import (
    DecimalType,
    IntegerType,
    LeafType,
    SimpleType,
    TimestampType,
    TimeType,
)
from inlay.verbs.register.variant_leaves import find_counted, measure_plain
from inlay_runtime.text import is_utf8, text_from
from inlay_variant.value.encode import write_variant
from inlay_variant.value.nodes import Node
from inlay_variant.value.primitives import (
    FALSE,
    INTEGER_BITS,
    TRUE,
    PrimitiveType,
    Scalar,
    choose_decimal_type,
    encode_decimal,
)
from parquet_format.parquet import Type

VARIANT_BOUND: Final = pa.struct(
    [pa.field(name, pa.binary(), nullable=False) for name in ("metadata", "value")]
)
"""A Variant that is not shredded, as pyarrow writes it: its annotation comes into the footer afterwards."""

_MOST_SIZE: Final = 2**31 - 1
_ESCAPES: Final = {
    "\b": "\\b",
    "\t": "\\t",
    "\n": "\\n",
    "\f": "\\f",
    "\r": "\\r",
    "'": "\\'",
    "\\": "\\\\",
}
_SIMPLE: Final[dict[SimpleType, PrimitiveType]] = {
    SimpleType.FLOAT: PrimitiveType.FLOAT,
    SimpleType.DOUBLE: PrimitiveType.DOUBLE,
    SimpleType.DATE: PrimitiveType.DATE,
    SimpleType.STRING: PrimitiveType.STRING,
    SimpleType.BINARY: PrimitiveType.BINARY,
    SimpleType.UUID: PrimitiveType.UUID,
}
_INTEGERS: Final = {bits: PrimitiveType(type_) for type_, bits in INTEGER_BITS.items()}
_TIMESTAMPS: Final = {
    (1_000_000, True): PrimitiveType.TIMESTAMP,
    (1_000_000, False): PrimitiveType.TIMESTAMP_NTZ,
    (1_000_000_000, True): PrimitiveType.TIMESTAMP_NANOS,
    (1_000_000_000, False): PrimitiveType.TIMESTAMP_NTZ_NANOS,
}


class FileVariant(NamedTuple):
    """A Variant of a file, by its path there."""

    record: FileRecord
    path: tuple[str, ...]


def has_variant_bounds(leaf: TableLeaf) -> bool:
    return not leaf.is_repeated and leaf.type is SimpleType.VARIANT


def build_variant_bounds(variants: Sequence[FileVariant | None], *, is_lower: bool) -> Array:
    """One for each file; null where no path of the Variant has a bound."""
    written = [
        write_variant(paths) if it is not None and (paths := _list_ends(it, is_lower)) else None
        for it in variants
    ]
    columns = [
        array_from([it[at] if it else b"" for it in written], pa.binary()) for at in range(2)
    ]
    is_null = array_from([it is None for it in written], pa.bool_())
    return make_struct(columns, fields_in(VARIANT_BOUND), is_null)


def count_variants(variant: FileVariant) -> tuple[int | None, int | None]:
    """Its values, and how many of them are null."""
    leaf = find_counted(*variant)
    return (None, None) if leaf is None else (leaf.values, leaf.nulls)


def measure_variants(variant: FileVariant) -> int | None:
    """Bytes on average."""
    plain, (values, nulls) = measure_plain(*variant), count_variants(variant)
    if plain is None or values is None or nulls is None or nulls == values:
        return None
    return min(plain // (values - nulls), _MOST_SIZE)


def _list_ends(variant: FileVariant, is_lower: bool) -> dict[str, Node]:
    ends: dict[str, Node] = {}
    for path in variant.record.paths:
        if path.variant == variant.path and all(map(is_utf8, path.steps)):
            end = _read_end(path, is_lower=is_lower)
            if end is not None:
                ends[_normalize(path.steps)] = end
    return ends


def _read_end(path: PathRecord, *, is_lower: bool) -> Scalar | None:
    """Nothing says how many values of a path are NaN. So one that may have any has no upper bound: to some readers NaN is the largest."""
    leaf = path.leaf
    if leaf.rules.is_float and leaf.nans != 0 and not is_lower:
        return None
    bound = leaf.lower if is_lower else leaf.upper
    return None if bound is None else _read_scalar(leaf, bound)


def _normalize(steps: Sequence[str]) -> str:
    """RFC 9535, "Normalized Paths": each name in single quotes."""
    return "$" + "".join(f"['{''.join(map(_escape, step))}']" for step in steps)


def _escape(character: str) -> str:
    if character in _ESCAPES:
        return _ESCAPES[character]
    return f"\\u{ord(character):04x}" if character < " " else character


def _read_scalar(leaf: LeafRecord, bound: FileBound) -> Scalar | None:
    """A bound in the type that values of the column have as Variants; None for a type that no column of a Variant has."""
    element, raw = leaf.rules.element, bound.raw
    match read_leaf_type(element):
        case SimpleType.BOOLEAN:
            return FALSE if raw == b"\0" else TRUE
        case DecimalType(precision, scale):
            type_ = choose_decimal_type(precision)
            is_little = element.type in (Type.INT32, Type.INT64)
            unscaled = int.from_bytes(raw, "little" if is_little else "big", signed=True)
            if type_ is None or not 0 <= scale <= precision or abs(unscaled) >= 10**precision:
                return None
            return Scalar(type_, encode_decimal(type_, unscaled, scale))
        case IntegerType(bits, True):
            return _read_integer(raw, bits)
        case kind:
            type_ = _choose_type(kind)
            is_cut = type_ == PrimitiveType.STRING and not is_utf8(text_from(raw))
            return None if type_ is None or is_cut else Scalar(type_, raw)


def _read_integer(raw: bytes, bits: int) -> Scalar | None:
    """None for a number that only a file of a lie has: the type has no room for it."""
    number = int.from_bytes(raw, "little", signed=True)
    if not -(1 << bits - 1) <= number < 1 << bits - 1:
        return None
    return Scalar(_INTEGERS[bits], number.to_bytes(bits // 8, "little", signed=True))


def _choose_type(kind: LeafType) -> PrimitiveType | None:
    """The type whose payload is what PLAIN has. A bound that was cut within a character is no text of a Variant."""
    match kind:
        case SimpleType():
            return _SIMPLE.get(kind)
        case TimeType(1_000_000, False):
            return PrimitiveType.TIME_NTZ
        case TimestampType(per_second, is_utc):
            return _TIMESTAMPS.get((per_second, is_utc))
        case _:
            return None
