"""Tables of a FlatBuffers schema as classes."""

from __future__ import annotations

from typing import Final

from inlayc.frontends.flatbuffers.resolve.alignment import FORCE_ALIGN
from inlayc.frontends.flatbuffers.resolve.tolerances import IGNORE_UNTYPED
from inlayc.model.schema import (
    Base,
    Enumeration,
    EnumValue,
    Field,
    Kind,
    ListOf,
    ListValue,
    Named,
    Requiredness,
    Struct,
    Value,
)
from inlayc.python.changes import EXTENSION, change, with_imports
from inlayc.python.flat.model import TableAttribute, TableClass
from inlayc.python.flat.types import OFFSET_SIZE, FlatTypes, SlotStatement
from inlayc.python.literals import quote, write_scalar
from inlayc.python.model import Table, TableField
from inlayc.python.text import with_text
from inlayc.python.values import name_enum_members

EXTENSION_FIELD: Final = "extension"
"""A field of this name that is a vector of bytes is the slot of the table's own extension."""

_BYTE_VECTORS: Final = (ListOf(Base.U8), ListOf(Base.I8))


def lower_table(
    table: Struct, key: Named, types: FlatTypes, identifier: str = ""
) -> tuple[TableClass, Table]:
    """The class of a table, and its schema table."""
    names = types.naming[key]
    attribute_of = types.naming.attribute_names(key.module, table)
    locals_ = types.naming.local_scope(types.module)
    types.use("inlay_runtime.flat.view", "TableView")
    types.use("inlay_runtime.flat.builder", "TableBuilder")
    attributes: list[TableAttribute] = []
    rows: list[TableField] = []
    statements: list[SlotStatement] = []
    extension_slot = extension_align = ""
    for field in (with_text(field, key, types.naming) for field in table.fields):
        is_extension = is_extension_slot(field)
        name = EXTENSION_FIELD if is_extension else attribute_of[field.name]
        rows.append(_row(field, name, types))
        if is_extension:
            extension_slot = str(field.id)
            extension_align = _align(field)
            types.use("inlay_runtime.extension", "Extension")
            statement = f"builder.offset({extension_slot}, {EXTENSION_FIELD})"
            statements.append(SlotStatement(OFFSET_SIZE, statement))
        else:
            local = locals_.reserve(name)
            attributes.append(_attribute(field, name, local, types))
            default = _default(field, types)
            statements += types.slots(field.id, field.type, f"self.{name}", local, default)
    declared = table.extension
    base = "ExtensionTable" if declared else "Table"
    types.use("inlay_runtime.flat.extension" if declared else "inlay_runtime.flat.table", base)
    if declared:
        types.use("uuid", "UUID as Uuid")
    changes = [change(a.name, a.annotation, nullable=a.nullable) for a in attributes]
    changes += [EXTENSION] * bool(extension_slot)
    lowered = TableClass(
        name=names.name,
        base=base,
        idl_name=table.name,
        doc=table.doc or f"``table {table.name}`` of {key.module}.",
        attributes=tuple(attributes),
        identifier=identifier,
        extension_slot=extension_slot,
        extension_align=extension_align,
        slots=1 + max((field.id for field in table.fields), default=-1),
        write_slots=_by_alignment(statements),
        uuid=str(declared.uuid) if declared else "",
        extends=declared.extends if declared else "",
        trailer=declared.trailer if declared else "",
        slots_of=table.slots_of,
        changes=with_imports(changes, types),
        needs=types.named_by_defaults([f for f in table.fields if not _is_late(f, types)]),
    )
    needs = types.named_by(key, *(field.type for field in table.fields))
    return lowered, Table(f"{names.name}.SCHEMA", tuple(rows), needs, "flat.SlotSchema")


def is_extension_slot(field: Field) -> bool:
    """Whether a field of a table is the slot of its own extension."""
    is_optional = field.requiredness is Requiredness.OPTIONAL
    return field.name == EXTENSION_FIELD and field.type in _BYTE_VECTORS and is_optional


