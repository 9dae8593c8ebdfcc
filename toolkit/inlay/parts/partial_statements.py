"""Bounds and numbers of nulls that some row groups of the new file would have, and others not.

That is valid, and pyiceberg and deltalake misread it: they take what some row groups say for what all do, and lose rows. So what the
new file cannot say of all row groups it says of none, unless a source was so already.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Final, NamedTuple

from inlay.pages.chunk_metadata import metadata_of
from inlay.pages.leaf import Leaf
from inlay.pages.left_out import name_columns
from inlay.parts.planned_groups import Places
from inlay.parts.source import PartSource
from parquet_format.parquet import ColumnMetaData, RowGroup, Statistics


class _Spoken(NamedTuple):
    """Whether some row groups of a file make a statement about a column, and whether some do not."""

    some: bool
    not_all: bool


class _Statement(NamedTuple):
    name: str
    is_there: Callable[[Statistics], bool]
    is_whole: Callable[[Statistics], bool]
    drop: Callable[[Statistics], None]


def drop_partial_statements(
    parts: Sequence[PartSource], places: Sequence[Places], leaves: Sequence[Leaf]
) -> list[str]:
    """Has them dropped, after whatever else is; a sentence for each kind. `leaves` are those of the result."""
    if len(parts) < 2:
        return []
    before: list[dict[_Statement, list[_Spoken]]] = []
    after: list[dict[_Statement, list[_Spoken]]] = []
    for part in parts:
        before.append(_listen(part.file.metadata().row_groups, len(part.tree.leaves)))
        after.append(
            _listen(part.row_groups(), len(part.tree.leaves)) if part.edits else before[-1]
        )
    notes: list[str] = []
    for statement in STATEMENTS:
        names: list[str] = []
        for number, leaf in enumerate(leaves):
            there = [(at, place[number]) for at, place in enumerate(places)]
            known = [(at, leaf_of) for at, leaf_of in there if leaf_of is not None]
            old = [before[at][statement][leaf_of] for at, leaf_of in known]
            new = [after[at][statement][leaf_of] for at, leaf_of in known]
            if statement is NULLS and leaf.max_definition == 0:
                continue
            if _becomes_partial(old, new):
                names.append(leaf.name)
                for at, leaf_of in known:
                    if after[at][statement][leaf_of].some:
                        parts[at].edits.append(partial(_drop, leaf_of, statement))
        if names:
            notes.append(
                f"{statement.name} of {name_columns(names)} are dropped in all row groups: some have none, and "
                "pyiceberg and deltalake take those of the others for all"
            )
    return notes


def _becomes_partial(old: Sequence[_Spoken], new: Sequence[_Spoken]) -> bool:
    is_partial = any(each.some for each in new) and any(each.not_all for each in new)
    was_partial = any(each.some and each.not_all for each in old)
    return is_partial and (not was_partial or list(old) != list(new))


def _listen(row_groups: Iterable[RowGroup], count: int) -> dict[_Statement, list[_Spoken]]:
    spoken = {statement: [_Spoken(False, False)] * count for statement in STATEMENTS}
    for row_group in row_groups:
        for number, chunk in enumerate(row_group.columns):
            meta = metadata_of(chunk)
            statistics = meta.statistics
            for statement in STATEMENTS:
                some, not_all = spoken[statement][number]
                is_there = statistics is not None and statement.is_there(statistics)
                is_whole = statistics is not None and statement.is_whole(statistics)
                lacks = not is_whole and _has_values(meta, statement)
                spoken[statement][number] = _Spoken(some or is_there, not_all or lacks)
    return spoken


def _has_values(meta: ColumnMetaData, statement: _Statement) -> bool:
    """Whether the statement would say something: there are no bounds of nulls."""
    nulls = meta.statistics.null_count if meta.statistics is not None else None
    return meta.num_values > 0 and (statement is NULLS or nulls != meta.num_values)


def _drop(leaf: int, statement: _Statement, row_groups: Sequence[RowGroup]) -> None:
    for row_group in row_groups:
        statistics = metadata_of(row_group.columns[leaf]).statistics
        if statistics is not None:
            statement.drop(statistics)


def _has_bound(statistics: Statistics) -> bool:
    said = statistics.min_value, statistics.max_value, statistics.min, statistics.max
    return any(bound is not None for bound in said)


def _has_bounds(statistics: Statistics) -> bool:
    new = statistics.min_value is not None and statistics.max_value is not None
    return new or (statistics.min is not None and statistics.max is not None)


def _drop_bounds(statistics: Statistics) -> None:
    """The column index keeps its own: who reads that reads it for each row group."""
    statistics.min = statistics.max = statistics.min_value = statistics.max_value = None
    statistics.is_min_value_exact = statistics.is_max_value_exact = None


def _has_nulls(statistics: Statistics) -> bool:
    return statistics.null_count is not None


def _drop_nulls(statistics: Statistics) -> None:
    statistics.null_count = None


BOUNDS: Final = _Statement("bounds", _has_bound, _has_bounds, _drop_bounds)
NULLS: Final = _Statement("numbers of nulls", _has_nulls, _has_nulls, _drop_nulls)
STATEMENTS: Final = (NULLS, BOUNDS)
