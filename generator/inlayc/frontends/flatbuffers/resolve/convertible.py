"""Whether the values of a FlatBuffers type and those of a Thrift type can stand for each other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from inlayc.frontends.flatbuffers import syntax
from inlayc.frontends.flatbuffers.resolve.counterpart_names import CARRIED
from inlayc.frontends.flatbuffers.resolve.thrift_facts import ThriftFacts
from inlayc.frontends.flatbuffers.resolve.types import Types
from inlayc.model.schema import Base, Kind, ListOf, Named, Type

_ALIKE: Final = (
    Base.BOOL,
    Base.I8,
    Base.I16,
    Base.I32,
    Base.I64,
    Base.DOUBLE,
    Base.STRING,
)
_BYTES: Final = (ListOf(Base.U8), ListOf(Base.I8))


class Convertible:
    """`stand_for` has the structs and unions that tables and unions declare."""

    def __init__(
        self, types: Types, facts: ThriftFacts, stand_for: Mapping[Named, tuple[Named, ...]]
    ) -> None:
        self._types = types
        self._facts = facts
        self._stand_for = stand_for

    def reason(self, flat: Type, thrift: Type | None) -> str | None:
        """Why they do not convert, as what would; None if they do."""
        match flat, thrift:
            case (ListOf(), Base.BINARY):
                return None if flat in _BYTES else "expected `[ubyte]` or `[byte]`"
            case (ListOf(element=element), ListOf(element=thrift_element)):
                return self.reason(element, thrift_element)
            case (Base(), Base()):
                is_alike = flat is thrift and flat in _ALIKE
                return None if is_alike else "expected a type of the same width and kind"
            case (Named(), Named()) if self._types.is_enum(flat):
                return self._of_enums(flat, thrift)
            case (Named(), Named()) if self._types.is_kind(flat, Kind.TABLE):
                return self._of_tables(flat, thrift)
            case (Named(), Named()):
                is_declared = thrift in self._stand_for.get(flat, ())
                return None if is_declared else f"`{flat.name}` does not stand for that union"
            case _:
                return "expected a type of the same kind"

    def _of_enums(self, flat: Named, thrift: Named) -> str | None:
        enum, numbers = self._types.enums[flat], self._facts.numbers.get(thrift)
        if enum.underlying is not Base.I8:
            return "expected an enum of `byte`"
        if numbers is None:
            return "expected a type of the same kind"
        for member in enum.members:
            number = numbers.get(member.name)
            if number is None:
                return f"`{thrift.name}` has no `{member.name}`"
            if number != member.value and thrift not in self._facts.tags:
                return f"`{member.name}` is {member.value} here, and {number} in Thrift"
        return None

    def _of_tables(self, flat: Named, thrift: Named) -> str | None:
        names = self._stand_for.get(flat)
        if names is None:
            return self._of_empty(flat, thrift)
        return None if thrift in names else f"`{flat.name}` does not stand for that struct"

    def _of_empty(self, flat: Named, thrift: Named) -> str | None:
        node = self._types.names[flat].node
        assert isinstance(node, syntax.TableNode)
        has_slots = any(field.name.text not in CARRIED for field in node.fields)
        if has_slots or self._facts.structs.get(thrift):
            return f"`{flat.name}` does not stand for that struct"
        return None
