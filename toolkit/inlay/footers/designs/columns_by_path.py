"""Columns by their paths: of designs that have no index of names, and what a path means to those that have one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, pairwise
from typing import Final

import pyarrow as pa

from inlay.footers.designs.build import array_from
from inlay.ground.schema.names import ColumnNameError

MOST_DOTS: Final = 4
"""In a path; each may be part of a name. With more of them, the schema is walked."""


def list_readings(path: str) -> list[list[str]]:
    """The names that a path joined by dots may be made of: a dot may also be part of a name."""
    parts = path.split(".")
    return [
        [".".join(parts[start:end]) for start, end in pairwise((0, *cuts, len(parts)))]
        for count in range(len(parts))
        for cuts in combinations(range(1, len(parts)), count)
    ]


class ColumnsByPath:
    """`paths` are those of the leaves, names joined by dots. `refuse` makes the error for one that several leaves have."""

    def __init__(self, paths: Iterable[str], refuse: Callable[[str], ColumnNameError]) -> None:
        self._columns: dict[str, int] = {}
        self._shared: set[str] = set()
        self._refuse = refuse
        for at, path in enumerate(paths):
            if self._columns.setdefault(path, at) != at:
                self._shared.add(path)

    def find(self, paths: Sequence[str]) -> pa.Int32Array:
        """The column of each path, null where there is none. Raises ColumnNameError for one that several columns have."""
        columns: pa.Int32Array = array_from([self._column(path) for path in paths], pa.int32())
        return columns

    def _column(self, path: str) -> int | None:
        if path in self._shared:
            raise self._refuse(path)
        return self._columns.get(path)
