"""What lies between owners: zeros are padding, and the rest belongs to nothing that is known."""

from __future__ import annotations

from typing import Final

from inlay.pages.engine.walk import ReadAt
from inlay.verbs.layout.kinds import OwnerKind
from inlay.verbs.layout.ledger import NOTHING, LedgerWriter

_LOOKED_AT: Final = 1 << 20
"""Bytes of a gap that are read; padding is shorter."""


class Gaps:
    def __init__(self, writer: LedgerWriter, read: ReadAt) -> None:
        self._writer = writer
        self._read = read

    def fill(
        self,
        end: int,
        kind: OwnerKind | None = None,
        *,
        row_group: int = NOTHING,
        column: int = NOTHING,
    ) -> None:
        """Gives everything up to `end` an owner, of this kind if it is known."""
        start = self._writer.position
        if start < end:
            kind = kind or self._kind_of(start, end)
            self._writer.add(kind, start, end, row_group=row_group, column=column)

    def _kind_of(self, start: int, end: int) -> OwnerKind:
        size = end - start
        if size <= _LOOKED_AT and not any(self._read(start, size)):
            return OwnerKind.PADDING
        return OwnerKind.UNKNOWN
