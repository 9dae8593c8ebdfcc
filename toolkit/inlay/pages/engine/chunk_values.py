"""The values of a chunk, of which no more than a run is in memory: what is asked of them is looked for run by run."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Protocol, TypeVar

import pyarrow as pa

from inlay.pages.engine.dense_chunk import DenseChunk, DensePageLevels, DenseRun
from inlay.pages.engine.errors import ChunkError


class Look(Protocol):
    """What is found of the runs of a chunk, which are added in their order. Two of one name find the same."""

    @property
    def name(self) -> Hashable: ...

    def add(self, run: DenseChunk, /) -> None: ...


L = TypeVar("L", bound=Look)


def measure_width(type_: pa.DataType) -> int:
    """Bits of a value; 0 of byte arrays, and of indexes of them."""
    is_fixed = not pa.types.is_dictionary(type_) and not pa.types.is_binary(type_)
    return type_.bit_width if is_fixed else 0


class ChunkValues:
    """`pages` are the data pages of all runs, and `damage` ends the walk over them. There are `count` values, of `bits` each where they
    have one width.

    `read` makes the runs, as often as somebody looks; a chunk that is a single one is kept.
    """

    def __init__(self, read: Callable[[], Iterable[DenseRun]]) -> None:
        self._read = read
        self._only: DenseChunk | None = None
        self._found: dict[Hashable, Look] = {}
        self.pages: list[DensePageLevels] = []
        self.damage: ChunkError | None = None
        self.count = self.bits = 0

    @classmethod
    def of(cls, chunk: DenseChunk) -> ChunkValues:
        values = cls(lambda: [DenseRun(chunk, is_only=True)])
        values.open([])
        return values

    def open(self, looks: Iterable[Look]) -> None:
        """Before anything is asked. Where there are several runs, what will be asked is found by these on the way. Raises
        UndecodedError."""
        ahead = {look.name: look for look in looks}
        for run, is_only in self._read():
            if not run.goes_on:
                self.pages += run.pages
            self.damage = run.damage
            self.count += len(run.values)
            self.bits = measure_width(run.values.type)
            if is_only:
                self._only = run
                return
            for look in ahead.values():
                look.add(run)
            del run  # or there would be two
        self._found.update(ahead)

    @property
    def is_whole(self) -> bool:
        return self.damage is None and not any(page.damage for page in self.pages)

    def runs(self) -> Iterator[DenseChunk]:
        """Decoded once more, where there are several."""
        if self._only is not None:
            yield self._only
            return
        for run, _ in self._read():
            yield run
            del run

    def find(self, look: L) -> L:
        """The look after all runs, or one of its name that was taken before."""
        known = self._found.get(look.name)
        if known is None:
            for run in self.runs():
                look.add(run)
                del run
            self._found[look.name] = known = look
        assert isinstance(known, type(look))
        return known
