"""Enums: the integer type they are of, and the values of their members."""

from __future__ import annotations

from inlayc.base.diagnostics import Diagnostic, Related
from inlayc.base.source import Span
from inlayc.frontends.flatbuffers import syntax
from inlayc.frontends.flatbuffers.resolve.metadata import find, list_attribute_values
from inlayc.frontends.flatbuffers.resolve.names import BASE_TYPES
from inlayc.frontends.flatbuffers.resolve.types import Types
from inlayc.frontends.resolve.names import check_names
from inlayc.frontends.resolve.report import Report
from inlayc.model.schema import Base, Enumeration, EnumMember

INTEGERS = {
    **{Base(f"i{bits}"): range(-(1 << bits - 1), 1 << bits - 1) for bits in (8, 16, 32, 64)},
    **{Base(f"u{bits}"): range(1 << bits) for bits in (8, 16, 32, 64)},
}


def resolve_enums(types: Types, report: Report) -> None:
    """Fill `types.enums`, and what looks their members up."""
    for symbol in types.names.symbols():
        node = symbol.node
        if isinstance(node, syntax.EnumNode):
            enum = _enum(node, symbol.name, report)
            types.enums[symbol.named] = enum
            types.members[symbol.named] = {member.name: member.value for member in enum.members}
            types.numbers[symbol.named] = frozenset(member.value for member in enum.members)


def _enum(node: syntax.EnumNode, name: str, report: Report) -> Enumeration:
    check_names("enum value", (member.name for member in node.members), report)
    underlying = _underlying(node, report)
    bit_flags = find(node.metadata, "bit_flags") is not None
    values = _values(node, underlying, bit_flags, report)
    if (force_align := find(node.metadata, "force_align")) is not None:
        message = "`force_align` on an enum"
        label = "an enum is aligned as its underlying type is"
        report.add(Diagnostic("force-align", message, force_align.name.span, label))
    members = [
        EnumMember(
            member.name.text,
            value,
            member.name.span,
            member.doc,
            list_attribute_values(member.metadata),
        )
        for member, value in zip(node.members, values, strict=True)
    ]
    if not members:  # flatc gives it one, so that it has a default
        members = [EnumMember("NONE", 1 if bit_flags else 0, node.name.span)]
    return Enumeration(
        name,
        tuple(members),
        node.name.span,
        node.doc,
        list_attribute_values(node.metadata),
        underlying=underlying or Base.I32,
        bit_flags=bit_flags,
        namespace=node.namespace,
    )


def _underlying(node: syntax.EnumNode, report: Report) -> Base | None:
    name = node.name.text
    if node.underlying is None:
        message = f"enum `{name}` has no underlying type"
        label = f"write it after the name: `enum {name} : int`"
        report.add(Diagnostic("missing-underlying-type", message, node.name.span, label))
        return None
    if isinstance(node.underlying, syntax.Identifier):
        base = BASE_TYPES.get(node.underlying.text)
        if base in INTEGERS:
            return base
    message = f"`{node.underlying.span.text}` is not an integer type"
    label = "one of `byte`, `ubyte`, `short`, `ushort`, `int`, `uint`, `long`, `ulong`"
    report.add(Diagnostic("underlying-type", message, node.underlying.span, label))
    return None


def _values(
    node: syntax.EnumNode, underlying: Base | None, bit_flags: bool, report: Report
) -> list[int]:
    allowed = INTEGERS.get(underlying or Base.I64, range(0))
    if bit_flags:
        allowed = range(allowed.stop.bit_length() - 1)
    values: list[int] = []
    first: dict[int, Span] = {}
    implicit = 0
    for member in node.members:
        value = implicit if member.value is None else member.value.value
        span = member.name.span if member.value is None else member.value.span
        if value in allowed:
            if first.setdefault(value, span) is not span:
                related = Related(first[value], "first used here")
                message = f"value {value} is used twice"
                label = "each member has a value of its own"
                report.add(Diagnostic("duplicate-value", message, span, label, (related,)))
        elif underlying is not None:
            assert node.underlying is not None
            what = f"bit {value}" if bit_flags else f"value {value}"
            message = f"{what} of `{member.name.text}` does not fit `{node.underlying.span.text}`"
            label = f"from {allowed.start} to {allowed.stop - 1}"
            report.add(Diagnostic("enum-value-out-of-range", message, span, label))
        if value not in allowed:
            value = allowed.start  # so that what follows is not out of range because of this one
        implicit = value + 1
        values.append(1 << value if bit_flags else value)
    return values
