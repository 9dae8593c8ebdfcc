"""From a FlatBuffers schema to a Python module."""

from __future__ import annotations

from collections.abc import Collection

from inlayc.model.schema import Enumeration, Kind, Named, Service, Struct
from inlayc.model.schema import Module as SchemaModule
from inlayc.python.flat.counterparts import lower_counterparts
from inlayc.python.flat.fixed import lower_fixed
from inlayc.python.flat.model import FixedClass, TableClass, UnionTable
from inlayc.python.flat.tables import lower_table
from inlayc.python.flat.types import FlatTypes
from inlayc.python.flat.unions import lower_flat_union
from inlayc.python.imports import group_imports, list_runtime_exports
from inlayc.python.model import (
    EnumClass,
    LateImports,
    Member,
    Module,
    ModulePart,
    ServiceClass,
)
from inlayc.python.naming import Naming
from inlayc.python.order import in_order, without_empty
from inlayc.python.services import lower_service
from inlayc.python.sources import list_lines, source_lines
from inlayc.python.values import name_enum_members


def lower_flat(module: SchemaModule, naming: Naming, late: Collection[str]) -> Module:
    """`late` are the modules that the module needs and that need it."""
    types = FlatTypes(naming, module.name, late)
    types.use("__future__", "annotations")
    early: list[ModulePart] = []
    unions: list[ModulePart] = []
    """In a circle of modules, these follow what is imported late."""
    exports: list[str] = []
    lines: list[tuple[str, int]] = []
    for definition in module:
        key = Named(module.name, definition.name)
        match definition:
            case Enumeration():
                lowered: list[ModulePart] = [lower_flat_enum(definition, key, types)]
            case Service():
                lowered = [lower_service(definition, key, types)]
            case Struct(kind=Kind.UNION):
                union, table = lower_flat_union(definition, key, types)
                if late:
                    early.append(UnionTable(union.schema, union.idl_name))
                lowered = [
                    union,
                    *without_empty([table]),
                    *lower_counterparts(definition, key, types),
                ]
            case Struct(kind=Kind.FIXED):
                struct, table = lower_fixed(definition, key, types)
                lowered = [struct, *without_empty([table])]
            case Struct():
                identifier = module.file_identifier if key == module.root_type else ""
                of_table, table = lower_table(definition, key, types, identifier)
                lowered = [
                    of_table,
                    *without_empty([table]),
                    *lower_counterparts(definition, key, types),
                ]
            case _:
                continue
        is_union = isinstance(definition, Struct) and definition.kind is Kind.UNION
        (unions if late and is_union else early).extend(lowered)
        lines += list_lines(lowered, definition)
        if not naming.is_internal(key, definition):
            exports += naming[key].exports
    sources = source_lines(module, lines, naming.settings)
    if sources:
        types.use("inlay_runtime.idl_source", "note_source")
    has_fixed = any(isinstance(part, FixedClass) for part in early)
    has_tables = any(isinstance(part, TableClass) for part in early)
    if any(not isinstance(part, EnumClass | ServiceClass) for part in (*early, *unions)):
        types.use("inlay_runtime.flat", "schema as flat")
    if has_fixed:
        types.use("inlay_runtime.flat.fixed", "FixedValues")
        types.use("typing", "Self")
    if has_fixed or has_tables:
        types.use("typing", "ClassVar")
    parts = [*early, *_late_imports(types), *unions]
    return Module(
        name=naming.module_names[module.name],
        source_name=module.source.name.replace("\\", "/").rpartition("/")[2],
        doc=module.doc or f"What {module.name} defines.",
        exports=tuple(sorted({*exports, *list_runtime_exports(types)})),
        imports=group_imports(types.imports),
        parts=(*in_order(parts), *sources),
    )


def _late_imports(types: FlatTypes) -> list[LateImports]:
    groups = group_imports(types.late_imports)
    called = types.naming.import_names[types.module]
    return [LateImports(groups, frozenset(called[name] for name in types.late))] * bool(groups)


def lower_flat_enum(enum: Enumeration, key: Named, types: FlatTypes) -> EnumClass:
    base = "OpenFlag" if enum.bit_flags else "FlatEnum"
    types.use("inlay_runtime.flat.enums", base)
    member_names = name_enum_members(enum)
    return EnumClass(
        name=types.naming[key].name,
        base=base,
        doc=enum.doc or f"``enum {enum.name}`` of {key.module}.",
        members=tuple(Member(member_names[m.name], m.value, m.doc) for m in enum.members),
    )
