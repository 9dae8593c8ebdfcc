"""The 21 primitive types, and scalars that keep their type.

    VariantEncoding.md, "Encoding types": the table of ids and binary formats

A scalar holds its payload as the bytes of the encoding, so that nothing is lost on the way: NaNs keep
their bits, and a type that this version does not know keeps whatever it has.
"""

from __future__ import annotations

import struct
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal, localcontext
from enum import IntEnum, unique
from typing import Final, NamedTuple, TypeAlias
from uuid import UUID

from inlay_runtime.errors import EncodeError


@unique
class PrimitiveType(IntEnum):
    """Ids of primitive types; an id that is not here belongs to a newer specification."""

    NULL = 0
    TRUE = 1
    FALSE = 2
    INT8 = 3
    INT16 = 4
    INT32 = 5
    INT64 = 6
    DOUBLE = 7
    DECIMAL4 = 8
    DECIMAL8 = 9
    DECIMAL16 = 10
    DATE = 11
    TIMESTAMP = 12
    TIMESTAMP_NTZ = 13
    FLOAT = 14
    BINARY = 15
    STRING = 16
    TIME_NTZ = 17
    TIMESTAMP_NANOS = 18
    TIMESTAMP_NTZ_NANOS = 19
    UUID = 20


SIZES: Final[dict[int, int]] = {
    0: 0, 1: 0, 2: 0, 3: 1, 4: 2, 5: 4, 6: 8, 7: 8, 8: 5, 9: 9, 10: 17, 11: 4, 12: 8, 13: 8,
    14: 4, 17: 8, 18: 8, 19: 8, 20: 16,
}  # fmt: skip
"""Bytes behind the header, for the types that always have the same number; a decimal's are 1 + 4, 8, 16."""

MAX_SCALE: Final = 38
DECIMAL_PRECISION: Final = {8: 9, 9: 18, 10: 38}
"""The digits that each decimal type may have."""

INTEGER_BITS: Final = {3: 8, 4: 16, 5: 32, 6: 64}
SHORT_STRING: Final = 63
"""The most bytes that a short string has."""

_EPOCH: Final = datetime(1970, 1, 1)
_EPOCH_UTC: Final = datetime(1970, 1, 1, tzinfo=UTC)
_EPOCH_DAY: Final = date(1970, 1, 1).toordinal()
_MICROSECOND: Final = timedelta(microseconds=1)
DAY: Final = 86_400_000_000
"""In microseconds."""


class Scalar(NamedTuple):
    """A primitive value with its type: `payload` is what the encoding has behind header and length."""

    type: int
    payload: bytes = b""

    @property
    def value(self) -> PythonScalar:
        """The Python value; itself where Python has none: nanoseconds, dates outside of the years 1 to
        9999, and types that this version does not know."""
        return to_python(self)

    def __repr__(self) -> str:
        name = (
            PrimitiveType(self.type).name if self.type in SIZES or self.type in (15, 16) else None
        )
        return f"Scalar({name or self.type}, {self.payload.hex()})"


PythonScalar: TypeAlias = (
    "bool | int | float | Decimal | date | datetime | time | bytes | str | UUID | Scalar | None"
)

_OWN: Final = frozenset(
    {bool, int, float, Decimal, date, datetime, time, bytes, str, UUID, Scalar, type(None)}
)

NULL: Final = Scalar(PrimitiveType.NULL)
TRUE: Final = Scalar(PrimitiveType.TRUE)
FALSE: Final = Scalar(PrimitiveType.FALSE)


