"""Numbers as flatc writes them: integers up to 64 bits, hexadecimal floats, conversions such as `rad(180)`."""

from __future__ import annotations

import math
import re
import struct
from collections.abc import Callable

from inlayc.base.diagnostics import CompileError, Diagnostic
from inlayc.base.source import Span
from inlayc.frontends.flatbuffers import syntax

_MAX_DIGITS = 20
"""Of 2**64 - 1; a number with more is not looked at."""

_FLOAT_DIGITS = 10
"""Nine digits tell all floats of 32 bits apart."""

_SPECIAL = re.compile(r"[+-]?(?:inf|infinity|nan)", re.IGNORECASE)
_FUNCTIONS: dict[str, Callable[[float], float]] = {
    "deg": lambda x: x / math.pi * 180,
    "rad": lambda x: x * math.pi / 180,
    "sin": math.sin,
    "cos": math.cos,
    "tan": math.tan,
    "asin": math.asin,
    "acos": math.acos,
    "atan": math.atan,
}


def parse_integer(text: str, span: Span) -> int:
    """The value of an INTEGER, which has to fit 64 bits, signed or not."""
    digits = text.lstrip("+-").lower()
    base = 16 if digits.startswith("0x") else 10
    digits = digits.removeprefix("0x").lstrip("0") or "0"
    value = int(digits, base) if len(digits) <= _MAX_DIGITS else 2**64
    value = -value if text.startswith("-") else value
    if not -(2**63) <= value < 2**64:
        label = f"from {-(2**63)} to {2**64 - 1}"
        message = "integer does not fit 64 bits"
        raise CompileError([Diagnostic("integer-too-large", message, span, label)])
    return value


def parse_number(text: str) -> float:
    """The value of a FLOAT; one that is too large is infinite."""
    if "x" not in text.lower():
        return float(text)
    try:
        return float.fromhex(text)
    except OverflowError:
        return -math.inf if text.startswith("-") else math.inf


def round_to_float(number: float) -> float | None:
    """The number that a `float` of 32 bits holds in its place, by the shortest decimal that stands for it; None beyond the largest.

    So 0.1 stays 0.1, whose nearest float has 27 digits, and 16777217 becomes 16777216.
    """
    try:
        nearest = _nearest_float(number)
    except OverflowError:
        return None
    if not math.isfinite(nearest):
        return nearest
    decimals = (float(f"{nearest:.{digits}g}") for digits in range(1, _FLOAT_DIGITS))
    return next((each for each in decimals if _holds_same(each, nearest)), nearest)


def _holds_same(decimal: float, nearest: float) -> bool:
    try:
        return _nearest_float(decimal) == nearest
    except OverflowError:
        return False


def _nearest_float(number: float) -> float:
    (nearest,) = struct.unpack("<f", struct.pack("<f", number))
    assert isinstance(nearest, float)
    return nearest


def parse_special(name: str) -> float | None:
    """The number that a name stands for, such as `-inf`, if it does."""
    return float(name) if _SPECIAL.fullmatch(name) else None


def convert_number(functions: str, argument: syntax.Literal) -> float:
    """`= sin(rad(90))`: `functions` is all that comes before the argument.

    flatc writes each result out with twelve decimals, and goes on with those.
    """
    match argument:
        case syntax.IntLiteral(value=value) | syntax.DoubleLiteral(value=value):
            known = float(value)
        case syntax.Identifier(text=text):
            known = parse_special(text) or math.nan
        case _:
            known = math.nan
    for function in reversed(list_functions(functions)):
        try:
            known = float(f"{_FUNCTIONS[function](known):.12f}")
        except ValueError:  # such as the arc sine of 2, which C takes for no number, too
            return math.nan
    return known


def list_functions(functions: str) -> list[str]:
    """The names in `= sin(rad(`."""
    return re.findall(r"[a-z]+", functions)
