"""Tables and fixed structs: their fields with types, slots, presence and defaults."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from inlayc.base.diagnostics import Diagnostic, Related
from inlayc.frontends.flatbuffers import syntax
from inlayc.frontends.flatbuffers.resolve.defaults import Defaults, is_null
from inlayc.frontends.flatbuffers.resolve.fields import FieldChecks, Place, key_of
from inlayc.frontends.flatbuffers.resolve.metadata import find, list_attribute_values
from inlayc.frontends.flatbuffers.resolve.names import Scope, Symbol
from inlayc.frontends.flatbuffers.resolve.slots import assign_slots
from inlayc.frontends.flatbuffers.resolve.tolerances import BYTES
from inlayc.frontends.flatbuffers.resolve.types import Types
from inlayc.frontends.resolve.names import check_names
from inlayc.frontends.resolve.report import Report
from inlayc.model.schema import (
    ArrayOf,
    Base,
    EnumValue,
    Field,
    Kind,
    Requiredness,
    Struct,
    Type,
    Value,
)


def resolve_tables(types: Types, report: Report) -> None:
    """Put tables and fixed structs into `types.structs`; the latter are not laid out yet."""
    reading = _Reading(types, report)
    for symbol in types.names.symbols():
        node = symbol.node
        if isinstance(node, syntax.TableNode):
            types.structs[symbol.named] = reading.table(node, symbol)


class _Reading:
    def __init__(self, types: Types, report: Report) -> None:
        self._types = types
        self._report = report
        self._defaults = Defaults(types, report)
        self._checks = FieldChecks(types, report)

    def table(self, node: syntax.TableNode, symbol: Symbol) -> Struct:
        scope = symbol.scope
        check_names("field", (field.name for field in node.fields), self._report)
        fields = self._table(node, scope) if node.kind is Kind.TABLE else self._fixed(node, scope)
        return Struct(
            node.kind,
            symbol.name,
            tuple(fields),
            node.name.span,
            node.doc,
            list_attribute_values(node.metadata),
            namespace=node.namespace,
        )

    def _table(self, node: syntax.TableNode, scope: Scope) -> Iterator[Field]:
        types = [self._in_table(field, node, scope) for field in node.fields]
        self._check_tag_names(node, types)
        widths = [
            None if type_ is None else 2 if self._types.has_tags(type_) else 1 for type_ in types
        ]
        slots = assign_slots(node, widths, self._report)
        key = key_of(node)
        for field, type_, slot in zip(node.fields, types, slots, strict=True):
            if type_ is not None:
                self._checks.check(Place(field, type_, node, scope, key))
                requiredness, default = self._presence(field, type_)
                yield _field(field, type_, slot, requiredness, default)

    def _in_table(
        self, field: syntax.FieldNode, node: syntax.TableNode, scope: Scope
    ) -> Type | None:
        type_ = self._types.resolve(field.type, node.namespace, scope)
        if isinstance(type_, ArrayOf):
            message = "array in a table"
            label = "arrays of a fixed length are for structs; a table has vectors"
            self._report.add(Diagnostic("array-in-table", message, field.type.span, label))
            return None
        if type_ is Base.STRING and find(field.metadata, BYTES) is not None:
            return Base.BINARY
        return type_

    def _presence(self, field: syntax.FieldNode, type_: Type) -> tuple[Requiredness, Value | None]:
        """Whether a field may be absent, and what it is worth then."""
        is_key = find(field.metadata, "key") is not None
        if self._types.is_scalar(type_):
            if is_null(field.default):
                if is_key:
                    assert field.default is not None
                    message = "a key is never absent"
                    diagnostic = Diagnostic(
                        "optional-key", message, field.default.span, "expected a value"
                    )
                    self._report.add(diagnostic)
                return Requiredness.OPTIONAL, None
            if field.default is None:
                return Requiredness.DEFAULT, self._defaults.zero(field, type_)
        value = None if field.default is None else self._defaults.value(field.default, type_)
        is_required = find(field.metadata, "required") is not None
        if is_required or (is_key and type_ is Base.STRING):
            # Writers that flatc makes leave a deprecated field out, and no verifier of theirs asks for it.
            is_gone = find(field.metadata, "deprecated") is not None
            return Requiredness.OPTIONAL if is_gone else Requiredness.REQUIRED, None
        has_default = field.default is not None
        return Requiredness.DEFAULT if has_default else Requiredness.OPTIONAL, value

    def _fixed(self, node: syntax.TableNode, scope: Scope) -> Iterator[Field]:
        key = key_of(node)
        for position, field in enumerate(node.fields):
            type_ = self._types.resolve(field.type, node.namespace, scope)
            if type_ is None:
                continue
            element = type_.element if isinstance(type_, ArrayOf) else type_
            if not self._types.is_scalar(element) and not self._types.is_kind(element, Kind.FIXED):
                message = f"`{field.type.span.text}` in a struct"
                label = "a struct holds scalars, enums, structs, and arrays of them"
                self._report.add(Diagnostic("struct-field", message, field.type.span, label))
            if field.default is not None and not self._is_zero(field.default, type_):
                message = f"struct field `{field.name.text}` has a default"
                label = "the fields of a struct are always there"
                self._report.add(Diagnostic("struct-default", message, field.default.span, label))
            self._checks.check(Place(field, type_, node, scope, key))
            yield _field(field, type_, position, Requiredness.REQUIRED, None)

    def _is_zero(self, literal: syntax.Literal, type_: Type) -> bool:
        """What is there anyhow, and flatc lets pass: `= 0`, `= false`, and the member of an enum that is 0."""
        if is_null(literal) or isinstance(literal, syntax.DoubleLiteral):
            return False
        value = self._defaults.value(literal, type_) if self._types.is_scalar(type_) else 1
        return value is None or (value.value if isinstance(value, EnumValue) else value) == 0

    def _check_tag_names(self, node: syntax.TableNode, types: Sequence[Type | None]) -> None:
        """The tags of a union are a field of their own, whose name flatc makes up."""
        names = {field.name.text: field.name.span for field in node.fields}
        for field, type_ in zip(node.fields, types, strict=True):
            taken = names.get(f"{field.name.text}_type")
            if taken is not None and self._types.has_tags(type_):
                message = f"field `{field.name.text}_type` is declared twice"
                label = "the tags of a union have this name"
                related = (Related(field.name.span, "the union"),)
                self._report.add(Diagnostic("duplicate-name", message, taken, label, related))


def _field(
    node: syntax.FieldNode, type_: Type, id_: int, requiredness: Requiredness, value: Value | None
) -> Field:
    return Field(
        id_,
        node.name.text,
        type_,
        requiredness,
        node.name.span,
        value,
        node.doc,
        list_attribute_values(node.metadata),
    )
