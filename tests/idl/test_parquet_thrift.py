"""`idl/parquet.thrift` says exactly what the format's own definitions say, and documents it.

The facts are in the shape of the Apache compiler's JSON generator. Both sides are written out as
lines of IDL, so that a failure reads as a diff of two IDLs.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from inlayc.frontends.load import load
from inlayc.model.schema import (
    Base,
    Enumeration,
    Field,
    Kind,
    ListOf,
    Module,
    Named,
    Requiredness,
    Struct,
    Type,
)

ROOT = Path(__file__).parents[2]
FACTS = Path(__file__).parent / "facts" / "parquet_thrift.json"

Lines: TypeAlias = dict[str, list[str]]
"""What a definition contains, by its head (`struct KeyValue`)."""


@pytest.fixture(scope="module")
def parquet() -> Module:
    return load([ROOT / "idl" / "parquet.thrift"]).module("parquet")


def test_equals_the_facts(parquet: Module) -> None:
    assert lines_of_module(parquet) == lines_of_facts(json.loads(FACTS.read_text("utf-8")))


def test_counts(parquet: Module) -> None:
    heads = [head.split()[0] for head in lines_of_module(parquet)]
    assert {word: heads.count(word) for word in heads} == {"enum": 8, "struct": 53, "union": 8}


def test_namespaces(parquet: Module) -> None:
    assert parquet.namespaces == {"cpp": "parquet", "java": "org.apache.parquet.format"}


def test_types_are_defined_before_use(parquet: Module) -> None:
    defined: set[str] = set()
    for definition in parquet:
        if isinstance(definition, Struct):
            used = {name for field in definition.fields for name in names_in(field.type)}
            assert used <= defined, definition.name
        defined.add(definition.name)


def test_extension_field_is_not_declared(parquet: Module) -> None:
    assert 32767 not in {field.id for _, field in fields_of(parquet)}


def test_every_definition_is_documented(parquet: Module) -> None:
    assert parquet.doc
    assert [definition.name for definition in parquet if not definition.doc] == []


def test_every_enum_member_is_documented(parquet: Module) -> None:
    assert [
        f"{definition.name}.{member.name}"
        for definition in parquet
        if isinstance(definition, Enumeration)
        for member in definition.members
        if not member.doc
    ] == []


def test_nine_in_ten_fields_are_documented(parquet: Module) -> None:
    fields = list(fields_of(parquet))
    bare = [f"{struct.name}.{field.name}" for struct, field in fields if not field.doc]
    assert len(bare) <= 0.1 * len(fields), bare


def fields_of(module: Module) -> Iterator[tuple[Struct, Field]]:
    for definition in module:
        if isinstance(definition, Struct):
            for field in definition.fields:
                yield definition, field


def names_in(type_: Type) -> set[str]:
    match type_:
        case Named(name=name):
            return {name}
        case ListOf(element=element):
            return names_in(element)
        case _:
            return set()


def lines_of_module(module: Module) -> Lines:
    lines: Lines = {}
    for definition in module:
        match definition:
            case Enumeration(name=name, members=members):
                lines[f"enum {name}"] = [f"{member.name} = {member.value}" for member in members]
            case Struct(kind=kind, name=name, fields=fields):
                lines[f"{kind.value} {name}"] = [line_of_field(kind, field) for field in fields]
            case _:
                lines[f"{type(definition).__name__} {definition.name}"] = []
    return lines


def line_of_field(kind: Kind, field: Field) -> str:
    requiredness = field.requiredness.value
    if kind is Kind.UNION:
        assert field.requiredness is Requiredness.OPTIONAL, field.name
        requiredness = "variant"
    line = f"{field.id}: {requiredness} {text_of_type(field.type)} {field.name}"
    return line if field.default is None else f"{line} = {field.default!r}"


def text_of_type(type_: Type) -> str:
    match type_:
        case Base():
            return type_.value
        case Named(name=name):
            return name
        case ListOf(element=element):
            return f"list<{text_of_type(element)}>"
        case _:
            raise AssertionError(f"{type_} does not occur in the format")


def lines_of_facts(facts: Any) -> Lines:
    lines: Lines = {}
    for enum in facts["enums"]:
        lines[f"enum {enum['name']}"] = [f"{m['name']} = {m['value']}" for m in enum["members"]]
    for struct in facts["structs"]:
        is_union = bool(struct["isUnion"])
        lines[f"{'union' if is_union else 'struct'} {struct['name']}"] = [
            line_of_fact(field, is_union) for field in struct["fields"]
        ]
    return lines


def line_of_fact(field: Any, is_union: bool) -> str:
    requiredness = field["required"]
    if is_union:
        assert requiredness == "optional", field
        requiredness = "variant"
    type_ = text_of_fact(field["typeId"], field.get("type", field))
    line = f"{field['key']}: {requiredness} {type_} {field['name']}"
    if "default" not in field:
        return line
    default = bool(field["default"]) if type_ == "bool" else field["default"]
    return f"{line} = {default!r}"


def text_of_fact(type_id: str, detail: Any) -> str:
    match type_id:
        case "enum" | "struct" | "union":
            return str(detail["class"])
        case "list":
            element = detail["elemTypeId"]
            return f"list<{text_of_fact(element, detail.get('elemType', {}))}>"
        case _:
            return type_id
