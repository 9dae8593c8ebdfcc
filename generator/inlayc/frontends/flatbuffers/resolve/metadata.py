"""Attributes: which are known, and what they are worth."""

from __future__ import annotations

from collections.abc import Iterator

from inlayc.base.diagnostics import Diagnostic, Related
from inlayc.base.source import Span
from inlayc.frontends.flatbuffers import syntax
from inlayc.frontends.flatbuffers.resolve.names import Names
from inlayc.frontends.resolve.report import Report
from inlayc.model.schema import NO_ANNOTATIONS, Annotations

_KNOWN_TO_FLATC = frozenset(
    """
    bit_flags cpp_ptr_type cpp_ptr_type_get cpp_str_flex_ctor cpp_str_type cpp_type csharp_partial
    deprecated flexbuffer force_align hash id idempotent key native_custom_alloc native_default
    native_inline native_type native_type_pack_name nested_flatbuffer offset64 original_order private
    required shared streaming vector64
    """.split()
)
"""Every other attribute is the user's own, and has to be declared: `attribute "name";`."""


def list_attribute_values(metadata: syntax.Metadata) -> Annotations:
    """Attributes with their values as text; one without a value is worth nothing, the empty string."""
    if not metadata:
        return NO_ANNOTATIONS
    return {m.name.text: "" if m.value is None else str(m.value.value) for m in metadata}


def find(metadata: syntax.Metadata, name: str) -> syntax.Metadatum | None:
    return next((metadatum for metadatum in metadata if metadatum.name.text == name), None)


def span_of_value(metadatum: syntax.Metadatum) -> Span:
    return metadatum.name.span if metadatum.value is None else metadatum.value.span


def read_integer(metadatum: syntax.Metadatum) -> int | None:
    """The value as an integer, which flatc also takes in quotes."""
    match metadatum.value:
        case syntax.IntLiteral(value=value):
            return value
        case syntax.StringLiteral(value=text) if text.isascii() and text.isdigit():
            return int(text) if len(text) < len(str(2**64)) else None
        case _:
            return None


def check_metadata(names: Names, report: Report) -> None:
    """Report attributes that are not declared in any connected file, and those given twice."""
    declared: dict[int, set[str]] = {}
    for scope in names.scopes:
        declared.setdefault(scope.group, set()).update(scope.document.attributes)
    for symbol in names.symbols():
        known = _KNOWN_TO_FLATC | declared[symbol.scope.group]
        for metadata in iterate_metadata(symbol.node):
            first: dict[str, Span] = {}
            for metadatum in metadata:
                _check(metadatum, known, report)
                span = first.setdefault(metadatum.name.text, metadatum.name.span)
                if span is not metadatum.name.span:
                    message = f"attribute `{metadatum.name.text}` is given twice"
                    related = (Related(span, "first given here"),)
                    where, label = metadatum.name.span, "each attribute once"
                    report.add(Diagnostic("duplicate-attribute", message, where, label, related))


def _check(metadatum: syntax.Metadatum, known: frozenset[str], report: Report) -> None:
    name = metadatum.name
    if name.text not in known:
        message = f"unknown attribute `{name.text}`"
        label = f'declare an attribute of your own: `attribute "{name.text}";`'
        report.add(
            Diagnostic("unknown-attribute", message, name.span, label), name.text, lambda: known
        )


def iterate_metadata(node: syntax.DefinitionNode) -> Iterator[syntax.Metadata]:
    """The attributes of a definition, and of all that it declares."""
    yield node.metadata
    match node:
        case syntax.TableNode():
            yield from (field.metadata for field in node.fields)
        case syntax.EnumNode():
            yield from (member.metadata for member in node.members)
        case syntax.UnionNode():
            yield from (variant.metadata for variant in node.variants)
        case syntax.ServiceNode():
            yield from (method.metadata for method in node.methods)
