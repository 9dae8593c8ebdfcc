"""Schemas in JSON: Spark's, Avro's and Iceberg's. They differ in what they call the element of a list."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from inlay.ground.schema_copies.columns import (
    Column,
    ColumnKind,
    Columns,
    list_kept,
    require_same_names,
)
from inlay.ground.schema_copies.errors import CannotAgreeError
from inlay.ground.schema_copies.json_text import (
    Json,
    Object,
    as_list,
    as_object,
    as_text,
    objects_in,
    replace_members,
)


@dataclass(frozen=True, slots=True)
class Notation:
    """`element`, `key` and `value` are where a type holds the types inside it; `key` is empty where keys are text.

    `has_unions` says that a list of types stands for one of them, and that types have names of their own.
    """

    element: str
    key: str
    value: str
    has_unions: bool = False


SPARK: Final = Notation("elementType", "keyType", "valueType")
ICEBERG: Final = Notation("element", "key", "value")
AVRO: Final = Notation("items", "", "values", has_unions=True)

_AVRO_NAME: Final = re.compile("[A-Za-z_][A-Za-z0-9_]*")


def follow_schema(schema: Object, columns: Columns, notation: Notation) -> Object:
    """The schema of the file after the change. Raises CannotAgreeError."""
    follower = _Follower(notation)
    changed = follower.fields(schema, columns.top)
    if follower.reshaped & _names_used(changed):
        raise CannotAgreeError("it used a type by name that is another one now")
    return changed


class _Follower:
    def __init__(self, notation: Notation) -> None:
        self._notation = notation
        self.reshaped: set[str] = set()
        """Names of Avro's records that are not what they were."""

    def fields(self, struct: Object, columns: Sequence[Column]) -> Object:
        fields = objects_in(struct.get("fields"))
        require_same_names([as_text(field.get("name")) for field in fields], tuple(columns))
        by_column = {id(column): field for column, field in zip(columns, fields, strict=True)}
        if self._notation.has_unions:
            name = as_text(struct.get("name"))
            space = struct.get("namespace")
            self.reshaped |= {name, f"{space}.{name}"}
        kept = list_kept(tuple(columns))
        changed: list[Json] = [self._field(by_column[id(column)], column) for column in kept]
        return replace_members(struct, {"fields": changed})

    def _field(self, field: Object, column: Column) -> Object:
        if column.name != column.new_name and self._notation.has_unions:
            self._require_avro_name(column.new_name)
        changed = field | {"name": column.new_name}
        return changed | {"type": self._type(field.get("type"), column)}

    def _type(self, kind: Json, column: Column) -> Json:
        if not column.is_reshaped:
            return kind
        if self._notation.has_unions and isinstance(kind, list):
            return self._union(kind, column)
        inside = as_object(kind)
        match column.kind, column.children:
            case ColumnKind.STRUCT, children:
                return self.fields(inside, children)
            case ColumnKind.LIST, (element,):
                return self._inside(inside, self._notation.element, element)
            case ColumnKind.MAP, (key, value) if key.is_kept and value.is_kept:
                if self._notation.key:
                    inside = self._inside(inside, self._notation.key, key)
                return self._inside(inside, self._notation.value, value)
            case _:
                raise CannotAgreeError(f"column {column.name!r} is another kind of column now")

    def _inside(self, kind: Object, place: str, column: Column) -> Object:
        # Lists and maps have no names for what is in them.
        return kind | {place: self._type(kind.get(place), column)}

    def _union(self, members: Sequence[Json], column: Column) -> Json:
        present = [member for member in members if member != "null"]
        if len(present) != 1:
            raise CannotAgreeError(f"column {column.name!r} was a union")
        changed = self._type(present[0], column)
        return [member if member == "null" else changed for member in members]

    def _require_avro_name(self, name: str) -> None:
        if not _AVRO_NAME.fullmatch(name):
            raise CannotAgreeError(f"{name!r} is not a name in Avro")


def _names_used(schema: Json) -> set[str]:
    """Types that are called by name, which only Avro has; of others the names of types, which no record has."""
    used: set[str] = set()
    waiting: list[Json] = [schema]
    while waiting:
        match waiting.pop():
            case {"fields": list(fields)}:
                waiting += [as_object(field).get("type") for field in as_list(fields)]
            case {"type": "array", "items": inside} | {"type": "map", "values": inside}:
                waiting.append(inside)
            case list(members):
                waiting += members
            case {"type": dict() as inside}:
                waiting.append(inside)
            case str(name):
                used.add(name)
            case _:
                pass
    return used
