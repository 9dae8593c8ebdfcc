"""From differences to verdicts: which rule a difference falls under."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from inlayc.judges.breaking.enum_values import rule_of_enum_value
from inlayc.judges.breaking.lost_services import list_changes_of_lost_services
from inlayc.judges.breaking.rules import RULES, Level, Rule
from inlayc.judges.breaking.wire_form import WireForms
from inlayc.judges.diff.comparison import compare
from inlayc.judges.diff.entries import Thing
from inlayc.judges.diff.model import Change, Difference, Found, Settings
from inlayc.judges.diff.pairs import Pairs
from inlayc.judges.diff.types import Types
from inlayc.model.schema import (
    Constant,
    Enumeration,
    EnumMember,
    Field,
    Function,
    Kind,
    Module,
    Requiredness,
    Schema,
    Service,
    Struct,
    Type,
)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What has changed, and the rule that says what that means."""

    rule: Rule
    difference: Difference

    @property
    def level(self) -> Level:
        return self.rule.level

    @property
    def path(self) -> str:
        """`Definition` or `Definition.member`, in the words of the old version if it has it."""
        return self.difference.path

    @property
    def place(self) -> Found:
        """Where it is seen: in the new version, or where it was."""
        place = self.difference.b or self.difference.a
        assert place is not None  # one side has it
        return place


def judge(old: Schema, new: Schema, settings: Settings) -> list[Verdict]:
    """A verdict on each difference: the worst first, those of one rule together, else in the order of the text."""
    types = Types(Pairs(old, new, settings))
    judges = _Judge(types)
    differences = compare(old, new, settings)
    differences += list_changes_of_lost_services(differences, types)
    verdicts = [judges.judge(each) for each in differences if not _is_told_elsewhere(each)]
    order = {rule: at for at, rule in enumerate(RULES)}
    levels = list(Level)
    return sorted(verdicts, key=lambda each: (levels.index(each.level), order[each.rule.id]))


_REQUIRED, _OPTIONAL, _DEFAULT = (
    Requiredness.REQUIRED,
    Requiredness.OPTIONAL,
    Requiredness.DEFAULT,
)
_REQUIREDNESS: Final = {
    (_REQUIRED, _OPTIONAL): "field-made-optional",
    (_REQUIRED, _DEFAULT): "field-always-written",
    (_OPTIONAL, _REQUIRED): "field-made-required",
    (_DEFAULT, _REQUIRED): "field-made-required",
    (_OPTIONAL, _DEFAULT): "requiredness-word",
    (_DEFAULT, _OPTIONAL): "requiredness-word",
}
_OF_FLATBUFFERS: Final = {
    Change.ROOT: "root-changed",
    Change.IDENTIFIER: "identifier-changed",
    Change.NESTED: "nested-changed",
    Change.EXTENSION: "extension-changed",
    Change.NAMESPACE: "namespace-changed",
    Change.KEY: "sort-key-changed",
    Change.HASH: "hash-changed",
    Change.STREAMING: "function-changed",
}
_STRUCT_OR_EXCEPTION: Final = {Kind.STRUCT, Kind.EXCEPTION}
_OF_LAYOUTS: Final = frozenset({Change.ADDED, Change.REMOVED, Change.RENUMBERED})


