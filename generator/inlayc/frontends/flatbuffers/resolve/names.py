"""Gathering: which file defines which name, and what a name means in a namespace of a file.

Files that include each other, directly or not, share their names, as they do in flatc: a file may use what
the one that includes it defines, or another one that is included beside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from inlayc.base.diagnostics import Diagnostic, Related
from inlayc.frontends.flatbuffers import syntax
from inlayc.frontends.flatbuffers.resolve.same_names import names_in_file, qualify
from inlayc.frontends.modules import Modules
from inlayc.frontends.resolve.graph import walk
from inlayc.frontends.resolve.report import Report
from inlayc.model.schema import Base, Named

_BY_BASE = {
    Base.BOOL: ("bool",),
    Base.I8: ("byte", "int8"),
    Base.U8: ("ubyte", "uint8"),
    Base.I16: ("short", "int16"),
    Base.U16: ("ushort", "uint16"),
    Base.I32: ("int", "int32"),
    Base.U32: ("uint", "uint32"),
    Base.I64: ("long", "int64"),
    Base.U64: ("ulong", "uint64"),
    Base.FLOAT: ("float", "float32"),
    Base.DOUBLE: ("double", "float64"),
    Base.STRING: ("string",),
}
BASE_TYPES = {name: base for base, names in _BY_BASE.items() for name in names}


@dataclass(slots=True)
class Scope:
    """One file. `position` is where it comes when included files come first; `sees` are the positions,
    as bits, of the files that it includes, itself among them; `group` is one number for all files that
    are connected by includes."""

    document: syntax.Document
    module: str
    includes: list[Scope] = field(default_factory=list["Scope"])
    position: int = 0
    sees: int = 0
    group: int = 0
    symbols: list[Symbol] = field(default_factory=list["Symbol"])
    """Its definitions, in the order of the text."""


@dataclass(frozen=True, slots=True)
class Symbol:
    """A definition, the file it stands in, and the name that is its alone there."""

    scope: Scope
    node: syntax.DefinitionNode
    name: str

    @property
    def named(self) -> Named:
        return Named(self.scope.module, self.name)

    @property
    def full_name(self) -> str:
        return qualify(self.node.namespace, self.node.name.text)


@dataclass(frozen=True, slots=True)
class Names:
    """All scopes, included ones first, and the definitions by name."""

    scopes: tuple[Scope, ...]
    _full: dict[str, list[Symbol]] = field(default_factory=dict[str, list[Symbol]])
    _named: dict[Named, Symbol] = field(default_factory=dict[Named, Symbol])

    def __getitem__(self, name: Named) -> Symbol:
        return self._named[name]

    def bears_its_name(self, symbol: Symbol) -> bool:
        """Whether no other definition of its file has the name, which would have been reported."""
        return self._named[symbol.named] is symbol

    def candidates(self, path: str, namespace: str, scope: Scope) -> list[Symbol]:
        """What a name may mean in a namespace of a file; the definition that is nearest comes first."""
        candidates: list[Symbol] = []
        for prefix in list_enclosing(namespace):
            symbol = self._visible(qualify(prefix, path), scope)
            if symbol is not None:
                candidates.append(symbol)
        return candidates

    def symbols(self) -> Iterator[Symbol]:
        """Every definition that bears its name, file by file."""
        return iter(self._named.values())

    def names(self, namespace: str, scope: Scope) -> Iterator[str]:
        """The names that mean something in a namespace of a file, as they would be written there."""
        for full_name in self._full:
            if self._visible(full_name, scope) is not None:
                yield full_name.removeprefix(f"{namespace}.") if namespace else full_name

    def add(self, symbol: Symbol, report: Report) -> None:
        first = self._named.setdefault(symbol.named, symbol)
        if first is not symbol:
            report.add(_declared_twice(symbol, first))
            return
        self._full.setdefault(symbol.full_name, []).append(symbol)

    def check_files(self, report: Report) -> None:
        """Report names of which one file sees two definitions."""
        for symbols in self._full.values():
            if len(symbols) > 1:
                by_bit = {1 << symbol.scope.position: symbol for symbol in symbols}
                twice: dict[int, Symbol] = {}
                for scope in self.scopes:
                    seen = [by_bit[bit] for bit in by_bit if scope.sees & bit]
                    twice.update((symbol.scope.position, seen[0]) for symbol in seen[1:])
                for position, first in twice.items():
                    report.add(_declared_twice(by_bit[1 << position], first))

    def _visible(self, full_name: str, scope: Scope) -> Symbol | None:
        symbols = self._full.get(full_name, ())
        connected = [symbol for symbol in symbols if symbol.scope.group == scope.group]
        included = (s for s in connected if scope.sees >> s.scope.position & 1)
        return next(included, connected[0] if connected else None)


def gather(documents: Sequence[syntax.Document], modules: Modules, report: Report) -> Names:
    """Register the definitions of every document."""
    called = ((document, modules.of(document.source)) for document in documents)
    scopes = {module: Scope(document, module) for document, module in called}
    names = Names(tuple(_linked(scopes, modules, report)))
    for scope in names.scopes:
        own_names = names_in_file(scope.document)
        for node, name in zip(scope.document.definitions, own_names, strict=True):
            symbol = Symbol(scope, node, name)
            scope.symbols.append(symbol)
            names.add(symbol, report)
            if node.name.text in BASE_TYPES:
                message = f"`{node.name.text}` is a base type"
                label = "a definition needs a name of its own"
                report.add(Diagnostic("base-type-name", message, node.name.span, label))
    names.check_files(report)
    return names


def _linked(scopes: Mapping[str, Scope], modules: Modules, report: Report) -> list[Scope]:
    """The scopes, included ones first; they may include each other in circles."""
    for scope in scopes.values():
        for include in scope.document.includes:
            module = modules.included(scope.document.source, include.path)
            if module is not None:
                scope.includes.append(scopes[module])
            else:
                message = f"cannot find `{include.path}`"
                label = "no such file was given"
                report.add(Diagnostic("include-not-found", message, include.span, label))
    edges = {module: [i.module for i in scope.includes] for module, scope in scopes.items()}
    order = [scopes[module] for module in walk(edges)[0]]
    for position, scope in enumerate(order):
        scope.position = scope.group = position
        scope.sees = 1 << position
    changing = True
    while changing:
        changing = False
        for scope in order:
            for included in scope.includes:
                before = scope.sees, scope.group, included.group
                scope.sees |= included.sees
                scope.group = included.group = min(scope.group, included.group)
                changing = changing or before != (scope.sees, scope.group, included.group)
    return order


@lru_cache(maxsize=8)
def list_enclosing(namespace: str) -> tuple[str, ...]:
    """The namespace, those around it, and the one without a name."""
    parts = namespace.split(".") if namespace else []
    return *(".".join(parts[:count]) for count in range(len(parts), 0, -1)), ""


def _declared_twice(symbol: Symbol, first: Symbol) -> Diagnostic:
    return Diagnostic(
        "duplicate-name",
        f"definition `{symbol.full_name}` is declared twice",
        symbol.node.name.span,
        "each name once",
        (Related(first.node.name.span, "first declared here"),),
    )
