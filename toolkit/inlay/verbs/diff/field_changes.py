"""The differences in one field as columns: where all chunks of a wide file differ, an object for each would take more than the footers."""

from __future__ import annotations

from collections.abc import Iterator

from inlay.verbs.diff.difference import Difference, PlainValue


class FieldChanges:
    """Those of one aspect and field, in their order."""

    def __init__(self, aspect: str, field: str) -> None:
        self._aspect = aspect
        self._field = field
        self._groups: list[int | None] = []
        self._paths: list[str] = []
        self._old: list[PlainValue] = []
        self._new: list[PlainValue] = []

    def add(self, change: Difference) -> None:
        self._groups.append(change.row_group)
        self._paths.append(change.path)
        self._old.append(change.old)
        self._new.append(change.new)

    def __len__(self) -> int:
        return len(self._paths)

    def __iter__(self) -> Iterator[Difference]:
        for group, path, old, new in zip(
            self._groups, self._paths, self._old, self._new, strict=True
        ):
            yield Difference(self._aspect, group, path, self._field, old, new)

    def are_those_of(self, other: FieldChanges) -> bool:
        """Whether another field changes in the same places, from and to the same values."""
        if self._columns == other._columns:  # in the same order, as nearly always
            return True
        if len(self) != len(other):
            return False
        mine, others = ([*zip(*it._columns, strict=True)] for it in (self, other))
        return {*mine} == {*others}

    @property
    def _columns(self) -> tuple[list[int | None], list[str], list[PlainValue], list[PlainValue]]:
        return self._groups, self._paths, self._old, self._new
