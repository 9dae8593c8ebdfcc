"""Tables whose slots are the first ones of another table, which is how a schema grows.

    table SchemaElement (inlay_slots_of: "footer.SchemaElement") { ... }

A file of the other table's module that is not compiled along is not looked into.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from inlayc.base.diagnostics import Diagnostic, Related
from inlayc.frontends.flatbuffers import syntax
from inlayc.frontends.flatbuffers.resolve.counterpart_names import SLOTS_OF
from inlayc.frontends.flatbuffers.resolve.metadata import find, span_of_value
from inlayc.frontends.flatbuffers.resolve.published import read_published_tables
from inlayc.frontends.flatbuffers.resolve.types import Types
from inlayc.frontends.resolve.report import Report
from inlayc.model.idl_text import text_of_field
from inlayc.model.schema import Kind, Named, Struct


def resolve_slots_of(types: Types, report: Report) -> None:
    """Give tables their `slots_of`, once their slots have proved to be those."""
    tables = {key: struct for key, struct in types.structs.items() if struct.kind is Kind.TABLE}
    modules = {scope.module for scope in types.names.scopes}
    for symbol in types.names.symbols():
        node = symbol.node
        metadatum = find(node.metadata, SLOTS_OF)
        if metadatum is None or not isinstance(node, syntax.TableNode):
            continue
        text = "" if metadatum.value is None else str(metadatum.value.value)
        module, _, name = text.rpartition(".")
        longer = Named(module, name)
        is_installed = module not in modules and text in read_published_tables()
        if longer not in tables and not is_installed:
            message = f"`{text}` is not a table"
            label = "expected `module.Table`, compiled together with this file or from the installed parquet_format"
            diagnostic = Diagnostic("slots-of", message, span_of_value(metadatum), label)
            report.add(diagnostic, text, lambda: _shown(tables))
            continue
        if symbol.named in tables and longer in tables:
            for diagnostic in _other_slots(tables[symbol.named], tables[longer], longer):
                report.add(diagnostic)
        if symbol.named in tables:
            types.structs[symbol.named] = replace(types.structs[symbol.named], slots_of=text)


def _shown(tables: Iterable[Named]) -> list[str]:
    return [*(f"{key.module}.{key.name}" for key in tables), *read_published_tables()]


def _other_slots(shorter: Struct, longer: Struct, name: Named) -> Iterator[Diagnostic]:
    slots = {field.id: field for field in longer.fields}
    for field in shorter.fields:
        other = slots.get(field.id)
        if other is None:
            message = f"slot {field.id} is not in `{name.module}.{name.name}`"
            yield Diagnostic("slots-of", message, field.span, "each slot is there, too")
        elif text_of_field(field) != text_of_field(other):
            message = f"slot {field.id} is a different one in `{name.module}.{name.name}`"
            label = f"expected `{text_of_field(other)}`"
            related = (Related(other.span, "which is this"),)
            yield Diagnostic("slots-of", message, field.span, label, related)
