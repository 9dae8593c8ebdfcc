"""A document of JSON as a table: what `document.py` writes, read back. Raises EncodeError, with the path, for what it does not write.
Whether numbers fit is for whoever encodes the table to say."""

from __future__ import annotations

from enum import Flag
from typing import TYPE_CHECKING, Any, TypeVar, cast

from inlay_runtime.errors import EncodeError
from inlay_runtime.flat.document import ORIGINAL
from inlay_runtime.flat.schema import (
    BOOL,
    I8,
    U8,
    ArrayOf,
    EnumOf,
    Scalar,
    String,
    UnionSchema,
    VectorOf,
)
from inlay_runtime.json_values import (
    below,
    is_object,
    kind_of,
    read_binary,
    read_boolean,
    read_integer,
    read_list,
    read_number,
    read_object,
    read_text,
    suggest_name,
)
from inlay_runtime.read_document import number_of_unknown, read_enum, read_extension
from inlay_runtime.record import Record
from inlay_runtime.remainder import Remainder
from inlay_runtime.union import UnknownVariant

if TYPE_CHECKING:
    from inlay_runtime.flat.schema import FixedSchema, FixedType, SlotSchema, SlotType, TableSchema

R = TypeVar("R", bound=Record)


def read_table(cls: type[R], document: object, path: str = "") -> R:
    """The table that a document is of."""
    schema = cast("TableSchema", cls.record_schema())
    keys = read_object(document, path, schema.name, [*schema.by_name, ORIGINAL])
    table = cls.__new__(cls)
    table.extension = None
    original = read_binary(keys[ORIGINAL], below(path, ORIGINAL)) if ORIGINAL in keys else b""
    table.remainder = Remainder(original=original) if original else None
    for field in schema.fields:
        inner, value = below(path, field.name), keys.get(field.name)
        if field.slot == "extension":
            table.extension = read_extension(value, inner)
        elif value is None:
            setattr(table, field.slot, _absent(field, inner))
        else:
            setattr(table, field.slot, _value(value, field.type, inner))
    return table


def _absent(field: SlotSchema, path: str) -> object:
    if field.required:
        raise EncodeError(f"required (slot {field.id}), and not in the document", path)
    if field.default is None:
        if not field.is_never_none:
            return None
        return b"" if isinstance(field.type, VectorOf) and field.type.listed is None else []
    return field.default


def _value(value: object, type_: SlotType | FixedType, path: str) -> object:
    match type_:
        case Scalar():
            return _scalar(value, type_, path)
        case EnumOf(enum=enum):
            return (
                _flags(value, enum, path)
                if issubclass(enum, Flag)
                else read_enum(value, enum, path)
            )
        case String(is_text=is_text):
            return read_text(value, path) if is_text else read_binary(value, path)
        case VectorOf(element=element) if element in (I8, U8):
            return read_binary(value, path)
        case VectorOf(element=element) | ArrayOf(element=element):
            items = enumerate(read_list(value, path))
            return [
                None if it is None else _value(it, element, f"{path}[{at}]") for at, it in items
            ]
        case UnionSchema():
            return _union(value, type_, path)
        case _ if issubclass(type_, Record):
            return read_table(type_, value, path)
        case _:
            return _fixed(value, type_, path)


def _scalar(value: object, type_: Scalar, path: str) -> object:
    if type_ is BOOL:
        return read_boolean(value, path)
    if type_.name in ("float", "double"):
        return read_number(value, path)
    return read_integer(value, path)


def _flags(value: object, enum: type[Any], path: str) -> object:
    """The members in a list; a number in it is bits without a name."""
    flags = enum(0)
    for at, name in enumerate(read_list(value, path)):
        place = f"{path}[{at}]"
        if isinstance(name, int):
            flags |= enum(read_integer(name, place))
        elif isinstance(name, str) and name in enum.__members__:
            flags |= enum.__members__[name]
        else:
            hint = suggest_name(name, enum.__members__) if isinstance(name, str) else ""
            raise EncodeError(f"{enum.__name__} has no {kind_of(name)}{hint}", place)
    return flags


def _union(value: object, union: UnionSchema, path: str) -> object:
    if not is_object(value):
        raise EncodeError(f"expected an object, as {union.name} is, found {kind_of(value)}", path)
    if len(value) != 1:
        raise EncodeError(f"expected one variant of {union.name}, found {len(value)}", path)
    ((name, inside),) = value.items()
    inner = below(path, name)
    tag = union.tags.get(name)
    if tag is not None:
        wrapper, variant = union.wrappers.get(tag), _value(inside, union.variants[tag], inner)
        return variant if wrapper is None else wrapper(variant)
    number = number_of_unknown(name)
    if number is None:
        what = f"{union.name} has no variant {name!r}{suggest_name(name, union.tags)}"
        raise EncodeError(what, inner)
    return UnknownVariant(number, read_binary(inside, inner))


def _fixed(value: object, cls: type[Any], path: str) -> object:
    schema: FixedSchema = cls.SCHEMA
    keys = read_object(value, path, schema.name, [field.name for field in schema.fields])
    fixed = object.__new__(cls)
    for field in schema.fields:
        inner = below(path, field.name)
        if field.name not in keys:
            raise EncodeError(f"{schema.name} has this field, and the document does not", inner)
        setattr(fixed, field.attribute, _value(keys[field.name], field.type, inner))
    return fixed
