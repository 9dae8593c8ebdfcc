"""The chunks of a file whose pages are walked over, and whose values are looked at."""

from __future__ import annotations

from collections.abc import Container, Iterator

from inlay.verbs.verify.chunk_extents import ChunkExtents
from inlay.verbs.verify.subjects import FooterSubject, PlacedChunk


class ReachableChunks:
    """Those that lie in the file, not over another one, and are not encrypted; of these row groups, or of all.

    They are gone over as often as wanted, each made when its turn comes: whoever keeps them keeps what takes ten times the footer.
    """

    def __init__(self, footer: FooterSubject, groups: Container[int] | None = None) -> None:
        self._footer = footer
        self._groups = groups
        self._are_distinct = ChunkExtents(footer.chunks()).find_distinct(footer.offset)

    def __iter__(self) -> Iterator[PlacedChunk]:
        for number, chunk in enumerate(self._footer.chunks()):
            is_wanted = self._groups is None or chunk.group_at in self._groups
            if is_wanted and self._are_distinct[number] and chunk.chunk.crypto_metadata is None:
                yield chunk
