"""Everything that a template may print, as text and booleans: Python, not yet laid out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from inlayc.python.changes import Change
from inlayc.python.flat.model import FixedClass, FlatUnion, TableClass, UnionTable


@dataclass(frozen=True, slots=True)
class Import:
    """`from module import names`, or `import module` where there are no names."""

    module: str
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Member:
    """A member of an enum."""

    name: str
    value: int
    doc: str


@dataclass(frozen=True, slots=True)
class EnumClass:
    """An enum, or a union that is an enum of tags."""

    name: str
    base: str
    doc: str
    members: tuple[Member, ...]
    reader: str = ""
    """The function that reads the enum; a union of tags has none."""
    decode: str = ""
    encode: str = ""
    """The functions for a union of tags at the root of a buffer."""
    template: str = "enum"


@dataclass(frozen=True, slots=True)
class Attribute:
    """A field as an attribute of its class.

    `slot` differs from `name` where the field has a default that stands in for an absent value: then
    `name` is a property.
    """

    name: str
    slot: str
    annotation: str
    """The type of a value that is present."""
    nullable: bool
    """Whether the attribute may be None."""
    comment: str
    doc: str
    takes_none: bool
    """Whether the parameter of `__init__` may be None."""
    parameter_default: str
    """Source of the default in `__init__`, or nothing."""
    initial: str
    """Source of what a new instance holds, by the parameter."""
    stand_in: str
    """Source of the value that stands in for an absent one, or nothing."""
    id: int
    idl_name: str
    is_required: bool
    read: str
    write: tuple[str, ...]

    @property
    def is_property(self) -> bool:
        return self.stand_in != ""


@dataclass(frozen=True, slots=True)
class StructClass:
    """`attributes` are in the order of the IDL, `written` in that of their ids."""

    name: str
    base: str
    doc: str
    attributes: tuple[Attribute, ...]
    written: tuple[Attribute, ...]
    extension_alias: str
    takes_extension: bool
    has_own_extension_field: bool
    """Field 32767 is one of the attributes."""
    table: str
    """The arguments of the schema table's constructor, in parentheses."""
    changes: tuple[Change, ...] = ()
    needs: frozenset[str] = frozenset()
    """The names of this module that are evaluated with the class: enums of defaults in its signature."""
    template: str = "struct"

    @property
    def is_empty_variant(self) -> bool:
        """Whether all that it does is in its base."""
        return self.base == "EmptyVariant"


@dataclass(frozen=True, slots=True)
class UnionVariant:
    """A variant; `wrapper` is the class made for it where its payload does not tell it apart."""

    name: str
    id: int
    class_name: str
    wrapper_of: str
    doc: str
    comment: str
    read: str
    write: tuple[str, ...]

    @property
    def is_wrapper(self) -> bool:
        return self.wrapper_of != ""


@dataclass(frozen=True, slots=True)
class UnionAlias:
    """A closed set of variants: an alias, a reader, a writer, a table."""

    name: str
    doc: str
    variants: tuple[UnionVariant, ...]
    reader: str
    writer: str
    schema: str
    decode: str
    encode: str
    idl_name: str
    table: str
    keeps_unknown: bool
    keeps_empty: bool = False
    needs: frozenset[str] = frozenset()
    """The names of this module that are evaluated with the alias: the classes of its variants."""
    template: str = "union"

    @property
    def only_variant(self) -> UnionVariant | None:
        """The variant of an alias that fits into a line."""
        return self.variants[0] if len(self.variants) == 1 and not self.keeps_empty else None


@dataclass(frozen=True, slots=True)
class TypeAliasing:
    """A typedef."""

    name: str
    annotation: str
    doc: str
    template: str = "typedef"


@dataclass(frozen=True, slots=True)
class ConstantValue:
    name: str
    annotation: str
    value: str
    doc: str
    template: str = "constant"


@dataclass(frozen=True, slots=True)
class Parameter:
    name: str
    annotation: str


@dataclass(frozen=True, slots=True)
class Method:
    """A function of a service."""

    name: str
    parameters: tuple[Parameter, ...]
    returns: str
    doc: str


@dataclass(frozen=True, slots=True)
class ServiceClass:
    """A service as a protocol."""

    name: str
    bases: str
    doc: str
    methods: tuple[Method, ...]
    needs: frozenset[str] = frozenset()
    """The base, or the module that it is in."""
    template: str = "service"


PythonDefinition: TypeAlias = (
    EnumClass
    | StructClass
    | UnionAlias
    | TypeAliasing
    | ConstantValue
    | ServiceClass
    | TableClass
    | FixedClass
    | FlatUnion
    | UnionTable
)


@dataclass(frozen=True, slots=True)
class TableField:
    """A row of a table, as arguments of its class."""

    arguments: str


@dataclass(frozen=True, slots=True)
class Table:
    """The rows of a schema table, filled in when all that they name is there; what comes before them, and behind."""

    target: str
    fields: tuple[TableField, ...]
    needs: frozenset[str]
    """The names of this module that are evaluated with the rows: the target, and the types."""
    row: str = "tables.FieldSchema"
    verb: str = "define"
    first: str = ""
    last: str = ""


@dataclass(frozen=True, slots=True)
class LateImports:
    """Modules that need this one, too: they are imported behind the definitions that they need."""

    groups: tuple[tuple[Import, ...], ...]
    binds: frozenset[str]
    """What they are called here."""
    template: str = "late"


@dataclass(frozen=True, slots=True)
class SourceLines:
    """Where classes stand in the IDL: a file, and a line for each."""

    file: str
    lines: tuple[tuple[str, int], ...]
    template: str = "source"


ModulePart: TypeAlias = PythonDefinition | Table | LateImports | SourceLines


@dataclass(frozen=True, slots=True)
class Module:
    name: str
    source_name: str
    doc: str
    exports: tuple[str, ...]
    imports: tuple[tuple[Import, ...], ...]
    """In groups, as isort has them."""
    parts: tuple[ModulePart, ...]
    """In the order of the text."""

    @property
    def has_constant_attributes(self) -> bool:
        """Whether a class assigns to attributes that are called like constants, which pyright takes amiss."""
        return any(
            attribute.name == attribute.name.upper()
            for part in self.parts
            if isinstance(part, StructClass | TableClass | FixedClass)
            for attribute in part.attributes
        )

    @property
    def never_set(self) -> str:
        """What no new instance sets, since an attribute that nothing was assigned to reads as None; of tables and structs alone."""
        if any(isinstance(part, TableClass) for part in self.parts):
            return "`remainder` and `source`"
        has_structs = any(isinstance(p, StructClass) and not p.is_empty_variant for p in self.parts)
        return "`remainder`" if has_structs else ""
