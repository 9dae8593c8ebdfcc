"""How a type of the IDL is annotated, read, written and tabled in Python."""

from __future__ import annotations

from typing import Final, assert_never

from inlayc.base.settings import Hook
from inlayc.model.schema import (
    ArrayOf,
    Base,
    Enumeration,
    Kind,
    ListOf,
    MapOf,
    Named,
    SetOf,
    Struct,
    Type,
    Typedef,
    Unit,
)
from inlayc.python.literals import quote
from inlayc.python.naming import UnionForm
from inlayc.python.references import References

_ANNOTATIONS: Final = {
    Base.BOOL: "bool",
    Base.I8: "int",
    Base.I16: "int",
    Base.I32: "int",
    Base.I64: "int",
    Base.DOUBLE: "float",
    Base.STRING: "str",
    Base.UTF8: "str",
    Base.BINARY: "bytes",
    Base.UUID: "Uuid",
}
_METHODS: Final = {
    Base.BOOL: "boolean_element",
    Base.I8: "i8",
    Base.I16: "i16",
    Base.I32: "i32",
    Base.I64: "i64",
    Base.DOUBLE: "double",
    Base.STRING: "string",
    Base.UTF8: "utf8",
    Base.BINARY: "binary",
    Base.UUID: "uuid",
}
_READER: Final = "inlay_runtime.compact.reader"
_WRITER: Final = "inlay_runtime.compact.writer"


