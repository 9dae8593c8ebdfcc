"""Variants as text, as Spark writes them: single values, and JSON of objects and arrays.

    Spark 4.3, `VariantGet` and `Variant.toJson`; java.lang.Double.toString since Java 19

Types that Spark does not know are an EncodeError.
"""

from __future__ import annotations

import base64
import math
import re
import struct
from datetime import tzinfo
from fractions import Fraction
from typing import Final
from uuid import UUID

from inlay_runtime.errors import EncodeError
from inlay_variant.value.calendar_days import date_of
from inlay_variant.value.nodes import Node, fold
from inlay_variant.value.primitives import (
    DECIMAL_PRECISION,
    INTEGER_BITS,
    PrimitiveType,
    Scalar,
    split_decimal,
)
from inlay_variant.value.spark_numbers import round_to_float
from inlay_variant.value.spark_times import DAY, SECOND
from inlay_variant.value.time_zones import offset_at

_ESCAPED: Final = re.compile(r'["\\\x00-\x1f]')
_SHORT: Final = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}  # fmt: skip
_QUOTED: Final = frozenset(
    {
        PrimitiveType.DATE,
        PrimitiveType.TIMESTAMP,
        PrimitiveType.TIMESTAMP_NTZ,
        PrimitiveType.BINARY,
        PrimitiveType.STRING,
        PrimitiveType.UUID,
    }
)


