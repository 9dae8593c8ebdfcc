"""Which structs can carry an extension, and which UUIDs are taken.

A struct is looked up in what is compiled along, else in the installed `parquet_format`.
"""

from __future__ import annotations

import uuid
from collections.abc import Collection, Iterator
from typing import Final, NamedTuple

from inlayc.frontends.flatbuffers.resolve.published import (
    PACKAGE,
    read_published,
    read_published_uuids,
)
from inlayc.model.schema import Dialect, Kind, Module, Named, Schema, Struct

_UNDECLARED: Final = {
    uuid.UUID("006b58b4-a454-4404-aa5a-aa6f09892b22"): "Inlay's seal",
    uuid.UUID("1eaa0280-64f7-4eb6-814f-470d7a1ca98d"): "Inlay's envelope",
    uuid.UUID("6197f71e-e7fa-4db3-8e7c-ed8632e7272f"): "Inlay's index of a footer",
    uuid.UUID("cd4f8612-deee-4338-a0d2-56012ef97e4b"): "Inlay's layouts beside Thrift",
}
"""UUIDs that no table declares: of containers, and of payloads that are not FlatBuffers."""


class CannotCarry(NamedTuple):
    """Why a struct cannot carry an extension; `candidates` are those that `name` may be meant for."""

    message: str
    label: str
    name: str = ""
    candidates: Collection[str] = ()


class Carriers:
    """The structs that an extension may extend, by module."""

    def __init__(self, compiled: Schema | None) -> None:
        installed = read_published(thrift_modules_of(compiled))
        self._structs: dict[str, Collection[str]] = dict(installed.structs)
        self._others: dict[str, Collection[str]] = dict(installed.others)
        if compiled is None:
            return
        empty = frozenset(_empty_variants(compiled))
        for module in compiled.modules:
            if module.dialect is Dialect.THRIFT:
                names = {definition.name for definition in module}
                carriers = {
                    name
                    for name in _structs(module, compiled)
                    if Named(module.name, name) not in empty
                }
                self._structs[module.name] = carriers
                self._others[module.name] = names - carriers

    def problem(self, module: str, struct: str) -> CannotCarry | None:
        """What is wrong with a name, if anything."""
        if module not in self._structs:
            message = f"unknown module `{module}`"
            label = f"neither compiled together with this file nor in the installed {PACKAGE}"
            return CannotCarry(message, label, module, self._structs.keys())
        if struct in self._structs[module]:
            return None
        if struct in self._others[module]:
            message = f"`{module}.{struct}` cannot carry an extension"
            label = (
                "a struct can; unions, enums, and empty structs that are variants of unions cannot"
            )
            return CannotCarry(message, label)
        message = f"`{module}` has no struct `{struct}`"
        return CannotCarry(
            message, "expected the struct that carries it", struct, self._structs[module]
        )


def thrift_modules_of(compiled: Schema | None) -> frozenset[str]:
    """The names of the modules that are compiled along."""
    modules = () if compiled is None else compiled.modules
    return frozenset(module.name for module in modules if module.dialect is Dialect.THRIFT)


def find_owner(id_: uuid.UUID) -> str:
    """What has a UUID already, or nothing."""
    return _UNDECLARED.get(id_) or read_published_uuids().get(id_, "")


def _structs(module: Module, schema: Schema) -> Iterator[str]:
    for definition in module:
        if not isinstance(definition, Struct) or definition.kind is not Kind.STRUCT:
            continue
        if not schema.has_own_extension_field(definition):
            yield definition.name


def _empty_variants(schema: Schema) -> Iterator[Named]:
    """Structs without fields that unions tell their variants apart by: no reader lets them carry one."""
    for union in (definition for module in schema.modules for definition in module):
        if isinstance(union, Struct) and union.kind is Kind.UNION:
            for variant in union.fields:
                type_ = schema.actual(variant.type)
                definition = schema[type_] if isinstance(type_, Named) else None
                if isinstance(definition, Struct) and not definition.fields:
                    assert isinstance(type_, Named)
                    yield type_
