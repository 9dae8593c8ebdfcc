"""Typedefs: what each stands for, and that none stands for itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import assert_never

from inlayc.base.diagnostics import Diagnostic
from inlayc.frontends.resolve.annotations import list_annotation_values
from inlayc.frontends.resolve.graph import walk
from inlayc.frontends.resolve.names import Symbol
from inlayc.frontends.resolve.report import Report
from inlayc.frontends.resolve.types import Types
from inlayc.frontends.text.limits import MAX_NESTING
from inlayc.frontends.thrift import syntax
from inlayc.model.schema import ArrayOf, Base, ListOf, MapOf, Named, SetOf, Type, Typedef, Unit

_MAX_PARTS = 1_000


@dataclass(frozen=True, slots=True)
class _Measure:
    """How deep a type nests and of how many types it is made, when typedefs are written out.

    What follows a typedef may write it out, and a chain of them can stand for more than fits.
    """

    depth: int
    parts: int

    @property
    def within_limits(self) -> bool:
        return self.depth <= MAX_NESTING and self.parts <= _MAX_PARTS


def resolve_typedefs(types: Types, report: Report) -> None:
    """Fill `types.typedefs`; one that is part of a cycle is reported and left out."""
    typedefs: dict[Named, tuple[Symbol, syntax.TypedefNode, Type]] = {}
    for symbol in types.names.symbols():
        node = symbol.node
        if isinstance(node, syntax.TypedefNode):
            target = types.resolve(node.type, symbol.scope)
            if target is not None:
                typedefs[symbol.named] = symbol, node, target
    order, cycles = walk(
        {name: list(_mentioned(target)) for name, (_, _, target) in typedefs.items()}
    )
    cyclic = {name for cycle in cycles for name in cycle}
    for cycle in cycles:
        first = typedefs[cycle[0]][1].name
        chain = " -> ".join(part.name for part in [*cycle, cycle[0]])
        message = f"typedef `{first.text}` stands for itself"
        report.add(Diagnostic("typedef-cycle", message, first.span, chain))
    measures: dict[Named, _Measure] = {}
    for name in order:
        _, node, target = typedefs[name]
        measure = measures[name] = _measure(target, measures)
        if measure.within_limits and name not in cyclic:
            types.typedefs[name] = Typedef(
                node.name.text,
                target,
                node.name.span,
                node.doc,
                list_annotation_values(node.annotations),
            )
        elif name not in cyclic and _all_within_limits(target, measures):
            label = f"at most {MAX_NESTING} levels and {_MAX_PARTS} types, with typedefs followed"
            report.add(Diagnostic("type-too-large", "type is too large", node.type.span, label))


def _mentioned(type_: Type) -> Iterator[Named]:
    match type_:
        case Named():
            yield type_
        case ListOf() | ArrayOf() | SetOf():
            yield from _mentioned(type_.element)
        case MapOf():
            yield from _mentioned(type_.key)
            yield from _mentioned(type_.value)
        case Base() | Unit():
            return
        case _:
            assert_never(type_)


def _measure(type_: Type, measures: Mapping[Named, _Measure]) -> _Measure:
    match type_:
        case Named():
            return measures.get(type_, _Measure(0, 1))
        case ListOf() | ArrayOf() | SetOf():
            return _around(_measure(type_.element, measures))
        case MapOf():
            return _around(_measure(type_.key, measures), _measure(type_.value, measures))
        case Base() | Unit():
            return _Measure(0, 1)
        case _:
            assert_never(type_)


def _around(*inner: _Measure) -> _Measure:
    parts = min(1 + sum(part.parts for part in inner), _MAX_PARTS + 1)  # a count that cannot grow
    return _Measure(1 + max(part.depth for part in inner), parts)


def _all_within_limits(type_: Type, measures: Mapping[Named, _Measure]) -> bool:
    """Whether a type is the first that is too large, and not so because of another."""
    parts = (measures.get(name) for name in _mentioned(type_))
    return all(measure is None or measure.within_limits for measure in parts)
