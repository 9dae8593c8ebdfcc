"""Bounds as an Arrow array of the column's own type: what the physical type stores becomes what the logical type means."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any, Final

import pyarrow as pa

from inlay.footers.designs.build import array_from
from inlay.verbs.register.record import FileBound, LeafRecord
from inlay.verbs.register.schema.read_columns import read_leaf_type
from inlay.verbs.register.schema.table_types import (
    DecimalType,
    FixedType,
    IntegerType,
    LeafType,
    SimpleType,
    TimestampType,
    TimeType,
)
from parquet_format.parquet import SchemaElement

_MOST_DIGITS: Final = 76
_UNITS: Final = {1_000: "ms", 1_000_000: "us", 1_000_000_000: "ns"}
_SIMPLE: Final[dict[SimpleType, pa.DataType]] = {
    SimpleType.BOOLEAN: pa.bool_(),
    SimpleType.FLOAT16: pa.float16(),
    SimpleType.FLOAT: pa.float32(),
    SimpleType.DOUBLE: pa.float64(),
    SimpleType.DATE: pa.date32(),
    SimpleType.STRING: pa.string(),
    SimpleType.ENUM: pa.string(),
    SimpleType.JSON: pa.string(),
    SimpleType.BSON: pa.binary(),
    SimpleType.BINARY: pa.binary(),
    SimpleType.UUID: pa.binary(16),
}
_INTEGERS: Final[dict[tuple[int, bool], pa.DataType]] = {
    (8, True): pa.int8(),
    (16, True): pa.int16(),
    (32, True): pa.int32(),
    (64, True): pa.int64(),
    (8, False): pa.uint8(),
    (16, False): pa.uint16(),
    (32, False): pa.uint32(),
    (64, False): pa.uint64(),
}
_FLOATS: Final = {2: "<e", 4: "<f", 8: "<d"}


def choose_arrow_type(type_: LeafType) -> pa.DataType | None:
    """None for types whose values have no order here: of geometries, Variants, intervals and INT96 there are no bounds."""
    match type_:
        case SimpleType():
            return _SIMPLE.get(type_)
        case IntegerType(bits, is_signed):
            return _INTEGERS[bits, is_signed]
        case DecimalType(precision, scale):
            if not 0 < precision <= _MOST_DIGITS or not 0 <= scale <= precision:
                return None
            return (pa.decimal128 if precision <= 38 else pa.decimal256)(precision, scale)
        case TimeType(per_second, _):
            unit: Any = _UNITS[per_second]
            return pa.time32(unit) if unit == "ms" else pa.time64(unit)
        case TimestampType(per_second, is_utc):
            unit = _UNITS[per_second]
            return pa.timestamp(unit, "UTC") if is_utc else pa.timestamp(unit)
        case FixedType(length):
            return pa.binary(length)
        case _:
            return None


def build_bounds(
    leaves: Sequence[LeafRecord | None], type_: pa.DataType, *, is_lower: bool
) -> pa.Array[Any]:
    """One for each leaf, null where it is not known, or is not a value of the type. Files may store a narrower one."""
    plain = _join_plain(leaves, type_, is_lower=is_lower)
    if plain is not None:
        return plain
    read = _choose_reader(type_)
    values = [
        None if leaf is None else _read(read, leaf, leaf.lower if is_lower else leaf.upper)
        for leaf in leaves
    ]
    return build_array(values, type_)


def build_array(values: Sequence[Any], type_: pa.DataType) -> pa.Array[Any]:
    """Of days, times and moments that are counted, and other values as they are."""
    storage = _find_storage(type_)
    build = array_from if _is_simple(storage) else pa.array
    array = build(values, storage)
    return array if storage == type_ else array.view(type_)


def _is_simple(type_: pa.DataType) -> bool:
    """Whether `array_from` has it."""
    types = pa.types
    is_number = types.is_signed_integer(type_) or types.is_float32(type_) or types.is_float64(type_)
    is_text = types.is_string(type_) or types.is_binary(type_)
    return is_number or is_text or types.is_boolean(type_)


def _join_plain(
    leaves: Sequence[LeafRecord | None], type_: pa.DataType, *, is_lower: bool
) -> pa.Array[Any] | None:
    """The same without a look at each number, where the files store just what the type holds; None elsewhere."""
    storage = _find_storage(type_)
    is_number = (
        pa.types.is_integer(storage) or pa.types.is_float32(storage) or pa.types.is_float64(storage)
    )
    if not is_number:
        return None
    width, is_signed = storage.bit_width // 8, not pa.types.is_unsigned_integer(storage)
    bounds = [None if leaf is None else leaf.lower if is_lower else leaf.upper for leaf in leaves]
    nothing = bytes(width)
    raws = [nothing if bound is None else bound.raw for bound in bounds]
    if not {*map(len, raws)} <= {width}:
        return None
    rules = [leaf.rules for leaf in leaves if leaf is not None]
    each = dict(zip(map(id, rules), rules, strict=True))
    if any(_is_signed(it.element) is not is_signed for it in each.values()):
        return None
    data = b"".join(raws)
    valid = array_from([bound is not None for bound in bounds], pa.bool_()).buffers()[1]
    array = pa.Array.from_buffers(storage, len(bounds), [valid, pa.py_buffer(data)])
    return array if storage == type_ else array.view(type_)


def _is_signed(element: SchemaElement) -> bool:
    stored = read_leaf_type(element)
    return not (isinstance(stored, IntegerType) and not stored.is_signed)


def _read(
    read: Callable[[LeafRecord, bytes], Any], leaf: LeafRecord, bound: FileBound | None
) -> Any:
    return None if bound is None else read(leaf, bound.raw)


def _find_storage(type_: pa.DataType) -> pa.DataType:
    """Moments and days are counted: pyarrow would make objects of Python of them, which end at the year 9999."""
    if pa.types.is_date32(type_) or pa.types.is_time32(type_):
        return pa.int32()
    if pa.types.is_timestamp(type_) or pa.types.is_time64(type_):
        return pa.int64()
    return type_


def _choose_reader(type_: pa.DataType) -> Callable[[LeafRecord, bytes], Any]:
    if pa.types.is_boolean(type_):
        return lambda _, raw: raw != b"\0"
    if pa.types.is_floating(type_):
        return lambda _, raw: struct.unpack(_FLOATS[len(raw)], raw)[0]
    if pa.types.is_decimal(type_):
        return _read_decimal(type_.precision)
    if pa.types.is_string(type_):
        return _read_text
    if pa.types.is_binary(type_) or pa.types.is_fixed_size_binary(type_):
        return lambda _, raw: raw
    bits = type_.bit_width
    is_unsigned = pa.types.is_unsigned_integer(type_)
    least, most = (0, 2**bits) if is_unsigned else (-(2 ** (bits - 1)), 2 ** (bits - 1))

    def read_integer(leaf: LeafRecord, raw: bytes) -> int | None:
        """None for a number that only a file of a lie has: the type has no room for it."""
        number = int.from_bytes(raw, "little", signed=_is_signed(leaf.rules.element))
        return number if least <= number < most else None

    return read_integer


def _read_decimal(precision: int) -> Callable[[LeafRecord, bytes], Any]:
    def read(leaf: LeafRecord, raw: bytes) -> Decimal | None:
        value = leaf.decode(FileBound(raw, is_exact=False))
        if not isinstance(value, Decimal) or len(value.as_tuple().digits) > precision:
            return None
        return value

    return read


def _read_text(_leaf: LeafRecord, raw: bytes) -> str | None:
    """A bound that was cut within a character is not text: it is left out, as what it would become may be no bound."""
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return None
