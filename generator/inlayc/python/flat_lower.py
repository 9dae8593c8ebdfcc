"""From a FlatBuffers schema to a Python module."""

from __future__ import annotations

from collections.abc import Collection

from inlayc.python.flat_counterparts import lower_counterparts
from inlayc.python.flat_enums import lower_flat_enum
from inlayc.python.flat_fixed import lower_fixed
from inlayc.python.flat_model import FixedClass, FlatUnion, TableClass, UnionTable
from inlayc.python.flat_tables import lower_table
from inlayc.python.flat_types import FlatTypes
from inlayc.python.flat_unions import lower_flat_union
from inlayc.python.imports import group_imports, list_runtime_exports
from inlayc.python.model import EnumClass, Module, PythonDefinition, Table
from inlayc.python.naming import Naming
from inlayc.schema import Enumeration, Kind, Named, Struct
from inlayc.schema import Module as SchemaModule


def lower_flat(module: SchemaModule, naming: Naming, late: Collection[str]) -> Module:
    """`late` are the modules that the module needs and that need it."""
    types = FlatTypes(naming, module.name, late)
    types.use("__future__", "annotations")
    enums: list[EnumClass] = []
    classes: list[TableClass] = []
    fixed: list[FixedClass] = []
    unions: list[FlatUnion] = []
    tables: list[Table] = []
    exports: list[str] = []
    for definition in module:
        key = Named(module.name, definition.name)
        match definition:
            case Enumeration():
                enums.append(lower_flat_enum(definition, key, types))
            case Struct(kind=Kind.UNION):
                union, table = lower_flat_union(definition, key, types)
                unions.append(union)
                tables += [table, *lower_counterparts(definition, key, types)]
            case Struct(kind=Kind.FIXED):
                struct, table = lower_fixed(definition, key, types)
                fixed.append(struct)
                tables.append(table)
            case Struct():
                identifier = module.file_identifier if key == module.root_type else ""
                lowered, table = lower_table(definition, key, types, identifier)
                classes.append(lowered)
                tables += [table, *lower_counterparts(definition, key, types)]
            case _:
                continue
        if not naming.is_internal(key, definition):
            exports += naming[key].exports
    if tables:
        types.use("inlay_runtime.flat", "schema as flat")
    if fixed:
        types.use("inlay_runtime.flat.fixed", "FixedValues")
        types.use("typing", "Self")
    if fixed or classes:
        types.use("typing", "ClassVar")
    early: list[PythonDefinition] = [*enums, *classes, *fixed]
    if late:
        early += (UnionTable(union.schema, union.idl_name) for union in unions)
    return Module(
        name=naming.module_names[module.name],
        source_name=module.source.name.replace("\\", "/").rpartition("/")[2],
        doc=module.doc or f"What {module.name} defines.",
        exports=tuple(sorted({*exports, *list_runtime_exports(types)})),
        imports=group_imports(types.imports),
        # Defaults name members of enums, aliases name classes: both are looked up on import.
        definitions=tuple(early if late else [*early, *unions]),
        tables=tuple(tables),
        late_imports=group_imports(types.late_imports),
        late_definitions=tuple(unions if late else ()),
    )
