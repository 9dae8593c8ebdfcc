"""Text as numbers: rounded once, in time that grows with the text, with the sign of zero."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Final

import pyarrow as pa
import pytest

from inlay.variant import try_variant_get, variant_array
from inlay_variant.value.spark_numbers import (
    parse_decimal,
    parse_double,
    parse_float,
    parse_integer,
)
from tests.support.effort import growth

PARSERS: Final[dict[str, Callable[[str], object]]] = {
    "double": parse_double,
    "float": parse_float,
    "decimal": lambda text: parse_decimal(text, 38, 2),
    "integer": lambda text: parse_integer(text, 32),
}
LONG: Final[dict[str, Callable[[int], str]]] = {
    "digits": lambda n: "1" * n + "x",
    "zeros": lambda n: "0" * n + "x",
    "fraction": lambda n: "." + "1" * n + "x",
    "exponent": lambda n: "1e" + "1" * n + "x",
    "hexadecimal": lambda n: "0x" + "f" * n + "x",
}


@pytest.mark.parametrize("parser", PARSERS)
@pytest.mark.parametrize("form", LONG)
def test_long_text_takes_time_that_grows_with_it(parser: str, form: str) -> None:
    def prepare(size: int) -> Callable[[], object]:
        text = LONG[form](size)
        return lambda: PARSERS[parser](text)

    assert growth(prepare, 1_000, 20_000) < 100


HALF: Final = str(Fraction(2**24 + 1).numerator)
"""Halfway between two floats, of which the first is even."""

SINGLE: Final[list[tuple[str, float]]] = [
    (HALF, 2.0**24),
    (f"{HALF}.{'0' * 5_000}", 2.0**24),
    (f"{HALF}.{'0' * 5_000}1", 2.0**24 + 2),
    (f"-{HALF}.{'0' * 5_000}1e{'0' * 5_000}0", -(2.0**24) - 2),
    (f"{'0' * 5_000}{HALF}{'0' * 5_000}1e-5001", 2.0**24 + 2),
    (f"0.{'0' * 5_000}{HALF}{'0' * 5_000}1e5008f", 2.0**24 + 2),
    (f"0x{2**24 + 1:x}.{'0' * 5_000}p0", 2.0**24),
    (f"0x{2**24 + 1:x}.{'0' * 5_000}1p0", 2.0**24 + 2),
]


@pytest.mark.parametrize(("text", "number"), SINGLE, ids=range(len(SINGLE)))
def test_floats_of_many_digits_are_rounded_once(text: str, number: float) -> None:
    assert parse_float(text) == number


@pytest.mark.parametrize("text", ["-0x0p0", "-0", "-0e5", "-0x.0p-3", "-0x1p-5000", "-1e-5000"])
@pytest.mark.parametrize("parse", [parse_double, parse_float])
def test_zero_keeps_its_sign(text: str, parse: Callable[[str], float | None]) -> None:
    for sign, given in ((-1.0, text), (1.0, text[1:])):
        number = parse(given)
        assert number == 0
        assert math.copysign(1, number) == sign


def test_leading_zeros_count_for_nothing(both: str) -> None:
    zeros = "0" * 6_000
    array = variant_array([f"{zeros}12", f"-{zeros}12", zeros])
    for type_ in (pa.int32(), pa.int64(), pa.float32(), pa.float64(), pa.decimal128(9, 0)):
        assert try_variant_get(array, "$", type_).to_pylist() == [12, -12, 0]
    assert parse_decimal(f"12e{zeros}2", 9, 0) == 1_200
    assert parse_decimal(f"12e-{zeros}1", 9, 1) == 12
