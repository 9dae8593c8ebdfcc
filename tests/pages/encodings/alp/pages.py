"""Numbers that ALP meets, and pages of them."""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable, Sequence
from typing import Final

from inlay.pages.encodings.alp.float_kind import DOUBLE, FLOAT, FloatKind

KINDS: Final = {"FLOAT": FLOAT, "DOUBLE": DOUBLE}

Numbers = Callable[[random.Random, FloatKind], Sequence[float]]


def spread(draw: Callable[[random.Random], float], count: int) -> Numbers:
    return lambda chance, _: [draw(chance) for _ in range(count)]


def any_bits(chance: random.Random, kind: FloatKind) -> Sequence[float]:
    """Every class of bit pattern: NaNs with payloads, infinities, subnormals."""
    return memoryview(chance.randbytes(2_100 * kind.size)).cast(kind.code)


def special(_: random.Random, kind: FloatKind) -> Sequence[float]:
    largest, smallest = (3.4e38, 1e-45) if kind is FLOAT else (1.7e308, 5e-324)
    edge = float(1 << kind.bits - 1)
    pattern = [
        0.0,
        -0.0,
        float("nan"),
        float("inf"),
        -float("inf"),
        largest,
        -smallest,
        edge,
        -edge,
        1.5,
    ]
    return pattern * 7


CASES: Final[dict[str, Numbers]] = {
    "one": lambda _, __: [12.25],
    "equal": lambda _, __: [99.5] * 1_500,
    "prices": spread(lambda chance: round(chance.lognormvariate(3, 1), 2), 3_000),
    "degrees": spread(lambda chance: round(chance.uniform(-180, 180), 7), 1_025),
    "integers": spread(lambda chance: float(chance.randrange(-(1 << 62), 1 << 62)), 1_100),
    "small integers": spread(lambda chance: float(chance.randrange(100)), 1_024),
    "mixed": spread(lambda chance: round(chance.uniform(0, 9), chance.choice([1, 4, 9])), 2_500),
    "noise": spread(lambda chance: chance.random(), 1_200),
    "special": special,
    "exceptions first": lambda _, __: [float("nan")] * 40 + [0.1 * number for number in range(60)],
    "nothing but exceptions": lambda _, __: [float("nan")] * 1_030,
    "any bits": any_bits,
}


def plain_values(case: str, kind: FloatKind, seed: int = 0) -> memoryview:
    """The numbers of a case as PLAIN values."""
    numbers = CASES[case](random.Random(f"{case} {seed}"), kind)
    if isinstance(numbers, memoryview):
        return numbers.cast("B")
    return memoryview(array(kind.code, [kind.round(number) for number in numbers])).cast("B")
