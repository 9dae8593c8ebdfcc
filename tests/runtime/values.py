"""Random values of generated classes, and random bytes that such a class must read, from schema tables.

The bytes come from `tests.runtime.wire`, so that nothing in them was written by the runtime.
"""

from __future__ import annotations

import random
import struct
from typing import Any
from uuid import UUID

from inlay_runtime import schema as tables
from inlay_runtime.enums import ClosedEnum, WireEnum
from inlay_runtime.extension import Extension, Header
from inlay_runtime.schema import Hooked, ListOf, MapOf, Scalar, SetOf, StructSchema, UnionSchema
from inlay_runtime.struct import EmptyVariant
from inlay_runtime.tags import ClosedTag, UnionTag
from inlay_runtime.union import UnknownVariant
from tests.runtime import wire
from tests.runtime.wire import Field

_BITS = {tables.I8: 8, tables.I16: 16, tables.I32: 32, tables.I64: 64}
_TEXTS = ["", "a", "key", "häß", "\U0001f600", "\0", "x" * 130]
_ESCAPED = ["\udcff", "a\udcc3", "\udced\udcb2\udc80 h\u00e4", "x" * 140 + "\udc80"]
"""What no UTF-8 is read as."""


class Random:
    """`rng` may be one whose choices hypothesis makes, and then they shrink."""

    def __init__(self, rng: random.Random, module: Any, *, depth: int = 4) -> None:
        self.rng = rng
        self.module = module
        self.depth = depth
        self.unknown_types = list(wire.SAMPLES)
        """The wire types of what the IDL does not have."""

    def chance(self, one_in: int) -> bool:
        return self.rng.randrange(one_in) == 0

    def size(self, level: int) -> int:
        if level >= self.depth:
            return 0
        return self.rng.choice([0, 1, 2, 3] if level else [0, 1, 2, 3, 14, 15, 20])

    def integer(self, bits: int) -> int:
        """Small ones mostly, and those at the ends of the range."""
        top = (1 << (bits - 1)) - 1
        match self.rng.randrange(6):
            case 0:
                return self.rng.choice([top, -top - 1, top - 1, -1, 0, 63, 64, -64, -65])
            case 1:
                return self.rng.randint(-top - 1, top)
            case _:
                return self.rng.randint(-70, 70)

    def double(self) -> float:
        return self.rng.choice([0.0, -0.0, 1.5, float("inf"), 1e308, 5e-324, -2.75])

    def data(self) -> bytes:
        return self.rng.choice(
            [b"", b"\0", b"\x08\xff\xff\x01", b"\xff\xfe", bytes(127), bytes(128)]
        )

    # Values

    def struct(self, cls: Any, level: int = 0) -> Any:
        """An instance of a generated class, sometimes with an extension."""
        schema: StructSchema = cls.SCHEMA
        values: dict[str, Any] = {}
        for field in schema.fields:
            if field.required or (level < self.depth and self.chance(2)):
                values[field.attribute] = self.value(field.type, level + 1)
        if not issubclass(cls, EmptyVariant) and self.chance(6):
            headers = [None, Header.SPEC, Header.ZIGZAG]
            values["extension"] = Extension(self.data(), self.rng.choice(headers))
        return cls(**values)

    def value(self, type_: Any, level: int) -> Any:
        match type_:
            case Hooked():
                return self.value(type_.type, level)
            case Scalar():
                return self.scalar(type_)
            case ListOf(element=element) | SetOf(element=element):
                return [self.value(element, level + 1) for _ in range(self.size(level))]
            case MapOf():
                return self.mapping(type_, level)
            case UnionSchema():
                return self.variant(type_, level)
            case _ if issubclass(type_, WireEnum | UnionTag):
                return self.member(type_)
            case _:
                return self.struct(type_, level)

    def scalar(self, type_: Scalar) -> Any:
        if type_ in _BITS:
            return self.integer(_BITS[type_])
        if type_ is tables.BOOL:
            return self.chance(2)
        if type_ is tables.DOUBLE:
            return self.double()
        if type_ is tables.STRING:
            return self.rng.choice([*_TEXTS, *_ESCAPED])
        if type_ is tables.UTF8:
            return self.rng.choice(_TEXTS)
        if type_ is tables.UUID:
            return UUID(bytes=bytes(self.rng.randrange(256) for _ in range(16)))
        return self.data()

    def member(self, cls: type[WireEnum | UnionTag]) -> Any:
        known = list(cls)
        if issubclass(cls, ClosedEnum | ClosedTag) or not self.chance(4):
            return self.rng.choice(known)
        return cls(self.rng.choice([77, 300, -5, 16000]))

    def mapping(self, type_: MapOf, level: int) -> Any:
        items = [
            (self.value(type_.key, level + 1), self.value(type_.value, level + 1))
            for _ in range(self.size(level))
        ]
        is_plain = isinstance(type_.key, Scalar)
        is_member = isinstance(type_.key, type) and issubclass(type_.key, WireEnum | UnionTag)
        return dict(items) if is_plain or is_member else items

    def variant(self, union: UnionSchema, level: int) -> Any:
        if self.keeps_unknown(union) and self.chance(8):
            wire_type = self.rng.choice(self.unknown_types)
            raw = b"" if wire_type in (wire.TRUE, wire.FALSE) else wire.SAMPLES[wire_type]
            return UnknownVariant(300, raw, wire_type)
        fields = [field for field in union.fields if level < self.depth or self.is_flat(field.type)]
        field = self.rng.choice(fields or list(union.fields))
        payload = self.value(field.type, level + 1)
        return payload if field.wrapper is None else field.wrapper(payload)

    def is_flat(self, type_: Any) -> bool:
        if isinstance(type_, Scalar):
            return True
        return isinstance(type_, type) and not getattr(type_, "SCHEMA", StructSchema("")).fields

    def keeps_unknown(self, union: UnionSchema) -> bool:
        return not union.name.startswith("Strict")

    def wire_struct(self, schema: StructSchema, level: int = 0) -> bytes:
        """A struct as a well-behaved writer of another version might emit it: unknown fields, any
        order, either extension anywhere, element types that mean the same."""
        return self.shuffled(self.wire_fields(schema, level))

    def wire_fields(self, schema: StructSchema, level: int) -> list[Field]:
        found: list[Field] = []
        for field in schema.fields:
            if field.required or (level < self.depth and self.chance(2)):
                found.append(self.wire_field(field.id, field.type, level + 1))
        for field_id in self.rng.sample(
            [0, -20, 41, 42, 60, 500, 30000], self.rng.choice([0, 0, 0, 1, 3])
        ):
            if field_id not in schema.by_id:
                found.append(self.unknown_field(field_id))
        if self.chance(5):
            make = self.rng.choice([wire.spec_extension, wire.zigzag_extension])
            if any(field.id > 32751 for field in found):
                make = wire.spec_extension  # behind these ids, 32767 has a short header too
            found.append(make(self.data()))
        return found

    def shuffled(self, found: list[Field]) -> bytes:
        if self.chance(3):
            self.rng.shuffle(found)
        else:
            # The runtime writes an extension last unless the bytes said otherwise.
            found.sort(key=lambda field: 32767 if self.is_extension(field) else field.id)
        return wire.struct(*found)

    def is_extension(self, field: Field) -> bool:
        return field.type == wire.BINARY and field.id in (wire.SPEC_ID, wire.ZIGZAG_ID)

    def unknown_field(self, field_id: int) -> Field:
        wire_type = self.rng.choice(self.unknown_types)
        is_boolean = wire_type in (wire.TRUE, wire.FALSE)
        return Field(field_id, wire_type, b"" if is_boolean else wire.SAMPLES[wire_type])

    def wire_field(self, field_id: int, type_: Any, level: int) -> Field:
        if isinstance(type_, Hooked):
            type_ = type_.type
        if type_ is tables.BOOL:
            return Field(field_id, self.rng.choice([wire.TRUE, wire.FALSE]))
        return Field(field_id, self.wire_type(type_), self.wire_value(type_, level))

    def wire_type(self, type_: Any) -> int:
        """The element type; for booleans either of the two."""
        match type_:
            case Hooked():
                return self.wire_type(type_.type)
            case Scalar():
                plain = {
                    tables.I8: wire.I8, tables.I16: wire.I16, tables.I32: wire.I32,
                    tables.I64: wire.I64, tables.DOUBLE: wire.DOUBLE, tables.STRING: wire.BINARY,
                    tables.UTF8: wire.BINARY, tables.BINARY: wire.BINARY, tables.UUID: wire.UUID, tables.BOOL: wire.TRUE,
                }  # fmt: skip
                return plain[type_]
            case ListOf():
                return wire.LIST
            case SetOf():
                return wire.SET
            case MapOf():
                return wire.MAP
            case UnionSchema():
                return wire.STRUCT
            case _:
                return wire.I32 if issubclass(type_, WireEnum) else wire.STRUCT

    def wire_value(self, type_: Any, level: int) -> bytes:
        match type_:
            case Hooked():
                return self.wire_value(type_.type, level)
            case Scalar():
                return self.wire_scalar(type_)
            case ListOf(element=element) | SetOf(element=element):
                size = self.size(level)
                element_type = self.spelled(self.wire_type(element), size)
                elements = [self.wire_value(element, level + 1) for _ in range(size)]
                return wire.list_header(element_type, size) + b"".join(elements)
            case MapOf():
                return self.wire_map(type_, level)
            case UnionSchema():
                return self.wire_union(type_, level)
            case _ if issubclass(type_, WireEnum):
                return wire.integer(int(self.member(type_)))
            case _ if issubclass(type_, UnionTag):
                return self.wire_tag(type_)
            case _:
                return self.wire_struct(type_.SCHEMA, level)

    def spelled(self, element_type: int, size: int) -> int:
        """An element type that means the same."""
        if size == 0 and self.chance(2):
            return self.rng.randrange(16)
        if element_type == wire.TRUE:
            return self.rng.choice([wire.TRUE, wire.FALSE])
        if element_type in (wire.I16, wire.I32, wire.I64) and self.chance(4):
            return self.rng.randint(
                wire.I16, wire.I64
            )  # the same bytes, even where they do not fit
        return element_type

    def wire_scalar(self, type_: Scalar) -> bytes:
        if type_ is tables.BOOL:
            return self.rng.choice([b"\x01", b"\x02"])
        value = self.scalar(type_)
        if type_ is tables.I8:
            return wire.i8(value)
        if type_ in _BITS:
            return wire.integer(value)
        if type_ is tables.DOUBLE:
            return struct.pack("<d", value)
        if type_ is tables.UUID:
            raw: bytes = value.bytes
            return raw
        return wire.binary(value)

    def wire_map(self, type_: MapOf, level: int) -> bytes:
        keys = {self.wire_value(type_.key, level + 1) for _ in range(self.size(level))}
        if isinstance(type_.key, type) and issubclass(type_.key, UnionTag):
            keys = set(list(keys)[:1])  # two tags may be equal and have other bytes
        if type_.key is tables.DOUBLE:
            keys = {key for key in keys if key != struct.pack("<d", -0.0)}
        items = [
            item for key in sorted(keys) for item in (key, self.wire_value(type_.value, level + 1))
        ]
        key_type = self.spelled(self.wire_type(type_.key), len(keys) or 1)
        value_type = self.spelled(self.wire_type(type_.value), len(keys) or 1)
        return wire.map_of(key_type, value_type, *items)

    def wire_tag(self, cls: type[UnionTag]) -> bytes:
        if issubclass(cls, ClosedTag) or not self.chance(4):
            return wire.struct(Field(int(self.rng.choice(list(cls))), wire.STRUCT, b"\x00"))
        gained = self.wire_struct(StructSchema(""), self.depth)
        members = [Field(int(self.rng.choice([*cls, 77])), wire.STRUCT, gained)]
        if self.chance(3):
            members.append(wire.zigzag_extension(self.data()))
        return self.shuffled(members)

    def wire_union(self, union: UnionSchema, level: int) -> bytes:
        if self.keeps_unknown(union) and self.chance(8):
            members = [self.unknown_field(300)]
        else:
            fields = [f for f in union.fields if level < self.depth or self.is_flat(f.type)]
            field = self.rng.choice(fields or list(union.fields))
            members = [self.wire_field(field.id, field.type, level + 1)]
        if self.chance(6):
            members.append(self.rng.choice([wire.spec_extension, wire.zigzag_extension])(b"u"))
        return self.shuffled(members)
