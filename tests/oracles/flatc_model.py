"""What flatc says of a schema, out of its binary schema, in the shape that is compared."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from inlayc.frontends.flatbuffers.numbers import round_to_float
from tests.oracles.reflection import Reflected
from tests.oracles.verdicts import Model

BASE_TYPES = (
    *("none", "utype", "bool", "byte", "ubyte", "short", "ushort", "int", "uint", "long", "ulong"),
    *("float", "double", "string", "vector", "object", "union", "array", "vector64"),
)


TypeOf: TypeAlias = Callable[[Reflected], str]


def their_model(schema: Reflected) -> Model:
    objects, enums = list(schema.children(0)), list(schema.children(1))
    root = schema.child(4)
    model: Model = {"root": root.text(0) if root else "", "identifier": schema.text(2)}
    model["extension"] = schema.text(3)

    def type_of(type_: Reflected) -> str:
        base = BASE_TYPES[type_.integer(0, "b")]
        element = BASE_TYPES[type_.integer(1, "b")]
        index = type_.integer(2, "i", -1)
        one = element if base in ("vector", "vector64", "array") else base
        if index >= 0:
            named = (objects if one == "object" else enums)[index].text(0)
            one = f"tag of {named}" if one == "utype" else named
        if base.startswith("vector"):
            return f"[{one}]"
        length = type_.integer(3, "H")
        return f"[{one}:{length}]" if base == "array" else one

    model.update(_their_object(definition, type_of) for definition in objects)
    model.update(_their_enum(enum, type_of) for enum in enums)
    model.update(_their_service(service) for service in schema.children(5))
    return model


def _their_object(definition: Reflected, type_of: TypeOf) -> tuple[str, object]:
    fields = sorted(definition.children(1), key=lambda field: field.integer(2, "H"))
    attributes = _their_attributes(definition, 5)
    if not definition.flag(2):
        rows = [_their_field(field, type_of) for field in fields]
        return f"table {definition.text(0)}", (attributes, rows)
    layout = definition.integer(4, "i"), definition.integer(3, "i")
    members = [_their_member(field, type_of) for field in fields]
    return f"struct {definition.text(0)}", (*layout, attributes, members)


def _their_enum(enum: Reflected, type_of: TypeOf) -> tuple[str, object]:
    underlying = enum.child(3)
    assert underlying is not None
    attributes = _their_attributes(enum, 4)
    values = [_their_value(value, type_of) for value in enum.children(1)]
    if enum.flag(2):
        return f"union {enum.text(0)}", (attributes, values)
    base = BASE_TYPES[underlying.integer(0, "b")]
    return f"enum {base} {enum.text(0)}", (attributes, [value[:2] for value in values])


def _their_service(service: Reflected) -> tuple[str, object]:
    calls: list[object] = []
    for call in service.children(1):
        request, response = call.child(1), call.child(2)
        assert request is not None
        assert response is not None
        calls.append((call.text(0), request.text(0), response.text(0)))
    return f"service {service.text(0)}", sorted(map(repr, calls))


def _their_attributes(holder: Reflected, slot: int) -> dict[str, str]:
    found = {pair.text(0): pair.text(1) for pair in holder.children(slot)}
    return {name: value for name, value in found.items() if name != "cpp_ptr_type"}


def _their_member(field: Reflected, type_of: TypeOf) -> object:
    type_ = field.child(1)
    assert type_ is not None
    attributes = _their_attributes(field, 9)
    return field.text(0), type_of(type_), field.integer(3, "H"), attributes


def _their_field(field: Reflected, type_of: TypeOf) -> object:
    type_ = field.child(1)
    assert type_ is not None
    shown = type_of(type_)
    attributes = _their_attributes(field, 9)
    is_tag = shown.startswith(("tag of ", "[tag of "))
    optional, required = field.flag(11), field.flag(7)
    is_asked_for = required and not field.flag(
        6
    )  # of what is deprecated, only the parser of JSON asks for it
    presence = "required" if is_asked_for else "optional" if optional or required else "default"
    default = field.integer(4, "q"), _held(field.real(5), shown)
    # What flatc makes of the tags' presence and attributes is its own business.
    told = ("tags", {}) if is_tag else (presence, attributes)
    flags = field.flag(6), field.flag(8)
    return field.integer(2, "H"), field.text(0), shown, *told, *default, *flags


def _held(default: float, type_: str) -> float:
    """What 32 bits make of it: a reflection has the default of a `float` as it is written."""
    return default if type_ != "float" else round_to_float(default) or 0.0


def _their_value(value: Reflected, type_of: TypeOf) -> tuple[str, int, str]:
    type_ = value.child(3)
    shown = "none" if type_ is None else type_of(type_)
    return value.text(0), value.integer(1, "q"), shown
