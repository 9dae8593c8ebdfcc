"""From the resolved schema to Python modules: every decision about the emitted code is taken here
and in the files beside."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from inlayc.base.settings import Settings
from inlayc.model.schema import (
    Constant,
    Dialect,
    Enumeration,
    External,
    Kind,
    Named,
    Schema,
    Service,
    Struct,
    Typedef,
)
from inlayc.model.schema import Module as SchemaModule
from inlayc.python.ascii_names import check_ascii_names
from inlayc.python.by_hand import check_by_hand
from inlayc.python.check_settings import check_settings
from inlayc.python.claims import check_extension_claims
from inlayc.python.cycles import cycles_between
from inlayc.python.flat.lower import lower_flat
from inlayc.python.imports import group_imports, list_runtime_exports
from inlayc.python.model import (
    ConstantValue,
    Module,
    ModulePart,
    PythonDefinition,
    StructClass,
    Table,
    TypeAliasing,
    UnionAlias,
)
from inlayc.python.naming import Naming, UnionForm
from inlayc.python.order import in_order, without_empty
from inlayc.python.services import lower_service
from inlayc.python.sources import list_lines, source_lines
from inlayc.python.structs import lower_struct
from inlayc.python.types import Types
from inlayc.python.unions import lower_enum, lower_tags, lower_union
from inlayc.python.values import write_expression


def lower(schema: Schema, settings: Settings) -> list[Module]:
    """The Python modules of a schema.

    Raises CompileError for what cannot be emitted, SettingsError for settings without effect.
    """
    check_ascii_names(schema)
    check_by_hand(schema, settings)
    check_extension_claims(schema, settings)
    naming = Naming(schema, settings)
    for module in schema.modules:
        check_settings(module, naming)
    cycles = cycles_between(schema)
    return [
        (
            lower_flat(module, naming, cycles[module.name])
            if module.dialect is Dialect.FLATBUFFERS
            else _module(module, naming)
        )
        for module in schema.modules
    ]


def _module(module: SchemaModule, naming: Naming) -> Module:
    types = Types(naming, module.name)
    types.use("__future__", "annotations")
    parts: list[ModulePart] = []
    lines: list[tuple[str, int]] = []
    exports: list[str] = []
    for definition in module:
        key = Named(module.name, definition.name)
        for lowered, its_tables in _definition(definition, key, types):
            parts += (lowered, *without_empty(its_tables))
            lines += list_lines([lowered], definition)
        if not isinstance(definition, External) and not naming.is_internal(key, definition):
            exports += naming[key].exports
    structs = [part for part in parts if isinstance(part, StructClass)]
    has_unions = any(isinstance(part, UnionAlias) for part in parts)
    if structs or has_unions:
        types.use("inlay_runtime", "schema as tables")
    if structs:
        types.use("typing", "ClassVar")
    has_methods = any(not struct.is_empty_variant for struct in structs)
    if has_methods:
        types.use("typing", "Self")
    if has_methods or has_unions:
        types.use("inlay_runtime.compact.reader", "CompactReader")
        types.use("inlay_runtime.compact.writer", "CompactWriter")
    if any(struct.takes_extension or struct.extension_alias for struct in structs):
        types.use("inlay_runtime.extension", "Extension")
    sources = source_lines(module, lines, naming.settings)
    if sources:
        types.use("inlay_runtime.idl_source", "note_source")
    return Module(
        name=naming.module_names[module.name],
        source_name=module.source.name.replace("\\", "/").rpartition("/")[2],
        doc=module.doc or f"What {module.name} defines.",
        exports=tuple(sorted({*exports, *list_runtime_exports(types)})),
        imports=group_imports(types.imports),
        parts=(*in_order(_constants_last(parts)), *sources),
    )


def _definition(
    definition: Enumeration | Struct | Typedef | Constant | Service | External,
    key: Named,
    types: Types,
) -> Iterator[tuple[PythonDefinition, list[Table]]]:
    match definition:
        case Enumeration():
            yield lower_enum(definition, key, types), []
        case Struct(kind=Kind.UNION):
            if types.naming.union_form(definition) is UnionForm.TAGS:
                yield lower_tags(definition, key, types), []
                return
            classes, alias, tables = lower_union(definition, key, types)
            yield from ((lowered, []) for lowered in classes)
            yield alias, tables
        case Struct():
            lowered, table = lower_struct(definition, key, types)
            yield lowered, [table]
        case Typedef():
            types.use("typing", "TypeAlias")
            annotation = types.annotation(definition.type)
            doc = definition.doc
            yield TypeAliasing(types.naming[key].name, annotation, doc), []
        case Constant():
            types.use("typing", "Final")
            value = write_expression(definition.value, definition.type, types)
            annotation = types.annotation(definition.type)
            yield ConstantValue(types.naming[key].name, annotation, value, definition.doc), []
        case Service():
            yield lower_service(definition, key, types), []
        case External():
            return
        case _:
            assert_never(definition)


def _constants_last(parts: list[ModulePart]) -> list[ModulePart]:
    """The parts in the order of the IDL, but for typedefs, and constants, which may be made of anything."""
    typedefs = [part for part in parts if isinstance(part, TypeAliasing)]
    constants = [part for part in parts if isinstance(part, ConstantValue)]
    others = [part for part in parts if not isinstance(part, TypeAliasing | ConstantValue)]
    return [*others, *typedefs, *constants]
