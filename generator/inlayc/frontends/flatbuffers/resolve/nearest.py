"""What a name means that several of the enclosing namespaces define: what flatc takes.

flatc reads once. Of what it has read, the nearest enum or union is meant, else the nearest table or struct; if it
has read none of them, what comes first after the name. So that everybody's bytes mean the same, so it is here.
"""

from __future__ import annotations

from collections.abc import Sequence

from inlayc.frontends.flatbuffers import syntax
from inlayc.frontends.flatbuffers.resolve.names import Scope, Symbol


def of_flatc(
    candidates: Sequence[Symbol], name: syntax.Identifier, scope: Scope, *, as_root: bool
) -> Symbol:
    """One of several types, of which the nearest comes first. A root type is looked for by its full name first."""
    here = (scope.position, name.span.start)
    known = [symbol for symbol in candidates if _place(symbol) < here]
    if as_root:
        return next((symbol for symbol in known if symbol.full_name == name.text), candidates[0])
    enums = [s for s in known if isinstance(s.node, syntax.EnumNode | syntax.UnionNode)]
    if known:
        return (enums or known)[0]
    if "." in name.text:  # kept by flatc as a full name, until it is defined
        return next((s for s in candidates if s.full_name == name.text), candidates[0])
    return min(candidates, key=_place)


def _place(symbol: Symbol) -> tuple[int, int]:
    return symbol.scope.position, symbol.node.name.span.start
