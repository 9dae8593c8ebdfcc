"""Arrow types of single values that Variants do not have, and the type that carries each of them.

A `uint8` travels as an `int16`, a `timestamp[s]` in microseconds. On the way to Arrow, a value that the wanted type cannot
hold becomes null.
"""

from __future__ import annotations

from typing import Any, Final, Literal, cast

import pyarrow as pa

from inlay_variant.storage.arrow_classes import Array, pc
from inlay_variant.storage.arrow_values import integer, null
from inlay_variant.storage.leaves import UTC_NAMES, leaf_of
from inlay_variant.value.errors import StorageError

MOST_DIGITS: Final = 38

_CARRIERS: Final[dict[pa.DataType, pa.DataType]] = {
    pa.uint8(): pa.int16(),
    pa.uint16(): pa.int32(),
    pa.uint32(): pa.int64(),
    pa.uint64(): pa.decimal128(20, 0),
    pa.float16(): pa.float32(),
    pa.date64(): pa.date32(),
    pa.time32("s"): pa.time64("us"),
    pa.time32("ms"): pa.time64("us"),
    pa.time64("ns"): pa.time64("us"),
    pa.large_binary(): pa.binary(),
    pa.binary_view(): pa.binary(),
    pa.large_string(): pa.string(),
    pa.string_view(): pa.string(),
    pa.uuid(): pa.uuid(),
}


def carrier_of(arrow: pa.DataType, path: str) -> pa.DataType:
    """The type in which values of a type travel: itself where Variants have it. Raises StorageError for what no Variant holds."""
    carrier = _CARRIERS.get(arrow)
    if carrier is not None:
        return carrier
    if pa.types.is_dictionary(arrow) or pa.types.is_run_end_encoded(arrow):
        return carrier_of(cast(Any, arrow).value_type, path)
    if isinstance(arrow, pa.BaseExtensionType):
        return carrier_of(arrow.storage_type, path)
    if pa.types.is_fixed_size_binary(arrow):
        return pa.binary()
    if pa.types.is_timestamp(arrow):
        unit: Literal["ns", "us"] = "ns" if arrow.unit == "ns" else "us"
        return pa.timestamp(unit, "UTC") if arrow.tz is not None else pa.timestamp(unit)
    if pa.types.is_decimal(arrow):
        decimal = cast(Any, arrow)
        if decimal.precision <= MOST_DIGITS and 0 <= decimal.scale <= MOST_DIGITS:
            return pa.decimal128(decimal.precision, decimal.scale)
    elif leaf_of(arrow) is not None:
        return arrow
    raise StorageError(path, f"{arrow} is not a type that Variants have")


def to_carrier(array: Array, path: str) -> Array:
    """The values as the type that carries them. Raises StorageError for a value that it cannot hold."""
    wanted = carrier_of(array.type, path)
    if isinstance(array, pa.RunEndEncodedArray):
        array = cast("Array", pc.run_end_decode(array))
    if isinstance(array.type, pa.BaseExtensionType) and array.type != wanted:
        return to_carrier(cast(Any, array).storage, path)
    if array.type == wanted:
        return array
    try:
        if pa.types.is_dictionary(array.type):
            return to_carrier(cast(Any, array).dictionary_decode(), path)
        if pa.types.is_timestamp(array.type) and array.type.tz not in (None, *UTC_NAMES):
            array = array.cast(pa.timestamp(array.type.unit, "UTC"))
        return array.cast(wanted)
    except pa.ArrowInvalid as error:
        raise StorageError(path, f"no Variant holds it as {wanted}: {error}") from None


def from_carrier(array: Array, wanted: pa.DataType) -> Array:
    """The values as the type that is wanted; null where it cannot hold them. Raises StorageError for encodings that it cannot have."""
    if array.type == wanted:
        return array
    if isinstance(wanted, pa.BaseExtensionType):
        stored = from_carrier(array, wanted.storage_type)
        return pa.ExtensionArray.from_storage(wanted, stored)
    if pa.types.is_dictionary(wanted) or pa.types.is_run_end_encoded(wanted):
        return _encode(from_carrier(array, cast(Any, wanted).value_type), wanted)
    try:
        # A cast to half the width rounds, and says nothing.
        return _cast_what_fits(array, wanted) if wanted == pa.float16() else array.cast(wanted)
    except pa.ArrowInvalid:
        return _cast_what_fits(array, wanted)


def _encode(values: Array, wanted: Any) -> Array:
    """Values in a dictionary or as runs. Raises StorageError for more of them than its numbers reach, and for what pyarrow cannot."""
    try:
        if pa.types.is_dictionary(wanted):
            return cast("Array", cast(Any, values).dictionary_encode().cast(wanted))
        return cast("Array", pc.run_end_encode(values, run_end_type=wanted.run_end_type))
    except pa.ArrowException as error:
        raise StorageError("type", f"these values cannot be {wanted}: {error}") from None


def _cast_what_fits(array: Array, wanted: pa.DataType) -> Array:
    """What comes back as it was fits."""
    if pa.types.is_fixed_size_binary(wanted):
        fits = pc.equal(pc.binary_length(array), integer(wanted.byte_width, pa.int32()))
    else:
        fits = pc.equal(array.cast(wanted, safe=False).cast(array.type, safe=False), array)
        if pa.types.is_floating(wanted):
            fits = pc.or_(fits, pc.is_nan(array))
    kept: Array = pc.if_else(fits, array, null(array.type))
    return kept.cast(wanted)


def merge_columns(first: Array, second: Array) -> Array:
    """The values of the first column, and those of the second where that is null."""
    if second.null_count == len(second):
        return first
    if isinstance(first, pa.ExtensionArray) and isinstance(second, pa.ExtensionArray):
        stored = pc.coalesce(first.storage, second.storage)
        return pa.ExtensionArray.from_storage(first.type, stored)
    merged: Array = pc.coalesce(first, second)
    return merged
