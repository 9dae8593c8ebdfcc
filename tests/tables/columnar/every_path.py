"""Every path that a plan may have, from the schema tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from inlay_runtime import schema as tables
from inlay_runtime.columnar import ExtractionPlan
from inlay_runtime.schema import ListOf, SetOf, StructSchema
from inlay_runtime.struct import Struct

ROOT = ["@unknown_fields", "@extensions", "@trailing"]


_PLANS: dict[tuple[type[Struct], int], ExtractionPlan] = {}


def every_plan(cls: type[Struct], deepest: int = 3) -> ExtractionPlan:
    """All tables, each with all columns, down to `deepest` lists or structs that hold each other."""
    if (cls, deepest) not in _PLANS:
        _PLANS[cls, deepest] = _plan(cls, deepest)
    return _PLANS[cls, deepest]


def _plan(cls: type[Struct], deepest: int) -> ExtractionPlan:
    rows = ["", *_rows(cls.SCHEMA, "", deepest)]
    columns = {path: list(_columns(_row_schema(cls, path), "", deepest)) for path in rows}
    columns[""] += ROOT
    return ExtractionPlan(cls, columns)


def _row_schema(cls: type[Struct], rows: str) -> StructSchema:
    schema = cls.SCHEMA
    for name in rows.split(".") if rows else []:
        type_: Any = schema.by_name[name.removesuffix("[]")].type
        schema = _struct(type_.element if name.endswith("[]") else type_)
    return schema


def _rows(schema: StructSchema, prefix: str, deepest: int) -> Iterator[str]:
    if not deepest:
        return
    for field in schema.fields:
        type_: Any = field.type
        if isinstance(type_, ListOf | SetOf) and _is_struct(type_.element):
            path = f"{prefix}{field.name}[]"
            yield path
            yield from _rows(_struct(type_.element), f"{path}.", deepest - 1)
        elif _is_struct(type_):
            yield from _rows(_struct(type_), f"{prefix}{field.name}.", deepest - 1)


def _columns(schema: StructSchema, prefix: str, deepest: int) -> Iterator[str]:
    if not schema.is_union:
        yield from (f"{prefix}extension{measure}" for measure in ("", "@size", "@edges"))
    for field in schema.fields:
        yield from _values(field.type, f"{prefix}{field.name}", deepest)


def _values(type_: Any, path: str, deepest: int) -> Iterator[str]:
    yield path
    if type_ in (tables.STRING, tables.UTF8, tables.BINARY):
        yield from (f"{path}@size", f"{path}@edges")
    elif (
        isinstance(type_, ListOf | SetOf)
        and deepest
        and not isinstance(type_.element, ListOf | SetOf)
    ):
        yield from _values(type_.element, f"{path}[]", deepest - 1)
    elif isinstance(type_, StructSchema) and deepest:
        yield from _columns(type_, f"{path}.", deepest - 1)
    elif _is_struct(type_) and deepest:
        yield from _columns(_struct(type_), f"{path}.", deepest - 1)


def _is_struct(type_: Any) -> bool:
    return isinstance(type_, type) and issubclass(type_, Struct)


def _struct(type_: Any) -> StructSchema:
    schema: StructSchema = type_.SCHEMA
    return schema
