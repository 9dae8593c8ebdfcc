"""Structs, and exceptions, as classes."""

from __future__ import annotations

from dataclasses import replace

from inlayc.base.settings import FieldSettings, Hook
from inlayc.model.schema import (
    Base,
    Field,
    ListValue,
    MapValue,
    Named,
    Requiredness,
    Struct,
    StructValue,
)
from inlayc.python.changes import EXTENSION, Change, change, with_imports
from inlayc.python.literals import quote
from inlayc.python.model import Attribute, StructClass, Table, TableField
from inlayc.python.names import STRUCT_SLOTS, Scope
from inlayc.python.text import with_text
from inlayc.python.types import Types
from inlayc.python.values import write_expression


def lower_struct(struct: Struct, key: Named, types: Types) -> tuple[StructClass, Table]:
    """The class of a struct, and its schema table."""
    names = types.naming[key]
    attribute_of = types.naming.attribute_names(key.module, struct)
    fields = [
        (field, with_text(field, key, types.naming))
        for field in struct.fields
        if not types.schema.is_extension(field)
    ]
    slots = Scope(STRUCT_SLOTS)
    attributes: list[Attribute] = []
    rows: list[TableField] = []
    for declared, field in fields:
        owner = f"{key.module}.{key.name}"
        settings = types.naming.settings.fields.get(f"{owner}.{field.name}", FieldSettings())
        name = attribute_of[field.name]
        attribute = replace(
            _attribute(field, name, slots, settings, types),
            comment=types.comment(declared, with_name=name != declared.name),
        )
        attributes.append(attribute)
        rows.append(_row(field, attribute, settings, types))
    is_empty_variant = key in types.naming.empty_variants
    alias = next((attribute_of[f.name] for f in struct.fields if types.schema.is_extension(f)), "")
    has_own_field = types.schema.has_own_extension_field(struct)
    base = "EmptyVariant" if is_empty_variant else "Inextensible" if has_own_field else "Struct"
    types.use("inlay_runtime.struct", base)
    changes = [change(a.name, a.annotation, nullable=a.nullable) for a in attributes]
    changes += [EXTENSION] * (base == "Struct")
    changes += [Change(alias, "bytes | None")] * bool(alias)
    lowered = StructClass(
        name=names.name,
        base=base,
        doc=struct.doc or f"``{struct.kind.value} {struct.name}`` of {key.module}.",
        attributes=tuple(attributes),
        written=tuple(sorted(attributes, key=lambda attribute: attribute.id)),
        extension_alias=alias,
        takes_extension=base == "Struct",
        has_own_extension_field=has_own_field,
        table=_table(struct, key, alias, types),
        changes=with_imports(changes, types),
        needs=types.named_by_defaults(
            [f for _, f in fields if f.requiredness is Requiredness.REQUIRED]
        ),
    )
    needs = types.named_by(key, *(field.type for _, field in fields))
    return lowered, Table(f"{names.name}.SCHEMA", tuple(rows), needs)


def lower_unit_variant(
    name: str, field: Field, union: Struct, types: Types
) -> tuple[StructClass, Table]:
    """The class of a union variant that the macro dialect writes without a type."""
    types.use("inlay_runtime.struct", "EmptyVariant")
    doc = field.doc or f"Variant ``{field.name}`` of ``union {union.name}``."
    lowered = StructClass(name, "EmptyVariant", doc, (), (), "", False, False, f"({quote(name)})")
    return lowered, Table(f"{name}.SCHEMA", (), frozenset({name}))


def _table(struct: Struct, key: Named, alias: str, types: Types) -> str:
    """The arguments of the schema table's constructor."""
    arguments = [quote(struct.name)]
    header = struct.annotations.get("inlay.extension_header")
    if (header or types.naming.type_settings(key).extension_header) == "spec":
        types.use("inlay_runtime.extension", "Header")
        arguments.append("extension_header=Header.SPEC")
    if alias:
        arguments.append(f"extension_alias={quote(alias)}")
    if types.naming.refuses_unknown(key):
        arguments.append("closed=True")
    if mistaken := types.naming.type_settings(key).mistaken:
        pairs = (f"b{quote(start)}: {quote(sentence)}" for start, sentence in mistaken)
        arguments.append(f"mistaken={{{', '.join(pairs)}}}")
    return f"({', '.join(arguments)})"


def _attribute(
    field: Field, name: str, slots: Scope, settings: FieldSettings, types: Types
) -> Attribute:
    required = field.requiredness is Requiredness.REQUIRED
    default = "" if field.default is None else write_expression(field.default, field.type, types)
    stand_in = "" if required else default
    # A list, dict or struct is made anew for each instance; Thrift's default requiredness writes its default out.
    is_fresh = required and isinstance(field.default, ListValue | MapValue | StructValue)
    takes_none = not required or is_fresh
    is_filled = is_fresh or (bool(default) and field.requiredness is Requiredness.DEFAULT)
    hook = settings.hook
    annotation = types.hook(hook.type) if hook else types.annotation(field.type)
    if is_borrowed := _is_borrowed(field, settings, types):
        annotation = "bytes | memoryview"
    slot = slots.reserve_exactly(f"_{name}") if stand_in else name
    return Attribute(
        name=name,
        slot=slot,
        annotation=annotation,
        nullable=not required,
        comment="",
        doc=field.doc,
        takes_none=takes_none,
        parameter_default="None" if takes_none else default,
        initial=f"{default} if {name} is None else {name}" if is_filled else name,
        stand_in=stand_in,
        id=field.id,
        idl_name=field.name,
        is_required=required,
        read=(
            f"{types.hook(hook.reader)}(reader)"
            if hook
            else types.read(field.type, borrow=is_borrowed)
        ),
        write=_write(field, f"self.{slot}", hook, types),
    )


def _is_borrowed(field: Field, settings: FieldSettings, types: Types) -> bool:
    """Whether the value may be a view of what was decoded."""
    wanted = settings.borrow or field.borrowed or "inlay.borrow" in field.annotations
    return wanted and settings.hook is None and types.schema.actual(field.type) is Base.BINARY


def _write(field: Field, value: str, hook: Hook | None, types: Types) -> tuple[str, ...]:
    has_hook = hook is not None or types.first_hook(field.type) is not None
    if types.schema.actual(field.type) is Base.BOOL and not has_hook:
        return (f"writer.boolean_field({field.id}, {value})",)
    header = f"writer.field({field.id}, {types.wire_type(field.type)})"
    if hook:
        return header, f"{types.hook(hook.writer)}(writer, {value})"
    return header, types.write(field.type, value)


def _row(field: Field, attribute: Attribute, settings: FieldSettings, types: Types) -> TableField:
    type_ = types.hooked(field.type, settings.hook) if settings.hook else types.table(field.type)
    arguments = [str(field.id), quote(field.name), type_]
    if attribute.is_required:
        arguments.append("required=True")
    if attribute.name != field.name:
        arguments.append(f"attribute={quote(attribute.name)}")
    if _is_borrowed(field, settings, types):
        arguments.append("borrowed=True")
    if attribute.slot != attribute.name:
        arguments.append(f"slot={quote(attribute.slot)}")
    return TableField(", ".join(arguments))
