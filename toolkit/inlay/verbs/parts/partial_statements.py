"""Bounds and numbers of nulls that some row groups of the new file would have, and others not.

That is valid, and pyiceberg and deltalake misread it: they take what some row groups say for what all do, and lose rows. So what the
new file cannot say of all row groups it says of none, unless a source was so already.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, NamedTuple

from inlay.pages.engine.chunk_metadata import metadata_of
from inlay.pages.engine.leaf import Leaf
from inlay.pages.engine.left_out import name_columns
from inlay.verbs.parts.distrust import drop_statistics_bounds
from inlay.verbs.parts.planned_groups import Take
from parquet_format.parquet import RowGroup, Statistics

SOME: Final = 1
NOT_ALL: Final = 2
"""What a file says of a column: some row groups make the statement, and some do not. Together they are 3."""


class StatementsOfColumns(NamedTuple):
    """Of numbers of nulls, and of bounds: `SOME` and `NOT_ALL` for each leaf."""

    nulls: bytes
    bounds: bytes


class _Statement(NamedTuple):
    """`which` it is of what a source says."""

    name: str
    which: int
    drop: Callable[[Statistics], None]


def drop_partial_statements(takes: Sequence[Take], leaves: Sequence[Leaf]) -> list[str]:
    """Has them dropped, after whatever else is; a sentence for each kind. `leaves` are those of the result."""
    if len(takes) < 2 and not any(take.part.edits for take in takes):
        return []
    before: list[StatementsOfColumns] = []
    after: list[StatementsOfColumns] = []
    for take in takes:
        before.append(_listen(take, take.part.file.metadata().row_groups))
        after.append(_listen(take, take.part.row_groups()) if take.part.edits else before[-1])
    notes: list[str] = []
    for statement in STATEMENTS:
        names: list[str] = []
        which = statement.which
        for number, leaf in enumerate(leaves):
            there = [(at, take.places[number]) for at, take in enumerate(takes)]
            known = [(at, leaf_of) for at, leaf_of in there if leaf_of is not None]
            old = [before[at][which][leaf_of] for at, leaf_of in known]
            new = [after[at][which][leaf_of] for at, leaf_of in known]
            if statement is NULLS and leaf.max_definition == 0:
                continue
            if _becomes_partial(old, new):
                names.append(leaf.name)
                for at, leaf_of in known:
                    if after[at][which][leaf_of] & SOME:
                        takes[at].part.edits.append(partial(_drop, leaf_of, statement))
        if names:
            notes.append(
                f"{statement.name} of {name_columns(names)} are dropped in all row groups: some row groups have none, "
                "and pyiceberg and deltalake would take those of the others for all rows"
            )
    return notes


def _listen(take: Take, row_groups: Sequence[RowGroup]) -> StatementsOfColumns:
    """There are no bounds of nulls, and nothing is said of no values."""
    count = len(take.part.tree.leaves)
    said_nulls, said_bounds = bytearray(count), bytearray(count)
    for group in take.row_groups:
        for number, chunk in enumerate(row_groups[group].columns):
            meta = metadata_of(chunk)
            statistics = meta.statistics
            if statistics is None:
                if meta.num_values > 0:
                    said_nulls[number] |= NOT_ALL
                    said_bounds[number] |= NOT_ALL
                continue
            nulls = statistics.null_count
            if nulls is not None:
                said_nulls[number] |= SOME
            elif meta.num_values > 0:
                said_nulls[number] |= NOT_ALL
            if statistics.min_value is not None and statistics.max_value is not None:
                said_bounds[number] |= SOME
                continue
            if _has_bound(statistics):
                said_bounds[number] |= SOME
            is_whole = statistics.min is not None and statistics.max is not None
            if not is_whole and meta.num_values > 0 and nulls != meta.num_values:
                said_bounds[number] |= NOT_ALL
    return StatementsOfColumns(bytes(said_nulls), bytes(said_bounds))


def _has_bound(statistics: Statistics) -> bool:
    said = statistics.min_value, statistics.max_value, statistics.min, statistics.max
    return any(bound is not None for bound in said)


def _becomes_partial(old: Sequence[int], new: Sequence[int]) -> bool:
    is_partial = any(each & SOME for each in new) and any(each & NOT_ALL for each in new)
    was_partial = (SOME | NOT_ALL) in old
    return is_partial and (not was_partial or list(old) != list(new))


def _drop(leaf: int, statement: _Statement, row_groups: Sequence[RowGroup]) -> None:
    for row_group in row_groups:
        statistics = metadata_of(row_group.columns[leaf]).statistics
        if statistics is not None:
            statement.drop(statistics)


def _drop_nulls(statistics: Statistics) -> None:
    statistics.null_count = None


BOUNDS: Final = _Statement("bounds", 1, drop_statistics_bounds)
NULLS: Final = _Statement("numbers of nulls", 0, _drop_nulls)
STATEMENTS: Final = (NULLS, BOUNDS)
