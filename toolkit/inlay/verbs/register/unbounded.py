"""Which columns have no bounds in which files, why, and what gives them some: no loss, but what a table is slow without."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from inlay.ground.statements.bounds import NO_BOUNDS, NO_STATISTICS
from inlay.verbs.register.record import FileRecord, LeafRecord


class Unbounded(NamedTuple):
    """A column without a lower or an upper bound in `files` of `all_files`. `why` is said of `first_path`."""

    column: str
    files: int
    all_files: int
    first_path: str
    why: str


def are_absent(column: Unbounded) -> bool:
    """Whether the file says no bounds at all, so that `inlay index add` may work them out."""
    return column.why.endswith((NO_BOUNDS, NO_STATISTICS))


def list_unbounded(records: Sequence[FileRecord]) -> list[Unbounded]:
    """Most files first. A column of nulls alone needs no bounds, and a geometry has a box instead."""
    columns: dict[tuple[str, ...], Unbounded] = {}
    for record in records:
        for leaf in record.leaves:
            if not (_has_ends(leaf) or _has_no_value(leaf)):
                first = Unbounded(".".join(leaf.path), 0, 0, record.path, leaf.why)
                known = columns.get(leaf.path, first)
                columns[leaf.path] = known._replace(files=known.files + 1)
    counted = (column._replace(all_files=len(records)) for column in columns.values())
    return sorted(counted, key=lambda it: (-it.files, it.column))


def _has_ends(leaf: LeafRecord) -> bool:
    geo = leaf.geo
    if geo is not None:
        return geo.x is not None and geo.y is not None
    return leaf.lower is not None and leaf.upper is not None


def _has_no_value(leaf: LeafRecord) -> bool:
    nans = leaf.nans or 0
    return leaf.values is not None and leaf.nulls is not None and leaf.nulls + nans == leaf.values
