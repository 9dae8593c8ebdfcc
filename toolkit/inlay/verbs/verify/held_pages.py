"""Pages that were looked at with their values, so that nobody looks at them again."""

from __future__ import annotations

from array import array

from inlay.verbs.verify.subjects import PlacedChunk


class HeldPages:
    """How many there are in each chunk of which all holds, and none of others; as numbers, for a wide file has very many chunks."""

    def __init__(self) -> None:
        self._by_group: dict[int, array[int]] = {}

    def note(self, chunk: PlacedChunk, pages: int) -> None:
        of_group = self._by_group.setdefault(chunk.group_at, array("q"))
        of_group.extend([0] * (chunk.at + 1 - len(of_group)))
        of_group[chunk.at] = pages

    def count(self, chunk: PlacedChunk) -> int:
        of_group = self._by_group.get(chunk.group_at, ())
        return of_group[chunk.at] if chunk.at < len(of_group) else 0
