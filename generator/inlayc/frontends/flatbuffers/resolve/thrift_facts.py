"""What is known of Thrift: the fields of structs and unions, the numbers of enums.

It is looked up in what is compiled along, else in the installed `parquet_format`, whose modules are read as text.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from inlayc.frontends.flatbuffers.resolve.carriers import thrift_modules_of
from inlayc.frontends.flatbuffers.resolve.generated_tables import Declared
from inlayc.frontends.flatbuffers.resolve.published import read_published
from inlayc.model.schema import (
    Dialect,
    Enumeration,
    Kind,
    ListOf,
    Named,
    Requiredness,
    Schema,
    Struct,
    Type,
)


@dataclass(frozen=True, slots=True)
class ThriftFacts:
    """`numbers` are of enums, and of `tags`: unions whose members are told by their ids alone."""

    modules: frozenset[str]
    structs: Mapping[Named, Mapping[str, Declared]]
    unions: Mapping[Named, Mapping[str, Declared]]
    numbers: Mapping[Named, Mapping[str, int]]
    tags: frozenset[Named]


def read_thrift_facts(compiled: Schema | None) -> ThriftFacts:
    """Modules that are compiled along prevail over installed ones of the same name."""
    own = thrift_modules_of(compiled)
    installed = read_published(own)
    schema = Schema(()) if compiled is None else compiled
    thrift = [module for module in schema.modules if module.dialect is Dialect.THRIFT]
    structs = dict(installed.fields)
    unions = dict(installed.variants)
    numbers = dict(installed.numbers)
    tags = set(installed.tags)
    for module in thrift:
        for definition in module:
            key = Named(module.name, definition.name)
            match definition:
                case Struct(kind=Kind.UNION):
                    unions[key] = dict(_declared(definition, schema))
                    if all(_is_empty(field.type, schema) for field in definition.fields):
                        numbers[key] = {field.name: field.id for field in definition.fields}
                        tags.add(key)
                case Struct():
                    structs[key] = dict(_declared(definition, schema))
                case Enumeration():
                    numbers[key] = {member.name: member.value for member in definition.members}
                case _:
                    pass
    modules = {key.module for key in (*structs, *unions)}
    return ThriftFacts(frozenset(modules), structs, unions, numbers, frozenset(tags))


def _declared(struct: Struct, schema: Schema) -> Iterator[tuple[str, Declared]]:
    for field in struct.fields:
        is_required = field.requiredness is not Requiredness.OPTIONAL
        yield field.name, Declared(_actual(field.type, schema), is_required)


def _is_empty(type_: Type, schema: Schema) -> bool:
    actual = schema.actual(type_)
    definition = schema[actual] if isinstance(actual, Named) else None
    return isinstance(definition, Struct) and not definition.fields


def _actual(type_: Type, schema: Schema) -> Type:
    """With typedefs followed, those of elements too."""
    match schema.actual(type_):
        case ListOf(element=element):
            return ListOf(_actual(element, schema))
        case actual:
            return actual
