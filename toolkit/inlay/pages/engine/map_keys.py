"""Keys that a map has twice, page by page, from the levels of the keys. `map_keys.pxi` looks; Python does the same where it is not built.

A key is told by 64 bits of its hash. Of a map with more keys than there is room for, some are not looked at.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from secrets import randbits
from typing import Any, Final

import pyarrow as pa

from inlay.ground.values.extremes import read_raw
from inlay.pages.engine.dense_chunk import DenseChunk, DensePageLevels
from inlay.pages.engine.distinct_values import MOST
from inlay.pages.engine.leaf import Leaf
from inlay.pages.engine.levels import list_levels
from inlay_runtime.core import load_native

_native: Any = load_native("inlay.pages.engine.native_pages")

_BITS: Final = 64


class RepeatedKeys:
    """The first in each page, by the number of the page: the row of the row group, and the bytes of the key. The chunk is that of the keys of
    a map, with its levels."""

    name: Hashable = "map keys"

    def __init__(self, leaf: Leaf, most_pages: int) -> None:
        self.found: dict[int, tuple[int, bytes]] = {}
        self._leaf = leaf
        self._most_pages = most_pages
        self._rows = self._later_rows = 0
        self._page = -1
        self._is_over = False
        """Whether no more is looked for in the page."""

        self._keys: Any = (
            SlowMapKeys() if _native is None else _native.MapKeys(randbits(_BITS) | 1, MOST)
        )

    def add(self, run: DenseChunk) -> None:
        goes_on = run.goes_on
        for page, (first, count) in zip(run.pages, run.spans(), strict=True):
            if not goes_on:
                self._begin(page)
            if not self._is_over:
                self._look(run.values.slice(first, count))

    def _begin(self, page: DensePageLevels) -> None:
        self._page += 1
        self._rows, self._later_rows = self._later_rows, self._later_rows + page.rows
        self._is_over = bool(page.damage) or len(self.found) >= self._most_pages
        if self._is_over:
            self._keys.forget()
            return
        most = self._leaf.max_repetition, self._leaf.max_definition
        self._keys.begin(
            page.repetition_bytes, most[0], page.definition_bytes, most[1], page.entries
        )

    def _look(self, values: pa.ChunkedArray[Any]) -> None:
        for array in values.chunks or [pa.array([], values.type)]:
            repeated = self._find(array)
            if repeated is None:
                self._keys.forget()
            elif repeated[0] < 0:
                continue
            else:
                place, rows = repeated
                self.found[self._page] = self._rows + rows - 1, read_raw(array)(place)
            self._is_over = True
            return

    def _find(self, array: Any) -> tuple[int, int] | None:
        if isinstance(self._keys, SlowMapKeys):
            return self._keys.find_in(array)
        if pa.types.is_boolean(array.type):
            array = array.cast(pa.uint8())
        indexes, first, count = None, array.offset, len(array)
        if pa.types.is_dictionary(array.type):
            indexes, first, array = (
                array.indices.buffers()[1],
                array.indices.offset,
                array.dictionary,
            )
            if array.offset:
                return None
        repeated: tuple[int, int] | None
        if pa.types.is_binary(array.type):
            _, offsets, data = array.buffers()
            repeated = self._keys.find(data or b"", offsets, indexes, 1, first, count)
        else:
            data, width = array.buffers()[1] or b"", array.type.byte_width
            repeated = self._keys.find(data, None, indexes, width, first, count)
        return repeated


class SlowMapKeys:
    """What `map_keys.pxi` does."""

    def __init__(self) -> None:
        self._there: set[bytes] = set()
        self._levels: Iterator[tuple[int, int]] = iter(())
        self._is_at_value = False
        self._most_repetition = self._most_definition = self._rows = 0

    def forget(self) -> None:
        self._there.clear()

    def begin(
        self,
        repetition: bytes,
        most_repetition: int,
        definition: bytes,
        most_definition: int,
        entries: int,
    ) -> None:
        repeated = list_levels(repetition, most_repetition, entries)
        defined = list_levels(definition, most_definition, entries)
        self._levels = zip(repeated, defined, strict=True)
        self._most_repetition, self._most_definition = most_repetition, most_definition
        self._rows, self._is_at_value = 0, False

    def find_in(self, values: Any) -> tuple[int, int]:
        raw_at = read_raw(values)
        for place in range(len(values)):
            if not self._goes_to_value():
                break
            self._is_at_value = False
            raw = raw_at(place)
            if raw in self._there:
                self.forget()
                return place, self._rows
            self._there.add(raw)
        self._goes_to_value()
        return -1, self._rows

    def _goes_to_value(self) -> bool:
        if self._is_at_value:
            return True
        for again, level in self._levels:
            self._rows += again == 0
            if again < self._most_repetition:
                self.forget()
            if level == self._most_definition:
                self._is_at_value = True
                return True
        return False
