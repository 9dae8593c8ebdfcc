"""What is checked at the level `values`: a chunk and each of its data pages, with what the file says of them and what is."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from typing import Any

from inlay.ground.schema.tree import Node
from inlay.ground.values.extremes import NO_EXTREMES, Extremes, find_extremes, merge_extremes
from inlay.ground.values.orders import Key, keys_of
from inlay.pages.engine.dense_values import DenseChunk, DensePageLevels
from inlay.verbs.verify.subjects import PlacedChunk, PlacedLeaf
from inlay.verbs.verify.values.measures import count_distinct, measure_pages
from parquet_format.parquet import (
    ColumnIndex,
    ColumnMetaData,
    ColumnOrder,
    FieldRepetitionType,
    OffsetIndex,
    SchemaElement,
    Statistics,
)


@dataclass
class AuditedChunk:
    """A chunk that was read and decoded. Indexes that do not fit its pages are None: the level `data` has said so."""

    placed: PlacedChunk
    meta: ColumnMetaData
    leaf: PlacedLeaf
    dense: DenseChunk
    column_index: ColumnIndex | None = None
    offset_index: OffsetIndex | None = None
    _extremes: dict[Key, list[Extremes]] = field(default_factory=dict)
    _whole: dict[Key, Extremes] = field(default_factory=dict)

    @property
    def place(self) -> str:
        return self.placed.place

    @property
    def element(self) -> SchemaElement:
        return self.leaf.element

    @property
    def statistics(self) -> Statistics | None:
        return self.meta.statistics

    @cached_property
    def is_whole(self) -> bool:
        """Whether every value is known: counts say nothing where one is not."""
        return self.dense.is_whole

    @cached_property
    def pages(self) -> list[AuditedPage]:
        return [AuditedPage(self, at, levels) for at, levels in enumerate(self.dense.pages)]

    def find_page_extremes(self, key: Key) -> list[Extremes]:
        """Of each data page; nothing of values that are none of their type."""
        if key not in self._extremes:
            spans = self.dense.spans()
            try:
                self._extremes[key] = find_extremes(self.dense.values, key, spans)
            except (ValueError, struct.error):
                self._extremes[key] = [NO_EXTREMES] * len(spans)
        return self._extremes[key]

    def find_extremes(self, key: Key) -> Extremes:
        """Of all values that are known."""
        if key not in self._whole:
            self._whole[key] = merge_extremes(self.find_page_extremes(key), key)
        return self._whole[key]

    @cached_property
    def definitions(self) -> list[int]:
        return add_levels([page.definitions for page in self.dense.pages])

    @cached_property
    def repetitions(self) -> list[int]:
        return add_levels([page.repetitions for page in self.dense.pages])

    @cached_property
    def first_rows(self) -> list[int]:
        """Of each page, the number of the first row that begins in it."""
        return list(accumulate((page.rows for page in self.dense.pages), initial=0))

    @cached_property
    def page_bytes(self) -> list[int]:
        """Of byte arrays, those of the values of each page."""
        return measure_pages(self.dense)

    def count_distinct(self) -> range:
        """How many values there are, however both zeros and NaNs are counted."""
        return count_distinct(self.dense.values)

    @property
    def float_key(self) -> Key:
        """Of a column of floating-point numbers: by it NaNs are told."""
        return (self.leaf.keys or keys_of(self.element, ColumnOrder.TYPE_ORDER))[0]

    @cached_property
    def list_level(self) -> int:
        """The definition level from which on the innermost list has an element; 0 in no list."""
        return _find_list_level(self.leaf.node)


@dataclass(slots=True)
class AuditedPage:
    """A data page by its number among those of its chunk."""

    chunk: AuditedChunk
    number: int
    levels: DensePageLevels

    @property
    def place(self) -> str:
        return f"{self.chunk.place}.pages[{self.number}]"

    @property
    def offset(self) -> int:
        return self.levels.offset

    def find_extremes(self, key: Key) -> Extremes:
        return self.chunk.find_page_extremes(key)[self.number]

    def read_index(self, name: str) -> Any:
        """What the column index says of this page in one of its lists; None where it does not."""
        index = self.chunk.column_index
        values: Sequence[Any] | None = getattr(index, name) if index is not None else None
        return values[self.number] if values is not None and self.number < len(values) else None


def add_levels(histograms: Sequence[list[int]]) -> list[int]:
    return [sum(counts) for counts in zip(*filter(None, histograms), strict=True)]


def _find_list_level(node: Node) -> int:
    level, passed = 0, False
    at = node
    while at.parent is not None:
        is_repeated = at.element.repetition_type == FieldRepetitionType.REPEATED
        passed = passed or is_repeated
        if passed and at.element.repetition_type != FieldRepetitionType.REQUIRED:
            level += 1
        at = at.parent
    return level
