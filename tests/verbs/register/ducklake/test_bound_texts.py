"""Bounds of floats as text: what DuckDB reads of a literal is no further out."""

from __future__ import annotations

import struct
from math import log10
from random import Random
from typing import Final

import pytest

from inlay.verbs.register.schema.table_types import SimpleType
from inlay.verbs.register.targets.ducklake import bound_texts

duckdb = pytest.importorskip("duckdb")

_NUMBERS: Final = 1500
_LETTERS: Final = {SimpleType.FLOAT: ("<f", "<i"), SimpleType.DOUBLE: ("<d", "<q")}


def _draw(random: Random, type_: SimpleType) -> float:
    number = 10 ** random.uniform(-4.5, 16.5)
    if random.random() < 0.5:
        number = round(number, random.randrange(6))
    letter, _ = _LETTERS[type_]
    (drawn,) = struct.unpack(letter, struct.pack(letter, random.choice((-1, 1)) * number))
    return float(drawn)


def _count(number: float, type_: SimpleType) -> int:
    """Neighbours have neighbouring counts."""
    letter, integer = _LETTERS[type_]
    (count,) = struct.unpack(integer, struct.pack(letter, abs(number)))
    return int(count) if number >= 0 else -int(count)


@pytest.mark.parametrize("type_", _LETTERS)
def test_a_literal_is_within_the_bounds_of_its_number(type_: SimpleType) -> None:
    random = Random(5)
    numbers = [_draw(random, type_) for _ in range(_NUMBERS)]
    name = type_.name
    client = duckdb.connect()
    texts = [
        text
        for (text,) in client.execute(f"SELECT unnest(?)::{name}::VARCHAR", [numbers]).fetchall()
    ]
    as_written = ", ".join(f"({text})::{name}" for text in texts)
    (read,) = client.execute(f"SELECT [{as_written}]").fetchall()
    kept = 0
    for number, literal in zip(numbers, read[0], strict=True):
        low, high = (
            bound_texts._write_float(number, type_, is_upper=is_upper) for is_upper in (False, True)
        )
        assert low is not None
        assert high is not None
        assert float(low) <= min(number, literal)
        assert float(high) >= max(number, literal)
        if float(low) == number == float(high):
            assert literal == number
            kept += 1
        else:
            assert abs(_count(literal, type_) - _count(number, type_)) <= 2
            assert abs(log10(abs(float(high) / number))) < 1e-5
    assert kept > _NUMBERS // 3
