"""How each row of a chunk compares with the one before it: what tells whether rows are sorted. A byte for each, and none for the first."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Final, TypeAlias

from inlay.ground.values.orders import Key
from inlay.ground.values.steps import StepsOfValues, ValueStep
from inlay.pages.engine.dense_chunk import DenseChunk, DensePageLevels
from inlay.pages.engine.levels import read_runs, width_of

Steps: TypeAlias = bytes | bytearray

_BITS: Final = [bytes(byte >> at & 1 for at in range(8)) for byte in range(256)]
"""The bits of a byte, the lowest first, a byte each."""

_ALIKE: Final = re.compile(b"\x00+|\x01+")


class RowSteps:
    """Of a column without lists whose levels were kept, in runs that follow each other: values of `ValueStep`, a bytearray for each key.
    Raises what `find_steps` does."""

    def __init__(self, max_definition: int, keys: tuple[Key, ...]) -> None:
        self.of_keys = [bytearray() for _ in keys]
        self._most = max_definition
        self._steps = [StepsOfValues(key) for key in keys]
        self._stretches: Iterator[tuple[bool, int]] = iter(())
        """Of the page: how many rows behind each other have a value, or have none."""

        self._left = 0
        """Values of the stretch that were not there yet."""

        self._was_value: bool | None = None
        """Of the last row; None before there is one."""

        self._begins_with_value = False

    @property
    def ends(self) -> tuple[bytes | None, bytes | None]:
        """The values of the first and of the last row, in PLAIN encoding without a length; None for a null."""
        values = self._steps[0]
        first = values.first if self._begins_with_value else None
        return first, values.last if self._was_value else None

    def add(self, run: DenseChunk) -> None:
        steps = [each.take(run.values) for each in self._steps]
        first = 0
        goes_on = run.goes_on
        for page, (_, count) in zip(run.pages, run.spans(), strict=True):
            if not goes_on:
                self._stretches, self._left = _list_stretches(page, self._most), 0
            self._place(steps, first, first + count)
            first += count

    def _place(self, steps: Sequence[Steps], first: int, end: int) -> None:
        """The values that are there up to `end`, and the nulls around them."""
        while True:
            if not self._left:
                stretch = next(self._stretches, None)
                if stretch is None:
                    return
                is_value, length = stretch
                if not is_value:
                    self._add_nulls(length)
                    continue
                self._left = length
            if first == end:
                return
            taken = min(self._left, end - first)
            self._add_values([each[first : first + taken] for each in steps])
            first += taken
            self._left -= taken

    def _add_nulls(self, count: int) -> None:
        added = bytes([ValueStep.SAME]) * count
        if self._was_value is not False:
            added = (b"" if self._was_value is None else _TO_NULL) + added[1:]
        for rows in self.of_keys:
            rows.extend(added)
        self._was_value = False

    def _add_values(self, steps: Sequence[Steps]) -> None:
        """The first step is from the value before."""
        self._begins_with_value |= self._was_value is None
        for rows, added in zip(self.of_keys, steps, strict=True):
            if self._was_value:
                rows.extend(added)
            else:
                rows.extend((b"" if self._was_value is None else _FROM_NULL) + added[1:])
        self._was_value = True


_TO_NULL: Final = bytes([ValueStep.TO_NULL])
_FROM_NULL: Final = bytes([ValueStep.FROM_NULL])


def mark_steps(steps: Steps, which: Iterable[ValueStep]) -> bytes:
    """1 for these, and 0 for others."""
    return bytes(steps.translate(_table_of(frozenset(which))))


@cache
def _table_of(which: frozenset[ValueStep]) -> bytes:
    return bytes(step in which for step in range(256))


def join_marks(marks: bytes, other: bytes) -> bytes:
    """1 where both have it."""
    size = min(len(marks), len(other))
    both = int.from_bytes(marks[:size], "little") & int.from_bytes(other[:size], "little")
    return both.to_bytes(size, "little")


def _list_stretches(page: DensePageLevels, most: int) -> Iterator[tuple[bool, int]]:
    if page.damage or not page.entries:
        return
    if page.count in (0, page.entries):
        yield page.count > 0, page.entries
        return
    for alike in _ALIKE.finditer(_mark_values(page, most)):
        first, end = alike.span()
        yield alike[0][0] == 1, end - first


def _mark_values(page: DensePageLevels, most: int) -> bytearray:
    """A byte for each row, 1 where a value is there."""
    width = width_of(most)
    mask = (1 << width) - 1
    there = bytearray()
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
