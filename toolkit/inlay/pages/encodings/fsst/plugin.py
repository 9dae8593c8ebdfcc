"""FSST as an encoding beside old pages: experimental, and in pages of ours, since Parquet's are not settled."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import ClassVar

from inlay.ground.wording import amounts
from inlay.pages.encodings.errors import DeclinedError
from inlay.pages.encodings.fsst.native import NATIVE
from inlay.pages.encodings.fsst.page import (
    decode_codes,
    encode_page,
    join_page,
    list_lengths,
    split_page,
)
from inlay.pages.encodings.fsst.symbols import SymbolTable
from inlay.pages.encodings.fsst.training import PAGES, SAMPLE, train
from parquet_format.parquet import Type


class Fsst:
    """`fsst` for BYTE_ARRAY."""

    name: ClassVar[str] = "fsst"
    version: ClassVar[int] = 1
    types: ClassVar[frozenset[Type]] = frozenset({Type.BYTE_ARRAY})

    def prepare(
        self, pages: Sequence[tuple[memoryview, int]], type_: Type
    ) -> Callable[[memoryview, int], bytes]:
        """Encodes the pages of a chunk with symbols that suit it; each page has the table. Raises DeclinedError."""
        sample = take_strings(pages)
        table = train(sample)
        before, after = sum(map(len, sample)), sum(len(table.compress(text)) for text in sample)
        if after >= before:
            raise DeclinedError(
                f"by samples, FSST makes {amounts.count(after, 'byte')} of {before:,}"
            )
        return lambda values, count: _encode(values, count, table)

    def encode(self, values: memoryview, count: int, type_: Type) -> bytes:
        """A page as a chunk of its own, whatever becomes of it."""
        return _encode(values, count, train(take_strings([(values, count)])))

    def decode(self, data: memoryview, count: int, type_: Type) -> bytes:
        """Raises VectorError."""
        table, lengths, codes = split_page(data, count)
        if NATIVE is not None:
            values = NATIVE.decompress(codes, memoryview(lengths), table.data)
            if values is not None:
                return values
        return decode_codes(table, lengths, codes, len(data))


def take_strings(pages: Sequence[tuple[memoryview, int]]) -> list[bytes]:
    """Strings at equal distances, of pages at equal distances."""
    chosen = pages[:: max(1, len(pages) // PAGES)][:PAGES]
    return [
        text for values, count in chosen for text in _choose(values, count, SAMPLE // len(chosen))
    ]


def _choose(values: memoryview, count: int, size: int) -> list[bytes]:
    lengths = _lengths(values, count)
    starts = list(accumulate((4 + length for length in lengths), initial=4))
    step = max(1, sum(lengths) // size)
    return [
        bytes(values[start : start + min(length, size)])
        for start, length in zip(starts[:-1:step], lengths[::step], strict=True)
    ]


def _lengths(values: memoryview, count: int) -> array[int]:
    if NATIVE is None:
        return list_lengths(values, count)
    lengths = array("i")
    lengths.frombytes(NATIVE.list_lengths(values, count))
    return lengths


def _encode(values: memoryview, count: int, table: SymbolTable) -> bytes:
    if NATIVE is None:
        return encode_page(values, count, table)
    lengths = _lengths(values, count)
    return join_page(table, lengths, NATIVE.compress(values, lengths.tobytes(), table.data))
