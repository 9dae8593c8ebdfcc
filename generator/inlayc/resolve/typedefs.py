"""Typedefs: what each stands for, and that none stands for itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from inlayc.diagnostics import Diagnostic
from inlayc.resolve.annotations import annotation_values
from inlayc.resolve.graph import walk
from inlayc.resolve.names import Symbol
from inlayc.resolve.report import Report
from inlayc.resolve.types import Types
from inlayc.schema import Base, ListOf, MapOf, Named, SetOf, Type, Typedef, Unit
from inlayc.thrift import syntax
from inlayc.thrift.limits import MAX_NESTING


def resolve_typedefs(types: Types, report: Report) -> None:
    """Fill `types.typedefs`; one that is part of a cycle is reported and left out."""
    found: dict[Named, tuple[Symbol, syntax.TypedefNode, Type]] = {}
    for symbol in types.names.symbols():
        node = symbol.node
        if isinstance(node, syntax.TypedefNode):
            target = types.resolve(node.type, symbol.scope)
            if target is not None:
                found[symbol.named] = symbol, node, target
    order, cycles = walk({name: list(_mentioned(target)) for name, (_, _, target) in found.items()})
    cyclic = {name for cycle in cycles for name in cycle}
    for cycle in cycles:
        first = found[cycle[0]][1].name
        chain = " -> ".join(part.name for part in [*cycle, cycle[0]])
        message = f"typedef `{first.text}` stands for itself"
        report.add(Diagnostic("typedef-cycle", message, first.span, chain))
    depths: dict[Named, int] = {}
    for name in order:
        _, node, target = found[name]
        depths[name] = _depth(target, depths)
        if name in cyclic or depths[name] > MAX_NESTING:
            if depths[name] == MAX_NESTING + 1:
                label = f"at most {MAX_NESTING} levels of containers, typedefs included"
                report.add(Diagnostic("type-too-deep", "type is too deep", node.type.span, label))
            continue
        types.typedefs[name] = Typedef(
            node.name.text, target, node.name.span, node.doc, annotation_values(node.annotations)
        )


def _mentioned(type_: Type) -> Iterator[Named]:
    match type_:
        case Named():
            yield type_
        case ListOf() | SetOf():
            yield from _mentioned(type_.element)
        case MapOf():
            yield from _mentioned(type_.key)
            yield from _mentioned(type_.value)
        case Base() | Unit():
            return
        case _:
            assert_never(type_)


def _depth(type_: Type, depths: dict[Named, int]) -> int:
    """How many containers lie inside each other, seen through typedefs."""
    match type_:
        case Named():
            return depths.get(type_, 0)
        case ListOf() | SetOf():
            return 1 + _depth(type_.element, depths)
        case MapOf():
            return 1 + max(_depth(type_.key, depths), _depth(type_.value, depths))
        case Base() | Unit():
            return 0
        case _:
            assert_never(type_)
