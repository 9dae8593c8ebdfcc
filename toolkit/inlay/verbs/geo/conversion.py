"""What became of a file whose geometries were described in another way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from inlay.changes.rewrite.change import Outcome


class ConvertedColumn(NamedTuple):
    """`before` and `after` are how the column was and is described; `boxes` of its `row_groups` have a box now."""

    column: str
    before: str
    after: str
    boxes: int
    row_groups: int


@dataclass(frozen=True, slots=True)
class GeoConversion:
    """`columns` are those that changed; `notes` are sentences about what else changed or should be known."""

    outcome: Outcome
    columns: tuple[ConvertedColumn, ...]
    notes: tuple[str, ...] = ()

    @property
    def warnings(self) -> tuple[str, ...]:
        return (*self.notes, *self.outcome.warnings)


TYPE_IS_RIGHT: Final = (
    "nobody can tell which is right; if the type is, `inlay set --delete geo` removes the key"
)

NO_GEOMETRIES: Final = (
    "it has no key geo and no native type, and nothing else says which columns hold geometries"
)


class PlannedColumns(NamedTuple):
    """The same before it is done."""

    columns: list[ConvertedColumn]
    notes: list[str]
