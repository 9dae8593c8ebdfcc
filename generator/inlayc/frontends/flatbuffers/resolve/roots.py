"""What the buffers of a file are: the table at their root, and how they identify themselves."""

from __future__ import annotations

from inlayc.base.amounts import count
from inlayc.base.diagnostics import Diagnostic
from inlayc.frontends.flatbuffers.resolve.types import Types
from inlayc.frontends.resolve.report import Report
from inlayc.model.schema import Kind, Named

_IDENTIFIER_BYTES = 4


def resolve_roots(types: Types, report: Report) -> dict[str, Named]:
    """The root tables of the modules that have one."""
    roots: dict[str, Named] = {}
    for scope in types.names.scopes:
        document = scope.document
        identifier = document.file_identifier
        if identifier is not None and len(identifier.value.encode()) != _IDENTIFIER_BYTES:
            message = f"file identifier of {count(len(identifier.value.encode()), 'byte')}"
            label = f"exactly {_IDENTIFIER_BYTES}"
            report.add(Diagnostic("file-identifier", message, identifier.span, label))
        if document.root_type is None:
            continue
        name, namespace = document.root_type.name, document.root_type.namespace
        symbol = types.symbol(name, namespace, scope, as_root=True)
        if symbol is not None and types.is_kind(symbol.named, Kind.TABLE):
            roots[scope.module] = symbol.named
        elif symbol is not None:
            message = f"`{name.text}` is not a table"
            label = "the root of a buffer is a table"
            report.add(Diagnostic("root-type", message, name.span, label))
    return roots