def scalar(type_: PrimitiveType, value: object = None) -> Scalar:
    """A scalar of this very type, of a Python value or of the count that the encoding stores
    (days, microseconds, nanoseconds). Raises EncodeError where the type cannot hold it."""
    match type_, value:
        case ((PrimitiveType.NULL | PrimitiveType.TRUE | PrimitiveType.FALSE), None):
            return Scalar(type_)
        case (PrimitiveType.DOUBLE, float() | int()):
            return Scalar(type_, struct.pack("<d", value))
        case (PrimitiveType.FLOAT, float() | int()):
            return Scalar(type_, _float(float(value)))
        case (
            (PrimitiveType.DECIMAL4 | PrimitiveType.DECIMAL8 | PrimitiveType.DECIMAL16),
            Decimal(),
        ):
            return _decimal(type_, value)
        case PrimitiveType.STRING, str():
            return Scalar(type_, _utf8(value))
        case PrimitiveType.BINARY, bytes():
            return Scalar(type_, value)
        case PrimitiveType.UUID, UUID():
            return Scalar(type_, value.bytes)
        case _, int() if type_ in SIZES and not isinstance(value, bool):
            return _integer(type_, value)
        case _, date() | time():
            inferred = from_python(value)
            if inferred.type == type_:
                return inferred
        case _:
            pass
    raise EncodeError(f"a {type(value).__name__} is not {type_.name}")


