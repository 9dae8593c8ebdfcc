"""Text and numbers as numbers, by the rules of Spark's casts.

    Spark 4.3, `Cast` in its ANSI form; java.lang.Double.parseDouble; java.math.BigDecimal

Nothing here raises: what cannot be cast is None.
"""

from __future__ import annotations

import math
import re
import struct
from fractions import Fraction
from typing import Final

_BLANK: Final = "".join(map(chr, range(33))) + "\x7f"
_JAVA_BLANK: Final = "".join(map(chr, range(33)))
# Nothing is given back (`++`), or text of many digits would take the square of their number.
_INTEGER: Final = re.compile(r"([+-]?)([0-9]++)", re.ASCII)
_DOUBLE: Final = re.compile(
    r"[+-]?(?:([0-9]++)(?:\.([0-9]*+))?|\.([0-9]++))(?:[eE]([+-]?[0-9]++))?[fFdD]?", re.ASCII
)
_HEX: Final = re.compile(
    r"([+-]?)0[xX]([0-9a-fA-F]*+)(?:\.([0-9a-fA-F]*+))?[pP]([+-]?[0-9]++)[fFdD]?", re.ASCII
)
_SPECIAL: Final = {
    "nan": math.nan, "inf": math.inf, "+inf": math.inf, "infinity": math.inf, "+infinity": math.inf,
    "-inf": -math.inf, "-infinity": -math.inf,
}  # fmt: skip
_JAVA_SPECIAL: Final = {
    f"{sign}{name}": float(f"{sign}{name}") for sign in ("", "+", "-") for name in ("NaN", "Infinity")
}  # fmt: skip
_DECIMAL: Final = re.compile(r"([+-]?)(?:(\d++)(?:\.(\d*+))?|\.(\d++))(?:[eE]([+-]?\d++))?")
_BOOLEANS: Final = {
    **dict.fromkeys(("t", "true", "y", "yes", "1"), True),
    **dict.fromkeys(("f", "false", "n", "no", "0"), False),
}
_LARGEST_EXPONENT: Final = 2**31 - 1
_MOST_DIGITS: Final = 38
_DECIDING: Final = 1000
"""Digits behind which all that matters is whether any is left: no number halfway between two has as many."""


def strip_blanks(text: str) -> str:
    """Without the blanks and control characters of ASCII around it."""
    return text.strip(_BLANK)


def parse_boolean(text: str) -> bool | None:
    """`t`, `true`, `y`, `yes`, `1` and their opposites, in any case."""
    return _BOOLEANS.get(strip_blanks(text).lower())


def parse_integer(text: str, bits: int) -> int | None:
    """Digits with a sign; no point and no exponent."""
    match = _INTEGER.fullmatch(strip_blanks(text))
    if match is None:
        return None
    digits = match[2].lstrip("0") or "0"
    if len(digits) > 19:
        return None
    return _in_bits(-int(digits) if match[1] == "-" else int(digits), bits)


def parse_double(text: str) -> float | None:
    """What Java takes for a double, and the names of what is not a number in any case."""
    number = text.strip(_JAVA_BLANK)
    if _DOUBLE.fullmatch(number):
        return float(number.rstrip("fFdD"))
    if (hexadecimal := _parse_hex(number)) is not None:
        return _with_sign(_nearest(hexadecimal, 53, -1074, 1024), number)
    special = _JAVA_SPECIAL.get(number)
    return _SPECIAL.get(number.lower()) if special is None else special


def parse_float(text: str) -> float | None:
    """The same rounded once, to 32 bits."""
    number = text.strip(_JAVA_BLANK)
    if (hexadecimal := _parse_hex(number)) is not None:
        return _with_sign(round_to_float(hexadecimal), number)
    double = parse_double(text)
    match = _DOUBLE.fullmatch(number)
    if double is None or not math.isfinite(double) or match is None:
        return double
    if not _is_halfway(double):
        return round_double(double)
    whole, behind, alone, exponent = match.groups()
    fraction = behind or alone or ""
    digits, left_out = _shorten((whole or "") + fraction)
    power = _read_exponent(exponent or "") - len(fraction) + left_out
    return _with_sign(round_to_float(int(digits) * Fraction(10) ** power), number)


def parse_decimal(text: str, precision: int, scale: int) -> int | None:
    """The unscaled value, rounded half up; None for more digits than fit."""
    match = _DECIMAL.fullmatch(text.strip(_JAVA_BLANK))
    if match is None:
        return None
    sign, whole, behind, alone, exponent = match.groups()
    fraction = behind or alone or ""
    digits = (whole or "") + fraction
    shift = _read_exponent(exponent or "")
    if abs(len(fraction) - shift) > _LARGEST_EXPONENT:
        return None
    significant = "".join(str(int(digit)) for digit in digits).lstrip("0")
    point = len(significant) - len(fraction) + shift
    if not significant:
        return 0
    if point > _MOST_DIGITS:
        return None
    kept = point + scale
    unscaled = int(significant[: max(kept, 0)].ljust(max(kept, 0), "0") or 0)
    if 0 <= kept < len(significant) and significant[kept] >= "5":
        unscaled += 1
    if unscaled >= 10**precision:
        return None
    return -unscaled if sign == "-" else unscaled


