"""A plan as the native core walks it: a tree of what is wanted where, with columns and rows numbered.

A level is a kind of rows: the root's, or the elements of a list on some path. Columns of lists are a column of
sizes at one level and the elements' columns at the next, so all of them are flat.
"""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING, Final, NamedTuple

from inlay_runtime import schema as schemas
from inlay_runtime.columnar.plan import ColumnPlan, ExtractionPlan, Kind, Measure, Step
from inlay_runtime.enums import WireEnum
from inlay_runtime.extension import EXTENSION_ID
from inlay_runtime.schema import ListOf, MapOf, Scalar, SetOf, StructSchema
from inlay_runtime.struct import Struct

if TYPE_CHECKING:
    from inlay_runtime.schema import FieldType


class Value(Enum):
    """How the bytes of a value are read."""

    BOOL = auto()
    BYTE = auto()
    INTEGER = auto()
    DOUBLE = auto()
    BYTES = auto()
    UUID = auto()
    STRUCT = auto()
    UNION = auto()
    LIST = auto()
    MAP = auto()


_SCALARS: Final = {
    schemas.BOOL: Value.BOOL,
    schemas.I8: Value.BYTE,
    schemas.I16: Value.INTEGER,
    schemas.I32: Value.INTEGER,
    schemas.I64: Value.INTEGER,
    schemas.DOUBLE: Value.DOUBLE,
    schemas.STRING: Value.BYTES,
    schemas.UTF8: Value.BYTES,
    schemas.BINARY: Value.BYTES,
    schemas.UUID: Value.UUID,
}

TEXT: Final = 0
LISTS: Final = -1

_WIDTHS: Final = {
    Kind.BOOL: 1,
    Kind.I8: 1,
    Kind.I16: 2,
    Kind.I32: 4,
    Kind.I64: 8,
    Kind.DOUBLE: 8,
    Kind.UUID: 16,
    Kind.STRING: TEXT,
    Kind.BINARY: TEXT,
}


class NumberedColumn(NamedTuple):
    """`width` is that of a value in bytes, or `TEXT` or `LISTS`."""

    level: int
    kind: Kind
    width: int


class Want:
    """What is wanted of a field, or of an element of a list: `sinks` are columns that take the value.

    `lists` is the column of the sizes of lists, `level` the one of their elements; -1 for none.
    """

    def __init__(self, id: int, type_: FieldType | None) -> None:
        self.id = id
        self.type = type_
        self.value = Value.BYTES if type_ is None else _value_of(type_)
        self.sinks: list[tuple[Measure, int]] = []
        self.place: Place | None = None
        self.lists = self.level = -1
        self.element: Want | None = None


class Place:
    """What is wanted of a struct or union, by field id."""

    def __init__(self) -> None:
        self.wants: dict[int, Want] = {}

    def want(self, step: Step) -> Want:
        number = EXTENSION_ID if step.field is None else step.field.id
        type_ = None if step.field is None else step.field.type
        return self.wants.setdefault(number, Want(number, type_))


class Shape:
    """`levels` has by number the levels on the way to each, itself the last; `outputs`, by the path of rows,
    their level and by the path of a column the columns of lists around it and its own; `roots` the columns
    of what only the root has."""

    def __init__(self, plan: ExtractionPlan) -> None:
        self.root = Place()
        self.levels: list[list[int]] = [[0]]
        self.columns: list[NumberedColumn] = []
        self.table_levels: set[int] = set()
        self.outputs: dict[str, tuple[int, dict[str, tuple[list[int], int]]]] = {}
        self.roots: dict[str, int] = {}
        for table in plan.tables:
            place, level = self.root, 0
            for step in table.steps:
                want, level = self._follow(place, level, step)
                place = _inside(want)
            self.table_levels.add(level)
            columns = {column.path: self._column(place, level, column) for column in table.columns}
            self.outputs[table.path] = level, columns

    def _column(self, place: Place, level: int, column: ColumnPlan) -> tuple[list[int], int]:
        if not column.steps:
            self.roots[column.path] = self._new(level, column.kind, _WIDTHS[column.kind])
            return [], self.roots[column.path]
        lists: list[int] = []
        want = None
        for step in column.steps:
            outer = place if want is None else _inside(want)
            want, inner = self._follow(outer, level, step)
            if step.each:
                lists.append(self._lists(outer.want(step), level))
                level = inner
        assert want is not None
        number = self._new(level, column.kind, _WIDTHS[column.kind])
        want.sinks.append((column.measure, number))
        return lists, number

    def _follow(self, place: Place, level: int, step: Step) -> tuple[Want, int]:
        """What a step leads to, and the level that it is on."""
        want = place.want(step)
        if not step.each:
            return want, level
        if want.element is None:
            assert isinstance(want.type, ListOf | SetOf)
            want.level = len(self.levels)
            want.element = Want(0, want.type.element)
            self.levels.append([*self.levels[level], want.level])
        return want.element, want.level

    def _lists(self, want: Want, level: int) -> int:
        if want.lists < 0:
            want.lists = self._new(level, Kind.I32, LISTS)
        return want.lists

    def _new(self, level: int, kind: Kind, width: int) -> int:
        self.columns.append(NumberedColumn(level, kind, width))
        return len(self.columns) - 1


def _inside(want: Want) -> Place:
    if want.place is None:
        want.place = Place()
    return want.place


def _value_of(type_: FieldType) -> Value:
    match type_:
        case Scalar():
            return _SCALARS[type_]
        case ListOf() | SetOf():
            return Value.LIST
        case MapOf():
            return Value.MAP
        case StructSchema():
            return Value.UNION
        case schemas.Hooked():
            return _value_of(type_.type)
        case _:
            if issubclass(type_, Struct):
                return Value.STRUCT
            return Value.INTEGER if issubclass(type_, WireEnum) else Value.UNION
