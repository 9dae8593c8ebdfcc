"""From values of FlatBuffers to values of Arrow: a table is a struct, and a union a struct with a field for each variant."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias, cast

import pyarrow as pa

from inlay_runtime.flat import schema as flat
from inlay_runtime.flat.fixed import Fixed
from inlay_runtime.flat.table import Table

if TYPE_CHECKING:
    from enum import IntEnum, IntFlag

Convert: TypeAlias = Callable[[Any], Any]
Types: TypeAlias = "tuple[type[Table] | type[Fixed], ...]"

_SCALARS: Final[dict[str, pa.DataType]] = {
    "bool": pa.bool_(),
    "i8": pa.int8(),
    "u8": pa.uint8(),
    "i16": pa.int16(),
    "u16": pa.uint16(),
    "i32": pa.int32(),
    "u32": pa.uint32(),
    "i64": pa.int64(),
    "u64": pa.uint64(),
    "float": pa.float32(),
    "double": pa.float64(),
}


class ArrowConversion(NamedTuple):
    """The type of a column, and what makes a value of it out of one that is not None."""

    type: pa.DataType
    convert: Convert


def describe(record: Table) -> dict[str, Any]:
    """All that a table says, of values that Python has."""
    content: dict[str, Any] = _of_table(type(record), (), describe).convert(record)
    return content


def conversion_of(
    slot: flat.SlotType | flat.FixedType, above: Types = (), convert_again: Convert | None = None
) -> ArrowConversion:
    """`above` are the tables that this one is in: what holds itself has no type in Arrow, and is text, as JSON, or what
    `convert_again` makes of it."""
    match slot:
        case flat.Scalar():
            return ArrowConversion(_SCALARS[slot.name], _same)
        case flat.String(is_text=is_text):
            return (
                ArrowConversion(pa.string(), _text)
                if is_text
                else ArrowConversion(pa.binary(), bytes)
            )
        case flat.EnumOf():
            return ArrowConversion(pa.string(), _name)
        case flat.VectorOf():
            if slot.listed is None:
                return ArrowConversion(pa.binary(), bytes)
            return _list_of(conversion_of(slot.listed, above, convert_again))
        case flat.ArrayOf():
            return _list_of(conversion_of(slot.element, above, convert_again))
        case flat.UnionSchema():
            return _of_union(slot, above, convert_again)
        case _ if slot in above:
            return ArrowConversion(pa.string(), convert_again or _as_json)
        case _:
            return _of_table(slot, (*above, slot), convert_again)


def _list_of(element: ArrowConversion) -> ArrowConversion:
    def convert(values: list[Any]) -> list[Any]:
        return [element.convert(value) for value in values]

    return ArrowConversion(pa.list_(element.type), convert)


def _of_table(
    cls: type[Table] | type[Fixed], above: Types, convert_again: Convert | None
) -> ArrowConversion:
    parts = {
        field.name: (field.attribute, conversion_of(field.type, above, convert_again))
        for field in cls.SCHEMA.fields
    }

    def convert(record: object) -> dict[str, Any]:
        return {
            name: _optional(getattr(record, attribute), part.convert)
            for name, (attribute, part) in parts.items()
        }

    return ArrowConversion(_struct_of({name: part for name, (_, part) in parts.items()}), convert)


def _of_union(
    union: flat.UnionSchema, above: Types, convert_again: Convert | None
) -> ArrowConversion:
    """A variant that the schema does not know is null in every field."""
    parts = {
        name: conversion_of(union.variants[tag], above, convert_again)
        for name, tag in union.tags.items()
    }

    def convert(value: object) -> dict[str, Any]:
        for name, tag in union.tags.items():
            kind: object = union.wrappers.get(tag, union.variants[tag])
            if isinstance(kind, type) and isinstance(value, kind):
                content = cast("Any", value).value if tag in union.wrappers else value
                return {name: parts[name].convert(content)}
        return {}

    return ArrowConversion(_struct_of(parts), convert)


def _struct_of(parts: Mapping[str, ArrowConversion]) -> pa.DataType:
    return pa.struct([pa.field(name, part.type) for name, part in parts.items()])


def _optional(value: Any, convert: Convert) -> Any:
    return None if value is None else convert(value)


def _same(value: Any) -> Any:
    return value


def _text(value: str) -> str:
    """What is not UTF-8 in the file is escaped."""
    return value.encode("utf-8", "backslashreplace").decode()


def _name(value: IntEnum | IntFlag) -> str:
    """Of a combination of flags, all of them; of a value that the schema does not know, its number."""
    return value.name or str(int(value))


def _as_json(record: Table) -> str:
    return json.dumps(describe(record), default=_hexadecimal)


def _hexadecimal(data: bytes) -> str:
    return f"0x{data.hex()}"
