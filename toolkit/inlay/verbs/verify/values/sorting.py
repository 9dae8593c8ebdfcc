"""Sorting columns against rows: those of a row group are in the order that it says.

Of neighbours in each column no more is kept than how they compare, a byte each. The rows of two row groups have no order that a file
speaks of.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from inlay.ground.values.orders import keys_of
from inlay.ground.values.steps import ValueStep
from inlay.pages.engine.row_steps import join_marks, mark_steps
from inlay.verbs.verify.check import Check
from inlay.verbs.verify.values.audited import AuditedChunk
from inlay.verbs.verify.values.looks import SortedRows
from parquet_format.parquet import ColumnOrder, RowGroup, SortingColumn

MOST_ROWS: Final = 1 << 26
"""Of a row group: a few bytes can be more."""

_EITHER_WAY: Final = (
    (ValueStep.TO_NAN, ValueStep.FROM_NAN),
    (ValueStep.FROM_NAN, ValueStep.TO_NAN),
)
"""What is wrong where values ascend and where they descend, with NaN below all numbers and above them: no page says which."""


@dataclass(slots=True)
class SortedChunk:
    """How the rows of a chunk compare, by each key that may be meant; `why` says why that is not known."""

    name: str
    steps: tuple[bytes, ...] = ()
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
    elif sum(page.entries for page in chunk.values.pages) > MOST_ROWS:
        why = f"its row group is sorted by it, and has more than {MOST_ROWS:,} rows"
    if look is None or why:
        return SortedChunk(leaf.name, why=why)
    rows = chunk.values.find(look)
    if rows.unfit:
        return SortedChunk(
            leaf.name, why="its row group is sorted by it, and a value is none of its type"
        )
    return SortedChunk(leaf.name, tuple(rows.join()))


def look_at_rows(chunk: AuditedChunk) -> SortedRows | None:
    """Of a chunk whose levels were kept; None where rows have no order."""
    leaf = chunk.leaf
    keys = tuple(dict.fromkeys((*leaf.keys, *keys_of(leaf.element, ColumnOrder.TYPE_ORDER))))
    return SortedRows(leaf.max_definition, keys) if keys and not leaf.max_repetition else None


def check_order(group: AuditedGroup) -> str | None:
    """By one column after the other: where rows are the same by those before. Zeros of two signs may be the same or not."""
    ties = b""
    for sorting in group.group.sorting_columns or ():
        chunk = group.chunks.get(sorting.column_idx)
        if chunk is None or chunk.why:
            name = f"columns[{sorting.column_idx}]" if chunk is None else chunk.name
            why = (
                "its row group is sorted by it, but it was not read" if chunk is None else chunk.why
            )
            group.left_out.append((name, why))
            return None
        wrong = [
            _find_first(steps, ties, sorting, nans) for steps in chunk.steps for nans in _EITHER_WAY
        ]
        if -1 not in wrong:
            step, row = ValueStep(chunk.steps[0][wrong[0]]), wrong[0]
            return f"sorted by {_describe(chunk.name, sorting)}, and {_WORDS[step].format(row, row + 1)}"
        same = mark_steps(chunk.steps[0], [ValueStep.SAME])
        ties = join_marks(same, ties) if ties else same
    return None


def _find_first(
    steps: bytes, ties: bytes, sorting: SortingColumn, nans: tuple[ValueStep, ValueStep]
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
