"""Which chunks a thread takes at once, and which of their indexes may be read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from inlay.ground.files.read_budget import ReadBudget
from inlay.verbs.verify.file_in_front import find_extent
from inlay.verbs.verify.subjects import PlacedChunk

MOST_OF_A_CLAIM: Final = 1 << 20
"""Bytes of small chunks that are read at once: to hand over each costs as much as to audit a small one."""

_MOST_CHUNKS: Final = 128
"""Of a claim: what is decoded of very small ones takes more than their bytes."""

_FIRST: Final = 4

Place: TypeAlias = tuple[int, int]
"""An offset and a length."""


@dataclass(slots=True)
class Claimed:
    """A chunk, where its pages begin and end, and where its indexes lie that may be read."""

    chunk: PlacedChunk
    extent: tuple[int, int]
    column_index: Place | None
    offset_index: Place | None


def claims_of(chunks: Iterable[PlacedChunk]) -> Iterator[list[Claimed]]:
    """Chunks that lie behind each other and are small, together; any other alone.

    Many chunks may name the same index. The level `data` counts what it reads of them in the same order, and says which are too many.
    """
    budget: ReadBudget | None = None
    claim: list[Claimed] = []
    start = end = 0
    for chunk in chunks:
        assert chunk.meta is not None
        budget = budget or ReadBudget(chunk.body)
        first, last = extent = find_extent(chunk.meta)
        is_behind = end <= first and last - start <= MOST_OF_A_CLAIM
        if claim and not (is_behind and len(claim) < _MOST_CHUNKS):
            yield claim
            claim = []
        if not claim:
            start = first
        end = last
        at = chunk.chunk
        offsets = _charge(budget, chunk, at.offset_index_offset, at.offset_index_length)
        columns = _charge(budget, chunk, at.column_index_offset, at.column_index_length)
        claim.append(Claimed(chunk, extent, columns, offsets))
    if claim:
        yield claim


def _charge(
    budget: ReadBudget, chunk: PlacedChunk, offset: int | None, length: int | None
) -> Place | None:
    if not offset or not length or offset < _FIRST or length < 0 or offset + length > chunk.body:
        return None
    return (offset, length) if not budget.charge(offset, length) else None
