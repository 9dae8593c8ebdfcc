"""Sorting columns against rows: those of a row group are in the order that it says.

Of neighbours in each column no more is kept than how they compare, a byte each. The rows of two row groups have no order that a file
speaks of.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from inlay.ground.values.orders import keys_of
from inlay.ground.values.steps import ValueStep
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
    steps: Sequence[bytearray] = ()
    why: str = ""


@dataclass(slots=True)
class AuditedGroup:
    """A row group, with what is known of the chunks that it is sorted by, by their column."""

    number: int
    group: RowGroup
    chunks: dict[int, SortedChunk] = field(default_factory=dict[int, SortedChunk])
    left_out: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    """Columns that are not audited, and why."""

    @property
    def place(self) -> str:
        return f"row_groups[{self.number}]"


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
    if rows.of_keys is None:
        return SortedChunk(leaf.name, why=f"its row group is sorted by it, and {rows.why}")
    return SortedChunk(leaf.name, rows.of_keys)


def look_at_rows(chunk: AuditedChunk) -> SortedRows | None:
    """Of a chunk whose levels were kept; None where rows have no order."""
    leaf = chunk.leaf
    keys = tuple(dict.fromkeys((*leaf.keys, *keys_of(leaf.element, ColumnOrder.TYPE_ORDER))))
    return SortedRows(leaf.max_definition, keys) if keys and not leaf.max_repetition else None


def check_order(group: AuditedGroup) -> str | None:
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
    rows = max((len(each.chunk.steps[0]) for each in sorted_by), default=0)
    for first in range(0, rows, _AT_ONCE):
        ties = b""
        for each in sorted_by:
            ties = each.look(first, ties)
    return next(filter(None, (each.describe() for each in sorted_by)), None)


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
                found = _find_first(steps[way[0]], ties, self._sorting, way[1])
                self._wrong[way] = first + found if found >= 0 else found
        same = mark_steps(steps[0], [ValueStep.SAME])
        return join_marks(same, ties) if ties else same

    def describe(self) -> str | None:
        """What is wrong by all of the ways."""
        if -1 in self._wrong.values():
            return None
        row = next(iter(self._wrong.values()))
        step = ValueStep(self.chunk.steps[0][row])
        said = _WORDS[step].format(row, row + 1)
        return f"sorted by {_describe(self.chunk.name, self._sorting)}, and {said}"


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


def _describe(name: str, sorting: SortingColumn) -> str:
    way = "descending" if sorting.descending else "ascending"
    return f"{name} {way}, nulls {'first' if sorting.nulls_first else 'last'}"


GROUPS: Final[tuple[Check[AuditedGroup], ...]] = (
    Check(
        "value-sorting",
        "sorting_columns",
        "the rows of a row group are sorted as it says",
        check_order,
    ),
)
