"""Compact protocol to binary protocol, of what a writer has just written.

The schema says what compact bytes do not: the types of an empty map. An empty map that the IDL does not have gets
`NO_TYPE`, which readers take.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from inlay_runtime.binary.numbers import NO_TYPE, NUMBERS, WIDTHS
from inlay_runtime.compact.cursor import Cursor
from inlay_runtime.limits import Limits
from inlay_runtime.schema import Hooked, ListOf, MapOf, SetOf, StructSchema, wire_type_of
from inlay_runtime.wire_types import (
    BINARY,
    DOUBLE,
    FALSE,
    LIST,
    MAP,
    SET,
    STOP,
    STRUCT,
    TRUE,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from inlay_runtime.schema import FieldType


class CompactTranslator(Cursor):
    """A position in compact bytes; `binary` is what has been translated."""

    __slots__ = ("binary",)

    def __init__(self, compact: bytes, limits: Limits) -> None:
        super().__init__(compact, 0, limits, is_strict=False)
        self.binary = bytearray()

    def struct(self, schema: StructSchema | None) -> None:
        """A struct, up to behind its stop byte; None is one that the IDL does not have."""
        for wire_type, field_id, _ in self.field_headers():
            self.binary.append(NUMBERS[wire_type])
            self.binary += field_id.to_bytes(2, "big", signed=True)
            if wire_type in (TRUE, FALSE):
                self.binary.append(wire_type == TRUE)
            else:
                field = schema.by_id.get(field_id) if schema is not None else None
                self.value(wire_type, None if field is None else field.type)
        self.binary.append(STOP)

    def value(self, wire_type: int, type_: FieldType | None) -> None:
        """A value of a field that is not a boolean, or an element of a container.

        Raises OverflowError for an integer that is wider than the label of its list.
        """
        declared = _declared(type_)
        if wire_type in WIDTHS:
            value = self.integer(10, 64)
            self.binary += value.to_bytes(WIDTHS[wire_type], "big", signed=True)
        elif wire_type == BINARY:
            start = self.sized()
            self.binary += (self.position - start).to_bytes(4, "big")
            self.binary += self.buffer[start : self.position]
        elif wire_type == STRUCT:
            self.struct(_schema_of(declared))
        elif wire_type in (LIST, SET):
            size, element_type = self.list_header()
            of = (declared.element,) if isinstance(declared, ListOf | SetOf) else (None,)
            self._elements(size, (element_type,), of)
        elif wire_type == MAP:
            size, *types = self.map_header()
            both = (declared.key, declared.value) if isinstance(declared, MapOf) else (None, None)
            self._elements(size, types if size else _wire_types(both, types), both)
        elif wire_type in (TRUE, FALSE):
            self.binary.append(self.byte() == TRUE)
        else:
            start = self.position
            self.skip_element(wire_type)
            raw = self.buffer[start : self.position]
            self.binary += raw[::-1] if wire_type == DOUBLE else raw

    def _elements(
        self, size: int, types: Sequence[int], declared: Sequence[FieldType | None]
    ) -> None:
        """Elements, or keys and values, behind their header. Lists exist whose integers are wider than their label: these get
        the declared one."""
        at, start, depth = len(self.binary), self.position, self.depth
        try:
            self._labelled(size, types, declared)
        except OverflowError:
            del self.binary[at:]
            self.position, self.depth = start, depth
            self._labelled(size, _wire_types(declared, types), declared)

    def _labelled(
        self, size: int, types: Sequence[int], declared: Sequence[FieldType | None]
    ) -> None:
        self.binary += bytes(NUMBERS.get(each, NO_TYPE) for each in types)
        self.binary += size.to_bytes(4, "big")
        self.enter()
        for _ in range(size):
            for wire_type, type_ in zip(types, declared, strict=True):
                self.value(wire_type, type_)
        self.depth -= 1


def _wire_types(declared: Sequence[FieldType | None], types: Sequence[int]) -> Sequence[int]:
    """Those of the IDL, where it has them."""
    return [
        other if each is None else wire_type_of(each)
        for each, other in zip(declared, types, strict=True)
    ]


def _declared(type_: FieldType | None) -> FieldType | None:
    """Of what a hook writes, only containers are looked into: what is in a struct of its own is the hook's business."""
    if not isinstance(type_, Hooked):
        return type_
    return type_.type if isinstance(type_.type, ListOf | SetOf | MapOf) else None


def _schema_of(type_: FieldType | None) -> StructSchema | None:
    schema = type_ if isinstance(type_, StructSchema) else getattr(type_, "SCHEMA", None)
    return schema if isinstance(schema, StructSchema) else None
