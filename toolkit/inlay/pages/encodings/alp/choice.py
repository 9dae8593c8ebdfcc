"""The preset of a column chunk, from samples of all its pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from inlay.pages.encodings.alp.float_kind import FloatKind
from inlay.pages.encodings.alp.native import NATIVE
from inlay.pages.encodings.alp.parameters import (
    Parameters,
    Ranked,
    rank_parameters,
    rank_votes,
)
from inlay.pages.encodings.vectors.page_frame import VECTOR
from inlay.pages.encodings.vectors.samples import require_fewer_bits, take_sample, take_vectors

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
    """Raises DeclinedError where a chunk would not become smaller."""
    require_fewer_bits("ALP", ranked.bits + 8 * (kind.header_size + _OFFSET) / VECTOR, kind.bits)


def _take_samples(pages: Sequence[tuple[memoryview, int]], kind: FloatKind) -> list[bytes]:
    vectors = take_vectors(pages, kind.size)
    return [take_sample(kind.numbers_in(vector)).tobytes() for vector in vectors]