def from_python(value: object) -> Scalar:
    """The scalar of a Python value: integers in the smallest type, floats as DOUBLE, times in microseconds. Scalars
    of pandas and numpy are taken too.

    Raises EncodeError for what no primitive type can hold.
    """
    if type(value) not in _OWN:
        from inlay_variant.value.foreign_values import convert_foreign

        value = convert_foreign(value)
    match value:
        case Scalar():
            return value
        case None:
            return NULL
        case bool():
            return TRUE if value else FALSE
        case int():
            return _smallest(value)
        case float():
            return Scalar(PrimitiveType.DOUBLE, struct.pack("<d", value))
        case str():
            return Scalar(PrimitiveType.STRING, _utf8(value))
        case bytes():
            return Scalar(PrimitiveType.BINARY, value)
        case Decimal():
            return _decimal(None, value)
        case datetime():
            if value.tzinfo is None:
                return _integer(PrimitiveType.TIMESTAMP_NTZ, (value - _EPOCH) // _MICROSECOND)
            return _integer(PrimitiveType.TIMESTAMP, (value - _EPOCH_UTC) // _MICROSECOND)
        case date():
            return _integer(PrimitiveType.DATE, value.toordinal() - _EPOCH_DAY)
        case time():
            if value.tzinfo is not None:
                raise EncodeError("a time with a time zone has no Variant type")
            seconds = (value.hour * 60 + value.minute) * 60 + value.second
            return _integer(PrimitiveType.TIME_NTZ, seconds * 1_000_000 + value.microsecond)
        case UUID():
            return Scalar(PrimitiveType.UUID, value.bytes)
        case _:
            raise EncodeError(f"a {type(value).__name__} has no Variant type")


def to_python(scalar: Scalar) -> PythonScalar:
    """See `Scalar.value`."""
    type_, payload = scalar
    match type_:
        case PrimitiveType.NULL:
            return None
        case PrimitiveType.TRUE:
            return True
        case PrimitiveType.FALSE:
            return False
        case PrimitiveType.INT8 | PrimitiveType.INT16 | PrimitiveType.INT32 | PrimitiveType.INT64:
            return int.from_bytes(payload, "little", signed=True)
        case PrimitiveType.DOUBLE:
            return _unpacked("<d", payload)
        case PrimitiveType.FLOAT:
            return _unpacked("<f", payload)
        case PrimitiveType.DECIMAL4 | PrimitiveType.DECIMAL8 | PrimitiveType.DECIMAL16:
            unscaled, scale = split_decimal(scalar)
            digits = tuple(int(digit) for digit in str(abs(unscaled)))
            return Decimal((int(unscaled < 0), digits, -scale))
        case PrimitiveType.STRING:
            return payload.decode()
        case PrimitiveType.BINARY:
            return payload
        case PrimitiveType.UUID:
            return UUID(bytes=payload)
        case _:
            when = _calendar(type_, payload)
            return scalar if when is None else when


def _calendar(type_: int, payload: bytes) -> date | datetime | time | None:
    """None where Python's types do not reach."""
    count = int.from_bytes(payload, "little", signed=True)
    try:
        match type_:
            case PrimitiveType.DATE:
                return date.fromordinal(count + _EPOCH_DAY)
            case PrimitiveType.TIMESTAMP:
                return _EPOCH_UTC + count * _MICROSECOND
            case PrimitiveType.TIMESTAMP_NTZ:
                return _EPOCH + count * _MICROSECOND
            case PrimitiveType.TIME_NTZ if 0 <= count < DAY:
                return (_EPOCH + count * _MICROSECOND).time()
            case _:
                return None
    except (OverflowError, ValueError):
        return None


def split_decimal(scalar: Scalar) -> tuple[int, int]:
    """The unscaled value and the scale of a decimal."""
    return int.from_bytes(scalar.payload[1:], "little", signed=True), scalar.payload[0]


def encode_decimal(type_: int, unscaled: int, scale: int) -> bytes:
    """Scale, then the unscaled value, little-endian."""
    return bytes([scale]) + unscaled.to_bytes(SIZES[type_] - 1, "little", signed=True)


def choose_decimal_type(digits: int) -> PrimitiveType | None:
    """The decimal type for so many digits; None beyond 38."""
    for type_, most in DECIMAL_PRECISION.items():
        if digits <= most:
            return PrimitiveType(type_)
    return None


def _decimal(type_: PrimitiveType | None, value: Decimal) -> Scalar:
    _, digits, exponent = value.as_tuple()
    if not isinstance(exponent, int):
        raise EncodeError(f"{value} is not a decimal: NaN and infinity are floats")
    # Zero has one digit, whatever its exponent; a positive exponent becomes digits.
    if exponent > MAX_SCALE:
        raise EncodeError(f"{value} has more than 38 digits")
    with localcontext() as context:
        context.prec = len(digits) + MAX_SCALE + 1
        unscaled = int(value.scaleb(-exponent)) if exponent < 0 else int(value)
    scale = max(-exponent, 0)
    # Spark refuses a decimal4 whose scale is above 9, as if zeros in front were digits.
    needed = choose_decimal_type(max(len(str(abs(unscaled))), scale))
    if needed is None:
        raise EncodeError(f"{value} has more than 38 digits")
    if type_ is not None and abs(unscaled) < 10 ** DECIMAL_PRECISION[type_]:
        needed = type_
    if type_ is not None and type_ < needed:
        raise EncodeError(f"{value} has more than {DECIMAL_PRECISION[type_]} digits")
    return Scalar(type_ or needed, encode_decimal(type_ or needed, unscaled, scale))


def _smallest(value: int) -> Scalar:
    for type_, bits in INTEGER_BITS.items():
        if -(1 << bits - 1) <= value < 1 << bits - 1:
            return Scalar(PrimitiveType(type_), value.to_bytes(bits // 8, "little", signed=True))
    if abs(value) < 10**38:
        return Scalar(PrimitiveType.DECIMAL16, encode_decimal(10, value, 0))
    raise EncodeError("an integer of more than 38 digits has no Variant type")


def _integer(type_: PrimitiveType, value: int) -> Scalar:
    if type_ in DECIMAL_PRECISION or type_ in (0, 1, 2, 7, 14, 20):
        raise EncodeError(f"an int is not {type_.name}")
    try:
        return Scalar(type_, value.to_bytes(SIZES[type_], "little", signed=True))
    except OverflowError:
        raise EncodeError(f"{value} is out of range for {type_.name}") from None


def _float(value: float) -> bytes:
    try:
        return struct.pack("<f", value)
    except OverflowError:
        raise EncodeError(f"{value} is out of range for FLOAT") from None


def _unpacked(format_: str, payload: bytes) -> float:
    (value,) = struct.unpack(format_, payload)
    assert isinstance(value, float)
    return value


def _utf8(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise EncodeError(f"text with a lone surrogate at {error.start} is not UTF-8") from None
