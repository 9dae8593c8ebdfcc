"""The preset of a column chunk, from samples of all its pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from inlay.encoding.alp.float_kind import FloatKind
from inlay.encoding.alp.native import NATIVE
from inlay.encoding.alp.parameters import (
    VECTOR,
    Parameters,
    Ranked,
    choose_vectors,
    rank_parameters,
    rank_votes,
    sample_of,
)
from inlay.encoding.errors import DeclinedError

_OFFSET: Final = 4
"""Bytes that lead to a vector."""


def rank_preset(pages: Sequence[tuple[memoryview, int]], kind: FloatKind) -> Ranked:
    """The parameters that suit pages of PLAIN values, each given with how many it has."""
    samples = _take_samples(pages, kind)
    if NATIVE is None:
        return rank_parameters([kind.numbers_in(sample) for sample in samples], kind)
    overall, votes, bits = NATIVE.rank_parameters(samples, kind.size)
    by_parameters = {Parameters(exponent, factor): many for exponent, factor, many in votes}
    values = sum(map(len, samples)) // kind.size
    return rank_votes(Parameters(*overall), by_parameters, bits / max(1, values))


def require_smaller(ranked: Ranked, kind: FloatKind) -> None:
    """Raises DeclinedError where a chunk would not become smaller, so that nobody tries all of it."""
    bits = ranked.bits + 8 * (kind.header_size + _OFFSET) / VECTOR
    if bits >= kind.bits:
        what = f"by samples, ALP takes {bits:.1f} bits a value, and PLAIN takes {kind.bits}"
        raise DeclinedError(what)


def _take_samples(pages: Sequence[tuple[memoryview, int]], kind: FloatKind) -> list[bytes]:
    numbers = [kind.numbers_in(values) for values, _ in pages]
    return [
        sample_of(numbers[page][start:end]).tobytes()
        for page, start, end in choose_vectors([count for _, count in pages])
    ]