class Types(References):
    """Source text for the types of one module; remembers what has to be imported for it."""

    def hook(self, path: str) -> str:
        """A hook is called through its module, so that hooks may import the generated code."""
        module, _, name = path.partition(":")
        self.use(module)
        return f"{module}.{name}"

    def hook_of(self, type_: Type) -> Hook | None:
        return self.naming.type_settings(type_).hook if isinstance(type_, Named) else None

    # Annotations

    def annotation(self, type_: Type) -> str:
        match type_:
            case Base():
                if type_ is Base.UUID:
                    self.use("uuid", "UUID as Uuid")
                return _ANNOTATIONS[type_]
            case ListOf(element=element) | SetOf(element=element):
                return f"list[{self.annotation(element)}]"
            case MapOf(key=key, value=value):
                items = f"{self.annotation(key)}, {self.annotation(value)}"
                return f"dict[{items}]" if self.is_hashable(key) else f"list[tuple[{items}]]"
            case Named():
                if hook := self.hook_of(type_):
                    return self.hook(hook.type)
                names = self.naming[type_]
                return self.local(names, names.name)
            case Unit() | ArrayOf():
                raise AssertionError("a unit variant has a class of its own; Thrift has no arrays")
            case _:
                assert_never(type_)

    def exists_before_aliases(self, type_: Type) -> bool:
        """Whether the annotation can be evaluated before the module's aliases are."""
        match type_:
            case ListOf(element=element) | SetOf(element=element):
                return self.exists_before_aliases(element)
            case MapOf(key=key, value=value):
                return self.exists_before_aliases(key) and self.exists_before_aliases(value)
            case Named():
                definition = self.schema[type_]
                is_alias = isinstance(definition, Typedef) or self.naming[type_].writer != ""
                return not is_alias or type_.module != self.module
            case _:
                return True

    def is_hashable(self, type_: Type) -> bool:
        actual = self.schema.actual(type_)
        if isinstance(actual, Named):
            definition = self.schema[actual]
            is_enum = isinstance(definition, Enumeration)
            return (is_enum or self.is_tags(actual)) and self.hook_of(actual) is None
        return isinstance(actual, Base)

    def is_tags(self, type_: Type) -> bool:
        definition = self.schema[type_] if isinstance(type_, Named) else None
        if not isinstance(definition, Struct) or definition.kind is not Kind.UNION:
            return False
        return self.naming.union_form(definition) is UnionForm.TAGS

    # Wire types

    def wire_type(self, type_: Type) -> str:
        """The name of the wire type constant, imported."""
        actual = self.schema.actual(type_)
        match actual:
            case Base():
                name = "BINARY" if actual in (Base.STRING, Base.UTF8) else actual.name
            case ListOf():
                name = "LIST"
            case SetOf():
                name = "SET"
            case MapOf():
                name = "MAP"
            case Named():
                name = "I32" if isinstance(self.schema[actual], Enumeration) else "STRUCT"
            case Unit():
                name = "STRUCT"
            case ArrayOf():
                raise AssertionError("Thrift has no fixed arrays")
            case _:
                assert_never(actual)
        return self.use("inlay_runtime.wire_types", name)

    # Reading

    def read(self, type_: Type, *, borrow: bool = False) -> str:
        """The expression that reads a field of this type."""
        if hook := self.first_hook(type_):
            return f"{self.hook(hook.reader)}(reader)"
        actual = self.schema.actual(type_)
        if actual is Base.BOOL:
            return "reader.boolean()"
        if actual is Base.BINARY and borrow:
            return "reader.borrowed()"
        if isinstance(actual, Base):
            return f"reader.{_METHODS[actual]}()"
        return self.read_element(actual, "reader")

    def read_element(self, type_: Type, reader: str) -> str:
        """The expression that reads an element of this type with the named reader."""
        actual = self.schema.actual(type_)
        match actual:
            case ListOf(element=element) | SetOf(element=element):
                return (
                    f"{reader}.list_of({self.wire_type(element)}, {self.element_reader(element)})"
                )
            case MapOf(key=key, value=value):
                method = "map_of" if self.is_hashable(key) else "pairs_of"
                arguments = f"{self.wire_type(key)}, {self.element_reader(key)}"
                arguments += f", {self.wire_type(value)}, {self.element_reader(value)}"
                return f"{reader}.{method}({arguments})"
            case _:
                return f"{self.element_reader(actual)}({reader})"

    def element_reader(self, type_: Type) -> str:
        """A function of the reader that reads an element of this type."""
        if hook := self.first_hook(type_):
            return self.hook(hook.reader)
        actual = self.schema.actual(type_)
        match actual:
            case Base():
                return f"{self.use(_READER, 'CompactReader')}.{_METHODS[actual]}"
            case Named():
                names = self.naming[actual]
                if names.reader:
                    return self.local(names, names.reader)
                return f"{self.local(names, names.name)}.read"
            case _:
                return f"lambda inner: {self.read_element(actual, 'inner')}"

    # Writing

    def write(self, type_: Type, value: str) -> str:
        """The statement that writes a value of this type behind its field header."""
        return self.write_element(type_, "writer", value)

    def write_element(self, type_: Type, writer: str, value: str) -> str:
        if hook := self.first_hook(type_):
            return f"{self.hook(hook.writer)}({writer}, {value})"
        actual = self.schema.actual(type_)
        match actual:
            case Base():
                return f"{writer}.{_METHODS[actual]}({value})"
            case ListOf(element=element) | SetOf(element=element):
                if cls := self.plain_struct(element):
                    return f"{writer}.structs({cls}, {value})"
                arguments = f"{self.wire_type(element)}, {value}, {self.element_writer(element)}"
                return f"{writer}.list_of({arguments})"
            case MapOf():
                items = f"{value}.items()" if self.is_hashable(actual.key) else value
                arguments = f"{self.wire_type(actual.key)}, {self.element_writer(actual.key)}"
                arguments += (
                    f", {self.wire_type(actual.value)}, {self.element_writer(actual.value)}"
                )
                return f"{writer}.pairs_of({arguments}, {items})"
            case Named() if isinstance(self.schema[actual], Enumeration):
                return f"{writer}.i32({value})"
            case Named():
                names = self.naming[actual]
                if names.writer:
                    return f"{self.local(names, names.writer)}({writer}, {value})"
                if self.is_tags(actual):
                    return f"{self.local(names, names.name)}.write({writer}, {value})"
                return f"{writer}.struct({self.local(names, names.name)}, {value})"
            case Unit() | ArrayOf():
                return f"{value}.write({writer})"
            case _:
                assert_never(actual)

    def plain_struct(self, type_: Type) -> str:
        """The class of a struct that has no hook, or nothing for any other type."""
        actual = self.schema.actual(type_)
        if not self.naming.is_struct(actual) or self.first_hook(type_):
            return ""
        assert isinstance(actual, Named)
        names = self.naming[actual]
        return self.local(names, names.name)

    def element_writer(self, type_: Type) -> str:
        """A function of writer and value that writes an element of this type."""
        if hook := self.first_hook(type_):
            return self.hook(hook.writer)
        actual = self.schema.actual(type_)
        writer = self.use(_WRITER, "CompactWriter")
        match actual:
            case Base():
                return f"{writer}.{_METHODS[actual]}"
            case Named() if isinstance(self.schema[actual], Enumeration):
                return f"{writer}.i32"
            case Named():
                names = self.naming[actual]
                if names.writer:
                    return self.local(names, names.writer)
                if self.is_tags(actual):
                    return f"{self.local(names, names.name)}.write"
                return f"lambda inner, item: {self.write_element(actual, 'inner', 'item')}"
            case _:
                return f"lambda inner, item: {self.write_element(actual, 'inner', 'item')}"

    def first_hook(self, type_: Type) -> Hook | None:
        """The hook of the type or of a typedef on the way to what it stands for."""
        while isinstance(type_, Named):
            if hook := self.hook_of(type_):
                return hook
            definition = self.schema[type_]
            if not isinstance(definition, Typedef):
                return None
            type_ = definition.type
        return None

    # Tables

    def table(self, type_: Type) -> str:
        """The type as it stands in a schema table."""
        if hook := self.first_hook(type_):
            return self.hooked(type_, hook)
        return self._plain_table(type_)

    def hooked(self, type_: Type, hook: Hook) -> str:
        hooks = f"reader={quote(hook.reader)}, writer={quote(hook.writer)}"
        return f"tables.Hooked({self._plain_table(type_)}, {hooks})"

    def _plain_table(self, type_: Type) -> str:
        actual = self.schema.actual(type_)
        match actual:
            case Base():
                return f"tables.{actual.name}"
            case ListOf(element=element):
                return f"tables.ListOf({self.table(element)})"
            case SetOf(element=element):
                return f"tables.SetOf({self.table(element)})"
            case MapOf(key=key, value=value):
                return f"tables.MapOf({self.table(key)}, {self.table(value)})"
            case Named():
                names = self.naming[actual]
                return self.local(names, names.schema or names.name)
            case Unit() | ArrayOf():
                raise AssertionError("a unit variant has a class of its own; Thrift has no arrays")
            case _:
                assert_never(actual)
