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
            module = modules.included(scope.document.source, include.path)
            if module is not None:
                _link(scope, include, names.scopes[module], report)
            else:
                message = f"cannot find `{include.path}`"
                label = "no such file was given"
                report.add(Diagnostic("include-not-found", message, include.span, label))
    edges = {
        module: [each.module for owners in scope.includes.values() for each in owners]
        for module, scope in names.scopes.items()
    }
    order, cycles = walk(edges)
    for cycle in cycles:
        report.add(_cycle([names.scopes[module] for module in cycle], modules))
    return [names.scopes[module] for module in order]


def _link(scope: Scope, include: Include, included: Scope, report: Report) -> None:
    """Two files of one name share it, as long as no definition in them does."""
    called = SourceFile(include.path, "").stem
    owners = scope.includes.setdefault(called, [])
    if included in owners:
        return
    for other in owners:
        shared = next((name for name in included.definitions if name in other.definitions), None)
        if shared is not None:
            message = f"two included files are called `{called}`"
            label = f"`{called}.{shared}` could mean that of `{other.document.source.name}` as well"
            report.add(Diagnostic("duplicate-module", message, include.span, label))
    owners.append(included)


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
