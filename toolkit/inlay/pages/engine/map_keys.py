"""Keys that a map has twice, page by page, from the levels of the keys. `map_keys.pxi` looks; Python does the same where it is not built.

A key is told by 64 bits of its hash. Of a map with more keys than there is room for, some are not looked at.
"""

from __future__ import annotations

from collections.abc import Hashable
from secrets import randbits
from typing import Any, Final

import pyarrow as pa

from inlay.ground.values.extremes import read_raw
from inlay.pages.engine.dense_values import DenseChunk, DensePageLevels
from inlay.pages.engine.distinct_values import MOST
from inlay.pages.engine.leaf import Leaf
from inlay.pages.engine.levels import read_runs, width_of
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
        self._rows = self._pages = 0
        self._keys: Any = (
            SlowMapKeys() if _native is None else _native.MapKeys(randbits(_BITS) | 1, MOST)
        )

    def add(self, run: DenseChunk) -> None:
        for page in run.pages:
            if len(self.found) < self._most_pages:
                self._look(run, page)
            self._rows += page.rows
            self._pages += 1

    def _look(self, run: DenseChunk, page: DensePageLevels) -> None:
        values = run.values.slice(page.first - run.first, page.count)
        array: Any = values.chunk(0) if values.num_chunks == 1 else values.combine_chunks()
        if page.damage or (page.count and not isinstance(array, pa.Array)):
            self._keys.forget()
            return
        repeated = self._find(page, array)
        if repeated is None:
            self._keys.forget()
            return
        place, rows = repeated
        if place >= 0:
            self.found[self._pages] = self._rows + rows - 1, read_raw(array)(place)

    def _find(self, page: DensePageLevels, array: Any) -> tuple[int, int] | None:
        leaf = self._leaf
        levels = (
            page.repetition_bytes,
            leaf.max_repetition,
            page.definition_bytes,
            leaf.max_definition,
            page.entries,
        )
        if isinstance(self._keys, SlowMapKeys):
            return self._keys.find_in(*levels, array)
        indexes = None
        if pa.types.is_boolean(array.type):
            array = array.cast(pa.uint8())
        first = array.offset
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
            repeated = self._keys.find(*levels, data or b"", offsets, indexes, 1, first, page.count)
        else:
            data, width = array.buffers()[1] or b"", array.type.byte_width
            repeated = self._keys.find(*levels, data, None, indexes, width, first, page.count)
        return repeated


class SlowMapKeys:
    """What `map_keys.pxi` does."""

    def __init__(self) -> None:
        self._there: set[bytes] = set()

    def forget(self) -> None:
        self._there.clear()

    def find_in(
        self,
        repetition: bytes,
        most_repetition: int,
        definition: bytes,
        most_definition: int,
        entries: int,
        values: Any,
    ) -> tuple[int, int]:
        raw_at = read_raw(values)
        place = rows = 0
        repeated = _list_levels(repetition, most_repetition, entries)
        defined = _list_levels(definition, most_definition, entries)
        for again, level in zip(repeated, defined, strict=True):
            rows += again == 0
            if again < most_repetition:
                self.forget()
            if level == most_definition:
                raw = raw_at(place)
                if raw in self._there:
                    self.forget()
                    return place, rows
                self._there.add(raw)
                place += 1
        return -1, rows


def _list_levels(data: bytes, most: int, count: int) -> list[int]:
    width = width_of(most)
    mask = (1 << width) - 1
    levels: list[int] = []
    for run in read_runs(data, count, most):
        if run.packed is None:
            levels += [run.value] * run.length
        else:
            lanes = int.from_bytes(run.packed, "little")
            levels += [lanes >> width * at & mask for at in range(run.length)]
    return levels
