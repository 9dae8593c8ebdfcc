"""What inlayc says of a schema, in the same shape."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from inlayc.model.schema import (
    Annotations,
    ArrayOf,
    Base,
    Definition,
    Enumeration,
    EnumValue,
    Field,
    Kind,
    ListOf,
    Module,
    Named,
    Requiredness,
    Schema,
    Service,
    Struct,
    Type,
)
from tests.oracles.verdicts import Model

NAMES = {
    Base.BOOL: "bool",
    Base.I8: "byte",
    Base.I16: "short",
    Base.I32: "int",
    Base.I64: "long",
    Base.U8: "ubyte",
    Base.U16: "ushort",
    Base.U32: "uint",
    Base.U64: "ulong",
    Base.FLOAT: "float",
    Base.DOUBLE: "double",
    Base.STRING: "string",
    Base.BINARY: "string",  # `inlay_bytes` means nothing to flatc
}


def our_model(schema: Schema, module: Module) -> Model:
    root = "" if module.root_type is None else _full_name(schema, module.root_type)
    model: Model = {"root": root, "identifier": module.file_identifier}
    model["extension"] = module.file_extension
    model.update(
        _our_definition(definition, schema) for each in schema.modules for definition in each
    )
    return model


def _our_definition(definition: Definition, schema: Schema) -> tuple[str, object]:
    match definition:
        case Enumeration():
            name = f"enum {NAMES[definition.underlying]} {_qualified(definition)}"
            return name, (_our_attributes(definition.annotations), _our_values(definition))
        case Struct(kind=Kind.UNION):
            return f"union {_qualified(definition)}", _our_union(definition, schema)
        case Struct(kind=Kind.FIXED):
            return f"struct {_qualified(definition)}", _our_fixed(definition, schema)
        case Struct():
            rows = [row for field in definition.fields for row in _rows(field, schema)]
            rows.sort(key=lambda row: row[0])
            return f"table {_qualified(definition)}", (
                _our_attributes(definition.annotations),
                rows,
            )
        case Service():
            return f"service {_qualified(definition)}", _our_calls(definition, schema)
        case _:
            raise AssertionError("FlatBuffers has no such definition")


def _our_values(enum: Enumeration) -> list[tuple[str, int]]:
    """In the order of their values, which are unsigned for `ulong`."""
    values = [(member.name, _signed(member.value)) for member in enum.members]
    is_unsigned = enum.underlying is Base.U64
    return sorted(values, key=lambda value: value[1] % 2**64 if is_unsigned else value[1])


def _our_union(union: Struct, schema: Schema) -> object:
    variants = [(field.name, field.id, _type(field.type, schema)) for field in union.fields]
    variants.sort(key=lambda variant: variant[1])
    return _our_attributes(union.annotations), [("NONE", 0, "none"), *variants]


def _our_fixed(fixed: Struct, schema: Schema) -> object:
    members = [
        (field.name, _type(field.type, schema), field.offset, _our_attributes(field.annotations))
        for field in fixed.fields
    ]
    return fixed.size, fixed.alignment, _our_attributes(fixed.annotations), members


def _our_calls(service: Service, schema: Schema) -> list[str]:
    calls = (
        (
            function.name,
            _type(function.parameters[0].type, schema),
            _type(cast("Named", function.returns), schema),
        )
        for function in service.functions
    )
    return sorted(map(repr, calls))


def _rows(field: Field, schema: Schema) -> Iterator[tuple[Any, ...]]:
    element = field.type.element if isinstance(field.type, ListOf) else field.type
    definition = schema[element] if isinstance(element, Named) else None
    deprecated = "deprecated" in field.annotations
    if isinstance(definition, Struct) and definition.kind is Kind.UNION:
        tag = f"tag of {_qualified(definition)}"
        shown = f"[{tag}]" if isinstance(field.type, ListOf) else tag
        name = f"{field.name}_type"
        yield field.id - 1, name, shown, "tags", {}, 0, 0.0, deprecated, False
    default: tuple[int, float] = (0, 0.0)
    match field.default:
        case EnumValue(value=value) | int(value):
            # Defaults have no room for what is beyond 63 bits, and flatc leaves them out.
            default = 0 if value >= 2**63 else int(value), 0.0
        case float(number):
            default = 0, number
        case _:
            pass
    # The text "0" is no default to flatc.
    presence = Requiredness.OPTIONAL if field.default == "0" else field.requiredness
    yield (
        *(field.id, field.name, _type(field.type, schema), presence.value),
        *(_our_attributes(field.annotations), *default, deprecated, "key" in field.annotations),
    )


def _our_attributes(annotations: Annotations) -> dict[str, str]:
    """flatc writes "0" for an attribute without a value."""
    return {name: value or "0" for name, value in annotations.items() if name != "cpp_ptr_type"}


def _signed(value: int) -> int:
    """reflection.fbs has signed integers only."""
    return value - 2**64 if value >= 2**63 else value


def _qualified(definition: Enumeration | Struct | Service) -> str:
    """The name as the text has it, which is not always the one that it has in Python."""
    return f"{definition.namespace}.{definition.span.text}".lstrip(".")


def _full_name(schema: Schema, name: Named) -> str:
    definition = schema[name]
    assert isinstance(definition, Enumeration | Struct)
    return _qualified(definition)


def _type(type_: Type, schema: Schema) -> str:
    match type_:
        case Base():
            return NAMES[type_]
        case Named():
            return _full_name(schema, type_)
        case ListOf():
            return f"[{_type(type_.element, schema)}]"
        case ArrayOf():
            return f"[{_type(type_.element, schema)}:{type_.length}]"
        case _:
            raise AssertionError("FlatBuffers has no such type")
