"""Small chunks of numbers, read together and looked at natively before anybody asks: to read and decode each costs more than it is worth.

Of a chunk that does not surely agree with all that is said of it nothing is known here: it is read where somebody asks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

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


class _SmallChunk(NamedTuple):
    """Where its pages begin and end."""

    chunk: MeasuredChunk
    extent: tuple[int, int]


def hold_ahead(read: ReadAt, missing: Iterable[MissingStatements]) -> Iterator[MissingStatements]:
    """The same, in their order."""
    small = _SmallChunks(read)
    waiting: list[MissingStatements] = []
    for it in missing:
        if len(waiting) >= _MOST or not small.take(it):
            small.hold()
            yield from waiting
            waiting = []
            small.take(it)
        waiting.append(it)
    small.hold()
    yield from waiting


class _SmallChunks:
    """Some that lie behind each other."""

    def __init__(self, read: ReadAt) -> None:
        self._read = read
        self._columns: dict[int, PlainColumn | None] = {}
        self._taken: list[tuple[_SmallChunk, PlainColumn]] = []

    def take(self, missing: MissingStatements) -> bool:
        """Whether others may be taken behind it: it is one of those, or not for this pass."""
        chunk, meta = missing.chunk, missing.place.meta
        column = self._describe(missing) if chunk.will_decode else None
        if column is None or not 0 <= meta.total_uncompressed_size < LARGE:
            return True
        first, last = extent = locate_pages(meta)
        if self._taken:
            start, end = self._taken[0][0].extent[0], self._taken[-1][0].extent[1]
            if not (end <= first <= last and last - start <= _MOST_BYTES):
                return False
        self._taken.append((_SmallChunk(chunk, extent), column))
        return True

    def hold(self) -> None:
        """Tells those that agree with all that is said of them what they are like."""
        if not self._taken:
            return
        start, end = self._taken[0][0].extent[0], self._taken[-1][0].extent[1]
        data = self._read(start, end - start)
        keeps = any(small.chunk.needs_all_values for small, _ in self._taken)
        held = hold_plainly(data, start, self._taken, _MOST_KEPT if keeps else 0)
        for (small, _), it in zip(self._taken, held, strict=True):
            small.chunk.held = it
        self._taken.clear()

    def _describe(self, missing: MissingStatements) -> PlainColumn | None:
        column = missing.place.column
        if column.at not in self._columns:
            is_single = not column.leaf.max_repetition
            self._columns[column.at] = _describe(missing.chunk) if is_single else None
        return self._columns[column.at]


def _describe(chunk: MeasuredChunk) -> PlainColumn | None:
    keys = (chunk.key,) if chunk.key else keys_of(chunk.element, ColumnOrder.TYPE_ORDER)
    if len(keys) != 1:
        return None
    return describe_numbers(chunk.element, keys[0], chunk.leaf.max_definition)
