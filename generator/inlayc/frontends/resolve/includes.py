"""Linking includes: a file sees what the files it names define, and files come in that order."""

from __future__ import annotations

from inlayc.base.diagnostics import Diagnostic
from inlayc.base.source import SourceFile
from inlayc.frontends.modules import Modules
from inlayc.frontends.resolve.graph import walk
from inlayc.frontends.resolve.names import Names, Scope
from inlayc.frontends.resolve.report import Report
from inlayc.frontends.thrift.syntax import Include


def link_includes(names: Names, modules: Modules, report: Report) -> list[Scope]:
    """Give every scope its includes, as its text calls them; the scopes, included ones first."""
    for scope in names.scopes.values():
        for include in scope.document.includes:
            called = SourceFile(include.path, "").stem
            module = modules.included(scope.document.source, include.path)
            if module is not None:
                first = scope.includes.setdefault(called, names.scopes[module])
                if first.module != module:
                    report.add(_same_name(include, called, first))
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
        report.add(_cycle([names.scopes[module] for module in cycle], modules))
    return [names.scopes[module] for module in order]


def _same_name(include: Include, called: str, first: Scope) -> Diagnostic:
    label = f"`{called}.` could mean `{first.document.source.name}` as well"
    message = f"two included files are called `{called}`"
    return Diagnostic("duplicate-module", message, include.span, label)


def _cycle(cycle: list[Scope], modules: Modules) -> Diagnostic:
    *_, last = cycle
    first = cycle[0]
    closing = next(
        include
        for include in last.document.includes
        if modules.included(last.document.source, include.path) == first.module
    )
    chain = " -> ".join(scope.document.source.name for scope in [*cycle, first])
    return Diagnostic("include-cycle", "includes form a cycle", closing.span, chain)
