"""Sorting columns against rows: those of a row group are in the order that it says.

Of neighbours in each column no more is kept than how they compare, a byte each. A file says nothing of the rows of two row groups, and yet
DataFusion takes all of it for sorted where its first row group is (apache/datafusion#19433): that they are not is told as advice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from inlay.ground.values.orders import Key, keys_of
from inlay.ground.values.steps import ValueStep, find_step
from inlay.pages.engine.row_steps import Steps, join_marks, mark_steps
from inlay.verbs.verify.check import Check
from inlay.verbs.verify.values.audited import AuditedChunk
from inlay.verbs.verify.values.looks import SortedRows
from parquet_format.parquet import ColumnOrder, RowGroup, SortingColumn

_AT_ONCE: Final = 1 << 20
"""Rows of which is looked up what is wrong."""

_EITHER_WAY: Final = (
    (ValueStep.TO_NAN, ValueStep.FROM_NAN),
    (ValueStep.FROM_NAN, ValueStep.TO_NAN),
)
"""What is wrong where values ascend and where they descend, with NaN below all numbers and above them: no page says which."""


@dataclass(slots=True)
class SortedChunk:
    """How the rows of a chunk compare, by each key that may be meant; `why` says why that is not known."""

    name: str
    steps: Sequence[Steps] = ()
    why: str = ""
    keys: tuple[Key, ...] = ()
    ends: tuple[bytes | None, bytes | None] = (None, None)
    """Of the first and of the last row, a value, or None for a null."""

    def step_from(self, before: SortedChunk) -> SortedChunk:
        """From the last row of the chunk of another row group to the first row of this one."""
        steps = [bytes([find_step(before.ends[1], self.ends[0], key)]) for key in self.keys]
        return SortedChunk(self.name, steps)


@dataclass
class AuditedGroup:
    """A row group, with what is known of the chunks that it is sorted by, by their column."""

    number: int
    group: RowGroup
    before: AuditedGroup | None = None
    """The last one before it that has rows, and is sorted by anything."""

    chunks: dict[int, SortedChunk] = field(default_factory=dict[int, SortedChunk])
    left_out: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    """Columns that are not audited, and why."""

    @property
    def place(self) -> str:
        return f"row_groups[{self.number}]"

    @cached_property
    def disorder(self) -> str | None:
        """What is wrong with the order of its rows."""
        return _find_disorder(self)

    def forget_rows(self) -> None:
        """But the first and the last: it was looked at."""
        self.before = None
        for chunk in self.chunks.values():
            chunk.steps = ()


def is_sorted_by(group: RowGroup, column: int) -> bool:
    return any(sorting.column_idx == column for sorting in group.sorting_columns or ())


def compare_rows(chunk: AuditedChunk) -> SortedChunk:
    """What `check_order` needs of a chunk whose levels were kept."""
    leaf = chunk.leaf
    look = look_at_rows(chunk)
    why = ""
    if leaf.max_repetition:
        why = "its row group is sorted by it, and lists have no order"
    elif look is None:
        why = "its row group is sorted by it, and its values have no order"
    elif not chunk.is_whole:
        why = "its row group is sorted by it, and not all of its values are known"
    if look is None or why:
        return SortedChunk(leaf.name, why=why)
    rows = chunk.values.find(look)
    if rows.steps is None:
        return SortedChunk(leaf.name, why=f"its row group is sorted by it, and {rows.why}")
    return SortedChunk(leaf.name, rows.steps.of_keys, "", rows.keys, rows.steps.ends)


def look_at_rows(chunk: AuditedChunk) -> SortedRows | None:
    """Of a chunk whose levels were kept; None where rows have no order."""
    leaf = chunk.leaf
    keys = tuple(dict.fromkeys((*leaf.keys, *keys_of(leaf.element, ColumnOrder.TYPE_ORDER))))
    return SortedRows(leaf.max_definition, keys) if keys and not leaf.max_repetition else None


def check_order(group: AuditedGroup) -> str | None:
    return group.disorder


def check_group_order(group: AuditedGroup) -> str | None:
    """Of two row groups that are sorted as they say, by the same."""
    before = group.before
    sortings = group.group.sorting_columns or ()
    if before is None or not group.group.num_rows or before.group.sorting_columns != sortings:
        return None
    if group.disorder or before.disorder or group.left_out or before.left_out:
        return None
    sorted_by = [
        _SortedBy(it, group.chunks[it.column_idx].step_from(before.chunks[it.column_idx]))
        for it in sortings
    ]
    _look_over(sorted_by)
    for each in sorted_by:
        if each.wrong_at is not None:
            return (
                f"its first row belongs in front of the last one of row group {before.number:,}, and both are "
                f"sorted by {each}: readers that take the whole file for sorted, as DataFusion 55 does, answer ORDER BY wrongly"
            )
    return None


def _find_disorder(group: AuditedGroup) -> str | None:
    """By one column after the other: where rows are the same by those before. Zeros of two signs may be the same or not."""
    sorted_by: list[_SortedBy] = []
    for sorting in group.group.sorting_columns or ():
        chunk = group.chunks.get(sorting.column_idx)
        if chunk is None:
            why = "its row group is sorted by it, but it was not read"
            group.left_out.append((f"columns[{sorting.column_idx}]", why))
            break
        if chunk.why:
            group.left_out.append((chunk.name, chunk.why))
            break
        sorted_by.append(_SortedBy(sorting, chunk))
    _look_over(sorted_by)
    return next(filter(None, (each.describe() for each in sorted_by)), None)


def _look_over(sorted_by: Sequence[_SortedBy]) -> None:
    rows = max((len(each.chunk.steps[0]) for each in sorted_by), default=0)
    for first in range(0, rows, _AT_ONCE):
        ties = b""
        for each in sorted_by:
            ties = each.look(first, ties)


class _SortedBy:
    """One column, with the first step that is wrong by each way in which rows may be meant, or -1."""

    def __init__(self, sorting: SortingColumn, chunk: SortedChunk) -> None:
        self.chunk = chunk
        self._sorting = sorting
        self._wrong = {
            (number, nans): -1 for number in range(len(chunk.steps)) for nans in _EITHER_WAY
        }

    def look(self, first: int, ties: bytes) -> bytes:
        """At the steps from the first on; `ties` are 1 where rows are the same by the columns before, which are all where it is empty. Where
        they are so by this one, too."""
        steps = [each[first : first + _AT_ONCE] for each in self.chunk.steps]
        for way, at in self._wrong.items():
            if at < 0:
                step = _find_first(steps[way[0]], ties, self._sorting, way[1])
                self._wrong[way] = first + step if step >= 0 else step
        same = mark_steps(steps[0], [ValueStep.SAME])
        return join_marks(same, ties) if ties else same

    @property
    def wrong_at(self) -> int | None:
        """The first step that is wrong, where one is by each of the ways."""
        return None if -1 in self._wrong.values() else next(iter(self._wrong.values()))

    def describe(self) -> str | None:
        row = self.wrong_at
        if row is None:
            return None
        said = _WORDS[ValueStep(self.chunk.steps[0][row])].format(row, row + 1)
        return f"sorted by {self}, and {said}"

    def __str__(self) -> str:
        way = "descending" if self._sorting.descending else "ascending"
        return f"{self.chunk.name} {way}, nulls {'first' if self._sorting.nulls_first else 'last'}"


def _find_first(
    steps: Steps, ties: bytes, sorting: SortingColumn, nans: tuple[ValueStep, ValueStep]
) -> int:
    """The first step that is wrong, or -1."""
    wrong = [
        ValueStep.RISES if sorting.descending else ValueStep.FALLS,
        ValueStep.TO_NULL if sorting.nulls_first else ValueStep.FROM_NULL,
        nans[sorting.descending],
    ]
    marked = mark_steps(steps, wrong)
    return (join_marks(marked, ties) if ties else marked).find(1)


_WORDS: Final = {
    ValueStep.RISES: "row {1:,} of the row group has more than row {0:,}",
    ValueStep.FALLS: "row {1:,} of the row group has less than row {0:,}",
    ValueStep.TO_NAN: "row {1:,} of the row group is NaN, between numbers",
    ValueStep.FROM_NAN: "row {0:,} of the row group is NaN, between numbers",
    ValueStep.TO_NULL: "row {1:,} of the row group is null, and row {0:,} is not",
    ValueStep.FROM_NULL: "row {0:,} of the row group is null, and row {1:,} is not",
}


GROUPS: Final[tuple[Check[AuditedGroup], ...]] = (
    Check(
        "value-sorting",
        "sorting_columns",
        "the rows of a row group are sorted as it says",
        check_order,
    ),
    Check(
        "value-group-order",
        "sorting_columns",
        "row groups that are sorted by the same columns follow each other in that order",
        check_group_order,
    ),
)
