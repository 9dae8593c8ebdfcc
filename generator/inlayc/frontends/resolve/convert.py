"""One literal and one type: the value, or a report of why the two do not fit."""

from __future__ import annotations

import math
import uuid
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias, TypeGuard, assert_never

from inlayc.base.diagnostics import Diagnostic, Related
from inlayc.base.source import Span
from inlayc.frontends.resolve.names import Scope, Symbol
from inlayc.frontends.resolve.report import Candidates
from inlayc.frontends.resolve.types import Shape, Types
from inlayc.frontends.resolve.wording import describe_allowed, name_kind, show_type
from inlayc.frontends.text.limits import MAX_NESTING
from inlayc.frontends.thrift import syntax
from inlayc.model.schema import (
    ArrayOf,
    Base,
    EnumValue,
    Kind,
    ListOf,
    ListValue,
    MapOf,
    MapValue,
    Named,
    SetOf,
    Struct,
    StructValue,
    Type,
    Unit,
    Value,
)

INTEGERS = {
    Base.I8: range(-(2**7), 2**7),
    Base.I16: range(-(2**15), 2**15),
    Base.I32: range(-(2**31), 2**31),
    Base.I64: range(-(2**63), 2**63),
}


@dataclass(frozen=True, slots=True)
class Converted:
    """A value, how many values it is made of, and how deep they lie in each other.

    References make both grow faster than the text does, so they are counted.
    """

    value: Value
    size: int = 1
    depth: int = 1


Complain: TypeAlias = Callable[[Diagnostic, str, Candidates | None], None]
Refer: TypeAlias = Callable[[syntax.Identifier, Symbol, Type], Converted | None]


