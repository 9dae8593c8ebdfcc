"""Where all chunks of a file lie, as columns: a wide file has so many that an object for each takes more than its footer."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from itertools import pairwise
from typing import Final

from inlay.footers.footer.magic import PLAIN
from inlay.verbs.verify.file_in_front import find_end, find_extent
from inlay.verbs.verify.subjects import PlacedChunk
from inlay.verbs.verify.unowned_bytes import list_extents

_FIRST: Final = 4
"""Where data begins: behind the magic."""


class ChunkExtents:
    """Chunks are numbered in the order of the footer."""

    def __init__(self, chunks: Iterable[PlacedChunk]) -> None:
        self._starts = array("q")
        self._sizes = array("q")
        self._are_here = bytearray()
        self.last = len(PLAIN)
        """Where the last of all that chunks have in the file ends."""
        self.owned: int | None = 0
        """Bytes of all that they have; None where a chunk is encrypted or elsewhere."""
        for chunk in chunks:
            self.last = max(self.last, find_end(chunk))
            meta = chunk.meta
            is_here = meta is not None and chunk.chunk.file_path is None
            start, end = find_extent(meta) if meta is not None else (0, 0)
            self._starts.append(start)
            self._sizes.append(end - start)
            self._are_here.append(is_here)
            if not is_here:
                self.owned = None
            elif self.owned is not None:
                self.owned += sum(end - start for start, end in list_extents(chunk))

    def find_distinct(self, body: int) -> bytearray:
        """By number, 1 for those whose pages lie in the file, of which the footer begins at `body`, and not over those of another, so that
        no byte is walked over twice."""
        distinct = bytearray(len(self._starts))
        numbers: Iterable[int] = range(len(distinct))
        extents = zip(self._starts, self._sizes, strict=True)
        if any(before > after for before, after in pairwise(extents)):
            numbers = sorted(numbers, key=lambda at: (self._starts[at], self._sizes[at]))
        reached = _FIRST
        for at in numbers:
            if not self._are_here[at]:
                continue
            start, end = self._starts[at], self._starts[at] + self._sizes[at]
            if start == end:
                distinct[at] = 1
            elif reached <= start < end <= body:
                distinct[at] = 1
                reached = end
        return distinct
