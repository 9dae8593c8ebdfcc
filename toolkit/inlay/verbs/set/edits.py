"""What is to change in the metadata of a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from inlay_runtime.public_home import public_in


@public_in("inlay")
@dataclass(frozen=True, slots=True)
class SortedBy:
    """A claim that the rows of each row group are sorted by a leaf column, given by its path."""

    column: str
    descending: bool = False
    nulls_first: bool = False


@dataclass(frozen=True, slots=True)
class Edits:
    """All paths are those that the file has before the change, `a.list.element.b`.

    keys           key -> value; a key that is there keeps its place
    delete         globs of keys
    rename         path -> new name, or the whole new path in the same group
    field_ids      path -> field id, None for none
    logical_types  path -> a type such as `STRING`, `DECIMAL(9, 2)`, `TIMESTAMP(MICROS, UTC)`; `NONE` for none
    created_by     name of the writer; empty for none, None leaves what is there
    column_orders  path -> `type` or `ieee754`, the order of floating-point bounds
    sorted_by      the columns that rows are sorted by; empty for none, None leaves what is there
    """

    keys: Mapping[str, str] = field(default_factory=dict[str, str])
    delete: Sequence[str] = ()
    rename: Mapping[str, str] = field(default_factory=dict[str, str])
    field_ids: Mapping[str, int | None] = field(default_factory=dict[str, "int | None"])
    logical_types: Mapping[str, str] = field(default_factory=dict[str, str])
    column_orders: Mapping[str, str] = field(default_factory=dict[str, str])
    created_by: str | None = None
    sorted_by: Sequence[SortedBy] | None = None

    @property
    def change_schema(self) -> bool:
        return bool(self.rename or self.field_ids or self.logical_types)
