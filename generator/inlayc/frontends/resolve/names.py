"""Gathering: which file defines which name, and what a dotted name means in a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from inlayc.base.diagnostics import Diagnostic, Related
from inlayc.base.source import Span
from inlayc.frontends.modules import Modules
from inlayc.frontends.resolve.report import Report
from inlayc.frontends.thrift import syntax
from inlayc.model.schema import Named

BASE_TYPES = ("bool", "byte", "i8", "i16", "i32", "i64", "double", "string", "binary", "uuid")
_MAY_BE_DEFINED = {"uuid"}
"""Older compilers have no such base type, so texts define it; their definition wins."""


@dataclass(slots=True)
class Scope:
    """The names of one file: its own by name, its includes by what it calls them, which may be one word for several."""

    document: syntax.Document
    module: str
    definitions: dict[str, syntax.DefinitionNode] = field(default_factory=dict)
    includes: dict[str, list[Scope]] = field(default_factory=dict)
    externals: dict[str, syntax.ExternalNode] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Symbol:
    """A definition and the scope it stands in."""

    scope: Scope
    node: syntax.DefinitionNode

    @property
    def named(self) -> Named:
        return Named(self.scope.module, self.node.name.text)


@dataclass(frozen=True, slots=True)
class Names:
    """All scopes by module, in the order of the documents."""

    scopes: dict[str, Scope]

    def find(self, scope: Scope, name: str) -> Symbol | None:
        """What a name, dotted or not, means in a scope."""
        qualifier, _, last = name.rpartition(".")
        for owner in scope.includes.get(qualifier, ()) if qualifier else (scope,):
            node = owner.definitions.get(last) or owner.externals.get(last)
            if node is not None:
                return Symbol(owner, node)
        return None

    def symbols(self) -> Iterator[Symbol]:
        """Every definition that bears its name, file by file."""
        for scope in self.scopes.values():
            yield from (Symbol(scope, node) for node in scope.definitions.values())


def gather(documents: Sequence[syntax.Document], modules: Modules, report: Report) -> Names:
    """Register the definitions of every document."""
    names = ((document, modules.of(document.source)) for document in documents)
    scopes = {module: Scope(document, module) for document, module in names}
    for scope in scopes.values():
        _gather_definitions(scope, report)
    return Names(scopes)


def _gather_definitions(scope: Scope, report: Report) -> None:
    check_names("definition", (node.name for node in scope.document.definitions), report)
    for node in scope.document.definitions:
        scope.definitions.setdefault(node.name.text, node)
        reserved = node.name.text in BASE_TYPES and node.name.text not in _MAY_BE_DEFINED
        if reserved and not isinstance(node, syntax.ConstantNode):
            message = f"`{node.name.text}` is a base type"
            label = "a definition needs a name of its own"
            report.add(Diagnostic("base-type-name", message, node.name.span, label))


def check_names(noun: str, names: Iterable[syntax.Identifier], report: Report) -> None:
    """Names that are declared side by side: each once, and without dots."""
    first: dict[str, Span] = {}
    for name in names:
        if "." in name.text:
            message = f"{noun} name `{name.text}` has a dot"
            label = "dots only stand between the parts of a reference"
            report.add(Diagnostic("dotted-name", message, name.span, label))
        if first.setdefault(name.text, name.span) is not name.span:
            report.add(
                Diagnostic(
                    "duplicate-name",
                    f"{noun} `{name.text}` is declared twice",
                    name.span,
                    "each name once",
                    (Related(first[name.text], "first declared here"),),
                )
            )
