"""Small chunks of numbers, read together and looked at natively before anybody asks: to read and decode each costs more than it is worth.

Of a chunk that does not surely agree with all that is said of it nothing is known here: it is read where somebody asks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final

from inlay.ground.values.orders import keys_of
from inlay.pages.engine.chunk_metadata import locate_pages
from inlay.pages.engine.plain_chunks import PlainColumn, describe_numbers, hold_plainly
from inlay.pages.engine.walk import ReadAt
from inlay.verbs.index.decoding_ahead import LARGE, MissingStatements
from inlay.verbs.index.measured_chunk import MeasuredChunk
from parquet_format.parquet import ColumnOrder

_MOST_BYTES: Final = 1 << 20
"""That are read together."""

_MOST_KEPT: Final = 1 << 20
"""Bytes of the values that are kept of them."""

_MOST: Final = 1 << 10
"""Chunks that wait for those behind them."""

_FEW: Final = 4 << 10
"""Bytes of a chunk, decompressed, up to which all of it is looked at where only its headers and levels are asked for."""


def hold_ahead(
    read: ReadAt, missing: Iterable[MissingStatements]
) -> Iterator[Sequence[MissingStatements]]:
    """The same, in their order, as runs of those that wait for each other."""
    small, left = _SmallChunks(read), iter(missing)
    while waiting := list(islice(left, _MOST)):
        yield from small.hold(waiting)
        waiting.clear()  # before there are others


class _SmallChunks:
    """What columns they are of is looked at once."""

    def __init__(self, read: ReadAt) -> None:
        self._read = read
        self._columns: dict[int, PlainColumn | None] = {}

    def hold(self, waiting: Sequence[MissingStatements]) -> Iterator[Sequence[MissingStatements]]:
        """Cut where a small chunk does not lie behind the others, or not near to them."""
        columns, first, end = self._columns, 0, 0
        taken, extents = list[tuple[MeasuredChunk, PlainColumn]](), list[tuple[int, int]]()
        for at, it in enumerate(waiting):
            chunk, number = it.chunk, it.place.column.at
            size = chunk.meta.total_uncompressed_size
            most = LARGE if chunk.will_decode else _FEW if it.statements else 0
            if not 0 <= size < most:
                continue
            if number not in columns:
                columns[number] = _describe(chunk)
            column = columns[number]
            if column is None:
                continue
            start, stop = extent = locate_pages(chunk.meta)
            if taken and not (end <= start <= stop <= extents[0][0] + _MOST_BYTES):
                self._look_at(taken, extents)
                yield waiting[first:at]
                first, taken, extents = at, [], []
            taken.append((chunk, column))
            extents.append(extent)
            end = stop
        if taken:
            self._look_at(taken, extents)
        yield waiting[first:]

    def _look_at(
        self,
        taken: Sequence[tuple[MeasuredChunk, PlainColumn]],
        extents: Sequence[tuple[int, int]],
    ) -> None:
        """Tells those that agree with all that is said of them what they are like."""
        start, end = extents[0][0], extents[-1][1]
        data = self._read(start, end - start)
        keeps = any(chunk.needs_all_values for chunk, _ in taken)
        held = hold_plainly(data, start, taken, extents, _MOST_KEPT if keeps else 0)
        for (chunk, _), it in zip(taken, held, strict=True):
            chunk.held = it


def _describe(chunk: MeasuredChunk) -> PlainColumn | None:
    if chunk.leaf.max_repetition:
        return None
    keys = (chunk.key,) if chunk.key else keys_of(chunk.element, ColumnOrder.TYPE_ORDER)
    if len(keys) != 1:
        return None
    return describe_numbers(chunk.element, keys[0], chunk.leaf.max_definition)
