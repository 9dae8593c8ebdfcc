"""Values that other libraries of Thrift know how to keep, and the plain form in which `binary_oracle.py` answers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from inlay_runtime.enums import WireEnum
from inlay_runtime.schema import Hooked, ListOf, MapOf, SetOf, UnionSchema
from inlay_runtime.struct import Struct
from inlay_runtime.tags import UnionTag
from tests.runtime.values import Random


class KnownValues(Random):
    """Values of what the IDL has: others keep nothing else, and no text that is not UTF-8."""

    def struct(self, cls: Any, level: int = 0) -> Any:
        value = super().struct(cls, level)
        value.extension = None
        return value

    def value(self, type_: Any, level: int) -> Any:
        """Sets have at most one element: the order of more is another everywhere."""
        found = super().value(type_, level)
        return found[:1] if isinstance(type_, SetOf) else found

    def member(self, cls: Any) -> Any:
        return self.rng.choice(list(cls))

    def scalar(self, type_: Any) -> Any:
        found = super().scalar(type_)
        return found.encode("utf-8", "replace").decode() if isinstance(found, str) else found

    def keeps_unknown(self, union: Any) -> bool:
        return False


def plain(value: Any, type_: Any) -> Any:
    """The form in which the oracle answers, made from the schema tables."""
    match type_:
        case Hooked():
            return plain(value, type_.type)
        case ListOf(element=element) | SetOf(element=element):
            return [plain(item, element) for item in value]
        case MapOf():
            pairs = value.items() if isinstance(value, dict) else value
            items = [[plain(k, type_.key), plain(v, type_.value)] for k, v in pairs]
            return {"map": sorted(items, key=repr)}
        case UnionSchema():
            return dict(variants(value, type_))
        case type() if issubclass(type_, UnionTag):
            return {value.name: {}}
        case type() if issubclass(type_, WireEnum):
            return int(value)
        case type() if issubclass(type_, Struct):
            fields = [(f.name, getattr(value, f.attribute), f.type) for f in type_.SCHEMA.fields]
            return {name: plain(item, inner) for name, item, inner in fields if item is not None}
    if isinstance(value, bytes):
        return {"bytes": value.hex()}
    return {"double": value.hex()} if isinstance(value, float) else value


def variants(value: Any, union: UnionSchema) -> Iterator[tuple[str, Any]]:
    for field in union.fields:
        if field.wrapper is not None and type(value) is field.wrapper:
            yield field.name, plain(value.value, field.type)
        elif type(value) is field.type:
            yield field.name, plain(value, field.type)
