"""Unions of a FlatBuffers schema: a closed set of classes."""

from __future__ import annotations

from inlayc.model.schema import Base, Field, Kind, Named, Struct
from inlayc.python.flat.model import FlatUnion, FlatVariant
from inlayc.python.flat.types import FlatTypes
from inlayc.python.literals import quote
from inlayc.python.model import Table, TableField


def lower_flat_union(union: Struct, key: Named, types: FlatTypes) -> tuple[FlatUnion, Table]:
    names = types.naming[key]
    types.use("typing", "TypeAlias")
    types.use("inlay_runtime.union", "UnknownVariant")
    types.use("inlay_runtime.flat.view", "Member")
    types.use("inlay_runtime.flat.builder", "TableBuilder")
    rows: list[TableField] = []
    variants: list[FlatVariant] = []
    for field, wrapper_name in zip(union.fields, names.variants, strict=True):
        wrapper = f", wrapper={wrapper_name}" if wrapper_name else ""
        row = f"{field.id}, {quote(field.name)}, {types.table(field.type)}{wrapper}"
        rows.append(TableField(row))
        variants.append(_variant(field, wrapper_name, types))
    lowered = FlatUnion(
        name=names.name,
        idl_name=union.name,
        doc=union.doc or f"``union {union.name}`` of {key.module}.",
        variants=tuple(variants),
        reader=names.reader,
        writer=names.writer,
        schema=names.schema,
        declares_schema=not types.late,
        needs=types.named_by(*(field.type for field in union.fields)),
    )
    wrappers = {variant.class_name for variant in variants if variant.is_wrapper}
    needs = types.named_by(key) | lowered.needs | wrappers
    return lowered, Table(names.schema, tuple(rows), needs, "flat.Variant")


def _variant(field: Field, wrapper_name: str, types: FlatTypes) -> FlatVariant:
    payload = types.annotation(field.type)
    value = "value.value" if wrapper_name else "value"
    if wrapper_name:
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
        class_name=wrapper_name or payload,
        wrapper_of=payload if wrapper_name else "",
        doc=field.doc or f"Variant ``{field.name}``.",
        comment=types.comment(field),
        read=f"{wrapper_name}({read})" if wrapper_name else read,
        write=write,
    )
