"""What the templates of FlatBuffers print: tables, fixed structs, unions."""

from __future__ import annotations

from dataclasses import dataclass

from inlayc.python.changes import Change


@dataclass(frozen=True, slots=True)
class TableAttribute:
    """A field of a table; `child` is the variable that holds the offset of what lies out of line."""

    name: str
    annotation: str
    nullable: bool
    comment: str
    doc: str
    parameter_default: str
    initial: str
    """What `__init__` sets the attribute to."""
    takes_none: bool
    """Whether the parameter may be None."""
    read: str
    is_required: bool
    idl_name: str
    child: str
    write_child: str


@dataclass(frozen=True, slots=True)
class TableClass:
    name: str
    base: str
    idl_name: str
    doc: str
    attributes: tuple[TableAttribute, ...]
    identifier: str
    """What a buffer with this table at its root has in bytes 4 to 7, or nothing."""
    extension_slot: str
    """The slot of the table's own extension, or nothing."""
    extension_align: str
    """What its payload is aligned to, or nothing where nothing is declared."""
    slots: int
    write_slots: tuple[str, ...]
    """The statements that fill the slots, those of the largest alignment first: so there are no gaps."""
    uuid: str
    """The UUID of the extension whose payload the table is, or nothing."""
    extends: str
    trailer: str
    slots_of: str
    """The table whose first slots it has, as `module.Table`, or nothing."""
    changes: tuple[Change, ...]
    needs: frozenset[str]
    """The names of this module that are evaluated with the class: enums of defaults in its signature."""
    template: str = "table"


@dataclass(frozen=True, slots=True)
class FixedAttribute:
    name: str
    annotation: str
    comment: str
    doc: str
    from_values: str
    to_values: str


@dataclass(frozen=True, slots=True)
class FixedClass:
    name: str
    idl_name: str
    doc: str
    attributes: tuple[FixedAttribute, ...]
    size: int
    alignment: int
    layout: str
    changes: tuple[Change, ...]
    template: str = "fixed"


@dataclass(frozen=True, slots=True)
class FlatVariant:
    tag: int
    class_name: str
    wrapper_of: str
    doc: str
    comment: str
    read: str
    write: str

    @property
    def is_wrapper(self) -> bool:
        return self.wrapper_of != ""


@dataclass(frozen=True, slots=True)
class FlatUnion:
    name: str
    idl_name: str
    doc: str
    variants: tuple[FlatVariant, ...]
    reader: str
    writer: str
    schema: str
    declares_schema: bool
    """Whether the schema table is made here; among modules that need each other, it is made before."""
    needs: frozenset[str]
    """The names of this module that are evaluated with the alias: the classes of its variants."""
    template: str = "flat_union"

    @property
    def only_variant(self) -> FlatVariant | None:
        """The variant of an alias that fits into a line."""
        return self.variants[0] if len(self.variants) == 1 else None


@dataclass(frozen=True, slots=True)
class UnionTable:
    """The schema table of a union, by itself; typed, for type checkers infer no types through a circle."""

    schema: str
    idl_name: str
    template: str = "flat_union_table"
