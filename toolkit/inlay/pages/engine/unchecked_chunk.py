"""A column chunk on its way into another file, for those who trust its source: no page is read. Its indexes are, for they hold offsets,
and its Bloom filter, for its header says how long it is."""

from __future__ import annotations

from inlay.pages.engine.chunk_metadata import locate_pages
from inlay.pages.engine.errors import PlacementRefusedError
from inlay.pages.engine.moving_chunk import MovingChunk
from inlay.pages.engine.optional_parts import OptionalParts
from inlay.pages.engine.piece import CHUNK, Piece
from inlay.pages.engine.plan import Move


class UncheckedChunk(OptionalParts):
    """Its pages lie before the footer; what is in them nobody has seen. Its indexes fit what the footer says of them."""

    __slots__ = ()

    def __init__(self, moving: MovingChunk) -> None:
        super().__init__(moving, None)

    def pages(self) -> Move:
        source, place = self._origin
        start, end = locate_pages(self._meta)
        if start < 0 or not start <= end <= source.footer:
            raise PlacementRefusedError(
                f"{self._name}: its pages at {start:,} are not before the footer"
            )
        return Move(source, Piece(CHUNK, start, end, place, end))
