"""From a resolved schema to the entries of its reference."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from inlayc.model.idl_text import text_of_type, text_of_value
from inlayc.model.schema import (
    Constant,
    Definition,
    Dialect,
    Enumeration,
    ExtensionDeclaration,
    External,
    Field,
    Function,
    Kind,
    Named,
    Schema,
    Service,
    Struct,
    Type,
    Typedef,
    Unit,
    parts_of,
)
from inlayc.reference.entries import Entry, Line


def collect_entries(schema: Schema) -> list[Entry]:
    """An entry for each definition, in the order of the schema: included files first."""
    lines: dict[Named, tuple[Line, ...]] = {}
    uses: dict[Named, tuple[Named, ...]] = {}
    users: dict[Named, list[Named]] = {}
    dialects = {module.name: module.dialect for module in schema.modules}
    for module in schema.modules:
        for definition in module:
            name = Named(module.name, definition.name)
            lines[name] = tuple(_lines(definition, module.name, schema))
            mentioned = [*_own_names(definition), *(n for line in lines[name] for n in line.names)]
            uses[name] = tuple(dict.fromkeys(mentioned))
            for used in uses[name]:
                users.setdefault(used, []).append(name)
    return [
        Entry(
            name=name,
            kind=_kind_of(schema[name]),
            summary=_summary(schema[name], name.module, schema),
            doc=schema[name].doc,
            lines=lines[name],
            uses=uses[name],
            used_by=tuple(users.get(name, ())),
            extension=_extension(schema[name], schema, dialects[name.module]),
        )
        for name in lines
    ]


def _kind_of(definition: Definition) -> str:
    match definition:
        case Struct(kind=kind):
            return kind.value
        case Enumeration():
            return "enum"
        case Constant():
            return "const"
        case Typedef() | Service() | External():
            return type(definition).__name__.lower()
        case _:
            assert_never(definition)


def _summary(definition: Definition, module: str, schema: Schema) -> str:
    match definition:
        case Typedef(type=type_):
            return text_of_type(type_, module)
        case Constant(type=type_, value=value):
            return f"{text_of_type(type_, module)} = {text_of_value(value, schema)}"
        case Struct(kind=Kind.FIXED, size=size, alignment=alignment):
            return f"{size} bytes, aligned to {alignment}"
        case Enumeration(underlying=underlying, bit_flags=bit_flags):
            return f"{underlying.value}, bit flags" if bit_flags else underlying.value
        case _:
            return ""


def _extension(definition: Definition, schema: Schema, dialect: Dialect) -> str:
    """Whether something may be added without changing the IDL, and what a table adds to others."""
    match definition:
        case Struct(extension=ExtensionDeclaration() as declared):
            return (
                f"Payload of an extension of {declared.extends or 'any struct'}: {declared.uuid}."
            )
        case Struct() if dialect is Dialect.FLATBUFFERS:
            return ""
        case Struct() if schema.has_own_extension_field(definition):
            return "Not extensible: field 32767 is a field of its own."
        case Struct(kind=Kind.STRUCT | Kind.UNION):
            return "Extensible: field 32767 carries an extension."
        case _:
            return ""


def _own_names(definition: Definition) -> Iterable[Named]:
    match definition:
        case Typedef(type=type_) | Constant(type=type_):
            return _names((type_,))
        case Service(extends=Named() as extends):
            return (extends,)
        case _:
            return ()


def _names(types: Iterable[Type]) -> tuple[Named, ...]:
    return tuple(part for type_ in types for part in parts_of(type_) if isinstance(part, Named))


def _lines(definition: Definition, module: str, schema: Schema) -> Iterable[Line]:
    match definition:
        case Struct(fields=fields):
            return [_field(field, module, schema) for field in fields]
        case Enumeration(members=members):
            return [Line(str(each.value), each.name, doc=each.doc) for each in members]
        case Service(functions=functions):
            return [_function(each, module) for each in functions]
        case _:
            return []


def _field(field: Field, module: str, schema: Schema) -> Line:
    return Line(
        id=str(field.id),
        name=field.name,
        type="" if isinstance(field.type, Unit) else text_of_type(field.type, module),
        requiredness=field.requiredness.value,
        default="" if field.default is None else text_of_value(field.default, schema),
        doc=field.doc,
        names=_names((field.type,)),
    )


def _function(function: Function, module: str) -> Line:
    sent = ", ".join(
        f"{p.id}: {text_of_type(p.type, module)} {p.name}" for p in function.parameters
    )
    returned = "void" if function.returns is None else text_of_type(function.returns, module)
    thrown = [field.type for field in function.throws]
    throws = f" throws {', '.join(text_of_type(each, module) for each in thrown)}" if thrown else ""
    types = [*(p.type for p in function.parameters), *thrown]
    return Line(
        id="",
        name=function.name,
        type=f"({sent}) -> {returned}{throws}",
        requiredness="oneway" if function.oneway else "",
        doc=function.doc,
        names=_names(types if function.returns is None else [function.returns, *types]),
    )
