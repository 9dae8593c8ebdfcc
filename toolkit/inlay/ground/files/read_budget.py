"""How much is read of what a footer leads to: parts that overlap would be read as often as the footer names them."""

from __future__ import annotations

from typing import Final

from inlay.ground.wording.amounts import count

_FLOOR: Final = 64 << 10


class ReadBudget:
    """One pass over a file of `size` bytes, which is enough for parts that do not overlap, and never less than a floor."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._most = max(size, _FLOOR)
        self._charged = 0

    def has_room(self, length: int) -> bool:
        """Whether so many bytes more may be read."""
        return self._charged + length <= self._most

    def take(self, length: int) -> bool:
        """Counts so many bytes of the file, if there is room for them."""
        if not self.has_room(length):
            return False
        self._charged += length
        return True

    def charge(self, offset: int, length: int) -> str:
        """Counts what the file has of these bytes. Where they are too many, it does not, and says so in a clause; else empty."""
        if offset < 0 or length < 0 or offset + length > self._size:
            length = max(min(offset + length, self._size) - max(offset, 0), 0)
        if self._charged + length <= self._most:
            self._charged += length
            return ""
        return (
            f"with its {count(length, 'byte')}, {self._charged + length:,} would be read of {self._size:,}: "
            "parts of the file overlap"
        )
