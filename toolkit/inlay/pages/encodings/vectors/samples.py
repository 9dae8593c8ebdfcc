"""Some vectors of a column chunk, from which the others are judged."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

from inlay.pages.encodings.errors import DeclinedError
from inlay.pages.encodings.vectors.page_frame import VECTOR

SAMPLED_VECTORS: Final = 8
SAMPLED_VALUES: Final = 64
"""Of a vector."""

Number = TypeVar("Number", int, float)


def take_vectors(pages: Sequence[tuple[memoryview, int]], size: int) -> list[memoryview]:
    """Of pages of PLAIN values, `size` bytes each, given with how many they have."""
    return [
        pages[page][0][size * start : size * end]
        for page, start, end in choose_vectors([count for _, count in pages])
    ]


def choose_vectors(counts: Sequence[int]) -> list[tuple[int, int, int]]:
    """Vectors at equal distances of a chunk whose pages have so many values: page, first value and end."""
    vectors = [
        (page, start, min(start + VECTOR, count))
        for page, count in enumerate(counts)
        for start in range(0, count, VECTOR)
    ]
    many = min(SAMPLED_VECTORS, len(vectors))
    return [vectors[number * len(vectors) // many] for number in range(many)]


def require_fewer_bits(name: str, taken: float, plain: int) -> None:
    """Raises DeclinedError where a value takes no fewer bits than in PLAIN, so that nobody tries all of the chunk."""
    if taken >= plain:
        raise DeclinedError(
            f"by samples, {name} takes {taken:.1f} bits a value, and PLAIN takes {plain}"
        )


def take_sample(numbers: memoryview[Number]) -> memoryview[Number]:
    """Some numbers of a vector, at equal distances."""
    return numbers[:: max(1, len(numbers) // SAMPLED_VALUES)][:SAMPLED_VALUES]