class _Judge:
    def __init__(self, types: Types) -> None:
        self._types = types
        self._forms = WireForms(types, lambda each: self.judge(each).level is Level.WIRE)

    def judge(self, difference: Difference) -> Verdict:
        return Verdict(RULES[self._rule(difference)], difference)

    def _rule(self, difference: Difference) -> str:
        kind = difference.kind
        a, b = (side.thing if side is not None else None for side in (difference.a, difference.b))
        if kind is Change.ROOT and self._have_same_roots(a, b):
            return "root-type-name"
        if kind is Change.ALIGNMENT:
            is_of_vector = isinstance(a, Field)
            return "vector-alignment" if is_of_vector else "alignment-changed"
        if kind in _OF_FLATBUFFERS:
            return _OF_FLATBUFFERS[kind]
        match a if a is not None else b:
            case Field():
                return self._rule_of_field(difference, _field(a), _field(b))
            case EnumMember():
                return rule_of_enum_value(difference)
            case Function():
                return _one_sided("function", kind) or self._rule_of_function(difference, a, b)
            case Constant():
                return _one_sided("definition", kind) or "constant-changed"
            case _:
                return _one_sided("definition", kind) or _rule_of_definitions(difference)

    def _rule_of_field(self, difference: Difference, a: Field | None, b: Field | None) -> str:
        kind = difference.kind
        if _is_in(difference, Kind.FIXED) and kind in _OF_LAYOUTS:
            return "fixed-layout"
        if (a is None or b is None) and _is_thrown(difference, a or b):
            return "function-changed"
        noun = "variant" if _is_in(difference, Kind.UNION) else "field"
        if a is None or b is None:
            is_required = any(each and each.requiredness is _REQUIRED for each in (a, b))
            prefix = "required-" if is_required and noun == "field" else ""
            return _one_sided(f"{prefix}{noun}", kind)
        match kind:
            case Change.RENAMED if not self._types.same(a.type, b.type):
                return "number-reused"
            case Change.RENAMED | Change.RENUMBERED:
                return f"{noun}-{kind.value}"
            case Change.RETYPED:
                return f"{noun}-{self._how_retyped(difference, a.type, b.type)}"
            case Change.REQUIREDNESS:
                return _rule_of_requiredness(difference, a, b)
            case Change.DEFAULT:
                both_required = a.requiredness is b.requiredness is _REQUIRED
                return "required-default" if both_required else "default-changed"
            case _:
                assert kind is Change.DEPRECATED
                is_new = "deprecated" in b.annotations
                return "field-deprecated" if is_new else "field-no-longer-deprecated"

    def _rule_of_function(self, difference: Difference, a: Thing | None, b: Thing | None) -> str:
        """Of one that both have, and that returns something else."""
        match a, b:
            case Function(returns=x), Function(returns=y) if a.oneway is b.oneway and x and y:
                are_same = self._how_retyped(difference, x, y) == "type-name"
                return "function-type-name" if are_same else "function-changed"
            case _:
                return "function-changed"

    def _have_same_roots(self, a: Thing | None, b: Thing | None) -> bool:
        old, new = (each.root_type if isinstance(each, Module) else None for each in (a, b))
        if old is None or new is None:
            return False
        return self._forms.are_same(old, new, is_flatbuffers=True)

    def _how_retyped(self, difference: Difference, a: Type, b: Type) -> str:
        are_same = self._forms.are_same(a, b, is_flatbuffers=_is_flatbuffers(difference))
        return "type-name" if are_same else "retyped"


def _is_told_elsewhere(difference: Difference) -> bool:
    """What follows from another difference: what is inside of another kind of definition, and null for a default."""
    old, new = (entry.definition if entry else None for entry in difference.entries)
    if not isinstance(old, Struct) or not isinstance(new, Struct):
        return False
    if difference.kind is Change.DEFAULT and _is_flatbuffers(difference):
        a, b = (_field(side.thing if side else None) for side in (difference.a, difference.b))
        return a is not None and b is not None and a.requiredness is not b.requiredness
    kinds = {old.kind, new.kind}
    is_other = len(kinds) > 1 and kinds != _STRUCT_OR_EXCEPTION
    return is_other and difference.kind is not Change.KIND


def _rule_of_requiredness(difference: Difference, a: Field, b: Field) -> str:
    requiredness = a.requiredness, b.requiredness
    # In FlatBuffers, only numbers have the choice between null and a default.
    is_absent_number = _is_flatbuffers(difference) and _REQUIRED not in requiredness
    return "absent-scalar" if is_absent_number else _REQUIREDNESS[requiredness]


def _rule_of_definitions(difference: Difference) -> str:
    """Of two that are there: what is left is another kind, or how an enum is stored."""
    old, new = (entry.definition if entry else None for entry in difference.entries)
    match old, new:
        case Enumeration(), Enumeration():
            return "enum-width"
        case Service(), Service():
            return "service-base"
        case Struct(), Struct() if {old.kind, new.kind} == _STRUCT_OR_EXCEPTION:
            return "struct-or-exception"
        case _:
            return "definition-kind"


def _one_sided(noun: str, kind: Change) -> str:
    return f"{noun}-{kind.value}" if kind in (Change.ADDED, Change.REMOVED) else ""


def _field(thing: Thing | None) -> Field | None:
    return thing if isinstance(thing, Field) else None


def _is_in(difference: Difference, kind: Kind) -> bool:
    """Whether what differs is a member of such a definition, on either side."""
    definitions = [entry.definition for entry in difference.entries if entry is not None]
    return any(isinstance(each, Struct) and each.kind is kind for each in definitions)


def _is_thrown(difference: Difference, field: Field | None) -> bool:
    """Whether it is an exception of a function: who does not know it takes the failure for something else."""
    services = [entry.definition for entry in difference.entries if entry is not None]
    return any(
        field is thrown
        for service in services
        if isinstance(service, Service)
        for function in service.functions
        for thrown in function.throws
    )


def _is_flatbuffers(difference: Difference) -> bool:
    return all(entry is not None and entry.is_flatbuffers for entry in difference.entries)