@dataclass(frozen=True, slots=True)
class Converter:
    """Converts literals; `complain` hears of mistakes, `refer` knows the values of constants."""

    types: Types
    complain: Complain
    refer: Refer

    def convert(
        self, literal: syntax.Literal, type_: Type, scope: Scope, depth: int = 1
    ) -> Converted | None:
        """The literal as a value of a type, or None after a report."""
        actual = self.types.actual(type_)
        if actual is None:
            return None
        converted = self._convert(literal, actual, scope, depth)
        if converted is not None and depth + converted.depth - 1 > MAX_NESTING:
            label = f"at most {MAX_NESTING} levels of values"
            self._refuse("value-too-deep", "value is too deep", literal.span, label)
            return None
        return converted

    def _convert(
        self, literal: syntax.Literal, actual: Type, scope: Scope, depth: int
    ) -> Converted | None:
        if isinstance(literal, syntax.Identifier):
            return self._identifier(literal, actual, scope)
        match actual:
            case Base():
                return self._scalar(literal, actual)
            case Named():
                if actual in self.types.enums:
                    return self._enum_value(literal, actual)
                if struct := self.types.structs.get(actual):
                    return self._struct(literal, actual, struct, depth, scope)
                return None
            case ListOf() | SetOf():
                return self._list(literal, actual, scope, depth)
            case MapOf():
                return self._map(literal, actual, scope, depth)
            case Unit() | ArrayOf():
                return self._wrong_type(literal, actual)
            case _:
                assert_never(actual)

    def _scalar(self, literal: syntax.Literal, base: Base) -> Converted | None:
        match base, literal:
            case Base.BOOL, syntax.IntLiteral(value=0 | 1 as value):
                return Converted(bool(value))
            case Base.DOUBLE, syntax.IntLiteral(value=value):
                return Converted(float(value))
            case Base.DOUBLE, syntax.DoubleLiteral(value=number):
                if math.isfinite(number):
                    return Converted(number)
                return self._out_of_range(literal, base, "a finite number")
            case _, syntax.IntLiteral(value=value) if base in INTEGERS:
                return self._integer(literal, value, base)
            case Base.STRING, syntax.StringLiteral(value=text):
                return Converted(text)
            case Base.BINARY, syntax.StringLiteral(value=text):
                return Converted(text.encode())
            case Base.UUID, syntax.StringLiteral(value=text):
                return self._uuid(literal, text)
            case _:
                return self._wrong_type(literal, base)

    def _integer(self, literal: syntax.Literal, value: int, base: Base) -> Converted | None:
        range_ = INTEGERS[base]
        if value in range_:
            return Converted(value)
        return self._out_of_range(literal, base, f"from {range_.start} to {range_.stop - 1}")

    def _uuid(self, literal: syntax.Literal, text: str) -> Converted | None:
        try:
            return Converted(uuid.UUID(text))
        except ValueError:
            label = "such as `00112233-4455-6677-8899-aabbccddeeff`"
            return self._refuse("invalid-uuid", "not a UUID", literal.span, label)

    def _enum_value(self, literal: syntax.Literal, name: Named) -> Converted | None:
        if not isinstance(literal, syntax.IntLiteral):
            return self._wrong_type(literal, name)
        if literal.value in self.types.numbers[name]:
            return Converted(EnumValue(name, literal.value))
        message = f"enum `{name.name}` has no value {literal.value}"
        return self._refuse("unknown-enum-value", message, literal.span)

    def _list(
        self, literal: syntax.Literal, type_: ListOf | SetOf, scope: Scope, depth: int
    ) -> Converted | None:
        # The Apache compiler takes `{}` for an empty list, and texts use it for empty sets.
        empty = isinstance(literal, syntax.MapLiteral) and not literal.items
        if not isinstance(literal, syntax.ListLiteral) and not empty:
            return self._wrong_type(literal, type_)
        items = literal.items if isinstance(literal, syntax.ListLiteral) else ()
        parts = [self.convert(item, type_.element, scope, depth + 1) for item in items]
        whole = _all(parts)
        if whole is None:
            return None
        values = [part.value for part in whole]
        if isinstance(type_, SetOf):  # an element given twice is there once
            values = list(dict.fromkeys(values))
        return _whole(ListValue(tuple(values)), whole)

    def _map(
        self, literal: syntax.Literal, type_: MapOf, scope: Scope, depth: int
    ) -> Converted | None:
        empty = isinstance(literal, syntax.ListLiteral) and not literal.items
        if not isinstance(literal, syntax.MapLiteral) and not empty:
            return self._wrong_type(literal, type_)
        items = literal.items if isinstance(literal, syntax.MapLiteral) else ()
        keys = _all([self.convert(key, type_.key, scope, depth + 1) for key, _ in items])
        values = _all([self.convert(value, type_.value, scope, depth + 1) for _, value in items])
        if keys is None or values is None:
            return None
        spans = [key.span for key, _ in items]
        if not self._unique(zip((key.value for key in keys), spans, strict=True)):
            return None
        pairs = tuple((k.value, v.value) for k, v in zip(keys, values, strict=True))
        return _whole(MapValue(pairs), [*keys, *values])

    def _struct(
        self, literal: syntax.Literal, name: Named, struct: Struct, depth: int, scope: Scope
    ) -> Converted | None:
        if not isinstance(literal, syntax.MapLiteral):
            return self._wrong_type(literal, name)
        shape = self.types.shapes[name]
        given: dict[str, Converted | None] = {}
        spans: list[tuple[str, Span]] = []
        mistaken = False
        for key, item in literal.items:
            if not isinstance(key, syntax.StringLiteral):
                message = f"a field of `{name.name}` is named by a string"
                self._refuse("wrong-type", message, key.span, 'expected `"name"`')
                mistaken = True
            elif key.value not in shape.fields:
                message = f"`{name.name}` has no field `{key.value}`"
                names = shape.fields.keys
                where = key.span
                self._refuse("unknown-field", message, where, name=key.value, candidates=names)
                mistaken = True
            else:
                field = shape.fields[key.value]
                spans.append((key.value, key.span))
                given[key.value] = (
                    None if field is None else self.convert(item, field.type, scope, depth + 1)
                )
        whole = _all(list(given.values()))
        if not self._unique(spans) or mistaken or whole is None:
            return None
        if not self._complete(literal, struct, shape, given):
            return None
        pairs = zip(given, (part.value for part in whole), strict=True)
        return _whole(StructValue(name, tuple(pairs)), whole)

    def _complete(
        self, literal: syntax.Literal, struct: Struct, shape: Shape, given: Collection[str]
    ) -> bool:
        if struct.kind is Kind.UNION and len(given) != 1:
            message = f"union `{struct.name}` is given {len(given):,} variants"
            self._refuse("union-value", message, literal.span, "exactly one variant")
            return False
        missing = next((name for name in shape.required if name not in given), None)
        if missing is not None:
            message = f"`{struct.name}` requires `{missing}`"
            self._refuse("missing-field", message, literal.span, f"`{missing}` is not given")
        return missing is None

    def _unique(self, keys: Iterable[tuple[Value, Span]]) -> bool:
        first: dict[Value, Span] = {}
        for key, span in keys:
            if first.setdefault(key, span) is not span:
                related = Related(first[key], "first given here")
                message = "key is given twice"
                diagnostic = Diagnostic("duplicate-key", message, span, "each key once", (related,))
                self.complain(diagnostic, "", None)
                return False
        return True

    def _identifier(self, name: syntax.Identifier, actual: Type, scope: Scope) -> Converted | None:
        if name.text in ("true", "false"):
            if actual is Base.BOOL:
                return Converted(name.text == "true")
            return self._wrong_type(name, actual)
        symbol = self.types.names.find(scope, name.text)
        if symbol is not None and isinstance(symbol.node, syntax.ConstantNode):
            return self.refer(name, symbol, actual)
        prefix, _, last = name.text.rpartition(".")
        enum = self._enum_called(prefix, scope) or self._enum_meant(prefix, actual)
        if enum is None:
            return self._unknown_constant(name, actual, scope)
        members = self.types.members[enum]
        if last not in members:
            return self._unknown_member(name, enum, actual, scope)
        if actual == enum:
            return Converted(EnumValue(enum, members[last]))
        if self._is_in_copy(actual, enum, last):
            return Converted(EnumValue(actual, members[last]))
        if isinstance(actual, Base) and actual in (Base.DOUBLE, *INTEGERS):
            return self._scalar(syntax.IntLiteral(members[last], name.span), actual)
        return self._wrong_type(name, actual)

    def _is_in_copy(self, actual: Type, enum: Named, member: str) -> TypeGuard[Named]:
        """Whether the expected enum has the member, too, with this number, and the name of the enum.

        Files that include each other have copies of enums, which are one to the Apache compiler.
        """
        if not isinstance(actual, Named) or actual.name != enum.name:
            return False
        return self.types.members.get(actual, {}).get(member) == self.types.members[enum][member]

    def _unknown_member(
        self, name: syntax.Identifier, enum: Named, actual: Type, scope: Scope
    ) -> Converted | None:
        """The expected enum may have it: the Apache compiler does not look at what stands before the member."""
        last = name.text.rpartition(".")[2]
        message = f"enum `{enum.name}` has no member `{last}`"
        if isinstance(actual, Named) and last in self.types.members.get(actual, {}):
            meant = f"{actual.name}.{last}"
            return self._refuse(
                "unknown-enum-value",
                message,
                name.span,
                name=meant,
                candidates=lambda: self._constants(actual, scope),
            )
        candidates = self.types.members[enum].keys
        return self._refuse(
            "unknown-enum-value", message, name.span, name=last, candidates=candidates
        )

    def _enum_called(self, name: str, scope: Scope) -> Named | None:
        symbol = self.types.names.find(scope, name) if name else None
        actual = None if symbol is None else self.types.actual(symbol.named)
        return actual if isinstance(actual, Named) and actual in self.types.enums else None

    def _enum_meant(self, prefix: str, actual: Type) -> Named | None:
        """The expected enum, if `prefix` is its name or its module alone, without the other part.

        The Apache compiler does not look at what stands before the member, and texts rely on it.
        """
        if isinstance(actual, Named) and actual in self.types.enums:
            return actual if prefix in (actual.name, actual.module) else None
        return None

    def _unknown_constant(
        self, name: syntax.Identifier, actual: Type, scope: Scope
    ) -> Converted | None:
        meant = name.text
        if isinstance(actual, Named) and name.text in self.types.members.get(actual, {}):
            meant = f"{actual.name}.{name.text}"
        label = "not a constant, and not a member of an enum"
        message = f"unknown constant `{name.text}`"
        return self._refuse(
            "unknown-constant",
            message,
            name.span,
            label,
            name=meant,
            candidates=lambda: self._constants(actual, scope),
        )

    def _constants(self, actual: Type, scope: Scope) -> Iterator[str]:
        """What might have been meant: members of the enum that is expected, and constants."""
        if isinstance(actual, Named) and actual in self.types.enums:
            home = "" if actual.module == scope.module else f"{actual.module}."
            for member in self.types.enums[actual].members:
                yield f"{home}{actual.name}.{member.name}"
        included = [
            (f"{called}.", each) for called, owners in scope.includes.items() for each in owners
        ]
        for prefix, owner in [("", scope), *included]:
            for name, node in owner.definitions.items():
                if isinstance(node, syntax.ConstantNode):
                    yield prefix + name

    def _out_of_range(self, literal: syntax.Literal, base: Base, label: str) -> Converted | None:
        message = f"{literal.span.text} does not fit `{base.value}`"
        return self._refuse("value-out-of-range", message, literal.span, label)

    def _wrong_type(self, literal: syntax.Literal, actual: Type) -> Converted | None:
        message = f"expected {show_type(actual)}, found {name_kind(literal)}"
        return self._refuse(
            "wrong-type", message, literal.span, describe_allowed(actual, self.types.enums)
        )

    def _refuse(
        self,
        code: str,
        message: str,
        span: Span,
        label: str = "",
        *,
        name: str = "",
        candidates: Candidates | None = None,
    ) -> Converted | None:
        """Report a mistake: there is no value then."""
        diagnostic = Diagnostic(code, message, span, label)
        self.complain(diagnostic, name, candidates)
        return None


def _all(parts: Sequence[Converted | None]) -> list[Converted] | None:
    whole = [part for part in parts if part is not None]
    return whole if len(whole) == len(parts) else None


def _whole(value: Value, parts: Sequence[Converted]) -> Converted:
    size = 1 + sum(part.size for part in parts)
    return Converted(value, size, 1 + max((part.depth for part in parts), default=0))
