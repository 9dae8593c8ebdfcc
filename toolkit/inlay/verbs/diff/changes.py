"""The differences in one field as columns: where all chunks of a wide file differ, an object for each would take more than the footers."""

from __future__ import annotations

import marshal
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, cast

from inlay.verbs.diff.difference import Difference, PlainValue
from inlay.verbs.diff.matching_rows import Place


class Changes(NamedTuple):
    """Some of those of one aspect and field, in their order."""

    aspect: str
    field: str
    places: Sequence[Place]
    old: Sequence[PlainValue]
    new: Sequence[PlainValue]

    @classmethod
    def of(cls, difference: Difference) -> Changes:
        aspect, row_group, path, field, old, new = difference
        return cls(aspect, field, [(row_group, path)], [old], [new])

    def each(self) -> Iterator[Difference]:
        for (row_group, path), old, new in zip(self.places, self.old, self.new, strict=True):
            yield Difference(self.aspect, row_group, path, self.field, old, new)


class PackedChanges:
    """Those that were added, as bytes that this process alone reads: they take a tenth of what the columns do."""

    def __init__(self) -> None:
        self._packed: list[tuple[str, str, bytes]] = []
        self._count = 0

    def add(self, changes: Changes) -> None:
        aspect, field, *columns = changes
        self._packed.append((aspect, field, marshal.dumps(cast(Any, columns))))
        self._count += len(changes.places)

    def __len__(self) -> int:
        """The number of differences."""
        return self._count

    def __iter__(self) -> Iterator[Difference]:
        for aspect, field, columns in self._packed:
            yield from Changes(aspect, field, *marshal.loads(columns)).each()

    def are_those_of(self, other: PackedChanges) -> bool:
        """Whether another field changes in the same places, from and to the same values."""
        return len(self._packed) == len(other._packed) and all(
            mine == theirs or marshal.loads(mine) == marshal.loads(theirs)
            for (*_, mine), (*_, theirs) in zip(self._packed, other._packed, strict=True)
        )
