"""Which exponent and factor: a few that suit a column chunk, and of these the best for each vector.

The ALP paper (SIGMOD 2024, 3.2) samples on both levels. Any choice decodes to the same numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import copysign, isfinite
from typing import Final, NamedTuple

from inlay.pages.encodings.alp.float_kind import FloatKind, Numbers
from inlay.pages.encodings.vectors.samples import take_sample

LARGEST_PRESET: Final = 5


class Parameters(NamedTuple):
    """A number is stored as the integer `number * 10**exponent * 10**-factor`."""

    exponent: int
    factor: int


class Ranked(NamedTuple):
    """The parameters that suit the samples, the best first, and the bits that a value takes with them."""

    preset: tuple[Parameters, ...]
    bits: float


def to_integer(number: float, parameters: Parameters, kind: FloatKind) -> int | None:
    """The integer that stands for the number; None where none gives it back bit for bit."""
    scaled = kind.scale(number, *parameters)
    if not isfinite(scaled) or not abs(scaled) < 1 << kind.bits - 1:
        return None
    integer = round(scaled)
    restored = kind.restore(integer, *parameters)
    is_same = restored == number and copysign(1, restored) == copysign(1, number)
    return integer if is_same else None


def cost_of(numbers: Iterable[float], parameters: Parameters, kind: FloatKind) -> int:
    """The bits of these numbers as part of a vector: packed ones, and exceptions with their positions."""
    encoded = [to_integer(number, parameters, kind) for number in numbers]
    integers = [integer for integer in encoded if integer is not None]
    width = (max(integers) - min(integers)).bit_length() if integers else 0
    return len(encoded) * width + (len(encoded) - len(integers)) * (16 + kind.bits)


def rank_parameters(samples: Sequence[Sequence[float]], kind: FloatKind) -> Ranked:
    """The parameters that are best for all of the samples together, and those that are best for most of them."""
    votes, totals = Counter[Parameters](), Counter[Parameters]()
    least = 0
    for sample in samples:
        costs = [(cost_of(sample, each, kind), each) for each in list_parameters(kind)]
        totals.update({each: cost for cost, each in costs})
        cost, best = min(costs, key=lambda pair: pair[0])
        votes[best] += 1
        least += cost
    overall = min(list_parameters(kind), key=lambda each: totals[each])
    return rank_votes(overall, votes, least / max(1, sum(map(len, samples))))


def rank_votes(overall: Parameters, votes: Mapping[Parameters, int], bits: float) -> Ranked:
    """What is best for all samples, before what is best for single ones."""
    ranked = sorted(votes, key=lambda each: (-votes[each], -each.exponent, -each.factor))
    others = [each for each in ranked if each != overall]
    return Ranked((overall, *others)[:LARGEST_PRESET], bits)


def list_parameters(kind: FloatKind) -> list[Parameters]:
    """In the order in which the first of the best is taken: large exponents keep most numbers exact."""
    return [
        Parameters(exponent, factor)
        for exponent in range(kind.largest_exponent, -1, -1)
        for factor in range(exponent, -1, -1)
    ]


def best_for(numbers: Numbers, preset: Sequence[Parameters], kind: FloatKind) -> Parameters:
    """The parameters of a vector; the first of the best."""
    sample = take_sample(numbers)
    return min(preset, key=lambda each: cost_of(sample, each, kind)) if preset[1:] else preset[0]
