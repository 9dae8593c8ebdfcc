"""Services: functions, their parameters and exceptions, and what a service extends."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain

from inlayc.base.diagnostics import Diagnostic
from inlayc.frontends.resolve.annotations import list_annotation_values
from inlayc.frontends.resolve.graph import walk
from inlayc.frontends.resolve.names import Scope, check_names
from inlayc.frontends.resolve.report import Report
from inlayc.frontends.resolve.structs import resolve_fields
from inlayc.frontends.resolve.types import Types
from inlayc.frontends.resolve.values import Values
from inlayc.frontends.thrift import syntax
from inlayc.model.schema import Field, Function, Kind, Named, Requiredness, Service


def resolve_services(types: Types, values: Values, report: Report) -> None:
    """Fill `types.services`."""
    nodes: dict[Named, syntax.ServiceNode] = {}
    for symbol in types.names.symbols():
        node = symbol.node
        if isinstance(node, syntax.ServiceNode):
            nodes[symbol.named] = node
            types.services[symbol.named] = _service(node, symbol.scope, types, values, report)
    edges = {
        name: [service.extends] if service.extends else []
        for name, service in types.services.items()
    }
    for cycle in walk(edges)[1]:
        node = nodes[cycle[0]]
        assert node.extends is not None
        chain = " -> ".join(name.name for name in [*cycle, cycle[0]])
        message = f"service `{node.name.text}` extends itself"
        report.add(Diagnostic("service-cycle", message, node.extends.span, chain))


def _service(
    node: syntax.ServiceNode, scope: Scope, types: Types, values: Values, report: Report
) -> Service:
    check_names("function", (function.name for function in node.functions), report)
    return Service(
        node.name.text,
        None if node.extends is None else _extended(node.extends, scope, types, report),
        tuple(
            function
            for function in (_function(f, scope, types, values, report) for f in node.functions)
            if function is not None
        ),
        node.name.span,
        node.doc,
        list_annotation_values(node.annotations),
    )


def _extended(name: syntax.Identifier, scope: Scope, types: Types, report: Report) -> Named | None:
    symbol = types.names.find(scope, name.text)
    if symbol is not None and isinstance(symbol.node, syntax.ServiceNode):
        return symbol.named
    if symbol is None:
        label = "not defined here or in an included file"
        diagnostic = Diagnostic(
            "unknown-service", f"unknown service `{name.text}`", name.span, label
        )
        report.add(diagnostic, name.text, lambda: _service_names(scope))
    else:
        message = f"`{name.text}` is not a service"
        report.add(Diagnostic("not-a-service", message, name.span, "expected a service"))
    return None


def _service_names(scope: Scope) -> list[str]:
    own = [n for n, node in scope.definitions.items() if isinstance(node, syntax.ServiceNode)]
    for called, owners in scope.includes.items():
        for name, node in chain.from_iterable(owner.definitions.items() for owner in owners):
            if isinstance(node, syntax.ServiceNode):
                own.append(f"{called}.{name}")
    return own


def _function(
    node: syntax.FunctionNode, scope: Scope, types: Types, values: Values, report: Report
) -> Function | None:
    returns = None if node.returns is None else types.resolve(node.returns, scope)
    parameters = resolve_fields("parameter", node.parameters, scope, types, report)
    throws = resolve_fields("parameter", node.throws, scope, types, report)
    _check_throws(node, throws, types, report)
    if node.oneway and node.returns is not None:
        message = f"oneway function `{node.name.text}` has a result"
        report.add(Diagnostic("oneway-result", message, node.returns.span, "expected `void`"))
    if node.oneway and node.throws:
        message = f"oneway function `{node.name.text}` throws"
        label = "nobody waits for the answer of a oneway function"
        report.add(Diagnostic("oneway-throws", message, node.throws[0].name.span, label))
    if node.returns is not None and returns is None:
        return None
    return Function(
        node.name.text,
        returns,
        node.oneway,
        values.with_defaults(_parameters(parameters), node.parameters, scope),
        values.with_defaults(_parameters(throws), node.throws, scope),
        node.name.span,
        node.doc,
        list_annotation_values(node.annotations),
    )


def _parameters(fields: tuple[Field, ...]) -> tuple[Field, ...]:
    """Parameters are required or not said to be; `optional` has no meaning for them."""
    return tuple(
        (
            replace(field, requiredness=Requiredness.DEFAULT)
            if field.requiredness is Requiredness.OPTIONAL
            else field
        )
        for field in fields
    )


def _check_throws(
    node: syntax.FunctionNode, throws: tuple[Field, ...], types: Types, report: Report
) -> None:
    nodes = {written.name.span.start: written for written in node.throws}
    for field in throws:
        actual = types.actual(field.type)
        if actual is None:
            continue
        struct = types.structs.get(actual) if isinstance(actual, Named) else None
        if struct is None or struct.kind is not Kind.EXCEPTION:
            written = nodes[field.span.start].type
            message = f"`{written.span.text}` is not an exception"
            label = "only exceptions are thrown"
            report.add(Diagnostic("throws-not-exception", message, written.span, label))
