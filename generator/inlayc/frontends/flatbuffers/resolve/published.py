"""What the installed `parquet_format` declares: the structs that extensions extend, and UUIDs that are taken.

It is looked up where its thrift file is not compiled along, which is how every vendor works. The modules are read
as text: the compiler never imports generated code.
"""

from __future__ import annotations

import ast
import importlib.util
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final

from inlayc.frontends.flatbuffers.resolve.generated_tables import Declared, list_bases, tables_in
from inlayc.model.schema import Named

PACKAGE: Final = "parquet_format"


def _no_fields() -> dict[Named, Mapping[str, Declared]]:
    return {}


@dataclass(frozen=True, slots=True)
class Published:
    """`structs` are the names of what can carry an extension, by module; `others` those of what cannot.

    `uuids` are what its extensions are known by, each with the table that is the payload, `module.Table`.
    `fields` are those of structs, `variants` those of unions, `numbers` the members of enums; `tags` are the enums
    that are unions in Thrift. `tables` are the classes of FlatBuffers tables, `module.Table`.
    """

    structs: Mapping[str, frozenset[str]] = field(default_factory=dict[str, frozenset[str]])
    others: Mapping[str, frozenset[str]] = field(default_factory=dict[str, frozenset[str]])
    uuids: Mapping[uuid.UUID, str] = field(default_factory=dict[uuid.UUID, str])
    fields: Mapping[Named, Mapping[str, Declared]] = field(default_factory=_no_fields)
    variants: Mapping[Named, Mapping[str, Declared]] = field(default_factory=_no_fields)
    numbers: Mapping[Named, Mapping[str, int]] = field(
        default_factory=dict[Named, Mapping[str, int]]
    )
    tags: frozenset[Named] = frozenset()
    tables: frozenset[str] = frozenset()


@cache
def read_published() -> Published:
    """What is installed; of nothing, nothing."""
    spec = importlib.util.find_spec(PACKAGE)
    folders = [] if spec is None else spec.submodule_search_locations or []
    structs: dict[str, frozenset[str]] = {}
    others: dict[str, frozenset[str]] = {}
    uuids: dict[uuid.UUID, str] = {}
    fields: dict[Named, Mapping[str, Declared]] = {}
    variants: dict[Named, Mapping[str, Declared]] = {}
    numbers: dict[Named, Mapping[str, int]] = {}
    tags: set[Named] = set()
    tables: set[str] = set()
    for path in sorted(path for folder in folders for path in Path(folder).glob("*.py")):
        body = ast.parse(path.read_bytes()).body
        carriers = frozenset(
            node.name for node in body if isinstance(node, ast.ClassDef) and _extends_struct(node)
        )
        if carriers:
            structs[path.stem] = carriers
            others[path.stem] = frozenset(_types(body)) - carriers
            read = tables_in(body, path.stem)
            fields.update(read.fields)
            variants.update(read.variants)
            numbers.update(read.numbers)
            tags |= read.tags
        uuids.update((id_, f"{path.stem}.{name}") for id_, name in _uuids(body))
        tables.update(
            f"{path.stem}.{node.name}"
            for node in body
            if isinstance(node, ast.ClassDef)
            and list_bases(node) in (["Table"], ["ExtensionTable"])
        )
    return Published(
        structs, others, uuids, fields, variants, numbers, frozenset(tags), frozenset(tables)
    )


def _extends_struct(node: ast.ClassDef) -> bool:
    return list_bases(node) == ["Struct"]


def _types(body: list[ast.stmt]) -> Iterator[str]:
    """Classes, and the aliases that unions are."""
    for node in body:
        match node:
            case ast.ClassDef(name=name):
                yield name
            case ast.AnnAssign(target=ast.Name(id=name), annotation=ast.Name(id="TypeAlias")):
                yield name
            case _:
                pass


def _uuids(body: list[ast.stmt]) -> Iterator[tuple[uuid.UUID, str]]:
    for node in body:
        statements = node.body if isinstance(node, ast.ClassDef) else []
        for statement in statements:
            match statement:
                case ast.AnnAssign(
                    target=ast.Name(id="UUID"), value=ast.Call(args=[ast.Constant(value=str(text))])
                ):
                    assert isinstance(node, ast.ClassDef)
                    yield uuid.UUID(text), node.name
                case _:
                    pass
