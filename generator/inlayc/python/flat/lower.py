"""From a FlatBuffers schema to a Python module."""

from __future__ import annotations

from collections.abc import Collection

from inlayc.model.schema import Enumeration, Kind, Named, Struct
from inlayc.model.schema import Module as SchemaModule
from inlayc.python.flat.counterparts import lower_counterparts
from inlayc.python.flat.fixed import lower_fixed
from inlayc.python.flat.model import FixedClass, TableClass, UnionTable
from inlayc.python.flat.tables import lower_table
from inlayc.python.flat.types import FlatTypes
from inlayc.python.flat.unions import lower_flat_union
from inlayc.python.imports import group_imports, list_runtime_exports
from inlayc.python.model import EnumClass, LateImports, Member, Module, ModulePart
from inlayc.python.naming import Naming
from inlayc.python.order import in_order, without_empty
from inlayc.python.values import name_enum_members


def lower_flat(module: SchemaModule, naming: Naming, late: Collection[str]) -> Module:
    """`late` are the modules that the module needs and that need it."""
    types = FlatTypes(naming, module.name, late)
    types.use("__future__", "annotations")
    early: list[ModulePart] = []
    unions: list[ModulePart] = []
    """In a circle of modules, these follow what is imported late."""
    exports: list[str] = []
    for definition in module:
        key = Named(module.name, definition.name)
        match definition:
            case Enumeration():
                early.append(lower_flat_enum(definition, key, types))
            case Struct(kind=Kind.UNION):
                union, table = lower_flat_union(definition, key, types)
                if late:
                    early.append(UnionTable(union.schema, union.idl_name))
                of_union = unions if late else early
                of_union += [
                    union,
                    *without_empty([table]),
                    *lower_counterparts(definition, key, types),
                ]
            case Struct(kind=Kind.FIXED):
                struct, table = lower_fixed(definition, key, types)
                early += [struct, *without_empty([table])]
            case Struct():
                identifier = module.file_identifier if key == module.root_type else ""
                lowered, table = lower_table(definition, key, types, identifier)
                early += [
                    lowered,
                    *without_empty([table]),
                    *lower_counterparts(definition, key, types),
                ]
            case _:
                continue
        if not naming.is_internal(key, definition):
            exports += naming[key].exports
    has_fixed = any(isinstance(part, FixedClass) for part in early)
    has_tables = any(isinstance(part, TableClass) for part in early)
    if any(not isinstance(part, EnumClass) for part in (*early, *unions)):
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
        parts=tuple(in_order(parts)),
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
