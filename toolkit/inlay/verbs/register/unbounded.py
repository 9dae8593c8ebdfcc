"""Which columns have no bounds in which files, why, and what gives them some: no loss, but what a table is slow without."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from inlay.verbs.register.record import FileRecord, LeafRecord


class Unbounded(NamedTuple):
    """A column without a lower or an upper bound in `files` of `all_files`. `why` is said of `first_path`."""

    column: str
    files: int
    all_files: int
    first_path: str
    why: str


class UnboundedColumns:
    """Counted as files come. A column of nulls alone needs no bounds, and is not counted."""

    def __init__(self) -> None:
        self._files = 0
        self._columns: dict[tuple[str, ...], Unbounded] = {}

    def add(self, record: FileRecord) -> None:
        self._files += 1
        for leaf in record.leaves:
            if (leaf.lower is None or leaf.upper is None) and not _has_no_value(leaf):
                self._add(record.path, leaf)

    def _add(self, path: str, leaf: LeafRecord) -> None:
        known = self._columns.get(leaf.path)
        if known is None:
            column = ".".join(leaf.path)
            self._columns[leaf.path] = Unbounded(column, 1, 0, path, leaf.why)
        else:
            self._columns[leaf.path] = known._replace(files=known.files + 1)

    def list_all(self) -> list[Unbounded]:
        """Most files first."""
        counted = (column._replace(all_files=self._files) for column in self._columns.values())
        return sorted(counted, key=lambda it: (-it.files, it.column))


def _has_no_value(leaf: LeafRecord) -> bool:
    nans = leaf.nans or 0
    return leaf.values is not None and leaf.nulls is not None and leaf.nulls + nans == leaf.values


def list_unbounded(records: Iterable[FileRecord]) -> list[Unbounded]:
    columns = UnboundedColumns()
    for record in records:
        columns.add(record)
    return columns.list_all()
