"""A number of a filter as one that a column of whole numbers or of decimals can hold."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import ceil, floor
from typing import Any, Final, cast

import pyarrow as pa

_DIGITS_OF_128: Final = 38
_DIGITS_OF_256: Final = 76


def fit_number(
    operator: str, number: Fraction | float, type_: pa.DataType
) -> pa.Scalar[Any] | bool:
    """What values of `type_`, an integer or a decimal, are compared with instead; a bool where the answer is the same for all of them.

    `number` is a float only if it is infinite. `operator` is `=`, `<`, `<=`, `>` or `>=`.
    """
    lowest, highest, scale = _find_limits(cast(Any, type_))
    if isinstance(number, float):
        return operator in (("<", "<=") if number > 0 else (">", ">="))
    number *= Fraction(10) ** scale
    match operator:
        case ">" | "<=":
            bound = floor(number)
        case "<" | ">=":
            bound = ceil(number)
        case _:
            bound = floor(number)
            if bound != number or not lowest <= bound <= highest:
                return False
    if not lowest <= bound <= highest:
        return operator in (("<", "<=") if bound > highest else (">", ">="))
    # Not by `scaleb`, which rounds to the digits of the context.
    digits = tuple(map(int, str(abs(bound))))
    is_decimal = pa.types.is_decimal(type_)
    value: Any = Decimal((int(bound < 0), digits, -scale)) if is_decimal else bound
    return cast("pa.Scalar[Any]", pa.scalar(value, _widen(cast(Any, type_))))


def _widen(type_: Any) -> Any:
    """With all digits that values of this width can have: a file may hold some of more than its schema says."""
    if not pa.types.is_decimal(type_):
        return type_
    if pa.types.is_decimal256(type_):
        return pa.decimal256(_DIGITS_OF_256, type_.scale)
    return pa.decimal128(_DIGITS_OF_128, type_.scale)


def _find_limits(type_: Any) -> tuple[int, int, int]:
    """The least and the greatest value, and the scale, of which both are multiples."""
    if pa.types.is_decimal(type_):
        highest = 10 ** _widen(type_).precision - 1
        return -highest, highest, type_.scale
    width = type_.bit_width
    if pa.types.is_signed_integer(type_):
        return -(1 << width - 1), (1 << width - 1) - 1, 0
    return 0, (1 << width) - 1, 0
