"""Constants and defaults: every literal of a schema becomes a value of its type."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from inlayc.base.diagnostics import Diagnostic, Related
from inlayc.frontends.resolve.annotations import list_annotation_values
from inlayc.frontends.resolve.convert import Converted, Converter
from inlayc.frontends.resolve.graph import walk
from inlayc.frontends.resolve.names import Names, Scope, Symbol
from inlayc.frontends.resolve.report import Candidates, Report
from inlayc.frontends.resolve.types import Types
from inlayc.frontends.resolve.wording import show_type
from inlayc.frontends.text.limits import MAX_NESTING, MAX_VALUES
from inlayc.frontends.thrift import syntax
from inlayc.model.schema import Constant, Field, Named, Type, Value


class Values:
    """Converts literals, and remembers what constants are worth for the types that ask."""

    def __init__(self, types: Types, report: Report) -> None:
        self.types = types
        self._report = report
        self._known: dict[tuple[Named, Type], Converted | None] = {}
        self._origins: dict[Named, _Origin] = {}
        self._broken: set[Named] = set()
        self._total = 0
        self._following = 0

    def of(self, literal: syntax.Literal, type_: Type, scope: Scope) -> Value | None:
        """The literal as a value of a type, or None after a report."""
        before = self._total
        converted = Converter(self.types, self._report.add, self._refer).convert(
            literal, type_, scope
        )
        if converted is None:
            return None
        self._total += converted.size
        if before <= MAX_VALUES < self._total:
            # References can make a small text stand for values without end.
            label = f"at most {MAX_VALUES:,} values in all, with references followed"
            self._report.add(Diagnostic("too-many-values", "too many values", literal.span, label))
        return converted.value if self._total <= MAX_VALUES else None

    def constant(self, symbol: Symbol, node: syntax.ConstantNode) -> tuple[Type, Value] | None:
        """The type and value of a constant; one that has neither is known as broken."""
        type_ = self.types.resolve(node.type, symbol.scope)
        value = None if type_ is None else self.of(node.value, type_, symbol.scope)
        if type_ is None or value is None:
            self._broken.add(symbol.named)
            return None
        return type_, value

    def mark_broken(self, names: Iterable[Named]) -> None:
        """Constants whose mistake has been told: what refers to them is not complained about."""
        self._broken.update(names)

    def with_defaults(
        self, fields: Sequence[Field], nodes: Sequence[syntax.FieldNode], scope: Scope
    ) -> tuple[Field, ...]:
        """The fields with the defaults that their nodes give them."""
        literals = {node.name.span.start: node.default for node in nodes}
        done: list[Field] = []
        for field in fields:
            literal = literals[field.span.start]
            value = None if literal is None else self.of(literal, field.type, scope)
            done.append(field if value is None else replace(field, default=value))
        return tuple(done)

    def _refer(self, name: syntax.Identifier, symbol: Symbol, actual: Type) -> Converted | None:
        """A constant as a value of the type that is expected where it is named."""
        origin = self._origin(symbol)
        if origin is None:
            return None
        converted = self._worth(origin, actual)
        if converted is None:
            message = f"constant `{name.text}` is not of type {show_type(actual)}"
            related = Related(origin.node.value.span, "its value")
            self._report.add(Diagnostic("wrong-type", message, name.span, "", (related,)))
        return converted

    def _refer_quietly(
        self, _name: syntax.Identifier, symbol: Symbol, actual: Type
    ) -> Converted | None:
        origin = self._origin(symbol)
        return None if origin is None else self._worth(origin, actual)

    def _origin(self, symbol: Symbol) -> _Origin | None:
        """The constant that a chain of constants ends at, or None if its mistake has been told."""
        passed: list[Named] = []
        while symbol.named not in self._broken and symbol.named not in self._origins:
            assert isinstance(symbol.node, syntax.ConstantNode)
            passed.append(symbol.named)
            value = symbol.node.value
            target = None
            if isinstance(value, syntax.Identifier):
                target = self.types.names.find(symbol.scope, value.text)
            if target is None or not isinstance(target.node, syntax.ConstantNode):
                origin = _Origin(symbol.named, symbol.node, symbol.scope)
                self._origins[symbol.named] = origin
            else:
                symbol = target
        end = self._origins.get(symbol.named)
        if end is not None:
            self._origins.update(dict.fromkeys(passed, end))
        return None if symbol.named in self._broken else end

    def _worth(self, origin: _Origin, actual: Type) -> Converted | None:
        """The value of a constant for a type, which need not be the type it is declared with."""
        key = origin.named, actual
        if key not in self._known:
            if self._following > MAX_NESTING:
                return None
            self._following += 1
            quiet = Converter(self.types, _ignore, self._refer_quietly)
            self._known[key] = quiet.convert(origin.node.value, actual, origin.scope)
            self._following -= 1
        return self._known[key]


@dataclass(frozen=True, slots=True)
class _Origin:
    named: Named
    node: syntax.ConstantNode
    scope: Scope


def resolve_constants(values: Values, report: Report) -> None:
    """Fill `types.constants`, each after those it refers to."""
    types = values.types
    nodes: dict[Named, tuple[Symbol, syntax.ConstantNode]] = {}
    for symbol in types.names.symbols():
        if isinstance(symbol.node, syntax.ConstantNode):
            nodes[symbol.named] = symbol, symbol.node
    edges = {
        name: list(_references(node.value, symbol.scope, types.names))
        for name, (symbol, node) in nodes.items()
    }
    order, cycles = walk(edges)
    for cycle in cycles:
        values.mark_broken(cycle)
        first = nodes[cycle[0]][1].name
        chain = " -> ".join(part.name for part in [*cycle, cycle[0]])
        message = f"constant `{first.text}` refers to itself"
        report.add(Diagnostic("constant-cycle", message, first.span, chain))
    cyclic = {name for cycle in cycles for name in cycle}
    for name in order:
        symbol, node = nodes[name]
        if name not in cyclic and (constant := values.constant(symbol, node)) is not None:
            type_, value = constant
            types.constants[name] = Constant(
                node.name.text,
                type_,
                value,
                node.name.span,
                node.doc,
                list_annotation_values(node.annotations),
            )


def resolve_defaults(values: Values) -> None:
    """Give the fields of all structs their defaults."""
    types = values.types
    for symbol in types.names.symbols():
        if isinstance(symbol.node, syntax.StructNode):
            struct = types.structs[symbol.named]
            fields = values.with_defaults(struct.fields, symbol.node.fields, symbol.scope)
            types.structs[symbol.named] = replace(struct, fields=fields)


def _references(literal: syntax.Literal, scope: Scope, names: Names) -> Iterator[Named]:
    match literal:
        case syntax.Identifier():
            symbol = names.find(scope, literal.text)
            if symbol is not None and isinstance(symbol.node, syntax.ConstantNode):
                yield symbol.named
        case syntax.ListLiteral():
            for item in literal.items:
                yield from _references(item, scope, names)
        case syntax.MapLiteral():
            for key, value in literal.items:
                yield from _references(key, scope, names)
                yield from _references(value, scope, names)
        case syntax.IntLiteral() | syntax.DoubleLiteral() | syntax.StringLiteral():
            return
        case _:
            assert_never(literal)


def _ignore(_diagnostic: Diagnostic, _name: str, _candidates: Candidates | None) -> None:
    """The mistake is told where the constant is named."""
