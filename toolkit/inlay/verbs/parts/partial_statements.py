"""Bounds and numbers of nulls that some row groups of the new file would have, and others not.

That is valid, and pyiceberg and deltalake misread it: they take what some row groups say for what all do, and lose rows. So what the
new file cannot say of all row groups it says of none, unless a source was so already.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple

from inlay.ground.statements.said_of_columns import (
    NOT_ALL,
    SOME,
    StatementsOfColumns,
    hear_footer,
    hear_row_groups,
)
from inlay.pages.engine.chunk_metadata import metadata_of
from inlay.pages.engine.leaf import Leaf
from inlay.pages.engine.left_out import name_columns
from inlay.verbs.parts.distrust import drop_statistics_bounds
from inlay.verbs.parts.planned_groups import Take
from parquet_format.parquet import RowGroup, Statistics


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
        before.append(_listen(take))
        after.append(_choose(take, take.part.row_groups()) if take.part.edits else before[-1])
    notes: list[str] = []
    for statement in STATEMENTS:
        names: list[str] = []
        which = statement.which
        for number in _find_partial(takes, [each[which] for each in after], len(leaves)):
            leaf = leaves[number]
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


def _listen(take: Take) -> StatementsOfColumns:
    """What a source says, as it is."""
    leaves = len(take.part.leaves)
    said = hear_footer(take.part.file.thrift, leaves, take.row_groups)
    return said or _choose(take, take.part.file.metadata().row_groups)


def _choose(take: Take, row_groups: Sequence[RowGroup]) -> StatementsOfColumns:
    chosen = [row_groups[group] for group in take.row_groups]
    return hear_row_groups(chosen, len(take.part.leaves))


def _find_partial(takes: Sequence[Take], said: Sequence[bytes], count: int) -> Iterator[int]:
    """Leaves of the result of which some row groups make a statement, and others do not."""
    either = 0
    for take, each in zip(takes, said, strict=True):
        placed = each
        if take.places != range(len(each)):
            placed = bytes(0 if place is None else each[place] for place in take.places)
        either |= int.from_bytes(placed, "little")
    together = either.to_bytes(count, "little")
    at = together.find(SOME | NOT_ALL)
    while at >= 0:
        yield at
        at = together.find(SOME | NOT_ALL, at + 1)


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
