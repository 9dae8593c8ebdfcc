"""ALP as one of the encodings that Inlay comes with: beside old pages, and as the 10 of Parquet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from inlay.pages.encodings.alp.choice import rank_preset, require_smaller
from inlay.pages.encodings.alp.float_kind import KINDS, FloatKind
from inlay.pages.encodings.alp.native import NATIVE
from inlay.pages.encodings.alp.page import EMPTY, decode_page, encode_page
from inlay.pages.encodings.alp.parameters import Parameters
from parquet_format.parquet import Type


class Alp:
    """`alp` for FLOAT and DOUBLE. Bits come back as they were: NaN payloads, -0.0, infinities, subnormals."""

    name: ClassVar[str] = "alp"
    version: ClassVar[int] = 1
    types: ClassVar[frozenset[Type]] = frozenset(KINDS)
    empty: ClassVar[bytes] = EMPTY

    def prepare(
        self, pages: Sequence[tuple[memoryview, int]], type_: Type
    ) -> Callable[[memoryview, int], bytes]:
        """Encodes the pages of a chunk with parameters that suit it. Raises DeclinedError."""
        kind = KINDS[type_]
        ranked = rank_preset(pages, kind)
        require_smaller(ranked, kind)
        return lambda values, _: _encode(values, ranked.preset, kind)

    def encode(self, values: memoryview, count: int, type_: Type) -> bytes:
        """A page as a chunk of its own, whatever becomes of it."""
        kind = KINDS[type_]
        return _encode(values, rank_preset([(values, count)], kind).preset, kind)

    def decode(self, data: memoryview, count: int, type_: Type) -> bytes:
        """Raises VectorError."""
        kind = KINDS[type_]
        if NATIVE is not None:
            values = NATIVE.decode_page(data, count, kind.size)
            if values is not None:
                return values
        return decode_page(data, count, kind)


def _encode(values: memoryview, preset: Sequence[Parameters], kind: FloatKind) -> bytes:
    if NATIVE is not None:
        data = NATIVE.encode_page(values, preset, kind.size)
        if data is not None:
            return data
    return encode_page(values, preset, kind)
