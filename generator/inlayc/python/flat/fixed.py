"""Fixed structs of a FlatBuffers schema as classes."""

from __future__ import annotations

from struct import calcsize
from typing import Final

from inlayc.model.schema import ArrayOf, Base, Field, Kind, Named, Struct, Type
from inlayc.python.changes import change, with_imports
from inlayc.python.flat.model import FixedAttribute, FixedClass
from inlayc.python.flat.types import FlatTypes
from inlayc.python.literals import quote
from inlayc.python.model import Table, TableField

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
    changes = [change(a.name, a.annotation, nullable=False) for a in attributes]
    lowered = FixedClass(
        name=names.name,
        idl_name=fixed.name,
        doc=fixed.doc or f"``struct {fixed.name}`` of {key.module}.",
        attributes=tuple(attributes),
        size=fixed.size,
        alignment=fixed.alignment,
        layout=f"<{layout}",
        changes=with_imports(changes, types),
    )
    needs = types.named_by(key, *(field.type for field in fixed.fields))
    return lowered, Table(f"{names.name}.SCHEMA", tuple(rows), needs, "flat.FixedField")


def _fixed_row(field: Field, attribute: str, types: FlatTypes) -> TableField:
    arguments = [str(field.offset), quote(field.name), types.table(field.type)]
    if attribute != field.name:
        arguments.append(f"attribute={quote(attribute)}")
    return TableField(", ".join(arguments))


def _size(codes: str) -> int:
    return calcsize(f"<{codes}")


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
    value_at = f"values[{start}]"
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
            from_values, to_values = f"{types.class_of(field.type)}({value_at})", value
        case Base.BOOL:
            from_values, to_values = value_at, f"self._boolean({value})"
        case _:
            from_values, to_values = value_at, value
    return FixedAttribute(
        name=name,
        annotation=types.annotation(field.type),
        comment=f"{field.offset}: {types.comment(field).partition(': ')[2]}",
        doc=field.doc,
        from_values=from_values,
        to_values=to_values,
    )
