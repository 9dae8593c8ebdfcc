"""Enums: the values of their members."""

from __future__ import annotations

from inlayc.base.diagnostics import Diagnostic
from inlayc.frontends.resolve.annotations import list_annotation_values
from inlayc.frontends.resolve.names import check_names
from inlayc.frontends.resolve.report import Report
from inlayc.frontends.resolve.types import Types
from inlayc.frontends.thrift import syntax
from inlayc.model.schema import Enumeration, EnumMember

I32 = range(-(2**31), 2**31)


def resolve_enums(types: Types, report: Report) -> None:
    """Fill `types.enums`, and what looks their members up."""
    for symbol in types.names.symbols():
        node = symbol.node
        if isinstance(node, syntax.EnumNode):
            enum = _enum(node, report)
            types.enums[symbol.named] = enum
            types.members[symbol.named] = {member.name: member.value for member in enum.members}
            types.numbers[symbol.named] = frozenset(member.value for member in enum.members)


def _enum(node: syntax.EnumNode, report: Report) -> Enumeration:
    check_names("enum value", (member.name for member in node.members), report)
    members: list[EnumMember] = []
    implicit = 0
    for member in node.members:
        value = implicit if member.value is None else member.value.value
        if value not in I32:
            span = member.name.span if member.value is None else member.value.span
            message = f"value {value} of `{member.name.text}` does not fit 32 bits"
            label = f"from {I32.start} to {I32.stop - 1}"
            report.add(Diagnostic("enum-value-out-of-range", message, span, label))
            value = 0  # so that what follows is not out of range because of this one
        implicit = value + 1
        members.append(
            EnumMember(
                member.name.text,
                value,
                member.name.span,
                member.doc,
                list_annotation_values(member.annotations),
            )
        )
    return Enumeration(
        node.name.text,
        tuple(members),
        node.name.span,
        node.doc,
        list_annotation_values(node.annotations),
        node.visibility,
    )
