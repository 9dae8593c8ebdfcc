"""Types of syntax nodes as text, to compare them with."""

from __future__ import annotations

from inlayc.frontends.thrift import syntax


def type_text(node: syntax.TypeNode) -> str:
    match node:
        case syntax.TypeName():
            return node.name
        case syntax.ListType():
            return f"list<{type_text(node.element)}>"
        case syntax.SetType():
            return f"set<{type_text(node.element)}>"
        case syntax.MapType():
            return f"map<{type_text(node.key)}, {type_text(node.value)}>"
        case syntax.UnitType():
            return "unit"
