"""What the installed `parquet_format` declares: the structs that extensions extend, and UUIDs that are taken.

It is looked up where its thrift file is not compiled along, which is how every vendor works. The modules are read
as text: the compiler never imports generated code.
"""

from __future__ import annotations

import ast
import importlib.util
import re
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final

from inlayc.frontends.flatbuffers.resolve.generated_tables import Declared, list_bases, tables_in
from inlayc.model.schema import Named

PACKAGE: Final = "parquet_format"

_CLASS_OR_UUID: Final = re.compile(
    rb'^class (\w+)\b|^    UUID: .*\("([0-9a-f-]{36})"\)$', re.MULTILINE
)
_CARRIER: Final = re.compile(rb"^class \w+\(Struct\):", re.MULTILINE)


def _no_fields() -> dict[Named, Mapping[str, Declared]]:
    return {}


@dataclass(frozen=True, slots=True)
class Published:
    """`structs` are the names of what can carry an extension, by module; `others` those of what cannot.

    `fields` are those of structs, `variants` those of unions, `numbers` the members of enums; `tags` are the enums
    that are unions in Thrift.
    """

    structs: Mapping[str, frozenset[str]] = field(default_factory=dict[str, frozenset[str]])
    others: Mapping[str, frozenset[str]] = field(default_factory=dict[str, frozenset[str]])
    fields: Mapping[Named, Mapping[str, Declared]] = field(default_factory=_no_fields)
    variants: Mapping[Named, Mapping[str, Declared]] = field(default_factory=_no_fields)
    numbers: Mapping[Named, Mapping[str, int]] = field(
        default_factory=dict[Named, Mapping[str, int]]
    )
    tags: frozenset[Named] = frozenset()


@cache
def read_published(without: frozenset[str] = frozenset()) -> Published:
    """What is installed, but for the modules `without`: what is compiled along is not asked for. Of nothing, nothing."""
    structs: dict[str, frozenset[str]] = {}
    others: dict[str, frozenset[str]] = {}
    fields: dict[Named, Mapping[str, Declared]] = {}
    variants: dict[Named, Mapping[str, Declared]] = {}
    numbers: dict[Named, Mapping[str, int]] = {}
    tags: set[Named] = set()
    for module, code in _modules():
        if module in without or _CARRIER.search(code) is None:
            continue
        body = ast.parse(code).body
        structs[module] = carriers = frozenset(
            node.name for node in body if isinstance(node, ast.ClassDef) and _extends_struct(node)
        )
        others[module] = frozenset(_types(body)) - carriers
        read = tables_in(body, module)
        fields.update(read.fields)
        variants.update(read.variants)
        numbers.update(read.numbers)
        tags |= read.tags
    return Published(structs, others, fields, variants, numbers, frozenset(tags))


@cache
def read_published_tables() -> frozenset[str]:
    """The classes of FlatBuffers tables that are installed, `module.Table`."""
    return frozenset(
        f"{module}.{node.name}"
        for module, code in _modules()
        for node in ast.parse(code).body
        if isinstance(node, ast.ClassDef) and list_bases(node) in (["Table"], ["ExtensionTable"])
    )


@cache
def read_published_uuids() -> Mapping[uuid.UUID, str]:
    """What installed extensions are known by, each with the table that is the payload, `module.Table`."""
    uuids: dict[uuid.UUID, str] = {}
    for module, code in _modules():
        name = ""
        for match in _CLASS_OR_UUID.finditer(code):
            if match[1] is not None:
                name = match[1].decode()
            else:
                uuids[uuid.UUID(match[2].decode())] = f"{module}.{name}"
    return uuids


def _modules() -> Iterator[tuple[str, bytes]]:
    """The modules of the installed package, and their code."""
    spec = importlib.util.find_spec(PACKAGE)
    folders = [] if spec is None else spec.submodule_search_locations or []
    for path in sorted(path for folder in folders for path in Path(folder).glob("*.py")):
        yield path.stem, path.read_bytes()


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
