"""Which columns are wanted: paths in a schema, resolved to steps.

    ""                         rows: one for each struct that is decoded
    row_groups[].columns[]     rows: one for each element of the inner list
    meta_data.statistics.min   a column of theirs: a field of a struct in a struct of the row
    meta_data.encodings[]      a column of lists; without [], of the number of elements
    logicalType                a union: the field id of its variant
    logicalType.DECIMAL.scale  a field of one of its variants
    meta_data                  a struct: whether it is there
    extension                  the payload of the struct's extension
    extension@size             its length in bytes, as of any string or binary
    extension@edges            its first and last 16 bytes; all of it where it has no more than 32
    @unknown_fields            of the outermost struct only: fields anywhere in it that the IDL lacks,
    @extensions                extensions anywhere in it, and
    @trailing                  bytes behind it

A field that is absent, or in a struct that is, is null.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Final, NamedTuple

from inlay_runtime import schema as schemas
from inlay_runtime.enums import WireEnum
from inlay_runtime.schema import FieldSchema, Hooked, ListOf, MapOf, Scalar, SetOf, StructSchema
from inlay_runtime.struct import Struct
from inlay_runtime.tags import UnionTag

if TYPE_CHECKING:
    from inlay_runtime.schema import FieldType

ROOT_ONLY: Final = ("@unknown_fields", "@extensions", "@trailing")
EDGE: Final = 16
"""Bytes at either end of a payload that `@edges` gives: a UUID."""


class Kind(Enum):
    """What the values of a column are."""

    BOOL = "bool"
    I8 = "i8"
    I16 = "i16"
    I32 = "i32"
    I64 = "i64"
    DOUBLE = "double"
    BINARY = "binary"
    STRING = "string"
    """Text as it lies in the file: UTF-8 as a rule, which nobody has looked at."""
    UUID = "uuid"


class Measure(Enum):
    """What of a field's value goes into the column."""

    VALUE = ""
    SIZE = "@size"
    EDGES = "@edges"
    PRESENCE = "presence"
    COUNT = "count"
    VARIANT = "variant"


class Step(NamedTuple):
    """From a struct to the value of one of its fields; `field` is None for its extension.

    `each` goes on to the elements of the list that is there.
    """

    field: FieldSchema | None
    each: bool


class ColumnPlan(NamedTuple):
    """`steps` lead from the row to the value, whose type is `type`; there are none for what only the
    root has."""

    path: str
    steps: tuple[Step, ...]
    type: FieldType | StructSchema
    kind: Kind
    measure: Measure


class TablePlan(NamedTuple):
    """`steps` lead from the outermost struct to the rows; every list on the way is gone through."""

    path: str
    steps: tuple[Step, ...]
    columns: tuple[ColumnPlan, ...]


class ExtractionPlan:
    """Tables by the path of their rows, each with the paths of its columns, for one class.

    Raises ValueError for a path that the schema does not have. A plan may be used any number of times,
    from several threads.
    """

    __slots__ = ("cls", "layout", "tables")

    def __init__(self, cls: type[Struct], tables: Mapping[str, Sequence[str]]) -> None:
        self.cls = cls
        self.layout: object = None  # what the native core makes of the plan, and keeps here
        self.tables = tuple(_table(cls.SCHEMA, rows, paths) for rows, paths in tables.items())


def _table(schema: StructSchema, rows: str, paths: Sequence[str]) -> TablePlan:
    if isinstance(paths, str):
        raise ValueError("columns must be a list of paths, not one string")
    steps: list[Step] = []
    inner: FieldType | StructSchema = schema
    for segment in rows.split(".") if rows else []:
        step, inner = _step(inner, segment, rows)
        steps.append(step)
    if isinstance(inner, ListOf | SetOf):
        raise ValueError(f"{rows!r}: rows are the elements of the list, written as {rows}[]")
    row = _struct_of(inner)
    if row is None or row.is_union or (steps and not steps[-1].each):
        raise ValueError(f"{rows!r}: rows are structs, the outermost or elements of a list")
    columns = tuple(_column(row, path, is_root=not rows) for path in dict.fromkeys(paths))
    return TablePlan(rows, tuple(steps), columns)


def _column(row: StructSchema, path: str, *, is_root: bool) -> ColumnPlan:
    if path in ROOT_ONLY:
        if not is_root:
            raise ValueError(f"{path!r}: only the outermost struct has it")
        return ColumnPlan(path, (), row, Kind.I64, Measure.VALUE)
    names, at, modifier = path.partition("@")
    steps: list[Step] = []
    type_: FieldType | StructSchema = row
    for segment in names.split("."):
        step, type_ = _step(type_, segment, path)
        steps.append(step)
    kind, measure = _kind_of(type_, path)
    if at:
        if kind not in (Kind.BINARY, Kind.STRING) or f"@{modifier}" not in ("@size", "@edges"):
            raise ValueError(f"{path!r}: strings and binaries have @size and @edges, nothing else")
        measure = Measure(f"@{modifier}")
        kind = Kind.I32 if measure is Measure.SIZE else Kind.BINARY
    return ColumnPlan(path, tuple(steps), type_, kind, measure)


def _step(
    type_: FieldType | StructSchema, segment: str, path: str
) -> tuple[Step, FieldType | StructSchema]:
    """One name of a path, and the type of what is there."""
    schema = _struct_of(type_)
    name = segment.removesuffix("[]")
    if schema is None:
        raise ValueError(f"{path!r}: what comes before {name} is not a struct")
    if name == "extension" and name not in schema.by_name and not schema.is_union:
        if segment != name:
            raise ValueError(f"{path!r}: extension is not a list")
        return Step(None, False), schemas.BINARY
    field = schema.by_name.get(name)
    if field is None:
        close = difflib.get_close_matches(name, schema.by_name, n=1)
        hint = f"; did you mean {close[0]}?" if close else ""
        raise ValueError(f"{path!r}: {schema.name} has no field {name}{hint}")
    if segment == name:
        return Step(field, False), field.type
    if not isinstance(field.type, ListOf | SetOf):
        raise ValueError(f"{path!r}: {name} is not a list")
    return Step(field, True), field.type.element


def _struct_of(type_: FieldType | StructSchema) -> StructSchema | None:
    if isinstance(type_, StructSchema):
        return type_
    if isinstance(type_, type) and issubclass(type_, Struct):
        return type_.SCHEMA
    return None


_KINDS: Final = {
    schemas.BOOL: Kind.BOOL,
    schemas.I8: Kind.I8,
    schemas.I16: Kind.I16,
    schemas.I32: Kind.I32,
    schemas.I64: Kind.I64,
    schemas.DOUBLE: Kind.DOUBLE,
    schemas.STRING: Kind.STRING,
    schemas.UTF8: Kind.STRING,
    schemas.BINARY: Kind.BINARY,
    schemas.UUID: Kind.UUID,
}


def _kind_of(type_: FieldType | StructSchema, path: str) -> tuple[Kind, Measure]:
    match type_:
        case Scalar():
            return _KINDS[type_], Measure.VALUE
        case ListOf() | SetOf() | MapOf():
            return Kind.I32, Measure.COUNT
        case StructSchema():
            return (Kind.I16, Measure.VARIANT) if type_.is_union else (Kind.BOOL, Measure.PRESENCE)
        case Hooked():
            raise ValueError(f"{path!r}: a hook reads it, so its values have no type of the IDL's")
        case _:
            if issubclass(type_, WireEnum):
                return Kind.I32, Measure.VALUE
            if issubclass(type_, UnionTag):
                return Kind.I16, Measure.VALUE
            return Kind.BOOL, Measure.PRESENCE
