"""Text as numbers: rounded once, in time that grows with the text, with the sign of zero."""

from __future__ import annotations

import math
from collections.abc import Callable
from datetime import UTC
from fractions import Fraction
from typing import Final

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay.variant import PrimitiveType, encode, scalar, try_variant_get, variant_array
from inlay_variant.arrow.cast_spark import cast_as_spark
from inlay_variant.arrow.fast_casts import cast_in_bulk
from inlay_variant.storage.columns import build_leaf_array
from inlay_variant.storage.leaves import leaf_of
from inlay_variant.value.spark_numbers import (
    parse_decimal,
    parse_double,
    parse_float,
    parse_integer,
    round_double,
)
from inlay_variant.value.spark_text import write_float
from tests.support.effort import grows_at_most
from tests.support.examples import examples

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

    assert grows_at_most(100, prepare, 1_000, 20_000)


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
    for sign, written in ((-1.0, text), (1.0, text[1:])):
        number = parse(written)
        assert number == 0
        assert math.copysign(1, number) == sign


def test_leading_zeros_count_for_nothing(both: str) -> None:
    zeros = "0" * 6_000
    array = variant_array([f"{zeros}12", f"-{zeros}12", zeros])
    for type_ in (pa.int32(), pa.int64(), pa.float32(), pa.float64(), pa.decimal128(9, 0)):
        assert try_variant_get(array, "$", type_).to_pylist() == [12, -12, 0]
    assert parse_decimal(f"12e{zeros}2", 9, 0) == 1_200
    assert parse_decimal(f"12e-{zeros}1", 9, 1) == 12


HALFWAY: Final = {
    -2515531.75: "-2515531.8",
    35177.4375: "35177.438",
    41002.1875: "41002.188",
    342375.875: "342375.88",
    3812559.25: "3812559.2",
}
"""Floats between two texts that are as near, as Java 25 writes them."""


def test_of_two_texts_as_near_a_float_is_the_even_one() -> None:
    assert {number: write_float(number) for number in HALFWAY} == HALFWAY


EDGES: Final = (
    1e-3,
    0.0009999999999999998,
    9999999.999999998,
    1e7,
    1.005,
    2.675,
    -0.5,
    999.5,
    0.0,
    -0.0,
)
DIGITS: Final = ((38, 10), (10, 2), (3, 0), (38, 31), (38, 32), (7, 7), (18, 11))
"""Precision and scale."""


@examples(6)
@given(
    st.lists(
        st.one_of(st.floats(width=32), st.floats(1e-4, 1e8), st.floats(-1e4, 1e4)), max_size=20
    )
)
def test_numbers_are_cast_together_as_one_by_one(numbers: list[float]) -> None:
    """As doubles and as floats, into text and decimals of all kinds."""
    scalars = [scalar(PrimitiveType.DOUBLE, number) for number in [*numbers, *HALFWAY, *EDGES]]
    scalars += [
        scalar(PrimitiveType.FLOAT, round_double(number)) for number in [*numbers, *HALFWAY, *EDGES]
    ]
    values = pa.array([encode(it).value for it in scalars], pa.binary())
    is_cast = 0
    types: list[pa.DataType] = [pa.string(), *(pa.decimal128(*digits) for digits in DIGITS)]
    for type_ in types:
        leaf = leaf_of(type_)
        assert leaf is not None
        together = cast_in_bulk(values, leaf, UTC)
        expected = build_leaf_array(leaf, [cast_as_spark(leaf, it, UTC) for it in scalars])
        done = together.is_valid()
        assert together.filter(done).equals(expected.filter(done))
        is_cast += done.true_count
    assert is_cast > 8 * len(HALFWAY)


def test_zeros_are_cast_together() -> None:
    """They are common, and have no exponent."""
    scalars = [scalar(PrimitiveType.DOUBLE, 0.0), scalar(PrimitiveType.FLOAT, -0.0)]
    values = pa.array([encode(it).value for it in scalars], pa.binary())
    for type_, expected in ((pa.string(), ["0.0", "-0.0"]), (pa.decimal128(9, 2), [0, 0])):
        leaf = leaf_of(type_)
        assert leaf is not None
        assert cast_in_bulk(values, leaf, UTC).to_pylist() == expected
