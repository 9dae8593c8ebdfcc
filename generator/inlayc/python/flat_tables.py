"""Tables, fixed structs and unions of a FlatBuffers schema as classes."""

from __future__ import annotations

from typing import Final

from inlayc.flatbuffers.resolve.tolerances import IGNORE_UNTYPED
from inlayc.idl_text import field_text
from inlayc.python.flat_model import (
    FixedAttribute,
    FixedClass,
    FlatUnion,
    FlatVariant,
    TableAttribute,
    TableClass,
)
from inlayc.python.flat_types import OFFSET_SIZE, FlatTypes, SlotStatement
from inlayc.python.flat_values import expression
from inlayc.python.literals import quote
from inlayc.python.model import EnumClass, Member, Table, TableField
from inlayc.python.values import enum_member_names
from inlayc.schema import (
    ArrayOf,
    Base,
    Enumeration,
    Field,
    Kind,
    ListOf,
    ListValue,
    Named,
    Requiredness,
    Struct,
    Type,
)

EXTENSION_FIELD: Final = "extension"
"""A field of this name that is a vector of bytes is the slot of the table's own extension."""

_CODES: Final = {
    Base.BOOL: "?",
    Base.I8: "b",
    Base.U8: "B",
    Base.I16: "h",
    Base.U16: "H",
    Base.I32: "i",
    Base.U32: "I",
    Base.I64: "q",
    Base.U64: "Q",
    Base.FLOAT: "f",
    Base.DOUBLE: "d",
}
_SIZES: Final = {
    "?": 1,
    "b": 1,
    "B": 1,
    "h": 2,
    "H": 2,
    "i": 4,
    "I": 4,
    "q": 8,
    "Q": 8,
    "f": 4,
    "d": 8,
}


def lower_flat_enum(enum: Enumeration, key: Named, types: FlatTypes) -> EnumClass:
    base = "OpenFlag" if enum.bit_flags else "FlatEnum"
    types.use("inlay_runtime.flat.enums", base)
    member_names = enum_member_names(enum)
    return EnumClass(
        name=types.naming[key].name,
        base=base,
        doc=enum.doc or f"``enum {enum.name}`` of {key.module}.",
        members=tuple(Member(member_names[m.name], m.value, m.doc) for m in enum.members),
    )


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
    extension_slot = ""
    for field in table.fields:
        is_extension = (
            field.name == EXTENSION_FIELD
            and field.type in _BYTE_VECTORS
            and field.requiredness is Requiredness.OPTIONAL
        )
        name = EXTENSION_FIELD if is_extension else attribute_of[field.name]
        rows.append(_row(field, name, types))
        if is_extension:
            extension_slot = str(field.id)
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
    lowered = TableClass(
        name=names.name,
        base=base,
        idl_name=table.name,
        doc=table.doc or f"``table {table.name}`` of {key.module}.",
        attributes=tuple(attributes),
        identifier=identifier,
        extension_slot=extension_slot,
        slots=1 + max((field.id for field in table.fields), default=-1),
        write_slots=_by_alignment(statements),
        uuid=str(declared.uuid) if declared else "",
        extends=declared.extends if declared else "",
        trailer=declared.trailer if declared else "",
    )
    return lowered, Table(f"{names.name}.SCHEMA", tuple(rows), "flat.SlotSchema")


def _by_alignment(statements: list[SlotStatement]) -> tuple[str, ...]:
    ordered = sorted(statements, key=lambda statement: statement.alignment, reverse=True)
    return tuple(statement.source for statement in ordered)


_BYTE_VECTORS: Final = (ListOf(Base.U8), ListOf(Base.I8))


