"""Differences that take no more than their bytes: where all chunks of a wide file differ, an object for each would take more than the footers."""

from __future__ import annotations

import marshal
from collections.abc import Iterator
from typing import Final

from inlay.verbs.diff.difference import Difference

_PACKED: Final = 1000


class PackedDifferences:
    """In their order; a thousand of them become bytes, which only this process reads."""

    def __init__(self) -> None:
        self._packed: list[bytes] = []
        self._latest: list[Difference] = []

    def add(self, difference: Difference) -> None:
        self._latest.append(difference)
        if len(self._latest) == _PACKED:
            self._packed.append(marshal.dumps([*zip(*self._latest, strict=True)]))
            self._latest.clear()

    def __len__(self) -> int:
        return len(self._packed) * _PACKED + len(self._latest)

    def __iter__(self) -> Iterator[Difference]:
        for packed in self._packed:
            yield from map(Difference._make, zip(*marshal.loads(packed), strict=True))
        yield from self._latest

    def are_those_of(self, other: PackedDifferences) -> bool:
        """Whether another field changes in the same places, from and to the same values."""
        return len(self) == len(other) and all(
            mine._replace(field=theirs.field) == theirs
            for mine, theirs in zip(self, other, strict=True)
        )
