"""Columns of which a footer counts the same, chunk by chunk: what follows from the numbers alone is worked out for the first of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from inlay.ground.statements.chunk_numbers import (
    COUNTS_DISTINCT,
    IS_ALL_NAN,
    IS_ALL_NULL,
    IS_DOUBTFUL,
    IS_EXTENDED,
)
from inlay.verbs.lint.column_facts import ColumnFacts

_JUDGED_ALONE: Final = IS_EXTENDED | IS_DOUBTFUL | COUNTS_DISTINCT | IS_ALL_NULL | IS_ALL_NAN
"""Where rules read more of a chunk than its numbers."""
_T = TypeVar("_T")


class Twins:
    """The first column of each kind, in the order of the file."""

    def __init__(self) -> None:
        self._first: dict[tuple[object, ...], ColumnFacts] = {}

    def find(self, column: ColumnFacts, said: bytes) -> ColumnFacts:
        """The first of which the same is said; itself where rules read more of its chunks, or of its place in the schema."""
        element, numbers = column.element, column.numbers
        if numbers.traits & _JUDGED_ALONE or numbers.nulls or column.leaf.depth != 1:
            return column
        if element.logicalType is not None or element.converted_type is not None:
            return column
        kind = said, element.type, element.type_length, element.repetition_type, column.order
        return self._first.setdefault(kind, column)


def ask_twins(judge: Callable[[ColumnFacts], _T]) -> Callable[[ColumnFacts], _T]:
    """The same of columns, asked once of those that are twins. `judge` may read no bounds of theirs, no page, and no name."""
    answers: dict[int, _T] = {}

    def answer(column: ColumnFacts) -> _T:
        first = column.twin
        try:
            return answers[first.ordinal]
        except KeyError:
            judged = answers[first.ordinal] = judge(first)
            return judged

    return answer
