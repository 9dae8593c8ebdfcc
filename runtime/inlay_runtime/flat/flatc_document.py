"""A table as the JSON that `flatc --json --strict-json` writes: docs/emitted-python.md.

It differs from flatc's in three things: NaN and infinities are strings, as JSON wants it and flatc reads it; a float has all its
digits; and buffers in a vector of bytes stay bytes.
"""

from __future__ import annotations

import math
from enum import Flag
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, cast

from inlay_runtime.errors import EncodeError
from inlay_runtime.extension import Extension
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
from inlay_runtime.json_values import Json, below
from inlay_runtime.record import Record
from inlay_runtime.text import is_utf8
from inlay_runtime.union import Variant

if TYPE_CHECKING:
    from inlay_runtime.flat.schema import FixedType, SlotSchema, SlotType, TableSchema

JsonDialect: TypeAlias = Literal["inlay", "flatc"]
"""How a table is spelled in JSON."""

TYPE_SUFFIX: Final = "_type"
"""Behind the name of a union, of the key that says which variant it is."""


def check_dialect(dialect: str) -> None:
    """Raises ValueError for one that there is not."""
    if dialect not in ("inlay", "flatc"):
        raise ValueError(f"no dialect {dialect!r}: 'inlay' and 'flatc' are there")


def document_table(table: Record, path: str = "") -> dict[str, Json]:
    """A field that is absent has no key, and neither has a scalar that is its default. Raises EncodeError, with the path, for what
    flatc's JSON cannot say."""
    schema = cast("TableSchema", table.record_schema())
    if table.remainder is not None and table.remainder.original:
        raise EncodeError(
            "it holds what only a newer schema has, which flatc's JSON cannot say: use the dialect 'inlay', or set the "
            "remainder to None to give that up",
            path,
        )
    if table.extension is not None and "extension" not in {field.slot for field in schema.fields}:
        raise EncodeError("the table has no slot for an extension", path)
    document: dict[str, Json] = {}
    for field in schema.fields:
        value: Any = getattr(table, field.slot)
        if value is None or _is_default(value, field):
            continue
        inner = below(path, field.name)
        match field.type:
            case UnionSchema() as union:
                name, document[field.name] = _variant(value, union, inner)
                document[field.name + TYPE_SUFFIX] = name
            case VectorOf(element=UnionSchema() as union):
                variants = [
                    _variant(each, union, f"{inner}[{at}]") for at, each in enumerate(value)
                ]
                document[field.name + TYPE_SUFFIX] = [name for name, _ in variants]
                document[field.name] = [each for _, each in variants]
            case _ if isinstance(value, Extension):
                document[field.name] = list(value.payload)
            case type_:
                document[field.name] = _value(value, type_, inner)
    return document


def _is_default(value: Any, field: SlotSchema) -> bool:
    """Whether a scalar is not written; compared as bytes, for -0.0 equals 0.0."""
    if field.default is None or not isinstance(field.type, Scalar | EnumOf):
        return False
    scalar = field.type if isinstance(field.type, Scalar) else field.type.scalar
    return scalar.layout.pack(value) == scalar.layout.pack(field.default)


def _value(value: Any, type_: SlotType | FixedType, path: str) -> Json:
    match type_:
        case Scalar():
            return _scalar(value, type_)
        case EnumOf():
            return _member(value, type_)
        case String():
            return _text(value, path)
        case VectorOf(element=element) if element in (I8, U8):
            signed = element is I8
            return [byte - 256 if signed and byte > 127 else byte for byte in bytes(value)]
        case VectorOf(element=element) | ArrayOf(element=element):
            return [_value(each, element, f"{path}[{at}]") for at, each in enumerate(value)]
        case UnionSchema():
            raise AssertionError("a union takes two keys")
        case _ if issubclass(type_, Record):
            return document_table(value, path)
        case _:
            return {
                field.name: _value(
                    getattr(value, field.attribute), field.type, below(path, field.name)
                )
                for field in type_.SCHEMA.fields
            }


def _scalar(value: Any, scalar: Scalar) -> Json:
    if scalar is BOOL:
        return bool(value)
    if scalar.name not in ("float", "double"):
        return int(value)
    number = float(value)
    if math.isfinite(number):
        return number
    return "nan" if math.isnan(number) else "inf" if number > 0 else "-inf"


def _text(value: Any, path: str) -> str:
    try:
        text = value if isinstance(value, str) else bytes(value).decode()
    except UnicodeDecodeError:
        text = "\udcff"
    if not is_utf8(text):
        raise EncodeError(
            "text that is not UTF-8, which flatc's JSON cannot say: use the dialect 'inlay'", path
        )
    return text


def _member(value: int, type_: EnumOf) -> Json:
    """Its name, or those of its bits; the number if it has none, or one that Python had to change."""
    members = type_.enum.__members__
    if issubclass(type_.enum, Flag):
        bits = {name: int(member) for name, member in members.items() if int(member) & int(value)}
        if sum(set(bits.values())) != int(value) or _is_changed(*bits):
            return int(value)
        return " ".join(bits) if bits else 0
    names = [name for name, member in members.items() if int(member) == int(value)]
    return int(value) if not names or _is_changed(names[0]) else names[0]


def _is_changed(*names: str) -> bool:
    """Whether it may be another in the IDL: Python's own words get a `_`."""
    return any(name.endswith("_") for name in names)


def _variant(value: object, union: UnionSchema, path: str) -> tuple[str, Json]:
    """The name of a variant, and its value; TypeError for one that only a newer schema has."""
    names = {tag: name for name, tag in union.tags.items()}
    for tag, type_ in union.variants.items():
        wrapper = union.wrappers.get(tag)
        if wrapper is not None and isinstance(value, wrapper):
            return names[tag], _value(cast("Variant[object]", value).value, type_, path)
        if wrapper is None and isinstance(type_, type) and isinstance(value, type_):
            return names[tag], _value(value, type_, path)
    raise TypeError(f"{type(value).__name__} is not a variant of {union.name}")
