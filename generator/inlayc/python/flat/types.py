"""How a type of a FlatBuffers schema is annotated, read, written and tabled in Python."""

from __future__ import annotations

from typing import Final, NamedTuple

from inlayc.model.schema import ArrayOf, Base, Enumeration, Kind, ListOf, Named, Struct, Type
from inlayc.python.references import References

INTEGERS: Final = (
    Base.I8,
    Base.I16,
    Base.I32,
    Base.I64,
    Base.U8,
    Base.U16,
    Base.U32,
    Base.U64,
)
REALS: Final = (Base.FLOAT, Base.DOUBLE)
BYTES: Final = (Base.I8, Base.U8)
OFFSET_SIZE: Final = 4
SIZES: Final = {
    **dict.fromkeys((Base.BOOL, Base.I8, Base.U8), 1),
    **dict.fromkeys((Base.I16, Base.U16), 2),
    **dict.fromkeys((Base.I32, Base.U32, Base.FLOAT), 4),
    **dict.fromkeys((Base.I64, Base.U64, Base.DOUBLE), 8),
}
"""Bytes of a scalar."""


class SlotStatement(NamedTuple):
    """A statement that fills a slot, and the alignment of what it puts there."""

    alignment: int
    source: str


class FlatTypes(References):
    """Source text for the types of one module; remembers what has to be imported for it."""

    def class_of(self, type_: Named) -> str:
        names = self.naming[type_]
        return self.local(names, names.name)

    def enum(self, type_: Type) -> Enumeration | None:
        definition = self.schema[type_] if isinstance(type_, Named) else None
        return definition if isinstance(definition, Enumeration) else None

    def kind(self, type_: Type) -> Kind | None:
        definition = self.schema[type_] if isinstance(type_, Named) else None
        return definition.kind if isinstance(definition, Struct) else None

    def scalar(self, type_: Type) -> str:
        """The runtime's scalar for a scalar type or an enum, or nothing for any other."""
        if (enum := self.enum(type_)) is not None:
            return f"flat.{enum.underlying.name}"
        if isinstance(type_, Base) and type_ not in (Base.STRING, Base.UTF8, Base.BINARY):
            return f"flat.{type_.name}"
        return ""

    def annotation(self, type_: Type) -> str:
        match type_:
            case Base.BOOL:
                return "bool"
            case Base.STRING | Base.UTF8:
                return "str"
            case Base.BINARY:
                return "bytes"
            case Base():
                return "float" if type_ in REALS else "int"
            case ListOf(element=element) if element in BYTES:
                return "bytes"
            case ListOf(element=element) | ArrayOf(element=element):
                return f"list[{self.annotation(element)}]"
            case Named():
                return self.class_of(type_)
            case _:
                raise AssertionError(f"{type_} is not a type of FlatBuffers")

    # Reading

    def read(self, slot: int, type_: Type, default: str) -> str:
        """The expression that reads a slot; `default` is nothing for an optional value."""
        method, *arguments = self._scalar_reading(type_)
        if method:
            optional = "" if default else "optional_"
            arguments = [str(slot), *arguments, *([default] if default else [])]
            return f"view.{optional}{method}({', '.join(arguments)})"
        if default:
            return f"view.or_default({self.read(slot, type_, '')}, {default})"
        match type_:
            case Base.STRING | Base.UTF8:
                return f"view.string({slot})"
            case Base.BINARY:
                return f"view.data({slot})"
            case ListOf(element=element):
                return self._read_vector(slot, element)
            case Named() if self.kind(type_) is Kind.UNION:
                return f"view.union({slot}, {self._union_reader(type_)})"
            case Named():
                method = "fixed" if self.kind(type_) is Kind.FIXED else "table"
                return f"view.{method}({slot}, {self.class_of(type_)})"
            case _:
                raise AssertionError(f"{type_} stands in no table")

    def read_required_union(self, slot: int, type_: Type) -> str:
        """The same for a union that has to be there."""
        assert isinstance(type_, Named)
        return f"view.required_union({slot}, {self._union_reader(type_)})"

    def _union_reader(self, union: Named) -> str:
        names = self.naming[union]
        return self.local(names, names.reader)

    def _scalar_reading(self, type_: Type) -> tuple[str, ...]:
        if self.enum(type_) is not None:
            assert isinstance(type_, Named)
            return "enum", self.scalar(type_), self.class_of(type_)
        if type_ is Base.BOOL:
            return ("boolean",)
        if type_ in INTEGERS:
            return "integer", self.scalar(type_)
        if type_ in REALS:
            return "real", self.scalar(type_)
        return ("",)

    def _read_vector(self, slot: int, element: Type) -> str:
        if element in BYTES:
            return f"view.data({slot})"
        method, *arguments = self._scalar_reading(element)
        if method:
            plural = {
                "boolean": "booleans",
                "integer": "integers",
                "real": "reals",
                "enum": "enums",
            }
            return f"view.{plural[method]}({', '.join([str(slot), *arguments])})"
        match element:
            case Base.STRING | Base.UTF8:
                return f"view.strings({slot})"
            case Base.BINARY:
                return f"view.binaries({slot})"
            case Named() if self.kind(element) is Kind.UNION:
                names = self.naming[element]
                return f"view.unions({slot}, {self.local(names, names.reader)})"
            case Named():
                method = "fixeds" if self.kind(element) is Kind.FIXED else "tables"
                return f"view.{method}({slot}, {self.class_of(element)})"
            case _:
                raise AssertionError("FlatBuffers has no vectors of vectors")

    # Writing

    def child(self, type_: Type, value: str, *, shared: bool, is_required: bool, align: str) -> str:
        """The expression that writes what lies out of line, or nothing for what does not.

        `align` is what the elements of a vector are aligned to, or nothing where nothing is declared.
        """
        sharing = ", shared=True" if shared else ""
        aligned = f", align={align}" if align else ""
        match type_:
            case Base.STRING:
                return f"builder.string({value}{sharing})"
            case Base.UTF8:
                return f"builder.utf8({value}{sharing})"
            case Base.BINARY:
                return f"builder.binary({value}{sharing})"
            case ListOf(element=element) if element in BYTES:
                return f"builder.data({value}{aligned})"
            case ListOf(element=Base.STRING):
                return f"builder.strings({value}{sharing}{aligned})"
            case ListOf(element=Base.UTF8):
                return f"builder.utf8s({value}{sharing}{aligned})"
            case ListOf(element=Base.BINARY):
                return f"builder.binaries({value}{sharing}{aligned})"
            case ListOf(element=element) if scalar := self.scalar(element):
                return f"builder.scalars({scalar}, {value}{aligned})"
            case ListOf(element=Named() as element):
                if self.kind(element) is Kind.UNION:
                    names = self.naming[element]
                    return f"builder.unions({value}, {self.local(names, names.writer)}{aligned})"
                method = "fixeds" if self.kind(element) is Kind.FIXED else "tables"
                return f"builder.{method}({self.class_of(element)}, {value}{aligned})"
            case Named() if self.kind(type_) is Kind.UNION:
                names = self.naming[type_]
                write = f"{self.local(names, names.writer)}(builder, {value})"
                return write if is_required else f"(0, 0) if {value} is None else {write}"
            case Named() if self.kind(type_) is Kind.TABLE:
                return f"builder.table({self.class_of(type_)}, {value})"
            case _:
                return ""

    def slots(
        self, slot: int, type_: Type, value: str, child: str, default: str
    ) -> list[SlotStatement]:
        """The statements that fill the slots of a field."""
        if scalar := self.scalar(type_):
            suffix = f", {default}" if default else ""
            statement = f"builder.scalar({slot}, {scalar}, {value}{suffix})"
            return [SlotStatement(self._scalar_size(type_), statement)]
        match type_:
            case ListOf(element=element) if self.kind(element) is Kind.UNION:
                statement = f"builder.union_vector({slot}, {child})"
            case Named() if self.kind(type_) is Kind.UNION:
                return [
                    SlotStatement(OFFSET_SIZE, f"builder.union_value({slot}, {child})"),
                    SlotStatement(1, f"builder.union_type({slot - 1}, {child})"),
                ]
            case Named() if self.kind(type_) is Kind.FIXED:
                definition = self.schema[type_]
                assert isinstance(definition, Struct)
                statement = f"builder.fixed({slot}, {self.class_of(type_)}, {value})"
                return [SlotStatement(definition.alignment, statement)]
            case _:
                statement = f"builder.offset({slot}, {child})"
        return [SlotStatement(OFFSET_SIZE, statement)]

    def _scalar_size(self, type_: Type) -> int:
        enum = self.enum(type_)
        base = type_ if enum is None else enum.underlying
        assert isinstance(base, Base)
        return SIZES[base]

    # Tables

    def table(self, type_: Type) -> str:
        match type_:
            case Base():
                return f"flat.{type_.name}"
            case ListOf(element=element):
                return f"flat.VectorOf({self.table(element)})"
            case ArrayOf(element=element, length=length):
                return f"flat.ArrayOf({self.table(element)}, {length})"
            case Named() if (scalar := self.scalar(type_)) != "":
                return f"flat.EnumOf({self.class_of(type_)}, {scalar})"
            case Named() if self.kind(type_) is Kind.UNION:
                names = self.naming[type_]
                return self.local(names, names.schema)
            case Named():
                return self.class_of(type_)
            case _:
                raise AssertionError(f"{type_} stands in no table")
