"""Linking includes: a file sees what the files it names define, and files come in that order."""

from __future__ import annotations

from inlayc.diagnostics import Diagnostic
from inlayc.resolve.graph import walk
from inlayc.resolve.names import Names, Scope
from inlayc.resolve.report import Report
from inlayc.source import SourceFile


def link_includes(names: Names, report: Report) -> list[Scope]:
    """Give every scope its includes; the scopes, included ones first."""
    for scope in names.scopes.values():
        for include in scope.document.includes:
            module = SourceFile(include.path, "").module
            if module in names.scopes:
                scope.includes[module] = names.scopes[module]
            else:
                message = f"cannot find `{include.path}`"
                label = "no such file was given"
                report.add(Diagnostic("include-not-found", message, include.span, label))
    edges = {
        module: [included.module for included in scope.includes.values()]
        for module, scope in names.scopes.items()
    }
    order, cycles = walk(edges)
    for cycle in cycles:
        report.add(_cycle([names.scopes[module] for module in cycle]))
    return [names.scopes[module] for module in order]


def _cycle(cycle: list[Scope]) -> Diagnostic:
    *_, last = cycle
    first = cycle[0]
    closing = next(
        include
        for include in last.document.includes
        if SourceFile(include.path, "").module == first.module
    )
    chain = " -> ".join(scope.document.source.name for scope in [*cycle, first])
    return Diagnostic("include-cycle", "includes form a cycle", closing.span, chain)
