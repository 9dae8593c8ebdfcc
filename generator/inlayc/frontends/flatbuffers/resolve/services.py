"""Services: methods that take a table and give a table. Nothing is generated for them."""

from __future__ import annotations

from inlayc.base.diagnostics import Diagnostic
from inlayc.frontends.flatbuffers import syntax
from inlayc.frontends.flatbuffers.resolve.metadata import list_attribute_values
from inlayc.frontends.flatbuffers.resolve.names import Scope
from inlayc.frontends.flatbuffers.resolve.types import Types
from inlayc.frontends.resolve.names import check_names
from inlayc.frontends.resolve.report import Report
from inlayc.model.schema import Field, Function, Kind, Named, Requiredness, Service


def resolve_services(types: Types, report: Report) -> None:
    """Fill `types.services`."""
    for symbol in types.names.symbols():
        node = symbol.node
        if isinstance(node, syntax.ServiceNode):
            check_names("method", (method.name for method in node.methods), report)
            methods = (
                _method(method, node, symbol.scope, types, report) for method in node.methods
            )
            types.services[symbol.named] = Service(
                symbol.name,
                None,
                tuple(method for method in methods if method is not None),
                node.name.span,
                node.doc,
                list_attribute_values(node.metadata),
                node.namespace,
            )


def _method(
    node: syntax.MethodNode,
    service: syntax.ServiceNode,
    scope: Scope,
    types: Types,
    report: Report,
) -> Function | None:
    request = _table(node.request, service, scope, types, report)
    response = _table(node.response, service, scope, types, report)
    if request is None or response is None:
        return None
    span = node.request.span
    return Function(
        node.name.text,
        response,
        oneway=False,
        parameters=(Field(1, "request", request, Requiredness.REQUIRED, span),),
        throws=(),
        span=node.name.span,
        doc=node.doc,
        annotations=list_attribute_values(node.metadata),
    )


def _table(
    name: syntax.Identifier,
    service: syntax.ServiceNode,
    scope: Scope,
    types: Types,
    report: Report,
) -> Named | None:
    type_ = types.resolve(name, service.namespace, scope)
    if type_ is None or types.is_kind(type_, Kind.TABLE):
        return type_
    message = f"`{name.text}` is not a table"
    label = "a method takes a table and gives a table"
    report.add(Diagnostic("method-type", message, name.span, label))
    return None