def cut_double(number: float, bits: int) -> int | None:
    """Without its fraction; None out of range. The limit of 64 bits is a double itself, and counts as within."""
    if not math.isfinite(number):
        return None
    most = (1 << bits - 1) - 1
    if math.floor(number) > float(most) or math.ceil(number) < float(-most - 1):
        return None
    return min(max(math.trunc(number), -most - 1), most)


def cut_decimal(unscaled: int, scale: int, bits: int) -> int | None:
    """Without its fraction; None out of range. Fewer than 64 bits by way of a double, as Spark has it."""
    if bits < 64:
        return cut_double(float(Fraction(unscaled, 10**scale)), bits)
    number = abs(unscaled) // 10**scale
    return _in_bits(-number if unscaled < 0 else number, bits)


def round_decimal(unscaled: int, scale: int, precision: int, wanted: int) -> int | None:
    """The unscaled value with another scale, rounded half up; None for more digits than fit."""
    size = abs(unscaled)
    if scale > wanted:
        size, rest = divmod(size, 10 ** (scale - wanted))
        size += 2 * rest >= 10 ** (scale - wanted)
    else:
        size *= 10 ** (wanted - scale)
    if size >= 10**precision:
        return None
    return int(-size if unscaled < 0 else size)


def round_double(double: float) -> float:
    """A double as a float of 32 bits; infinite where it is too large."""
    try:
        value: float = struct.unpack("<f", struct.pack("<f", double))[0]
    except OverflowError:
        return math.copysign(math.inf, double)
    return value


def round_to_float(number: Fraction) -> float:
    """The nearest float of 32 bits."""
    return _nearest(number, 24, -149, 128)


def _nearest(number: Fraction, digits: int, least: int, beyond: int) -> float:
    """The nearest number of so many binary digits, halves to even; `least` and `beyond` are the exponents of the smallest and of
    what is infinite."""
    size = abs(number)
    if size >= 1 << beyond:
        return -math.inf if number < 0 else math.inf
    exponent = size.numerator.bit_length() - size.denominator.bit_length()
    exponent -= size < Fraction(2) ** exponent
    unit = max(exponent - digits + 1, least)
    count = round(size / Fraction(2) ** unit)
    value = math.ldexp(count, unit) if count < 1 << (beyond - unit) else math.inf
    return -value if number < 0 else value


def _is_halfway(double: float) -> bool:
    """Whether two floats are as near, so that the digits behind those of a double decide."""
    size = abs(double)
    exponent = math.frexp(size)[1]
    unit = math.ldexp(1.0, max(exponent - 24, -149))
    return size < math.ldexp(1.0, 128) and math.fmod(size, unit) == unit / 2


def _parse_hex(number: str) -> Fraction | None:
    """Without its sign."""
    match = _HEX.fullmatch(number)
    if match is None or not match[2] + (match[3] or ""):
        return None
    fraction = match[3] or ""
    digits, left_out = _shorten(match[2] + fraction)
    mantissa = int(digits, 16)
    exponent = _read_exponent(match[4]) + 4 * (left_out - len(fraction))
    if mantissa == 0:
        return Fraction(0)
    # Beyond these, all that matters is on which side it is.
    bounded = min(max(exponent, -2000 - mantissa.bit_length()), 2000)
    return mantissa * Fraction(2) ** bounded


def _shorten(digits: str) -> tuple[str, int]:
    """Digits that are rounded as all of them are, and how many fewer they are."""
    digits = digits.lstrip("0") or "0"
    rest = digits[_DECIDING:]
    if not rest:
        return digits, 0
    return digits[:_DECIDING] + ("1" if rest.strip("0") else "0"), len(rest) - 1


def _read_exponent(text: str) -> int:
    """Ten digits and more are a number that is beyond all that counts."""
    digits = "".join(str(int(digit)) for digit in text.lstrip("+-")).lstrip("0")
    size = int(digits or 0) if len(digits) <= 10 else 10**11
    return -size if text.startswith("-") else size


def _with_sign(size: float, number: str) -> float:
    """Zero has a sign too."""
    return -size if number.startswith("-") else size


def _in_bits(number: int, bits: int) -> int | None:
    return number if -(1 << bits - 1) <= number < 1 << bits - 1 else None
