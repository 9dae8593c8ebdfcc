"""Reads the schema tables of generated modules as text: the fields of structs and unions, the members of enums.

The compiler never imports generated code.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from inlayc.model.schema import Base, ListOf, Named, Type


class Declared(NamedTuple):
    """A field of a Thrift struct; None is the type of one that no slot can stand for, a map for instance."""

    type: Type | None
    is_required: bool


class Tables(NamedTuple):
    """Of one module: `fields` are those of structs, `variants` those of unions, `numbers` the members of enums."""

    fields: dict[Named, Mapping[str, Declared]]
    variants: dict[Named, Mapping[str, Declared]]
    numbers: dict[Named, Mapping[str, int]]
    tags: set[Named]
    """Those of the enums that are unions in Thrift."""


def tables_in(body: list[ast.stmt], module: str) -> Tables:
    """What the statements of a module say."""
    read = Tables({}, {}, {}, set())
    unions = dict(_unions(body))
    read.fields.update((Named(module, name), {}) for name in _classes(body))
    read.variants.update((Named(module, name), {}) for name in unions.values())
    for name, rows in _rows(body):
        declared = dict(_declared(rows, module, unions))
        if name in unions:
            read.variants[Named(module, unions[name])] = declared
        else:
            read.fields[Named(module, name)] = declared
    for node in body:
        if isinstance(node, ast.ClassDef) and list_bases(node) in (["OpenEnum"], ["UnionTag"]):
            read.numbers[Named(module, node.name)] = dict(_numbers(node))
            if list_bases(node) == ["UnionTag"]:
                read.tags.add(Named(module, node.name))
    return read


def list_bases(node: ast.ClassDef) -> list[str]:
    return [base.id for base in node.bases if isinstance(base, ast.Name)]


def _unions(body: list[ast.stmt]) -> Iterator[tuple[str, str]]:
    """The names of schema tables of unions, each with the union's own: `LOGICAL_TYPE = ...("LogicalType")`."""
    for node in body:
        match node:
            case ast.Assign(
                targets=[ast.Name(id=table)],
                value=ast.Call(
                    func=ast.Attribute(attr="UnionSchema"), args=[ast.Constant(value=str(name)), *_]
                ),
            ):
                yield table, name
            case _:
                pass


def _classes(body: list[ast.stmt]) -> Iterator[str]:
    """The classes that have schema tables; those without fields have nothing else to say."""
    for node in body:
        if isinstance(node, ast.ClassDef):
            targets = (each.target for each in node.body if isinstance(each, ast.AnnAssign))
            if any(isinstance(target, ast.Name) and target.id == "SCHEMA" for target in targets):
                yield node.name


def _rows(body: list[ast.stmt]) -> Iterator[tuple[str, list[ast.expr]]]:
    """The rows of schema tables, by the name of the struct or of the union's table."""
    for node in body:
        match node:
            case ast.Expr(
                value=ast.Call(
                    func=ast.Attribute(
                        value=ast.Attribute(value=ast.Name(id=name), attr="SCHEMA")
                        | ast.Name(id=name),
                        attr="define",
                    ),
                    args=rows,
                )
            ):
                yield name, rows
            case _:
                pass


def _declared(
    rows: list[ast.expr], module: str, unions: Mapping[str, str]
) -> Iterator[tuple[str, Declared]]:
    for row in rows:
        match row:
            case ast.Call(args=[_, ast.Constant(value=str(name)), type_, *_], keywords=keywords):
                is_required = any(keyword.arg == "required" for keyword in keywords)
                yield name, Declared(_type(type_, module, unions), is_required)
            case _:
                pass


def _type(node: ast.expr, module: str, unions: Mapping[str, str]) -> Type | None:
    match node:
        case ast.Attribute(attr=name) if name in Base.__members__:
            return Base[name]
        case ast.Name(id=name):
            return Named(module, unions.get(name, name))
        case ast.Call(func=ast.Attribute(attr="ListOf"), args=[element]):
            inner = _type(element, module, unions)
            return None if inner is None else ListOf(inner)
        case _:
            return None


def _numbers(enum: ast.ClassDef) -> Iterator[tuple[str, int]]:
    for statement in enum.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=int(number))):
                yield name, number
            case _:
                pass
