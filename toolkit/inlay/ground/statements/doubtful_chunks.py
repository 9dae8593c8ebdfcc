"""Which chunks of a footer need a look at their statements, told natively: most need none, and nothing has to be decoded then."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from inlay.ground.statements.column_rules import ColumnRules
from inlay.ground.statements.native_pass import describe_bounds, native_leaves
from inlay.ground.writers.affected import WrittenColumn
from inlay_runtime.limits import DEFAULT_LIMITS
from parquet_format.parquet import ColumnOrder, SchemaElement


class StatedColumn(NamedTuple):
    """What statements about a column are held against."""

    element: SchemaElement
    order: ColumnOrder | None
    highest: int
    """Definition level."""
    highest_repetition: int


class StatedColumns:
    """The leaves of a schema: worked out once for all footers that have it."""

    def __init__(self, columns: Sequence[StatedColumn]) -> None:
        self._columns: Final = columns
        self._native: Any = None
        if native_leaves is None:
            return
        kinds: dict[object, int] = {}
        plain: dict[object, int] = {}
        leaves: list[tuple[int, int, int, int]] = []
        for element, order, highest, highest_repetition in columns:
            type_ = 0 if element.type is None else int(element.type)
            # Without an annotation nothing else counts, and such columns are many.
            is_plain = element.logicalType is None and element.converted_type is None
            alike = (element.type, element.type_length, order) if is_plain else None
            kind = plain.get(alike, -1) if alike is not None else -1
            if kind < 0:
                kind = kinds.setdefault(describe_bounds(element, order), len(kinds))
                if alike is not None:
                    plain[alike] = kind
            leaves.append((highest, highest_repetition, type_, kind))
        self._native = native_leaves(leaves, list(kinds))

    def __len__(self) -> int:
        return len(self._columns)

    def rule(self, leaf: int) -> ColumnRules:
        """Made when somebody asks, which is seldom: of few chunks anything is in doubt."""
        element, order, highest, highest_repetition = self._columns[leaf]
        column = WrittenColumn(element, is_in_list=highest_repetition > 0, can_be_null=highest > 0)
        return ColumnRules(column, order, None, highest, highest_repetition)

    def find_doubtful(self, data: bytes) -> list[tuple[int, int]] | None:
        """Row group and leaf of each chunk that statements may contradict in, in the order of a footer that was decoded from `data`; no
        other has any contradiction. None where that is not known."""
        if self._native is None:
            return None
        doubtful: list[tuple[int, int]] | None = self._native.find_doubtful(
            data, DEFAULT_LIMITS.depth
        )
        return doubtful
