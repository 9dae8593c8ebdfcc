"""How each row of a chunk compares with the one before it: what tells whether rows are sorted. A byte for each, and none for the first."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from inlay.ground.values.orders import Key
from inlay.ground.values.steps import StepsOfValues, ValueStep
from inlay.pages.engine.dense_values import DenseChunk, DensePageLevels
from inlay.pages.engine.levels import read_runs, width_of

_BITS: Final = [bytes(byte >> at & 1 for at in range(8)) for byte in range(256)]
"""The bits of a byte, the lowest first, a byte each."""

_VALUES: Final = re.compile(b"\x01+")


def find_row_steps(dense: DenseChunk, max_definition: int, keys: Iterable[Key]) -> list[bytes]:
    """Of a column without lists whose levels were kept, by each key: values of `ValueStep`. Raises what `find_steps` does."""
    steps = RowSteps(max_definition, tuple(keys))
    steps.add(dense)
    return steps.join()


class RowSteps:
    """The same of runs that follow each other."""

    def __init__(self, max_definition: int, keys: tuple[Key, ...]) -> None:
        self._most = max_definition
        self._steps = [StepsOfValues(key) for key in keys]
        self._pages: list[DensePageLevels] = []

    def add(self, run: DenseChunk) -> None:
        self._pages += run.pages
        for steps in self._steps:
            steps.add(run.values)

    def join(self) -> list[bytes]:
        steps = [each.join() for each in self._steps]
        if self._most and any(page.count < page.entries for page in self._pages):
            there = _mark_values(self._pages, self._most)
            steps = [_with_nulls(each, there) for each in steps]
        return steps


def mark_steps(steps: bytes, which: Iterable[ValueStep]) -> bytes:
    """1 for these, and 0 for others."""
    return steps.translate(_table_of(frozenset(which)))


@cache
def _table_of(which: frozenset[ValueStep]) -> bytes:
    return bytes(step in which for step in range(256))


def join_marks(marks: bytes, other: bytes) -> bytes:
    """1 where both have it."""
    size = min(len(marks), len(other))
    both = int.from_bytes(marks[:size], "little") & int.from_bytes(other[:size], "little")
    return both.to_bytes(size, "little")


def _mark_values(pages: Sequence[DensePageLevels], most: int) -> bytearray:
    """A byte for each row, 1 where a value is there."""
    width = width_of(most)
    mask = (1 << width) - 1
    there = bytearray()
    for page in pages:
        for run in read_runs(page.definition_bytes, page.entries, most):
            if run.packed is None:
                there += bytes([run.value == most]) * run.length
            elif width == 1:
                there += b"".join(map(_BITS.__getitem__, run.packed))[: run.length]
            else:
                for start in range(0, run.length, 8):
                    eight = run.packed[start * width // 8 : (start + 8) * width // 8]
                    lanes = int.from_bytes(eight, "little")
                    count = min(8, run.length - start)
                    there += bytes((lanes >> width * at) & mask == most for at in range(count))
    return there


def _with_nulls(steps: bytes, there: bytearray) -> bytes:
    """The steps of all rows, from those of the values that are there."""
    rows = bytearray()
    end = taken = 0
    for run in _VALUES.finditer(there):
        start = run.start()
        if start:
            rows += bytes([ValueStep.SAME]) * (start - end - 1)
            rows.append(ValueStep.FROM_NULL)
        count = run.end() - start
        rows += steps[taken : taken + count - 1]
        taken += count
        end = run.end()
        if end < len(there):
            rows.append(ValueStep.TO_NULL)
    rows += bytes([ValueStep.SAME]) * (len(there) - end - 1)
    return bytes(rows)
