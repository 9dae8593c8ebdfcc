"""Types of an IDL, and defaults of fields, as JSON Schema has them."""

from __future__ import annotations

import math
import uuid
from collections.abc import Mapping
from typing import Final, cast

from inlayc.base.settings import Hook
from inlayc.model.schema import (
    ArrayOf,
    Base,
    Enumeration,
    EnumValue,
    Kind,
    ListOf,
    ListValue,
    MapOf,
    MapValue,
    Named,
    SetOf,
    Struct,
    StructValue,
    Type,
    Typedef,
    Value,
)
from inlayc.python.json_schema.shared import NUMBER, JsonSchema, Shared
from inlayc.python.naming import Naming, UnionForm
from inlayc.python.text import with_texts
from inlayc.python.values import name_enum_members

_BITS: Final = {Base.I8: 8, Base.I16: 16, Base.I32: 32, Base.I64: 64}
_UNSIGNED: Final = {Base.U8: 8, Base.U16: 16, Base.U32: 32, Base.U64: 64}


class JsonTypes:
    """The types of one module; `names` are those under which definitions stand in the document."""

    def __init__(
        self, naming: Naming, names: Mapping[Named, str], shared: Shared, *, is_flat: bool
    ) -> None:
        self.naming = naming
        self.shared = shared
        self.is_flat = is_flat
        self._names = names

    def name_of(self, key: Named) -> str:
        """Under which a definition stands in the document."""
        return self._names[key]

    def of(self, type_: Type) -> JsonSchema:
        match type_:
            case Base.BOOL:
                return {"type": "boolean"}
            case Base.FLOAT | Base.DOUBLE:
                return NUMBER
            case Base.STRING:
                return {"anyOf": [{"type": "string"}, self.shared.binary()]}
            case Base.UTF8:
                return {"type": "string"}
            case Base.BINARY:
                return self.shared.binary()
            case Base.UUID:
                return {"type": "string", "format": "uuid"}
            case Base():
                return write_integer(type_)
            case ListOf(element=Base.I8 | Base.U8) if self.is_flat:
                return self.shared.binary()
            case ListOf(element=element) | SetOf(element=element):
                return {"type": "array", "items": self._element(element)}
            case ArrayOf(element=element, length=length):
                size = {"minItems": length, "maxItems": length}
                return {"type": "array", "items": self.of(element)} | size
            case MapOf(key=key, value=value):
                return {"type": "array", "items": write_pair(self.of(key), self.of(value))}
            case Named() if hook := self._hook(type_):
                return self.hooked(type_, hook)
            case Named():
                return {"$ref": f"#/$defs/{self.name_of(type_)}"}
            case _:
                return {"type": "object"}  # an empty variant, which has a class of its own

    def hooked(self, type_: Type, _hook: Hook) -> JsonSchema:
        """What a hook reads: its bytes, but a boolean is one."""
        is_boolean = self.naming.schema.actual(type_) is Base.BOOL
        return self.of(Base.BOOL) if is_boolean else self.shared.binary()

    def _hook(self, type_: Named) -> Hook | None:
        """That of the type, or of a typedef on the way to what it stands for."""
        said = self.naming.type_settings(type_).hook
        definition = self.naming.schema[type_]
        if said is None and isinstance(definition, Typedef) and isinstance(definition.type, Named):
            return self._hook(definition.type)
        return said

    def _element(self, element: Type) -> JsonSchema:
        """Of a list. In FlatBuffers a union in a vector may be NONE, which is null."""
        definition = self.naming.schema[element] if isinstance(element, Named) else None
        is_union = isinstance(definition, Struct) and definition.kind is Kind.UNION
        said = self.of(element)
        return {"anyOf": [said, {"type": "null"}]} if self.is_flat and is_union else said

    # Values

    def value(self, value: Value, type_: Type) -> object:
        """A default as `to_json` writes it."""
        actual = self.naming.schema.actual(type_)
        match value:
            case bool() | int() | str():
                return value
            case float():
                return value if math.isfinite(value) else _word_of(value)
            case bytes():
                return {"hex": value.hex()}
            case uuid.UUID():
                return str(value)
            case EnumValue(type=enum, value=number):
                return self._member(enum, number)
            case ListValue(items=items):
                if self.is_flat and actual in (ListOf(Base.I8), ListOf(Base.U8)):
                    return {"hex": ""}
                element = cast("ListOf | SetOf", actual).element
                return [self.value(item, element) for item in items]
            case MapValue(items=items):
                map_ = cast("MapOf", actual)
                return [[self.value(k, map_.key), self.value(v, map_.value)] for k, v in items]
            case StructValue(type=owner, fields=fields):
                return self._struct(owner, fields)

    def _member(self, key: Named, number: int) -> object:
        enum = cast("Enumeration", self.naming.schema[key])
        names = name_enum_members(enum)
        members = [names[member.name] for member in enum.members_of(number)]
        if enum.bit_flags:
            return members or ([number] if number else [])
        return members[0] if members else number

    def _struct(self, key: Named, fields: tuple[tuple[str, Value], ...]) -> object:
        struct = cast("Struct", self.naming.schema[key])
        given = with_texts(fields, struct, key, self.naming)
        if struct.kind is Kind.UNION and self.naming.union_form(struct) is UnionForm.TAGS:
            return name_enum_members(struct)[given[0][0].name]
        return {field.name: self.value(value, field.type) for field, value in given}


def write_integer(base: Base) -> JsonSchema:
    """A whole number in its range."""
    if base in _UNSIGNED:
        return {"type": "integer", "minimum": 0, "maximum": (1 << _UNSIGNED[base]) - 1}
    bound = 1 << (_BITS[base] - 1)
    return {"type": "integer", "minimum": -bound, "maximum": bound - 1}


def write_pair(first: JsonSchema, second: JsonSchema) -> JsonSchema:
    """An array of two: an entry of a map."""
    size = {"minItems": 2, "maxItems": 2}
    return {"type": "array", "prefixItems": [first, second], "items": False} | size


def _word_of(value: float) -> str:
    if math.isnan(value):
        return "NaN"
    return "Infinity" if value > 0 else "-Infinity"
