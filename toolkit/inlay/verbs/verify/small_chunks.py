"""Small chunks of numbers of which all holds, natively, many at once: to walk over a page takes longer than to decode a few values.

Of a chunk of which the native pass over values says that all holds, no check of the level `data` finds anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Final

from inlay.pages.engine.errors import SealedModuleError
from inlay.pages.engine.plain_chunks import HeldChunk, PlainColumn, hold_plainly
from inlay.verbs.verify.file_in_front import find_extent
from inlay.verbs.verify.subjects import PlacedChunk
from inlay.verbs.verify.values.claims import Claimed
from inlay.verbs.verify.values.plain import describe_plain

_SMALL: Final = 4 << 10
"""Bytes of a chunk, packed and not."""

_MOST: Final = 64 << 10
"""Bytes that are read at once."""


class SmallChunks:
    """Those of a file that are asked about, a few of them in memory at once."""

    def __init__(
        self, read: Callable[[int, int], bytes], is_asked: Callable[[int, PlacedChunk], bool]
    ) -> None:
        """`is_asked` is told the number of a chunk, too."""
        self._read = read
        self._is_asked = is_asked
        self._columns: dict[int, PlainColumn | None] = {}
        self._claims: list[tuple[Claimed, PlainColumn | None]] = []

    def count_pages(
        self, chunks: Iterable[PlacedChunk]
    ) -> Iterator[tuple[int, PlacedChunk, int | None]]:
        """Of each chunk, which has its number before it. None for one that has to be looked at."""
        claims, taken = self._claims, 0
        for number, chunk in enumerate(chunks):
            extent = self._find_extent(number, chunk)
            goes_on = claims and extent is not None and self._goes_on(extent)
            if claims and not goes_on:
                yield from self._take(taken)
                taken = number
            if extent is None:
                yield number, chunk, None
                taken = number + 1
            else:
                claims.append((Claimed(chunk, extent, None, None), self._describe(chunk)))
        if claims:
            yield from self._take(taken)

    def _find_extent(self, number: int, chunk: PlacedChunk) -> tuple[int, int] | None:
        meta = chunk.meta
        if meta is None or not _is_small(chunk) or not self._is_asked(number, chunk):
            return None
        return find_extent(meta)

    def _goes_on(self, extent: tuple[int, int]) -> bool:
        """Whether a chunk lies right behind those that are claimed, and is read with them."""
        start, end = self._claims[0][0].extent[0], self._claims[-1][0].extent[1]
        return extent[0] == end and extent[1] - start <= _MOST

    def _take(self, number: int) -> Iterator[tuple[int, PlacedChunk, int | None]]:
        """What is claimed, of which the first has this number."""
        claims, held = self._claims, list[HeldChunk | None]()
        start, end = claims[0][0].extent[0], claims[-1][0].extent[1]
        # The walk over the pages of a module that does not open says which.
        with suppress(SealedModuleError):
            pairs = [(claimed.chunk, column) for claimed, column in claims]
            extents = [claimed.extent for claimed, _ in claims]
            held = hold_plainly(self._read(start, end - start), start, pairs, extents)
        for at, (claimed, _) in enumerate(claims):
            plain = held[at] if held else None
            yield number + at, claimed.chunk, None if plain is None else plain.pages
        claims.clear()

    def _describe(self, chunk: PlacedChunk) -> PlainColumn | None:
        if chunk.at not in self._columns:
            self._columns[chunk.at] = describe_plain(chunk.leaf) if chunk.leaf is not None else None
        return self._columns[chunk.at]


def _is_small(chunk: PlacedChunk) -> bool:
    meta = chunk.meta
    return (
        meta is not None
        and chunk.chunk.crypto_metadata is None
        and 0 < meta.total_compressed_size <= _SMALL
        and meta.total_uncompressed_size <= _SMALL
    )
