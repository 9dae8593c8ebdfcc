"""The values of a data page: a header, where each vector begins, and the vectors (AlpEncoding.md, Page Layout)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from inlay.pages.encodings.alp.float_kind import FloatKind
from inlay.pages.encodings.alp.parameters import Parameters, best_for
from inlay.pages.encodings.alp.vector import decode_vector, encode_vector, read_header
from inlay.pages.encodings.vectors.page_frame import VECTOR, Mark, PageFrame, split_page

FRAME: Final = PageFrame(
    2,
    (
        Mark(0, "compression mode", 0, "ALP"),
        Mark(1, "integer encoding", 0, "frame of reference, packed"),
    ),
)

EMPTY: Final = FRAME.build_page(0, ())
"""The page of no values."""


def encode_page(values: memoryview, preset: Sequence[Parameters], kind: FloatKind) -> bytes:
    """Values in PLAIN encoding, with those parameters of the preset that suit each vector best."""
    numbers = kind.numbers_in(values)
    vectors: list[bytes] = []
    for start in range(0, len(numbers), VECTOR):
        vector = numbers[start : start + VECTOR]
        vectors.append(encode_vector(vector, best_for(vector, preset, kind), kind))
    return FRAME.build_page(len(numbers), vectors)


def decode_page(data: memoryview, count: int, kind: FloatKind) -> bytes:
    """The `count` values of a page in PLAIN encoding. Raises VectorError."""
    vectors = split_page(data, count, FRAME, lambda place: read_header(place, kind))
    return b"".join(decode_vector(place, header, kind).tobytes() for place, header in vectors)
