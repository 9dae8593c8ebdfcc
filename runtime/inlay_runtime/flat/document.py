"""A table as a document of JSON, by its schema table, in the form of Thrift's structs: docs/emitted-python.md.

Flags are a list of names; unknown bits are a number in it. `@original` is the buffer of a root that a newer schema wrote.
"""

from __future__ import annotations

from enum import Flag
from typing import TYPE_CHECKING, Any, Final, cast

from inlay_runtime.document import document_extension
from inlay_runtime.enums import WireEnum
from inlay_runtime.errors import EncodeError
from inlay_runtime.extension import Extension
from inlay_runtime.flat.schema import (
    I8,
    U8,
    ArrayOf,
    EnumOf,
    Scalar,
    String,
    UnionSchema,
    VectorOf,
)
from inlay_runtime.json_values import Json, document_binary, document_number, document_text
from inlay_runtime.record import Record
from inlay_runtime.union import UnknownVariant, Variant

if TYPE_CHECKING:
    from inlay_runtime.flat.schema import FixedType, SlotType, TableSchema

ORIGINAL: Final = "@original"


def document_table(table: Record) -> dict[str, Json]:
    """A field that is absent has no key."""
    schema = cast("TableSchema", table.record_schema())
    document: dict[str, Json] = {}
    for field in schema.fields:
        value: object = getattr(table, field.slot)
        if isinstance(value, Extension):
            document[field.name] = document_extension(value)
        elif value is not None:
            document[field.name] = _value(value, field.type)
    if table.extension is not None and "extension" not in {field.slot for field in schema.fields}:
        raise EncodeError("the table has no slot for an extension")
    if table.remainder is not None and table.remainder.original:
        document[ORIGINAL] = document_binary(table.remainder.original)
    return document


def _value(value: Any, type_: SlotType | FixedType) -> Json:
    match type_:
        case Scalar():
            return document_number(value) if isinstance(value, float) else cast("Json", value)
        case EnumOf():
            return _member(value, type_)
        case String():
            return document_text(value) if isinstance(value, str) else document_binary(bytes(value))
        case VectorOf(element=element) if element in (I8, U8):
            return document_binary(bytes(value))
        case VectorOf(element=element) | ArrayOf(element=element):
            return [None if each is None else _value(each, element) for each in value]
        case UnionSchema():
            return _union(value, type_)
        case _ if issubclass(type_, Record):
            return document_table(value)
        case _:
            schema = type_.SCHEMA
            return {
                field.name: _value(getattr(value, field.attribute), field.type)
                for field in schema.fields
            }


def _member(value: int, type_: EnumOf) -> Json:
    if issubclass(type_.enum, Flag):
        members = [member for member in type_.enum.__members__.values() if member & value == member]
        single = [member for member in members if int(member).bit_count() == 1]
        rest = int(value) & ~sum({int(member) for member in single})
        return [*dict.fromkeys(str(member.name) for member in single), *([rest] if rest else [])]
    if isinstance(value, WireEnum) and type(value).__members__.get(value.name, value) == value:
        return value.name
    return int(value)


def _union(value: object, union: UnionSchema) -> Json:
    """An object with one key, which is the variant."""
    names = {tag: name for name, tag in union.tags.items()}
    if isinstance(value, UnknownVariant):
        name = f"UNKNOWN_{value.field_id}"
        while name in union.tags:
            name += "_"
        return {name: document_binary(value.raw)}
    for tag, type_ in union.variants.items():
        wrapper = union.wrappers.get(tag)
        if wrapper is not None and isinstance(value, wrapper):
            return {names[tag]: _value(cast("Variant[object]", value).value, type_)}
        if wrapper is None and isinstance(type_, type) and isinstance(value, type_):
            return {names[tag]: _value(value, type_)}
    raise TypeError(f"{type(value).__name__} is not a variant of {union.name}")
