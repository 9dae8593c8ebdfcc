"""The values of large chunks, read in threads while those before them are looked at: pyarrow and the native passes let go of Python's lock.

Small chunks are nearly all Python, and two threads of that wait for each other longer than they work.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
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


def decode_ahead(missing: Iterable[MissingStatements]) -> Iterator[MissingStatements]:
    """The same, in their order, each with its values if it will need them, until the next is asked for. What is wrong with values is raised where
    somebody wants them."""
    waiting: deque[tuple[MissingStatements, Future[None] | None, int]] = deque()
    held = 0
    with ThreadPoolExecutor(_THREADS, "inlay-chunks") as pool:
        try:
            for it in missing:
                is_large = it.chunk.meta.total_uncompressed_size >= LARGE
                if not is_large and not waiting:
                    yield it
                    if it.chunk.held is None:
                        it.chunk.forget_values()
                    continue
                size = _measure(it.chunk) if it.chunk.held is None else 0
                while waiting and (len(waiting) > _THREADS or held + size > _HELD):
                    first, future, its_size = waiting.popleft()
                    yield _wait_for(first, future)
                    first.chunk.forget_values()
                    held -= its_size
                is_read = it.chunk.will_decode and size > 0 and is_large
                future = pool.submit(it.chunk.decode) if is_read else None
                waiting.append((it, future, size if is_read else 0))
                held += waiting[-1][2]
            while waiting:
                first, future, _ = waiting.popleft()
                yield _wait_for(first, future)
                first.chunk.forget_values()
        finally:
            for _, future, _ in waiting:
                if future is not None:
                    future.cancel()


def _measure(chunk: MeasuredChunk) -> int:
    """As it is in the file, and its values; of byte arrays, their ends, too. Of a chunk that is read in runs it is more than is held."""
    meta = chunk.meta
    ends = _END * meta.num_values if chunk.is_byte_array else 0
    return meta.total_compressed_size + meta.total_uncompressed_size + ends


def _wait_for(missing: MissingStatements, future: Future[None] | None) -> MissingStatements:
    if future is not None:
        future.result()
    return missing
