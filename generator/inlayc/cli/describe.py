"""The resolved model for `inlayc schema`: as text to read, as JSON for tools.

The JSON is `{"definitions": [...]}`, included files first. Every definition has `kind`, `name`, `module` and
`doc`; structs, unions and exceptions have `fields` (`id`, `name`, `type`, `requiredness`, `default`, `doc`),
enums `members`, typedefs a `type`, constants a `type` and `value`, services `functions`.

FlatBuffers adds to its definitions: `namespace`; to enums `underlying` and `bit_flags`; to fixed structs `size` and
`alignment`, and to their fields `offset`; to tables `extension`. What is not said of a definition is left out.
"""

from __future__ import annotations

import json
import math
import uuid
from typing import Any, assert_never

from inlayc.model.idl_text import text_of_field, text_of_type, text_of_value
from inlayc.model.schema import (
    Base,
    Constant,
    Definition,
    Enumeration,
    EnumValue,
    ExtensionDeclaration,
    External,
    Field,
    Function,
    Kind,
    ListValue,
    MapValue,
    Schema,
    Service,
    Struct,
    StructValue,
    Typedef,
    Value,
)


def as_json(schema: Schema) -> str:
    definitions = [
        {"kind": kind_of(definition), "name": definition.name, "module": module.name}
        | _content(definition, module.name)
        | {"doc": definition.doc}
        for module in schema.modules
        for definition in module
    ]
    return json.dumps({"definitions": definitions}, indent=2)


def as_text(schema: Schema) -> str:
    """Every definition as the IDL would have it, without documentation."""
    lines: list[str] = []
    for module in schema.modules:
        for definition in module:
            lines += [*_text(definition, module.name, schema), ""]
    return "\n".join(lines).rstrip()


def kind_of(definition: Definition) -> str:
    match definition:
        case Enumeration():
            return "enum"
        case Struct():
            return definition.kind.value
        case Typedef():
            return "typedef"
        case Constant():
            return "const"
        case Service():
            return "service"
        case External():
            return "external"
        case _:
            assert_never(definition)


def _content(definition: Definition, module: str) -> dict[str, Any]:
    match definition:
        case Enumeration():
            members = [{"name": m.name, "value": m.value, "doc": m.doc} for m in definition.members]
            return {"members": members, **_if_flatbuffers(definition)}
        case Struct():
            fields = [_field(field, module) for field in definition.fields]
            return {"fields": fields, **_if_flatbuffers(definition)}
        case Typedef():
            return {"type": text_of_type(definition.type, module)}
        case Constant():
            return {
                "type": text_of_type(definition.type, module),
                "value": _value(definition.value),
            }
        case Service():
            extends = definition.extends
            return {
                "extends": text_of_type(extends, module) if extends else None,
                "functions": [_function(function, module) for function in definition.functions],
            }
        case External():
            return {}
        case _:
            assert_never(definition)


def _if_flatbuffers(definition: Enumeration | Struct) -> dict[str, Any]:
    """What only a definition of FlatBuffers has."""
    said: dict[str, Any] = {"namespace": definition.namespace}
    match definition:
        case Enumeration() if definition.underlying is not Base.I32 or definition.bit_flags:
            said |= {"underlying": definition.underlying.value, "bit_flags": definition.bit_flags}
        case Struct(kind=Kind.FIXED):
            said |= {"size": definition.size, "alignment": definition.alignment}
        case Struct(extension=ExtensionDeclaration() as extension):
            said["extension"] = {
                "uuid": str(extension.uuid),
                "extends": extension.extends,
                "trailer": extension.trailer,
            }
        case _:
            pass
    return {key: value for key, value in said.items() if value != ""}


def _field(field: Field, module: str) -> dict[str, Any]:
    offset = {} if field.offset is None else {"offset": field.offset}
    return {
        "id": field.id,
        "name": field.name,
        "type": text_of_type(field.type, module),
        "requiredness": field.requiredness.value,
        "default": None if field.default is None else _value(field.default),
        **offset,
        "doc": field.doc,
    }


def _function(function: Function, module: str) -> dict[str, Any]:
    return {
        "name": function.name,
        "returns": text_of_type(function.returns, module) if function.returns else "void",
        "oneway": function.oneway,
        "parameters": [_field(field, module) for field in function.parameters],
        "throws": [_field(field, module) for field in function.throws],
        "doc": function.doc,
    }


def _value(value: Value) -> Any:
    match value:
        case float() if not math.isfinite(value):
            return str(value)
        case bool() | int() | float() | str():
            return value
        case bytes():
            return value.decode("utf-8", "backslashreplace")
        case uuid.UUID():
            return str(value)
        case EnumValue():
            return value.value
        case ListValue():
            return [_value(item) for item in value.items]
        case MapValue():
            return [[_value(key), _value(item)] for key, item in value.items]
        case StructValue():
            return {name: _value(item) for name, item in value.fields}
        case _:
            assert_never(value)


def _text(definition: Definition, module: str, schema: Schema) -> list[str]:
    head = f"{kind_of(definition)} {definition.name}"
    match definition:
        case Enumeration():
            members = [f"  {member.name} = {member.value}" for member in definition.members]
            return [f"{head} {{", *members, "}"]
        case Struct():
            fields = [f"  {text_of_field(f, module, schema=schema)}" for f in definition.fields]
            return [f"{head} {{", *fields, "}"]
        case Typedef():
            return [f"typedef {text_of_type(definition.type, module)} {definition.name}"]
        case Constant():
            type_ = text_of_type(definition.type, module)
            value = text_of_value(definition.value, schema)
            return [f"const {type_} {definition.name} = {value}"]
        case Service():
            extends = f" extends {text_of_type(definition.extends)}" if definition.extends else ""
            functions = [f"  {_signature(f, module, schema)}" for f in definition.functions]
            return [f"{head}{extends} {{", *functions, "}"]
        case External():
            return [f"{head}  // written by hand in Rust"]
        case _:
            assert_never(definition)


def _signature(function: Function, module: str, schema: Schema) -> str:
    returns = text_of_type(function.returns, module) if function.returns else "void"
    parameters = ", ".join(text_of_field(f, module, schema=schema) for f in function.parameters)
    throws = ", ".join(text_of_field(f, module, schema=schema) for f in function.throws)
    raised = f" throws ({throws})" if throws else ""
    return f"{'oneway ' if function.oneway else ''}{returns} {function.name}({parameters}){raised}"
