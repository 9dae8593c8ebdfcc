"""Constants and defaults: every literal of a schema becomes a value of its type."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import assert_never

from inlayc.diagnostics import Diagnostic, Related
from inlayc.resolve.convert import Converted, Converter, shown
from inlayc.resolve.graph import walk
from inlayc.resolve.names import Names, Scope, Symbol
from inlayc.resolve.report import Candidates, Report
from inlayc.resolve.types import Types
from inlayc.schema import Constant, Field, Named, Type, Value
from inlayc.thrift import syntax
from inlayc.thrift.limits import MAX_TOKENS


class Values:
    """Converts literals, and remembers what constants are worth for the types that ask."""

    def __init__(self, types: Types, report: Report) -> None:
        self.types = types
        self._report = report
        self._known: dict[tuple[Named, Type], Converted | None] = {}
        self._broken: set[Named] = set()
        self._total = 0

    def of(self, literal: syntax.Literal, type_: Type, scope: Scope) -> Value | None:
        """The literal as a value of a type, or None after a report."""
        before = self._total
        converted = Converter(self.types, self._report.add, self._refer).convert(
            literal, type_, scope
        )
        if converted is None:
            return None
        self._total += converted.size
        if before <= MAX_TOKENS < self._total:
            # References can make a small text stand for values without end.
            label = f"at most {MAX_TOKENS:,} values in all, references followed"
            self._report.add(Diagnostic("too-many-values", "too many values", literal.span, label))
        return converted.value if self._total <= MAX_TOKENS else None

    def constant(self, symbol: Symbol, node: syntax.ConstantNode) -> tuple[Type, Value] | None:
        """The type and value of a constant; one that has neither is known as broken."""
        type_ = self.types.resolve(node.type, symbol.scope)
        value = None if type_ is None else self.of(node.value, type_, symbol.scope)
        if type_ is None or value is None:
            self._broken.add(symbol.named)
            return None
        return type_, value

    def mark_broken(self, name: Named) -> None:
        self._broken.add(name)

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

    def _refer(
        self, name: syntax.Identifier, symbol: Symbol, actual: Type
    ) -> Converted | None:
        """A constant as a value of the type that is expected where it is named."""
        origin = _origin(self.types.names, symbol, self._broken)
        if origin is None:
            return None
        node = origin.node
        assert isinstance(node, syntax.ConstantNode)
        key = origin.named, actual
        if key not in self._known:
            quiet = Converter(self.types, _ignore, self._refer_quietly)
            self._known[key] = quiet.convert(node.value, actual, origin.scope)
        converted = self._known[key]
        if converted is None and name.span.source is not None:
            message = f"constant `{name.text}` is no {shown(actual)}"
            label = f"expected {shown(actual)}"
            related = Related(node.value.span, "its value")
            self._report.add(Diagnostic("wrong-type", message, name.span, label, (related,)))
        return converted