def _by_alignment(statements: list[SlotStatement]) -> tuple[str, ...]:
    ordered = sorted(statements, key=lambda statement: statement.alignment, reverse=True)
    return tuple(statement.source for statement in ordered)


def _attribute(field: Field, name: str, local: str, types: FlatTypes) -> TableAttribute:
    required = field.requiredness is Requiredness.REQUIRED
    default = _default(field, types)
    # A list is made anew for each instance, and what a later import brings is not there for a signature.
    is_fresh = _is_list(field) or _is_late(field, types)
    nullable = field.requiredness is Requiredness.OPTIONAL
    value = f"self.{name}"
    write_child = types.child(
        field.type,
        value,
        shared="shared" in field.annotations,
        is_required=required,
        align=_align(field),
    )
    if required and types.kind(field.type) is Kind.UNION:
        read = types.read_required_union(field.id, field.type)
    else:
        read = types.read(field.id, field.type, default)
        read = f"view.present({read})" if required else read
    brief = types.comment(field, with_name=name != field.name)
    return TableAttribute(
        name=name,
        annotation=types.annotation(field.type),
        nullable=nullable,
        comment=brief,
        doc=field.doc,
        parameter_default="None" if is_fresh else default or ("" if required else "None"),
        initial=f"{default} if {name} is None else {name}" if is_fresh else name,
        takes_none=nullable or is_fresh,
        read=read,
        is_required=required,
        idl_name=field.name,
        child=local,
        write_child=write_child,
    )


def _is_list(field: Field) -> bool:
    """Whether an absent value is an empty list; one of bytes is not a list."""
    return isinstance(field.default, ListValue) and field.type not in _BYTE_VECTORS


def _is_late(field: Field, types: FlatTypes) -> bool:
    return isinstance(field.default, EnumValue) and field.default.type.module in types.late


def _default(field: Field, types: FlatTypes) -> str:
    """Source of what an absent value is worth, or nothing."""
    if field.default is None:
        return ""
    if isinstance(field.default, ListValue):
        return "[]" if _is_list(field) else 'b""'
    return write_expression(field.default, types)


def _align(field: Field) -> str:
    """What the elements of a vector are aligned to, where it is declared and makes a difference."""
    forced = field.annotations.get(FORCE_ALIGN, "1") if isinstance(field.type, ListOf) else "1"
    return "" if int(forced) == 1 else str(int(forced))


def _row(field: Field, attribute: str, types: FlatTypes) -> TableField:
    arguments = [str(field.id), quote(field.name), types.table(field.type)]
    if field.requiredness is Requiredness.REQUIRED:
        arguments.append("required=True")
    if attribute != field.name:
        arguments.append(f"attribute={quote(attribute)}")
    if isinstance(field.default, ListValue):
        arguments.append("is_never_none=True")
    elif field.default is not None:
        arguments.append(f"default={write_expression(field.default, types)}")
    if IGNORE_UNTYPED in field.annotations:
        arguments.append("ignores_untyped=True")
    if "shared" in field.annotations:
        arguments.append("shared=True")
    if _align(field):
        arguments.append(f"align={_align(field)}")
    return TableField(", ".join(arguments))


def write_expression(value: Value, types: FlatTypes) -> str:
    match value:
        case bool() | int() | float() | str() | bytes():
            return write_scalar(value)
        case EnumValue(type=type_, value=constant):
            enum = types.schema[type_]
            assert isinstance(enum, Enumeration)
            return _members(enum, types.class_of(type_), constant)
        case _:
            raise AssertionError(f"{value!r} is not a default in FlatBuffers")


def _members(enum: Enumeration, cls: str, constant: int) -> str:
    """The member of that value, or for flags the members that make it up."""
    names = name_enum_members(enum)
    members = (f"{cls}.{names[member.name]}" for member in enum.members_of(constant))
    return " | ".join(members) or f"{cls}({constant})"
