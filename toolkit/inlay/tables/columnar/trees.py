"""Schema elements in their places, in many schemas one after the other.

The rules are those of `inlay.ground.schema.tree`. An element behind the end of its tree has no place.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

from inlay.tables.columnar.paths import ELEMENTS
from parquet_format.parquet import FieldRepetitionType

if TYPE_CHECKING:
    from inlay.tables.columnar.extracted_arrays import ExtractedArrays

NEEDS: Final = {ELEMENTS: ("name", "type", "num_children", "repetition_type")}
_ROOT: Final = -1
_NOWHERE: Final = -2
_NAME_COST: Final = 8  # bytes of a reference to it


class Trees:
    """By row: the position of the parent, the depth, the names from below the root, the position among
    the leaves, and how many of the nodes from there on down are optional or repeated, and repeated.

    `path_costs` are the bytes that the paths would take: they are made only when they are asked for.
    """

    def __init__(self, source: ExtractedArrays) -> None:
        self.parents: list[int | None] = []
        self.depths: list[int | None] = []
        self.path_costs: list[int] = []
        self._above: list[int] = []  # the rows of the parents
        self.columns: list[int | None] = []
        self.definition_levels: list[int | None] = []
        self.repetition_levels: list[int | None] = []
        self._names: list[str] = source.array(ELEMENTS, "name").to_pylist()
        self._build(source)

    @cached_property
    def paths(self) -> list[list[str] | None]:
        paths: list[list[str] | None] = []
        for row, parent in enumerate(self._above):
            if parent < 0:
                paths.append([] if parent == _ROOT else None)
            else:
                paths.append([*(paths[parent] or []), self._names[row]])
        return paths

    def _build(self, source: ExtractedArrays) -> None:
        types, children, repetitions = (
            source.array(ELEMENTS, path).to_pylist() for path in NEEDS[ELEMENTS][1:]
        )
        footers = source.ordinal(ELEMENTS, 0).to_pylist()
        footer, first, leaves = -1, 0, 0
        unfinished: list[list[int]] = []  # row, and children that are missing
        for row, of in enumerate(footers):
            if of != footer:
                footer, first, leaves = of, row, 0
                unfinished = []
            while unfinished and not unfinished[-1][1]:
                unfinished.pop()
            if row != first and not unfinished:
                self._place(None, None, _NOWHERE, 0, None, None, None)
                continue
            leaf = types[row] is not None and not children[row]
            column = leaves if leaf else None
            leaves += leaf
            if row == first:
                self._place(None, 0, _ROOT, 0, column, 0, 0)
            else:
                unfinished[-1][1] -= 1
                self._place_below(row, unfinished[-1][0], first, column, repetitions[row])
            if not leaf and (children[row] or 0) > 0:
                unfinished.append([row, children[row]])

    def _place_below(
        self, row: int, parent: int, first: int, column: int | None, repetition: int | None
    ) -> None:
        repeated = repetition == FieldRepetitionType.REPEATED
        optional = repetition == FieldRepetitionType.OPTIONAL
        self._place(
            parent - first,
            (self.depths[parent] or 0) + 1,
            parent,
            self.path_costs[parent] + _NAME_COST + len(self._names[row]),
            column,
            (self.definition_levels[parent] or 0) + (optional or repeated),
            (self.repetition_levels[parent] or 0) + repeated,
        )

    def _place(
        self,
        parent: int | None,
        depth: int | None,
        above: int,
        path_cost: int,
        column: int | None,
        definition_level: int | None,
        repetition_level: int | None,
    ) -> None:
        self.parents.append(parent)
        self.depths.append(depth)
        self._above.append(above)
        self.path_costs.append(path_cost)
        self.columns.append(column)
        self.definition_levels.append(definition_level)
        self.repetition_levels.append(repetition_level)
