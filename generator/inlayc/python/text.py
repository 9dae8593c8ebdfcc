"""What the settings make of the strings of a field: text, text that has to be UTF-8, or bytes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from inlayc.base.settings import FieldSettings
from inlayc.model.schema import (
    Base,
    Field,
    ListOf,
    ListValue,
    MapOf,
    MapValue,
    Named,
    SetOf,
    Struct,
    Type,
    Typedef,
    Value,
)
from inlayc.python.naming import Naming

_BASES: Final = {"strict": Base.UTF8, "bytes": Base.BINARY}


def with_text(field: Field, owner: Named, naming: Naming) -> Field:
    """The field as it is to be emitted: its strings, and the texts of its default, are what is asked for."""
    name = f"{owner.module}.{owner.name}.{field.name}"
    return as_text(field, naming.settings.fields.get(name, FieldSettings()).text, naming)


def as_text(field: Field, text: str, naming: Naming) -> Field:
    """The field as the setting `text` has it."""
    base = _BASES.get(text)
    if base is None:
        return field
    type_ = _with(field.type, base, naming)
    if base is Base.UTF8 or field.default is None:
        return replace(field, type=type_)
    return replace(field, type=type_, default=_as_bytes(field.default, field.type, naming))


def with_texts(
    values: Sequence[tuple[str, Value]], struct: Struct, owner: Named, naming: Naming
) -> list[tuple[Field, Value]]:
    """The fields of a struct that are given values, and these values, both as `with_text` has them."""
    fields = {field.name: field for field in struct.fields}
    given: list[tuple[Field, Value]] = []
    for name, value in values:
        field = with_text(replace(fields[name], default=value), owner, naming)
        assert field.default is not None
        given.append((field, field.default))
    return given


def holds_text(type_: Type, naming: Naming) -> bool:
    """Whether the type is a string, or a container of strings."""
    return _with(type_, Base.UTF8, naming) != type_


def _with(type_: Type, base: Base, naming: Naming) -> Type:
    """The type with `base` for its strings. What holds none, or has a hook, stays what it is."""
    actual = _actual(type_, naming)
    match actual:
        case Base.STRING:
            return base
        case ListOf(element=element) | SetOf(element=element):
            new_element = _with(element, base, naming)
            return type_ if new_element == element else type(actual)(new_element)
        case MapOf(key=key, value=value):
            new_map = MapOf(_with(key, base, naming), _with(value, base, naming))
            return type_ if new_map == actual else new_map
        case _:
            return type_


def _actual(type_: Type, naming: Naming) -> Type:
    """What typedefs stand for, up to one with a hook, which reads for itself."""
    while isinstance(type_, Named) and naming.type_settings(type_).hook is None:
        definition = naming.schema[type_]
        if not isinstance(definition, Typedef):
            break
        type_ = definition.type
    return type_


def _as_bytes(value: Value, type_: Type, naming: Naming) -> Value:
    """A default whose texts, where the type has strings, are bytes."""
    match _actual(type_, naming), value:
        case Base.STRING, str():
            return value.encode()
        case ((ListOf(element=element) | SetOf(element=element)), ListValue(items=items)):
            return ListValue(tuple(_as_bytes(item, element, naming) for item in items))
        case MapOf(key=key, value=inner), MapValue(items=items):
            pairs = ((_as_bytes(k, key, naming), _as_bytes(v, inner, naming)) for k, v in items)
            return MapValue(tuple(pairs))
        case _:
            return value
