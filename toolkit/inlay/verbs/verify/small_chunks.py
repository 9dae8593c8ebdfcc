"""Small chunks of numbers of which all holds, natively, many at once: to walk over a page takes longer than to decode a few values.

Of a chunk of which the native pass over values says that all holds, no check of the level `data` finds anything.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Final

from inlay.pages.engine.errors import SealedModuleError
from inlay.pages.engine.plain_chunks import PlainColumn, hold_plainly
from inlay.verbs.verify.file_in_front import find_extent
from inlay.verbs.verify.subjects import PlacedChunk
from inlay.verbs.verify.values.claims import Claimed
from inlay.verbs.verify.values.plain import describe_plain

_SMALL: Final = 4 << 10
"""Bytes of a chunk, packed and not."""

_MOST: Final = 64 << 10
"""Bytes that are read at once."""


class SmallChunks:
    """Those of the `reachable` chunks of a file, by their number; they are asked for in order."""

    def __init__(
        self,
        read: Callable[[int, int], bytes],
        chunks: Sequence[PlacedChunk],
        reachable: Collection[int],
    ) -> None:
        self._read = read
        self._chunks = chunks
        self._reachable = reachable
        self._columns: dict[int, PlainColumn | None] = {}
        self._pages: dict[int, int] = {}
        self._until = 0

    def count_pages(self, number: int) -> int | None:
        """None for a chunk that has to be looked at."""
        if number >= self._until:
            self._look_ahead(number)
        return self._pages.get(number)

    def _look_ahead(self, number: int) -> None:
        claims = list(self._list_claims(number))
        self._until = number + max(len(claims), 1)
        self._pages.clear()
        if not claims:
            return
        start, end = claims[0][0].extent[0], claims[-1][0].extent[1]
        try:
            data = self._read(start, end - start)
        except SealedModuleError:  # the walk over its pages says which does not open
            return
        held = hold_plainly(data, start, claims)
        for at, plain in enumerate(held, number):
            if plain is not None:
                self._pages[at] = plain.pages

    def _list_claims(self, number: int) -> Iterator[tuple[Claimed, PlainColumn | None]]:
        """Chunks that lie one behind the other, from this one on."""
        start = end = 0
        for at in range(number, len(self._chunks)):
            chunk = self._chunks[at]
            if at not in self._reachable or not _is_small(chunk):
                return
            assert chunk.meta is not None
            extent = find_extent(chunk.meta)
            if at == number:
                start = extent[0]
            elif extent[0] != end or extent[1] - start > _MOST:
                return
            end = extent[1]
            yield Claimed(chunk, extent, None, None), self._describe(chunk)

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
