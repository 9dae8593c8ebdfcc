"""Integers that PFOR meets, and pages of them."""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable, Sequence
from typing import Final

from inlay.pages.encodings.pfor.integer_kind import INT32, INT64, IntegerKind

KINDS: Final = {"INT32": INT32, "INT64": INT64}

Integers = Callable[[random.Random, IntegerKind], Sequence[int]]


def spread(draw: Callable[[random.Random, int], int], count: int) -> Integers:
    """`draw` is given the bits of the type."""
    return lambda chance, kind: [draw(chance, kind.bits) for _ in range(count)]


def extremes(chance: random.Random, kind: IntegerKind) -> Sequence[int]:
    """Differences and windows wrap around."""
    half = 1 << kind.bits - 1
    edges = [-half, half - 1, 0, -1, 1, half - 2, -half + 1]
    return [chance.choice(edges) for _ in range(1_300)]


def low_sentinels(chance: random.Random, _: IntegerKind) -> Sequence[int]:
    return [
        -1 if chance.random() < 0.01 else chance.randint(2_450_815, 2_453_005) for _ in range(2_500)
    ]


def rising_with_gaps(chance: random.Random, kind: IntegerKind) -> Sequence[int]:
    at, integers = 1_000, list[int]()
    for _ in range(2_100):
        at += 7 if chance.random() < 0.995 else 1 << kind.bits - 12
        integers.append(kind.wrap(at))
    return integers


CASES: Final[dict[str, Integers]] = {
    "one": lambda _, __: [-7],
    "equal": lambda _, __: [99] * 1_500,
    "ids": lambda _, __: range(1 << 30, (1 << 30) + 3_000),
    "falling": lambda _, __: range(1_500, 0, -1),
    "random ids": spread(lambda chance, _: chance.randrange(10_000_000), 1_025),
    "categories": spread(lambda chance, _: chance.choice([1, 1, 1, 2, 90]), 2_048),
    "few outliers": spread(
        lambda chance, bits: chance.randrange(1 << (bits - 1 if chance.random() < 0.004 else 7)),
        3_000,
    ),
    "low sentinels": low_sentinels,
    "any bits": spread(lambda chance, bits: chance.getrandbits(bits) - (1 << bits - 1), 1_100),
    "any width": spread(lambda chance, bits: chance.getrandbits(chance.randrange(bits)), 1_100),
    "extremes": extremes,
    "rising with gaps": rising_with_gaps,
}


def plain_values(case: str, kind: IntegerKind, seed: int = 0) -> memoryview:
    """The integers of a case as PLAIN values."""
    integers = CASES[case](random.Random(f"{case} {seed}"), kind)
    return memoryview(array(kind.code, integers)).cast("B")
