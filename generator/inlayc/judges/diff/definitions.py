"""What differs between two definitions that belong together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias, TypeVar

from inlayc.judges.diff import values
from inlayc.judges.diff.describe import (
    describe_definition,
    describe_field,
    describe_function,
    describe_member,
    describe_variant,
)
from inlayc.judges.diff.entries import Comparable, Entry
from inlayc.judges.diff.flatbuffers import (
    compare_definitions,
    compare_fields,
    compare_functions,
)
from inlayc.judges.diff.members import number_of, pair
from inlayc.judges.diff.model import Change, Difference, Found
from inlayc.judges.diff.services import pair_functions
from inlayc.judges.diff.types import Types
from inlayc.model.idl_text import text_of_value
from inlayc.model.schema import (
    Constant,
    Dialect,
    Enumeration,
    EnumMember,
    Field,
    Function,
    Kind,
    Service,
    Struct,
)

_Spanned: TypeAlias = Comparable | Field | EnumMember | Function
Differences: TypeAlias = Iterator[Difference]
_Thing = TypeVar("_Thing", Field, EnumMember, Function)


class DefinitionPair:
    """A definition of A and the one of B that bears its name. Paths are in A's words."""

    def __init__(self, a: Entry, b: Entry, types: Types, *, documentation: bool) -> None:
        self._a = a
        self._b = b
        self._types = types
        self._documentation = documentation

    @property
    def _are_flatbuffers(self) -> bool:
        return self._a.module.dialect is self._b.module.dialect is Dialect.FLATBUFFERS

    def differences(self) -> Differences:
        for difference in self._differences():
            yield replace(difference, entries=(self._a, self._b))

    def _differences(self) -> Differences:
        a, b = self._a.definition, self._b.definition
        yield from self._documented(a.name, a, b)
        if self._are_flatbuffers and not isinstance(a, Constant) and not isinstance(b, Constant):
            yield from compare_definitions(a.name, a, b)
        match a, b:
            case Struct(), Struct():
                yield from self._structs(a, b)
            case Enumeration(), Enumeration():
                yield from self._enums(a, b)
            case Constant(), Constant():
                yield from self._constants(a, b)
            case Service(), Service():
                yield from self._services(a, b)
            case _:
                shown = describe_definition(a), describe_definition(b)
                yield _differ(Change.KIND, a.name, (a, b), shown)

    def _structs(self, a: Struct, b: Struct) -> Differences:
        if a.kind is not b.kind:
            yield _differ(Change.KIND, a.name, (a, b), (a.kind.value, b.kind.value))
        is_union = Kind.UNION in (a.kind, b.kind)
        yield from self._fields(a.name, a.fields, b.fields, is_union=is_union)

    def _enums(self, a: Enumeration, b: Enumeration) -> Differences:
        same_dialect = self._a.module.dialect is self._b.module.dialect
        if same_dialect and a.underlying is not b.underlying:
            shown = a.underlying.value, b.underlying.value
            yield _differ(Change.RETYPED, a.name, (a, b), shown)
        for x, y in pair(a.members, b.members, self._types.spell):
            if x is None or y is None:
                yield from _one_sided(a.name, x, y, describe_member)
            else:
                yield from self._members(f"{a.name}.{x.name}", x, y)

    def _constants(self, a: Constant, b: Constant) -> Differences:
        if not self._types.same(a.type, b.type):
            shown = self._types.shown(a.type, b.type)
            yield _differ(Change.RETYPED, a.name, (a, b), shown)
        if not values.is_same(a.value, b.value, self._types.spell):
            shown = text_of_value(a.value), text_of_value(b.value)
            yield _differ(Change.VALUE, a.name, (a, b), shown)

    def _services(self, a: Service, b: Service) -> Differences:
        if not self._types.same_if_any(a.extends, b.extends):
            bases = [service.extends.name if service.extends else "nothing" for service in (a, b)]
            shown = (f"extends {bases[0]}", f"extends {bases[1]}")
            yield _differ(Change.KIND, a.name, (a, b), shown)
        for x, y in pair_functions(a, b, self._types):
            if x is None or y is None:
                yield from _one_sided(a.name, x, y, describe_function)
            else:
                yield from self._functions(f"{a.name}.{x.name}", x, y)

    def differences_of_functions(self, a: Function, b: Function) -> Differences:
        """Of two that belong together, though these two services may not."""
        for difference in self._functions(f"{self._a.definition.name}.{a.name}", a, b):
            yield replace(difference, entries=(self._a, self._b))

    def _functions(self, path: str, a: Function, b: Function) -> Differences:
        yield from self._documented(path, a, b)
        if a.oneway is not b.oneway or not self._types.same_if_any(a.returns, b.returns):
            shown = describe_function(a), describe_function(b)
            yield _differ(Change.RETYPED, path, (a, b), shown)
        if self._are_flatbuffers:
            yield from compare_functions(path, a, b)
        yield from self._fields(path, a.parameters, b.parameters)
        yield from self._fields(path, a.throws, b.throws)

    def _fields(
        self,
        owner: str,
        a: Sequence[Field],
        b: Sequence[Field],
        *,
        is_union: bool = False,
    ) -> Differences:
        for x, y in pair(a, b, self._types.spell):
            if x is None or y is None:
                describe = describe_variant if is_union else describe_field
                yield from _one_sided(owner, x, y, describe)
                continue
            path = f"{owner}.{x.name}"
            yield from self._members(path, x, y)
            if not self._types.same(x.type, y.type):
                shown = self._types.shown(x.type, y.type)
                yield _differ(Change.RETYPED, path, (x, y), shown)
            if not is_union and x.requiredness is not y.requiredness:
                shown = x.requiredness.value, y.requiredness.value
                yield _differ(Change.REQUIREDNESS, path, (x, y), shown)
            if self._are_flatbuffers:
                yield from compare_fields(path, x, y)
            if not self._same_default(x, y):
                shown = _describe_default(x), _describe_default(y)
                yield _differ(Change.DEFAULT, path, (x, y), shown)

    def _same_default(self, a: Field, b: Field) -> bool:
        if a.default is None:
            return b.default is None or self._a.drops_defaults
        if b.default is None:
            return self._b.drops_defaults
        return values.is_same(a.default, b.default, self._types.spell)

    def _members(self, path: str, a: Field | EnumMember, b: Field | EnumMember) -> Differences:
        """What a field of a struct and a member of an enum have in common."""
        if number_of(a) != number_of(b):
            yield _differ(Change.RENUMBERED, path, (a, b), (str(number_of(a)), str(number_of(b))))
        if self._types.spell(a.name) != self._types.spell(b.name):
            yield _differ(Change.RENAMED, path, (a, b), (a.name, b.name))
        yield from self._documented(path, a, b)

    def _documented(self, path: str, a: _Spanned, b: _Spanned) -> Differences:
        """Where a line ends is no difference."""
        texts = (" ".join(a.doc.split()), " ".join(b.doc.split()))
        if self._documentation and texts[0] != texts[1]:
            yield _differ(Change.DOCUMENTATION, path, (a, b), texts)


def _differ(
    kind: Change, path: str, things: tuple[_Spanned, _Spanned], shown: tuple[str, str]
) -> Difference:
    a, b = things
    return Difference(kind, path, Found(shown[0], a.span, a), Found(shown[1], b.span, b))


def _one_sided(
    owner: str, a: _Thing | None, b: _Thing | None, describe: Callable[[_Thing], str]
) -> Differences:
    """A member that only one side has."""
    if a is not None:
        path = f"{owner}.{a.name}"
        yield Difference(Change.REMOVED, path, Found(describe(a), a.span, a), None)
    if b is not None:
        path = f"{owner}.{b.name}"
        yield Difference(Change.ADDED, path, None, Found(describe(b), b.span, b))


def _describe_default(field: Field) -> str:
    return "no default" if field.default is None else text_of_value(field.default)