def _attribute(field: Field, name: str, local: str, types: FlatTypes) -> TableAttribute:
    required = field.requiredness is Requiredness.REQUIRED
    default = _default(field, types)
    is_fresh = default == _EMPTY_LIST  # made anew for each instance
    nullable = field.requiredness is Requiredness.OPTIONAL
    value = f"self.{name}"
    write_child = types.child(
        field.type, value, shared="shared" in field.annotations, is_required=required
    )
    read = types.read(field.id, field.type, default)
    if required and types.kind(field.type) is Kind.UNION:
        read = read.replace("view.union(", "view.required_union(", 1)
    elif required:
        read = f"view.present({read})"
    brief = field_text(field, types.module)
    return TableAttribute(
        name=name,
        annotation=types.annotation(field.type),
        nullable=nullable,
        comment=brief if name != field.name else brief.replace(f" {field.name}", "", 1),
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


_EMPTY_LIST: Final = "[]"


def _default(field: Field, types: FlatTypes) -> str:
    """Source of what an absent value is worth, or nothing."""
    if field.default is None:
        return ""
    if isinstance(field.default, ListValue):
        return 'b""' if field.type in _BYTE_VECTORS else _EMPTY_LIST
    return expression(field.default, types)


def _row(field: Field, attribute: str, types: FlatTypes) -> TableField:
    arguments = [str(field.id), quote(field.name), types.table(field.type)]
    if field.requiredness is Requiredness.REQUIRED:
        arguments.append("required=True")
    if attribute != field.name:
        arguments.append(f"attribute={quote(attribute)}")
    if isinstance(field.default, ListValue):
        arguments.append("is_never_none=True")
    elif field.default is not None:
        arguments.append(f"default={expression(field.default, types)}")
    if IGNORE_UNTYPED in field.annotations:
        arguments.append("ignores_untyped=True")
    if "shared" in field.annotations:
        arguments.append("shared=True")
    return TableField(", ".join(arguments))


def lower_fixed(fixed: Struct, key: Named, types: FlatTypes) -> tuple[FixedClass, Table]:
    """The class of a fixed struct, and its schema table."""
    names = types.naming[key]
    attribute_of = types.naming.attribute_names(key.module, fixed)
    types.use("inlay_runtime.flat.fixed", "Fixed")
    attributes: list[FixedAttribute] = []
    rows: list[TableField] = []
    layout = ""
    position = count = 0
    for field in fixed.fields:
        assert field.offset is not None
        codes = _codes(field.type, types)
        layout += "x" * (field.offset - position) + codes
        width = sum(1 for code in codes if code != "x")
        attributes.append(_fixed_attribute(field, attribute_of[field.name], count, width, types))
        rows.append(_fixed_row(field, attribute_of[field.name], types))
        position = field.offset + _size(codes)
        count += width
    layout += "x" * (fixed.size - position)
    lowered = FixedClass(
        name=names.name,
        idl_name=fixed.name,
        doc=fixed.doc or f"``struct {fixed.name}`` of {key.module}.",
        attributes=tuple(attributes),
        size=fixed.size,
        alignment=fixed.alignment,
        layout=f"<{layout}",
    )
    return lowered, Table(f"{names.name}.SCHEMA", tuple(rows), "flat.FixedField")


def _fixed_row(field: Field, attribute: str, types: FlatTypes) -> TableField:
    arguments = [str(field.offset), quote(field.name), types.table(field.type)]
    if attribute != field.name:
        arguments.append(f"attribute={quote(attribute)}")
    return TableField(", ".join(arguments))


def _size(codes: str) -> int:
    return sum(_SIZES.get(code, 1) for code in codes)


def _codes(type_: Type, types: FlatTypes) -> str:
    """The scalars of a field, as `struct` names them, with the padding inside it."""
    if isinstance(type_, ArrayOf):
        return _codes(type_.element, types) * type_.length
    if (enum := types.enum(type_)) is not None:
        return _CODES[enum.underlying]
    if isinstance(type_, Base):
        return _CODES[type_]
    assert isinstance(type_, Named)
    definition = types.schema[type_]
    assert isinstance(definition, Struct)
    codes = ""
    for field in definition.fields:
        assert field.offset is not None
        codes += "x" * (field.offset - _size(codes)) + _codes(field.type, types)
    return codes + "x" * (definition.size - _size(codes))


def _fixed_attribute(
    field: Field, name: str, start: int, width: int, types: FlatTypes
) -> FixedAttribute:
    value = f"self.{name}"
    one = f"values[{start}]"
    many = f"cls._span(values, {start}, {width})"
    match field.type:
        case ArrayOf(element=element, length=length) if types.kind(element) is Kind.FIXED:
            assert isinstance(element, Named)
            part = types.class_of(element)
            from_values = f"{part}._list_from({many}, {length})"
            to_values = f"*{part}._all_parts({length}, {value})"
        case ArrayOf(element=element, length=length):
            place = f"values, {start}, {width}"
            from_values = f"cls._items({place})"
            if types.enum(element) is not None:
                assert isinstance(element, Named)
                from_values = f"cls._enums({place}, {types.class_of(element)})"
            method = "_booleans" if element is Base.BOOL else "_exactly"
            to_values = f"*self.{method}({length}, {value})"
        case Named() if types.kind(field.type) is Kind.FIXED:
            part = types.class_of(field.type)
            from_values, to_values = f"{part}.from_values({many})", f"*{part}._parts({value})"
        case Named():
            from_values, to_values = f"{types.class_of(field.type)}({one})", value
        case Base.BOOL:
            from_values, to_values = one, f"self._boolean({value})"
        case _:
            from_values, to_values = one, value
    return FixedAttribute(
        name=name,
        annotation=types.annotation(field.type),
        comment=f"{field.offset}: {field_text(field, types.module).partition(': ')[2]}",
        doc=field.doc,
        from_values=from_values,
        to_values=to_values,
    )


def lower_flat_union(union: Struct, key: Named, types: FlatTypes) -> tuple[FlatUnion, Table]:
    names = types.naming[key]
    types.use("typing", "TypeAlias")
    types.use("inlay_runtime.union", "UnknownVariant")
    types.use("inlay_runtime.flat.view", "Member")
    types.use("inlay_runtime.flat.builder", "TableBuilder")
    rows: list[TableField] = []
    variants: list[FlatVariant] = []
    for field, made in zip(union.fields, names.variants, strict=True):
        wrapper = f", wrapper={made}" if made else ""
        row = f"{field.id}, {quote(field.name)}, {types.table(field.type)}{wrapper}"
        rows.append(TableField(row))
        variants.append(_variant(field, made, types))
    lowered = FlatUnion(
        name=names.name,
        idl_name=union.name,
        doc=union.doc or f"``union {union.name}`` of {key.module}.",
        variants=tuple(variants),
        reader=names.reader,
        writer=names.writer,
        schema=names.schema,
    )
    return lowered, Table(names.schema, tuple(rows), "flat.Variant")


def _variant(field: Field, made: str, types: FlatTypes) -> FlatVariant:
    payload = types.annotation(field.type)
    value = "value.value" if made else "value"
    if made:
        types.use("inlay_runtime.union", "Variant")
        types.use("typing", "final")
    if field.type is Base.STRING:
        read, write = "member.string()", f"builder.string({value})"
    else:
        assert isinstance(field.type, Named)
        is_fixed = types.kind(field.type) is Kind.FIXED
        read = f"member.{'fixed' if is_fixed else 'table'}({payload})"
        write = f"builder.{'outside' if is_fixed else 'table'}({payload}, {value})"
    return FlatVariant(
        tag=field.id,
        class_name=made or payload,
        wrapper_of=payload if made else "",
        doc=field.doc or f"Variant ``{field.name}``.",
        comment=field_text(field, types.module),
        read=f"{made}({read})" if made else read,
        write=write,
    )
