"""Which chunks of a footer need a look at their statements, told natively: most need none, and nothing has to be decoded then."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from inlay.ground.statements.column_rules import ColumnRules
from inlay.ground.statements.native_pass import describe_bounds, native_leaves
from inlay_runtime.limits import DEFAULT_LIMITS


class StatedColumns:
    """The leaves of a schema, with the rules of each: worked out once for all footers that have it."""

    def __init__(self, rules: Sequence[ColumnRules]) -> None:
        self.rules: Final = rules
        self._native: Any = None
        if native_leaves is None:
            return
        kinds: dict[object, int] = {}
        plain: dict[object, int] = {}
        leaves: list[tuple[int, int, int, int]] = []
        for rule in rules:
            element = rule.element
            type_ = 0 if element.type is None else int(element.type)
            # Without an annotation nothing else counts, and such columns are many.
            is_plain = element.logicalType is None and element.converted_type is None
            alike = (element.type, element.type_length, rule.order) if is_plain else None
            kind = plain.get(alike, -1) if alike is not None else -1
            if kind < 0:
                kind = kinds.setdefault(describe_bounds(element, rule.order), len(kinds))
                if alike is not None:
                    plain[alike] = kind
            leaves.append((rule.highest, rule.highest_repetition, type_, kind))
        self._native = native_leaves(leaves, list(kinds))

    def find_doubtful(self, data: bytes) -> list[tuple[int, int]] | None:
        """Row group and leaf of each chunk that statements may contradict in, in the order of a footer that was decoded from `data`; no
        other has any contradiction. None where that is not known."""
        if self._native is None:
            return None
        doubtful: list[tuple[int, int]] | None = self._native.find_doubtful(
            data, DEFAULT_LIMITS.depth
        )
        return doubtful
