"""Which Thrift field a slot stands for, as attributes say it: checked, and put into the model.

    table KeyValue (inlay_thrift: "parquet.KeyValue") {
      key: string;
      val: string (inlay_thrift: "value");
    }

Every slot of such a table stands for a field, or says that code fills it. `docs/conversion.md` has the attributes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from inlayc.base.diagnostics import Diagnostic, Related
from inlayc.base.source import Span
from inlayc.frontends.flatbuffers import syntax
from inlayc.frontends.flatbuffers.resolve.convertible import Convertible
from inlayc.frontends.flatbuffers.resolve.counterpart_names import (
    ABSENT,
    CARRIED,
    COMPUTED,
    EMPTY,
    EXPLICIT,
    THRIFT,
    UNRECOGNIZED,
    ZERO,
)
from inlayc.frontends.flatbuffers.resolve.generated_tables import Declared
from inlayc.frontends.flatbuffers.resolve.metadata import find, span_of_value
from inlayc.frontends.flatbuffers.resolve.names import Symbol
from inlayc.frontends.flatbuffers.resolve.thrift_facts import ThriftFacts, read_thrift_facts
from inlayc.frontends.flatbuffers.resolve.types import Types
from inlayc.frontends.resolve.report import Report
from inlayc.model.idl_text import text_of_type
from inlayc.model.schema import (
    Base,
    Correspondence,
    Counterpart,
    EnumValue,
    Field,
    Kind,
    ListOf,
    Named,
    Requiredness,
    Schema,
    Struct,
)


def resolve_counterparts(types: Types, others: Schema | None, report: Report) -> None:
    """Give tables and unions that stand for something in Thrift their `correspondence`."""
    declaring = [
        symbol
        for symbol in types.names.symbols()
        if isinstance(symbol.node, syntax.TableNode | syntax.UnionNode)
        and find(symbol.node.metadata, THRIFT) is not None
    ]
    if not declaring:
        return
    reading = _Reading(types, read_thrift_facts(others), report)
    for symbol in declaring:
        reading.stand_for(symbol)
    for symbol in declaring:
        correspondence = reading.correspondence(symbol)
        if correspondence is not None:
            struct = types.structs[symbol.named]
            types.structs[symbol.named] = replace(struct, correspondence=correspondence)


class _Reading:
    def __init__(self, types: Types, facts: ThriftFacts, report: Report) -> None:
        self._types = types
        self._facts = facts
        self._report = report
        self._stand_for: dict[Named, tuple[Named, ...]] = {}
        self._taken: dict[tuple[str, Named, str], Span] = {}
        self._convertible = Convertible(types, facts, self._stand_for)

    def stand_for(self, symbol: Symbol) -> None:
        """What a table or union stands for; nothing after a report."""
        metadatum = find(symbol.node.metadata, THRIFT)
        assert metadatum is not None
        is_union = isinstance(symbol.node, syntax.UnionNode)
        known = self._facts.unions if is_union else self._facts.structs
        names: list[Named] = []
        for text in _text(metadatum).split(","):
            module, _, last = text.strip().rpartition(".")
            name = Named(module, last)
            if name not in known:
                self._unknown(metadatum, name, known, is_union=is_union)
                return
            names.append(name)
        self._stand_for[symbol.named] = tuple(names)

    def _unknown(
        self,
        metadatum: syntax.Metadatum,
        name: Named,
        known: Collection[Named],
        *,
        is_union: bool,
    ) -> None:
        word = "union" if is_union else "struct"
        text = f"{name.module}.{name.name}"
        if not name.module:
            message, label = f"not the name of a Thrift {word}", f"expected `module.{word.title()}`"
        elif name.module not in self._facts.modules:
            message = f"unknown module `{name.module}`"
            label = "neither compiled together with this file nor in the installed parquet_format"
        else:
            message, label = f"`{name.module}` has no {word} `{name.name}`", f"expected a {word}"
        candidates = [f"{each.module}.{each.name}" for each in known]
        diagnostic = Diagnostic("counterpart", message, span_of_value(metadatum), label)
        self._report.add(diagnostic, text, lambda: candidates)

    def correspondence(self, symbol: Symbol) -> Correspondence | None:
        names = self._stand_for.get(symbol.named)
        if names is None:
            return None
        shown = tuple(f"{name.module}.{name.name}" for name in names)
        struct, node = self._types.structs[symbol.named], symbol.node
        if isinstance(node, syntax.UnionNode):
            counterparts = tuple(self._variants(struct, names[0], symbol))
            return Correspondence(shown, counterparts, self._unrecognized(struct))
        assert isinstance(node, syntax.TableNode)
        nodes = {field.name.text: field for field in node.fields}
        explicit = dict(self._explicit(node, struct))
        counterparts = tuple(
            counterpart
            for field in struct.fields
            if not _is_carried(field)
            for counterpart in self._counterpart(field, nodes[field.name], symbol, names, explicit)
        )
        return Correspondence(shown, counterparts)

    # Slots

    def _explicit(self, node: syntax.TableNode, struct: Struct) -> Iterator[tuple[str, str]]:
        """The slots whose zero is meant, each with the slot that says so."""
        fields = {field.name: field for field in struct.fields}
        zero = [
            field.name.text
            for field in node.fields
            if (absent := find(field.metadata, ABSENT)) is not None and _text(absent) == ZERO
        ]
        for field in node.fields:
            explicit = find(field.metadata, EXPLICIT)
            resolved = fields.get(field.name.text)
            if explicit is None or resolved is None:
                continue
            text = _text(explicit)
            if resolved.type is not Base.BOOL or resolved.default is not False:
                self._misplaced(explicit, "only a `bool` that is false by default")
            elif text not in zero:
                message = f'`{text}` is not a slot with `{ABSENT}: "{ZERO}"`'
                label = "expected the slot whose zero is meant"
                diagnostic = Diagnostic("counterpart", message, span_of_value(explicit), label)
                self._report.add(diagnostic, text, lambda: zero)
            else:
                yield text, field.name.text

    def _counterpart(
        self,
        field: Field,
        node: syntax.FieldNode,
        symbol: Symbol,
        names: tuple[Named, ...],
        explicit: dict[str, str],
    ) -> Iterator[Counterpart]:
        given = find(node.metadata, THRIFT)
        if find(node.metadata, EXPLICIT) is not None:
            return
        if isinstance(field.type, Named) and self._stand_for.get(field.type) == names:
            yield Counterpart(field.name)
            return
        wanted = field.name if given is None else _text(given)
        span = node.name.span if given is None else span_of_value(given)
        is_computed = find(node.metadata, COMPUTED) is not None
        for name in names:
            declared = self._facts.structs[name].get(wanted)
            if declared is None:
                if given is not None or not is_computed:
                    self._no_such_field(name, wanted, field, span, is_given=given is not None)
                    return
                continue
            self._take((symbol.scope.module, name, wanted), span)
            if not is_computed and not self._fits(field, node, declared, span):
                return
        if not is_computed:
            absent = find(node.metadata, ABSENT)
            rule = "" if absent is None else _text(absent)
            yield Counterpart(
                field.name, wanted, rule == ZERO, rule == EMPTY, explicit.get(field.name, "")
            )

    def _no_such_field(
        self, name: Named, wanted: str, field: Field, span: Span, *, is_given: bool
    ) -> None:
        struct = f"{name.module}.{name.name}"
        if is_given:
            message, label = f"`{struct}` has no field `{wanted}`", "expected one of its fields"
        else:
            message = f"slot `{field.name}` stands for nothing in `{struct}`"
            label = f'`{THRIFT}: "field"` names a field, `{COMPUTED}` says that code fills it'
        fields = self._facts.structs[name]
        self._report.add(Diagnostic("counterpart", message, span, label), wanted, lambda: fields)

    def _take(self, key: tuple[str, Named, str], span: Span) -> None:
        first = self._taken.setdefault(key, span)
        if first is not span:
            _, name, field = key
            message = f"two slots stand for `{name.module}.{name.name}.{field}`"
            related = (Related(first, "the first one"),)
            label = "each field has one slot"
            self._report.add(Diagnostic("duplicate-counterpart", message, span, label, related))

    def _fits(self, field: Field, node: syntax.FieldNode, declared: Declared, span: Span) -> bool:
        """Whether type and presence agree."""
        reason = self._convertible.reason(field.type, declared.type)
        if reason is not None:
            shown = (
                "a type that no slot has" if declared.type is None else text_of_type(declared.type)
            )
            message = f"`{text_of_type(field.type)}` does not convert to `{shown}`"
            self._report.add(Diagnostic("counterpart", message, span, reason))
            return False
        absent = find(node.metadata, ABSENT)
        rule = None if absent is None else _text(absent)
        has_default = field.requiredness is Requiredness.DEFAULT
        if rule is None and has_default and not declared.is_required:
            message = f"slot `{field.name}` cannot tell absent from its default"
            label = f'`= null` makes it absent, `{ABSENT}: "{ZERO}"` says that zero means absent'
            self._report.add(Diagnostic("counterpart", message, node.name.span, label))
        elif absent is not None and rule == ZERO:
            if declared.is_required or not has_default or not _is_zero(field):
                self._misplaced(absent, "a scalar with the default zero, of an optional field")
        elif absent is not None and rule == EMPTY:
            if not declared.is_required or not isinstance(field.type, ListOf):
                self._misplaced(absent, "a vector, of a field that Thrift requires")
        elif absent is not None:
            message = f"`{rule}` is not a rule for what is absent"
            label = f"expected `{ZERO}` or `{EMPTY}`"
            self._report.add(Diagnostic("counterpart", message, span_of_value(absent), label))
        return True

    def _misplaced(self, metadatum: syntax.Metadatum, allowed: str) -> None:
        message = f"attribute `{metadatum.name.text}` does not fit this field"
        self._report.add(Diagnostic("attribute-misplaced", message, metadatum.name.span, allowed))

    # Variants

    def _variants(self, union: Struct, name: Named, symbol: Symbol) -> Iterator[Counterpart]:
        members = self._facts.unions[name]
        by_type = {
            declared.type.name: member
            for member, declared in members.items()
            if isinstance(declared.type, Named)
        }
        for variant in union.fields:
            if self._is_unrecognized(variant):
                continue
            member = variant.name if variant.name in members else by_type.get(variant.name)
            if member is None:
                message = f"`{name.module}.{name.name}` has no member `{variant.name}`"
                label = "expected the name of a member, or of its type"
                diagnostic = Diagnostic("counterpart", message, variant.span, label)
                self._report.add(diagnostic, variant.name, lambda: [*members, *by_type])
                continue
            self._take((symbol.scope.module, name, member), variant.span)
            reason = self._convertible.reason(variant.type, members[member].type)
            if reason is None:
                yield Counterpart(variant.name, member)
                continue
            message = f"`{text_of_type(variant.type)}` does not convert to `{member}`"
            self._report.add(Diagnostic("counterpart", message, variant.span, reason))

    def _unrecognized(self, union: Struct) -> str:
        return next((field.name for field in union.fields if self._is_unrecognized(field)), "")

    def _is_unrecognized(self, variant: Field) -> bool:
        if not self._types.is_kind(variant.type, Kind.TABLE):
            return False
        return find(self._types.names[variant.type].node.metadata, UNRECOGNIZED) is not None


def _is_carried(field: Field) -> bool:
    return field.name in CARRIED


def _is_zero(field: Field) -> bool:
    default = field.default
    return (default.value if isinstance(default, EnumValue) else default) == 0


def _text(metadatum: syntax.Metadatum) -> str:
    return "" if metadatum.value is None else str(metadatum.value.value)
