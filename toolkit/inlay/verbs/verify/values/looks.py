"""What checks ask of the values of a chunk, found run by run; and what of it is found on the way, where there are several runs."""

from __future__ import annotations

import struct
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

import pyarrow as pa

from inlay.ground.values.extremes import (
    NO_EXTREMES,
    Extremes,
    find_extremes,
    merge_extremes,
    read_raw,
)
from inlay.ground.values.orders import Key
from inlay.pages.engine.dense_chunk import DenseChunk
from inlay.pages.engine.dense_measures import measure_pages
from inlay.pages.engine.geometry_measures import MeasuredGeometries
from inlay.pages.engine.row_steps import RowSteps

MOST_OF_A_CHUNK: Final = 100
"""Findings: the rest are not told."""

RUN: Final = 3 << 20
"""Bytes of values that are decoded at once, of each chunk that is looked at; more only of a page, or where the dictionary has more."""

_SHOWN: Final = 16
"""Bytes of a value that is not one of its type."""


@dataclass(slots=True)
class PageExtremes:
    """Of each data page; nothing where a value of the chunk is none of its type."""

    key: Key
    _found: list[Extremes] = field(default_factory=list[Extremes])
    _is_fit: bool = True

    @property
    def name(self) -> Hashable:
        return PageExtremes, self.key

    @property
    def of_pages(self) -> list[Extremes]:
        return self._found if self._is_fit else [NO_EXTREMES] * len(self._found)

    def add(self, run: DenseChunk) -> None:
        spans = run.spans()
        extremes = [NO_EXTREMES] * len(spans)
        try:
            if self._is_fit:
                extremes = find_extremes(run.values, self.key, spans)
        except (ValueError, struct.error):
            self._is_fit = False
        if run.goes_on:
            before = self._found.pop()
            extremes = [merge_extremes((before, *extremes), self.key)] if self._is_fit else extremes
        self._found += extremes


@dataclass(slots=True)
class PageBytes:
    """Of byte arrays, those of the values of each page."""

    of_pages: list[int] = field(default_factory=list[int])
    name: Hashable = "page bytes"

    def add(self, run: DenseChunk) -> None:
        sizes = measure_pages(run)
        if run.goes_on:
            sizes = [self.of_pages.pop() + sizes[0]]
        self.of_pages += sizes


class ContentRule(NamedTuple):
    """What values are to be: `are_right` of all, which is quick, `is_right` of one, and what is said of one that is not."""

    are_right: Callable[[pa.ChunkedArray[Any]], bool]
    is_right: Callable[[bytes], bool]
    wrong: str


@dataclass(slots=True)
class FaultyPages:
    """What is wrong with the first value that breaks the rule, by the number of its page. Of more pages than are told, no more is looked
    for."""

    rule: ContentRule
    faults: dict[int, str] = field(default_factory=dict[int, str])
    _pages: int = 0

    @property
    def name(self) -> Hashable:
        return self.rule

    def add(self, run: DenseChunk) -> None:
        if run.goes_on:
            self._pages -= 1
        if len(self.faults) <= MOST_OF_A_CHUNK and not self.rule.are_right(run.values):
            spans = zip(run.pages, run.spans(), strict=True)
            for number, (page, (first, count)) in enumerate(spans, self._pages):
                if number in self.faults:
                    continue
                values = run.values.slice(first, count)
                wrong = self._find_wrong(values, run.first + first - page.first, number)
                if wrong is not None:
                    self.faults[number] = wrong
                if len(self.faults) > MOST_OF_A_CHUNK:
                    break
        self._pages += len(run.pages)

    def _find_wrong(self, values: pa.ChunkedArray[Any], at: int, number: int) -> str | None:
        """`at` is the number of the first value in its page."""
        for piece in values.chunks:
            raw_at = read_raw(piece)
            for there in range(len(piece)):
                raw = raw_at(there)
                if not self.rule.is_right(raw):
                    more = "..." if len(raw) > _SHOWN else ""
                    return f"value {at + there:,} of page {number:,} {self.rule.wrong}: {raw[:_SHOWN]!r}{more}"
            at += len(piece)
        return None


@dataclass(slots=True)
class LookAtGeometries:
    may_be_extended: bool
    measured: MeasuredGeometries = field(default_factory=MeasuredGeometries)
    name: Hashable = "geometries"

    def add(self, run: DenseChunk) -> None:
        self.measured.add(run, may_be_extended=self.may_be_extended)


MOST_ROWS: Final = 1 << 26
"""Of a row group whose order is looked at: a few bytes can be more."""


class SortedRows:
    """How each row compares with the one before, by each key: None where that is not known, and `why` says why."""

    name: Hashable = "rows"

    def __init__(self, max_definition: int, keys: tuple[Key, ...]) -> None:
        self.keys = keys
        self._steps: RowSteps | None = RowSteps(max_definition, keys)
        self._rows = 0
        self.why = ""

    @property
    def steps(self) -> RowSteps | None:
        return self._steps

    def add(self, run: DenseChunk) -> None:
        if self._steps is None:
            return
        if not run.goes_on:
            self._rows += sum(page.entries for page in run.pages)
        try:
            if self._rows <= MOST_ROWS:
                self._steps.add(run)
            else:
                self._give_up(f"it has more than {MOST_ROWS:,} rows")
        except (ValueError, struct.error):
            self._give_up("a value is none of its type")

    def _give_up(self, why: str) -> None:
        self._steps, self.why = None, why
