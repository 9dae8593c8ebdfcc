"""PFOR as an encoding beside old pages: experimental, since its draft may change."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from inlay.pages.encodings.pfor.integer_kind import KINDS, IntegerKind
from inlay.pages.encodings.pfor.native import NATIVE
from inlay.pages.encodings.pfor.page import decode_page, encode_page
from inlay.pages.encodings.vectors.page_frame import HEAD
from inlay.pages.encodings.vectors.samples import require_fewer_bits, take_vectors
from parquet_format.parquet import Type


class Pfor:
    """`pfor` for INT32 and INT64, and for all that is stored in them: dates, timestamps, decimals."""

    name: ClassVar[str] = "pfor"
    version: ClassVar[int] = 1
    types: ClassVar[frozenset[Type]] = frozenset(KINDS)

    def prepare(
        self, pages: Sequence[tuple[memoryview, int]], type_: Type
    ) -> Callable[[memoryview, int], bytes]:
        """Encodes the pages of a chunk. Raises DeclinedError."""
        kind = KINDS[type_]
        vectors = take_vectors(pages, kind.size)
        taken = sum(len(_encode(vector, kind)) - HEAD.size for vector in vectors)
        values = sum(len(vector) // kind.size for vector in vectors)
        require_fewer_bits("PFOR", 8 * taken / max(1, values), kind.bits)
        return lambda values, _: _encode(values, kind)

    def encode(self, values: memoryview, count: int, type_: Type) -> bytes:
        """A page, whatever becomes of it."""
        return _encode(values, KINDS[type_])

    def decode(self, data: memoryview, count: int, type_: Type) -> bytes:
        """Raises VectorError."""
        kind = KINDS[type_]
        if NATIVE is not None:
            values = NATIVE.decode_page(data, count, kind.size)
            if values is not None:
                return values
        return decode_page(data, count, kind)


def _encode(values: memoryview, kind: IntegerKind) -> bytes:
    if NATIVE is not None:
        data = NATIVE.encode_page(values, kind.size)
        if data is not None:
            return data
    return encode_page(values, kind)
