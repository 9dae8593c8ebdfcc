"""The values of a data page: a header, where each vector begins, and the vectors (PforEncoding.md, Page Layout)."""

from __future__ import annotations

from inlay.pages.encodings.pfor.integer_kind import IntegerKind
from inlay.pages.encodings.pfor.vector import decode_vector, encode_vector, read_header
from inlay.pages.encodings.vectors.page_frame import VECTOR, split_page


def encode_page(values: memoryview, kind: IntegerKind) -> bytes:
    """Values in PLAIN encoding; each vector as it becomes smallest."""
    integers = kind.integers_in(values)
    vectors = [
        encode_vector(integers[start : start + VECTOR], kind)
        for start in range(0, len(integers), VECTOR)
    ]
    return kind.frame.build_page(len(integers), vectors)


def decode_page(data: memoryview, count: int, kind: IntegerKind) -> bytes:
    """The `count` values of a page in PLAIN encoding. Raises VectorError."""
    vectors = split_page(data, count, kind.frame, lambda place: read_header(place, kind))
    return b"".join(decode_vector(place, header, kind).tobytes() for place, header in vectors)
