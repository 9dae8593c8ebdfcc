"""What the IDL calls fields, for code in another language that reads Thrift: structs with their fields by id, and enums."""

from __future__ import annotations

from inlay_runtime.enums import WireEnum
from inlay_runtime.schema import Hooked, ListOf, Scalar, SetOf, StructSchema, UnionSchema
from inlay_runtime.struct import Struct
from inlay_runtime.tags import UnionTag
from parquet_format.parquet import (
    BloomFilterHeader,
    ColumnIndex,
    FileMetaData,
    OffsetIndex,
    PageHeader,
)

_ROOTS = (FileMetaData, PageHeader, ColumnIndex, OffsetIndex, BloomFilterHeader)


class ThriftWords:
    """`structs` has the name and the type of each field, by id; `enums` the names of members, by number."""

    def __init__(self) -> None:
        self.structs: dict[str, dict[int, tuple[str, str]]] = {}
        self.enums: dict[str, dict[int, str]] = {}
        for root in _ROOTS:
            self._add(root.SCHEMA)

    def _add(self, schema: StructSchema) -> str:
        if schema.name not in self.structs:
            fields = self.structs[schema.name] = {}
            for row in schema.fields:
                fields[row.id] = row.name, self._name(row.type)
        return schema.name

    def _name(self, type_: object) -> str:
        if isinstance(type_, Hooked):
            return self._name(type_.type)
        if isinstance(type_, ListOf | SetOf):
            return f"list:{self._name(type_.element)}"
        if isinstance(type_, UnionSchema):
            return self._add(type_)
        if isinstance(type_, Scalar):
            return type_.name
        if isinstance(type_, type) and issubclass(type_, UnionTag):
            self.structs[type_.__name__] = {int(tag): (tag.name, "") for tag in type_}
            return type_.__name__
        if isinstance(type_, type) and issubclass(type_, Struct):
            return self._add(type_.SCHEMA)
        if isinstance(type_, type) and issubclass(type_, WireEnum):
            self.enums[type_.__name__] = {int(member): member.name for member in type_}
            return type_.__name__
        return ""
