"""Structs, unions, exceptions, and the fields that they share with functions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from inlayc.base.diagnostics import Diagnostic, Related
from inlayc.base.source import Span
from inlayc.frontends.resolve.annotations import list_annotation_values
from inlayc.frontends.resolve.names import Scope, check_names
from inlayc.frontends.resolve.report import Report
from inlayc.frontends.resolve.types import Shape, Types
from inlayc.frontends.thrift import syntax
from inlayc.model.schema import Field, Kind, Requiredness, Struct

_I16 = range(-(2**15), 2**15)


def resolve_structs(types: Types, report: Report) -> None:
    """Fill `types.structs` and `types.shapes`; defaults come later, when all types are known."""
    for symbol in types.names.symbols():
        node = symbol.node
        if isinstance(node, syntax.StructNode):
            struct = _struct(node, symbol.scope, types, report)
            types.structs[symbol.named] = struct
            types.shapes[symbol.named] = _shape(node, struct)


def _struct(node: syntax.StructNode, scope: Scope, types: Types, report: Report) -> Struct:
    noun = "variant" if node.kind is Kind.UNION else "field"
    fields = resolve_fields(noun, node.fields, scope, types, report)
    if node.kind is Kind.UNION:
        fields = tuple(_variant(field) for field in fields)
        _check_variant_defaults(node, report)
    return Struct(
        node.kind,
        node.name.text,
        fields,
        node.name.span,
        node.doc,
        list_annotation_values(node.annotations),
        node.visibility,
    )


def _shape(node: syntax.StructNode, struct: Struct) -> Shape:
    known = {field.name: field for field in struct.fields}
    is_required = struct.kind is not Kind.UNION
    return Shape(
        {field.name.text: known.get(field.name.text) for field in node.fields},
        tuple(
            field.name.text
            for field in node.fields
            if is_required and field.requiredness is Requiredness.REQUIRED and field.default is None
        ),
    )


def resolve_fields(
    noun: str, nodes: Sequence[syntax.FieldNode], scope: Scope, types: Types, report: Report
) -> tuple[Field, ...]:
    """The fields whose types are known, without defaults; `noun` is what messages call them."""
    check_names(noun, (node.name for node in nodes), report)
    ids = _field_ids(noun, nodes, report)
    fields: list[Field] = []
    for node, id_ in zip(nodes, ids, strict=True):
        type_ = types.resolve(node.type, scope)
        if type_ is not None:
            fields.append(
                Field(
                    id_,
                    node.name.text,
                    type_,
                    node.requiredness,
                    node.name.span,
                    doc=node.doc,
                    annotations=list_annotation_values(node.annotations),
                    borrowed=node.borrowed,
                )
            )
    return tuple(fields)


def _field_ids(noun: str, nodes: Sequence[syntax.FieldNode], report: Report) -> list[int]:
    """Written ids, and for fields without one -1, -2, ... as the Apache compiler counts them."""
    ids: list[int] = []
    first: dict[int, Span] = {}
    implicit = -1
    for node in nodes:
        id_, span = (implicit, node.name.span) if node.id is None else (node.id.value, node.id.span)
        if id_ not in _I16:
            message = f"{noun} id {id_} does not fit 16 bits"
            label = f"from {_I16.start} to {_I16.stop - 1}"
            report.add(Diagnostic("id-out-of-range", message, span, label))
        elif first.setdefault(id_, span) is not span:
            related = Related(first[id_], "first used here")
            message = f"id {id_} is used twice"
            label = f"each {noun} has an id of its own"
            report.add(Diagnostic("duplicate-id", message, span, label, (related,)))
        if id_ <= 0:
            implicit = id_ - 1
        ids.append(id_)
    return ids


def _variant(field: Field) -> Field:
    """A variant is optional, whatever the text says: only one of them is ever present."""
    return replace(field, requiredness=Requiredness.OPTIONAL)


def _check_variant_defaults(node: syntax.StructNode, report: Report) -> None:
    defaults = [field for field in node.fields if field.default is not None]
    for extra in defaults[1:]:
        assert extra.default is not None
        assert defaults[0].default is not None
        report.add(
            Diagnostic(
                "union-default",
                f"union `{node.name.text}` has a second default",
                extra.default.span,
                "at most one variant has a default",
                (Related(defaults[0].default.span, "the first one"),),
            )
        )
