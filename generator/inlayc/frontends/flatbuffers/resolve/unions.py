"""Unions: what their variants hold, and the tags that tell them apart."""

from __future__ import annotations

from inlayc.base.diagnostics import Diagnostic, Related
from inlayc.base.source import Span
from inlayc.frontends.flatbuffers import syntax
from inlayc.frontends.flatbuffers.resolve.metadata import list_attribute_values
from inlayc.frontends.flatbuffers.resolve.names import BASE_TYPES, Scope
from inlayc.frontends.flatbuffers.resolve.types import Types
from inlayc.frontends.resolve.names import check_names
from inlayc.frontends.resolve.report import Report
from inlayc.model.schema import Base, Field, Kind, Requiredness, Struct, Type

NONE = "NONE"
"""The variant that every union has, with tag 0: nothing."""

_TAGS = range(1, 256)
_WIDE_TAGS = range(1, 2**63)
"""Of a union that is refused for their type, and not for each of them."""


def resolve_unions(types: Types, report: Report) -> None:
    """Put the unions into `types.structs`."""
    for symbol in types.names.symbols():
        node = symbol.node
        if isinstance(node, syntax.UnionNode):
            tags = _TAGS if _has_bytes_for_tags(node, report) else _WIDE_TAGS
            types.structs[symbol.named] = Struct(
                Kind.UNION,
                symbol.name,
                tuple(_variants(node, tags, symbol.scope, types, report)),
                node.name.span,
                node.doc,
                list_attribute_values(node.metadata),
                namespace=node.namespace,
            )


def _has_bytes_for_tags(node: syntax.UnionNode, report: Report) -> bool:
    if node.underlying is None:
        return True
    written = node.underlying
    base = BASE_TYPES.get(written.text) if isinstance(written, syntax.Identifier) else None
    if base is not Base.U8:
        message = f"union with tags of type `{written.span.text}`"
        label = (
            "leave the type out: a tag is a `ubyte` to all readers but flatc's C++ and TypeScript"
        )
        report.add(Diagnostic("union-underlying-type", message, written.span, label))
        return False
    return True


def _variants(
    node: syntax.UnionNode, allowed: range, scope: Scope, types: Types, report: Report
) -> list[Field]:
    check_names("variant", (variant.name for variant in node.variants), report)
    variants: list[Field] = []
    for variant, tag in zip(node.variants, _tags(node, allowed, report), strict=True):
        if variant.name.text == NONE:
            message = "variant `NONE` is declared twice"
            label = "every union has it, with tag 0"
            report.add(Diagnostic("duplicate-name", message, variant.name.span, label))
        type_ = types.resolve(variant.type, node.namespace, scope)
        if type_ is not None and not _may_be_variant(type_, types):
            message = f"`{variant.type.span.text}` in a union"
            label = "a variant is a table, a struct or a string"
            report.add(Diagnostic("variant-type", message, variant.type.span, label))
        if type_ is not None:
            variants.append(
                Field(
                    tag,
                    variant.name.text,
                    type_,
                    Requiredness.OPTIONAL,
                    variant.name.span,
                    doc=variant.doc,
                    annotations=list_attribute_values(variant.metadata),
                )
            )
    return variants


def _may_be_variant(type_: Type, types: Types) -> bool:
    return type_ is Base.STRING or types.is_kind(type_, Kind.TABLE, Kind.FIXED)


def _tags(node: syntax.UnionNode, allowed: range, report: Report) -> list[int]:
    tags: list[int] = []
    first: dict[int, Span] = {}
    implicit = _TAGS.start
    for variant in node.variants:
        tag = implicit if variant.value is None else variant.value.value
        span = variant.name.span if variant.value is None else variant.value.span
        if tag not in allowed:
            message = f"tag {tag} of `{variant.name.text}`"
            label = f"from {_TAGS.start} to {_TAGS.stop - 1}"
            report.add(Diagnostic("tag-out-of-range", message, span, label))
            tag = 0
        elif first.setdefault(tag, span) is not span:
            related = Related(first[tag], "first used here")
            message = f"tag {tag} is used twice"
            label = "each variant has a tag of its own"
            report.add(Diagnostic("duplicate-value", message, span, label, (related,)))
        implicit = tag + 1
        tags.append(tag)
    return tags
