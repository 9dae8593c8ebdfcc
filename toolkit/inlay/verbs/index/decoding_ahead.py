"""The values of large chunks, read in threads while those before them are looked at: pyarrow and the native passes let go of Python's lock.

Small chunks are nearly all Python, and two threads of that wait for each other longer than they work.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import chain
from typing import Final, NamedTuple

from inlay.verbs.index.chosen_columns import ColumnInGroup
from inlay.verbs.index.measured_chunk import MeasuredChunk
from inlay.verbs.index.statement import Statement

_THREADS: Final = 2

LARGE: Final = 512 << 10
"""Bytes of a chunk, decompressed, from which on a thread reads it."""

_HELD: Final = 40 << 20
"""Bytes that are held of chunks read ahead. More only of a single one."""

_END: Final = 4
"""Bytes of the end of a byte array."""


class MissingStatements(NamedTuple):
    """What is to be worked out of a chunk."""

    place: ColumnInGroup
    chunk: MeasuredChunk
    statements: tuple[Statement, ...]


def decode_ahead(
    waiting_together: Iterable[Sequence[MissingStatements]],
) -> Iterator[Sequence[MissingStatements]]:
    """The same, in their order, as runs: of chunks of one row group that are held with a single page, or of any one chunk. It has its values if
    it will need them, until the next run is asked for. What is wrong with values is raised where somebody wants them."""
    waiting: deque[tuple[Sequence[MissingStatements], Future[None] | None, int]] = deque()
    held = 0
    with ThreadPoolExecutor(_THREADS, "inlay-chunks") as pool:
        try:
            for run in chain.from_iterable(map(_cut, waiting_together)):
                chunk = run[0].chunk
                is_large = chunk.held is None and chunk.meta.total_uncompressed_size >= LARGE
                if not is_large and not waiting:
                    yield run
                    _forget_values(run)
                    del run  # before there are others
                    continue
                size = _measure(chunk) if chunk.held is None else 0
                while waiting and (len(waiting) > _THREADS or held + size > _HELD):
                    first, future, its_size = waiting.popleft()
                    yield _wait_for(first, future)
                    _forget_values(first)
                    held -= its_size
                is_read = chunk.will_decode and size > 0 and is_large
                future = pool.submit(chunk.decode) if is_read else None
                waiting.append((run, future, size if is_read else 0))
                held += waiting[-1][2]
            while waiting:
                first, future, _ = waiting.popleft()
                yield _wait_for(first, future)
                _forget_values(first)
        finally:
            for _, future, _ in waiting:
                if future is not None:
                    future.cancel()


def _cut(waiting: Sequence[MissingStatements]) -> Iterator[Sequence[MissingStatements]]:
    first = 0
    number = -1
    for at, (place, chunk, _) in enumerate(waiting):
        is_held = chunk.held is not None and chunk.held.data_pages == 1
        if first < at and not (is_held and place.number == number):
            yield waiting[first:at]
            first = at
        number = place.number if is_held else -1
    yield waiting[first:]


def _forget_values(run: Sequence[MissingStatements]) -> None:
    """They are read again if somebody asks."""
    if run[0].chunk.held is None:
        run[0].chunk.forget_values()


def _measure(chunk: MeasuredChunk) -> int:
    """As it is in the file, and its values; of byte arrays, their ends, too. Of a chunk that is read in runs it is more than is held."""
    meta = chunk.meta
    ends = _END * meta.num_values if chunk.is_byte_array else 0
    return meta.total_compressed_size + meta.total_uncompressed_size + ends


def _wait_for(
    run: Sequence[MissingStatements], future: Future[None] | None
) -> Sequence[MissingStatements]:
    if future is not None:
        future.result()
    return run
