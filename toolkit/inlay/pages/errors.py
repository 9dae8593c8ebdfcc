"""What is wrong with a column chunk."""

from __future__ import annotations

from inlay_runtime.errors import InlayError


class PlacedError(InlayError):
    """`place` is the file, or the column of it, once it is known which one it is about."""

    place: str = ""

    def _placed(self, what: str) -> str:
        return f"{self.place}: {what}" if self.place else what


class ChunkError(PlacedError):
    """A column chunk that is not read here: damaged, or of a kind that is left alone.

    `offset` counts from the start of the file; `what` is a clause without the column's name.
    """

    def __init__(self, what: str, offset: int) -> None:
        super().__init__(what, offset)
        self.what = what
        self.offset = offset

    def __str__(self) -> str:
        return self._placed(f"{self.what}, at offset {self.offset:,}")