def write_scalar(scalar: Scalar, zone: tzinfo, *, is_json: bool = False) -> str:
    """A value as text; inside of JSON without its quotes. Raises EncodeError, and UnicodeDecodeError for bytes that are not text."""
    type_, payload = scalar
    if type_ in INTEGER_BITS:
        return str(_signed(payload))
    if type_ in DECIMAL_PRECISION:
        return write_decimal(*split_decimal(scalar))
    match type_:
        case PrimitiveType.NULL:
            return "null"
        case PrimitiveType.TRUE:
            return "true"
        case PrimitiveType.FALSE:
            return "false"
        case PrimitiveType.DOUBLE:
            return write_double(struct.unpack("<d", payload)[0])
        case PrimitiveType.FLOAT:
            return write_float(struct.unpack("<f", payload)[0])
        case PrimitiveType.STRING:
            return payload.decode()
        case PrimitiveType.BINARY:
            return base64.b64encode(payload).decode() if is_json else payload.decode()
        case PrimitiveType.UUID:
            return str(UUID(bytes=payload))
        case PrimitiveType.DATE:
            return write_date(_signed(payload))
        case PrimitiveType.TIMESTAMP_NTZ:
            return _write_time(_signed(payload))
        case PrimitiveType.TIMESTAMP:
            micros = _signed(payload)
            offset = offset_at(zone, micros // SECOND)
            text = _write_time(micros + offset * SECOND)
            return text + _write_offset(offset) if is_json else text
        case _:
            raise EncodeError(f"a value of type {type_} has no text: Spark does not know it")


def write_json(node: Node, zone: tzinfo) -> str:
    """The JSON of a tree, with no blanks; fields in their order. Raises EncodeError."""
    return fold(
        node,
        lambda scalar: write_inside(scalar, zone),
        lambda fields: f"{{{','.join(f'{_quote(name)}:{text}' for name, text in fields.items())}}}",
        lambda items: f"[{','.join(items)}]",
    )


def write_inside(scalar: Scalar, zone: tzinfo) -> str:
    """A value as it stands in JSON. Raises EncodeError."""
    text = write_scalar(scalar, zone, is_json=True)
    is_text = scalar.type in _QUOTED or text in ("NaN", "Infinity", "-Infinity")
    return _quote(text) if is_text else text


def _quote(text: str) -> str:
    return f'"{_ESCAPED.sub(_escape, text)}"'


def _escape(match: re.Match[str]) -> str:
    return _SHORT.get(match[0]) or f"\\u{ord(match[0]):04X}"


def write_double(number: float) -> str:
    """`1.0`, `1.0E10`, `NaN`."""
    if not math.isfinite(number) or number == 0:
        return _write_special(number)
    digits, exponent = _split(repr(abs(number)))
    if len(digits) == 1:
        # Two digits are written in any case, and they may as well be the nearest two.
        nearest = f"{abs(number):.1e}"
        if float(nearest) == abs(number):
            digits, exponent = _split(nearest)
    return _lay_out(number < 0, digits, exponent)


def write_float(number: float) -> str:
    """The same of a float of 32 bits: the fewest digits that tell it from its neighbours."""
    if not math.isfinite(number) or number == 0:
        return _write_special(number)
    exact = Fraction(abs(number))
    for count in range(2, 10):
        digits, exponent = _split(f"{abs(number):.{count - 1}e}", keep=True)
        unit = Fraction(10) ** (exponent - count + 1)
        middle = int(digits)
        around = (middle - 1, middle, middle + 1)
        # Of two that are as near, Java takes the even one.
        for _, _, at in sorted((abs(at * unit - exact), at & 1, at) for at in around):
            if round_to_float(at * unit) == abs(number):
                text = str(at)
                return _lay_out(
                    number < 0, text.rstrip("0") or "0", exponent + len(text) - len(digits)
                )
    raise AssertionError("nine digits tell every float from every other")


def _write_special(number: float) -> str:
    if number == 0:
        return "-0.0" if math.copysign(1, number) < 0 else "0.0"
    return "NaN" if math.isnan(number) else "Infinity" if number > 0 else "-Infinity"


def _split(text: str, *, keep: bool = False) -> tuple[str, int]:
    """Digits, and the exponent of the first one."""
    mantissa, _, power = text.partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = whole + fraction
    exponent = int(power or 0) + len(whole) - 1
    stripped = digits.lstrip("0")
    exponent -= len(digits) - len(stripped)
    return (stripped if keep else stripped.rstrip("0")), exponent


def _lay_out(is_negative: bool, digits: str, exponent: int) -> str:
    sign = "-" if is_negative else ""
    if -3 <= exponent < 7:
        if exponent < 0:
            return f"{sign}0.{'0' * (-exponent - 1)}{digits}"
        whole = digits[: exponent + 1].ljust(exponent + 1, "0")
        return f"{sign}{whole}.{digits[exponent + 1 :] or '0'}"
    return f"{sign}{digits[0]}.{digits[1:] or '0'}E{exponent}"


def write_decimal(unscaled: int, scale: int) -> str:
    """Without zeros at its end, and without an exponent."""
    digits = str(abs(unscaled)).rjust(scale + 1, "0")
    whole, fraction = digits[: len(digits) - scale], digits[len(digits) - scale :].rstrip("0")
    return f"{'-' if unscaled < 0 else ''}{whole}{'.' if fraction else ''}{fraction}"


def write_date(days: int) -> str:
    """Years have at least four digits, and more only behind a sign."""
    year, month, day = date_of(days)
    sign = "-" if year < 0 else "+" if year > 9999 else ""
    return f"{sign}{abs(year):04}-{month:02}-{day:02}"


def _write_time(local: int) -> str:
    days, clock = divmod(local, DAY)
    seconds, fraction = divmod(clock, SECOND)
    minutes, second = divmod(seconds, 60)
    text = f"{write_date(days)} {minutes // 60:02}:{minutes % 60:02}:{second:02}"
    return f"{text}.{fraction:06}".rstrip("0") if fraction else text


def _write_offset(offset: int) -> str:
    """Without the seconds that local times had in the nineteenth century."""
    minutes = abs(offset) // 60
    return f"{'-' if offset < 0 else '+'}{minutes // 60:02}:{minutes % 60:02}"


def _signed(payload: bytes) -> int:
    return int.from_bytes(payload, "little", signed=True)
