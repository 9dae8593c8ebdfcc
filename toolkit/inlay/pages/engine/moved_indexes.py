"""Offset indexes that lie side by side, moved at once: a wide file has one for each of its chunks, and structs for them take longer than all else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Any, Final, TypeGuard

from inlay.ground.files.source import read_at
from inlay.pages.engine.moved import Extent, MovedSource
from inlay.pages.engine.piece import OFFSET_INDEX
from inlay.pages.engine.plan import Move, Step
from inlay.pages.engine.sink import Destination
from inlay_runtime.core import load_native
from inlay_runtime.limits import DEFAULT_LIMITS
from parquet_format.parquet import OffsetIndex

_native: Any = load_native("inlay.pages.engine.native_whole_groups")

_MOST: Final = 1 << 20
"""Bytes of indexes that are in memory together."""


def gather_indexes(steps: Iterator[Step]) -> Iterator[Step | list[Move]]:
    """The steps in their order; those that move the offset indexes of a source, side by side in it, as lists."""
    run: list[Move] = []
    for step in steps:
        index = step if _is_plain(step) else None
        if run and (index is None or not _follows(index, run)):
            yield run
            run = []
        if index is None:
            yield step
        else:
            run.append(index)
    if run:
        yield run


def _is_plain(step: Step) -> TypeGuard[Move]:
    """Of an index as it lies in its source."""
    return (
        isinstance(step, Move)
        and step.piece.kind is OFFSET_INDEX
        and step.piece.place is not None
        and step.offset_index is None
        and step.seal is None
    )


def _follows(step: Move, run: Sequence[Move]) -> bool:
    last = run[-1]
    is_behind = step.source is last.source and step.piece.start == last.piece.end
    return is_behind and step.piece.end - run[0].piece.start <= _MOST


def move_indexes(run: Sequence[Move], moved: MovedSource, sink: Destination) -> bool:
    """Whether they were moved: not where pages were replaced, where one is not plain, or leads to what has not moved yet."""
    if _native is None or not moved.is_whole or moved.replaced:
        return False
    first, last = run[0].piece, run[-1].piece
    data = read_at(run[0].source.source, first.start, last.end - first.start)
    sizes = [step.piece.size for step in run]
    known = data, sizes, *moved.runs.columns(), moved.end, DEFAULT_LIMITS
    result: tuple[bytes, list[int]] | None = _native.move_all_locations(OffsetIndex, *known)
    if result is None:
        return False
    new, new_sizes = result
    starts = accumulate(new_sizes, initial=sink.size)
    for step, start, size in zip(run, starts, new_sizes, strict=False):
        moved.note(step.piece, start)
        assert step.piece.place is not None  # see `_is_plain`
        moved.offset_indexes[step.piece.place] = Extent(start, size)
    sink.append(new)
    return True
