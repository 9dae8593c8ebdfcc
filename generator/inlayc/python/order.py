"""The order in which a module defines things: each as soon as what it evaluates on import is there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from typing import Generic, TypeVar

from inlayc.python.flat.model import FixedClass, FlatUnion, TableClass, UnionTable
from inlayc.python.model import (
    EnumClass,
    LateImports,
    ModulePart,
    ServiceClass,
    StructClass,
    Table,
    UnionAlias,
)


def without_empty(tables: Sequence[Table]) -> list[Table]:
    """The tables that have rows: a schema table is made without any."""
    return [table for table in tables if table.fields or table.verb != "define"]


P = TypeVar("P", bound=ModulePart)


def in_order(parts: Sequence[P]) -> Iterator[P]:
    """The parts in their order, but for those that have to wait for later ones: these follow what they waited for.

    Schema tables stay behind the definition that they come after, where they can. Names that no part binds are there
    already: they are imported.
    """
    queue = _Queue(parts)
    for at, part in enumerate(parts):
        if not isinstance(part, Table):
            yield from queue.released()
        if queue.is_ready(at):
            yield queue.take(at)
    yield from queue.released()
    assert queue.is_empty, "a part waits for what waits for it"


class _Queue(Generic[P]):
    """What has not been taken; a part is known by its place."""

    def __init__(self, parts: Sequence[P]) -> None:
        self._parts = parts
        bound = {name for part in parts for name in _bound_by(part)}
        self._missing = [set(_needed_by(part) & bound) for part in parts]
        self._waiting_for: dict[str, list[int]] = {}
        for at, missing in enumerate(self._missing):
            for name in missing:
                self._waiting_for.setdefault(name, []).append(at)
        self._released: list[tuple[bool, int]] = []
        """Tables first: what comes before them stands between them and what they waited for."""
        self._left = len(parts)
        self._furthest = -1

    @property
    def is_empty(self) -> bool:
        return self._left == 0

    def is_ready(self, at: int) -> bool:
        self._furthest = at
        return not self._missing[at]

    def take(self, at: int) -> P:
        """A part, with which the names that it binds are there."""
        part = self._parts[at]
        self._left -= 1
        for name in _bound_by(part):
            for waiting in self._waiting_for.pop(name, ()):
                self._missing[waiting].discard(name)
                if waiting <= self._furthest and not self._missing[waiting]:
                    is_definition = not isinstance(self._parts[waiting], Table)
                    heappush(self._released, (is_definition, waiting))
        return part

    def released(self) -> Iterator[P]:
        """Those that were passed over, and need not wait any more."""
        while self._released:
            yield self.take(heappop(self._released)[1])


def _bound_by(part: ModulePart) -> frozenset[str]:
    match part:
        case EnumClass() | StructClass() | TableClass() | FixedClass() | ServiceClass():
            return frozenset({part.name})
        case UnionAlias():
            return frozenset({part.schema})
        case FlatUnion():
            wrappers = {variant.class_name for variant in part.variants if variant.is_wrapper}
            return frozenset(wrappers | ({part.schema} if part.declares_schema else set()))
        case UnionTable():
            return frozenset({part.schema})
        case LateImports():
            return part.binds
        case _:
            return frozenset()


def _needed_by(part: ModulePart) -> frozenset[str]:
    match part:
        case StructClass() | TableClass() | UnionAlias() | FlatUnion() | ServiceClass() | Table():
            return part.needs
        case _:
            return frozenset()
