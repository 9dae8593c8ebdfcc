"""Unions: enums of tags, aliases of structs, wrapper classes."""

from __future__ import annotations

from inlayc.model.idl_text import text_of_type
from inlayc.model.schema import Base, Enumeration, Field, Named, Struct, Unit
from inlayc.python.literals import quote
from inlayc.python.model import (
    EnumClass,
    Member,
    StructClass,
    Table,
    TableField,
    UnionAlias,
    UnionVariant,
)
from inlayc.python.structs import lower_unit_variant
from inlayc.python.text import with_text
from inlayc.python.types import Types
from inlayc.python.values import name_enum_members


def lower_enum(enum: Enumeration, key: Named, types: Types) -> EnumClass:
    base = "ClosedEnum" if types.naming.refuses_unknown(key) else "OpenEnum"
    types.use("inlay_runtime.enums", base)
    types.use("inlay_runtime.enums", "enum_reader")
    member_names = name_enum_members(enum)
    return EnumClass(
        name=types.naming[key].name,
        base=base,
        doc=enum.doc or f"``enum {enum.name}`` of {key.module}.",
        members=tuple(Member(member_names[m.name], m.value, m.doc) for m in enum.members),
        reader=types.naming[key].reader,
    )


def lower_tags(union: Struct, key: Named, types: Types) -> EnumClass:
    base = "ClosedTag" if types.naming.refuses_unknown(key) else "UnionTag"
    types.use("inlay_runtime.tags", base)
    types.use("inlay_runtime", "roots")
    member_names = name_enum_members(union)
    return EnumClass(
        name=types.naming[key].name,
        base=base,
        doc=union.doc or f"``union {union.name}`` of {key.module}.",
        members=tuple(
            Member(member_names[field.name], field.id, field.doc)
            for field in union.fields
            if not types.schema.is_extension(field)
        ),
        decode=types.naming[key].decode,
        encode=types.naming[key].encode,
    )


def lower_union(
    union: Struct, key: Named, types: Types
) -> tuple[list[StructClass], UnionAlias, list[Table]]:
    """The classes of unit variants, the alias with what serves it, and the tables."""
    names = types.naming[key]
    classes: list[StructClass] = []
    tables: list[Table] = []
    variants: list[UnionVariant] = []
    fields = [with_text(field, key, types.naming) for field in union.fields]
    for field, variant_class in zip(fields, names.variants, strict=True):
        if types.schema.is_extension(field):
            continue
        if isinstance(field.type, Unit):
            lowered, table = lower_unit_variant(variant_class, field, union, types)
            classes.append(lowered)
            tables.append(table)
        variants.append(_variant(field, variant_class, types))
    keeps_unknown = not types.naming.refuses_unknown(key)
    keeps_empty = types.naming.keeps_empty(key)
    types.use("typing", "TypeAlias")
    if keeps_empty:
        types.use("inlay_runtime.union", "NoVariant")
    types.use("inlay_runtime.union", "UnknownVariant")
    types.use("inlay_runtime.union", "enclose")
    types.use("inlay_runtime.union", "enclosing")
    types.use("inlay_runtime", "roots")
    rows = [
        TableField(f"{field.id}, {quote(field.name)}, {_row_type(field, variant_class, types)}")
        for field, variant_class in zip(fields, names.variants, strict=True)
        if not types.schema.is_extension(field)
    ]
    units = frozenset(each.name for each in classes)
    alias = UnionAlias(
        name=names.name,
        doc=union.doc or f"``union {union.name}`` of {key.module}.",
        variants=tuple(variants),
        reader=names.reader,
        writer=names.writer,
        schema=names.schema,
        decode=names.decode,
        encode=names.encode,
        idl_name=union.name,
        table=_table_arguments(union, keeps_unknown=keeps_unknown, keeps_empty=keeps_empty),
        keeps_unknown=keeps_unknown,
        keeps_empty=keeps_empty,
        needs=_evaluated(fields, names.variants, types) | units,
    )
    needs = types.named_by(key, *(field.type for field in fields)) | units
    return classes, alias, [*tables, Table(names.schema, tuple(rows), needs)]


def _evaluated(fields: list[Field], variants: tuple[str, ...], types: Types) -> frozenset[str]:
    """The names that the alias, or a class of a variant, has to find: all but those in quotes."""
    pairs = zip(fields, variants, strict=True)
    types_ = [f.type for f, wrapper in pairs if not wrapper or types.exists_before_aliases(f.type)]
    return types.named_by(*types_)


def _table_arguments(union: Struct, *, keeps_unknown: bool, keeps_empty: bool) -> str:
    closed = "" if keeps_unknown else ", closed=True"
    empty = ", may_be_empty=True" if keeps_empty else ""
    return f"({quote(union.name)}{closed}{empty})"


def _row_type(field: Field, variant_class: str, types: Types) -> str:
    if isinstance(field.type, Unit):
        return variant_class
    wrapper = f", wrapper={variant_class}" if variant_class else ""
    return f"{types.table(field.type)}{wrapper}"


def _variant(field: Field, variant_class: str, types: Types) -> UnionVariant:
    is_unit = isinstance(field.type, Unit)
    payload = variant_class if is_unit else types.annotation(types.schema.actual(field.type))
    wrapper_of = payload if variant_class and not is_unit else ""
    if wrapper_of and not types.exists_before_aliases(field.type):
        wrapper_of = quote(wrapper_of)
    if wrapper_of:
        types.use("inlay_runtime.union", "Variant")
        types.use("typing", "final")
    value = "value.value" if wrapper_of else "value"
    has_hook = types.first_hook(field.type) is not None
    if types.schema.actual(field.type) is Base.BOOL and not has_hook:
        write: tuple[str, ...] = (f"writer.boolean_field({field.id}, {value})",)
    else:
        header = f"writer.field({field.id}, {types.wire_type(field.type)})"
        write = header, types.write(field.type, value)
    read = f"{variant_class}.read(reader)" if is_unit else types.read(field.type)
    return UnionVariant(
        name=field.name,
        id=field.id,
        class_name=variant_class or payload,
        wrapper_of=wrapper_of,
        doc=field.doc or f"Variant ``{field.name}``.",
        comment=f"{field.id}: {text_of_type(field.type, types.module)} {field.name}",
        read=f"{variant_class}({read})" if wrapper_of else read,
        write=write,
    )
