"""What a field is worth if it is not in the data: the text's default, or the zero of its type."""

from __future__ import annotations

import math
from collections.abc import Collection

from inlayc.base.diagnostics import Diagnostic
from inlayc.frontends.flatbuffers import numbers, syntax
from inlayc.frontends.flatbuffers.resolve.enums import INTEGERS
from inlayc.frontends.flatbuffers.resolve.types import Types
from inlayc.frontends.resolve.report import Report
from inlayc.model.schema import Base, EnumValue, ListOf, ListValue, Named, Type, Value

_MAX_FLOAT = "3.4028235e38"
_BOOLS = {"true": True, "false": False}


def is_null(literal: syntax.Literal | None) -> bool:
    """`= null`: the field may be absent, and is worth nothing then."""
    match literal:
        case syntax.Identifier(text="null") | syntax.StringLiteral(value="null"):
            return True
        case _:
            return False


class Defaults:
    """Converts literals to values of scalar, string and vector types, or reports why not."""

    def __init__(self, types: Types, report: Report) -> None:
        self._types = types
        self._report = report

    def zero(self, field: syntax.FieldNode, type_: Type) -> Value | None:
        """The default of a scalar that the text gives none."""
        if self._types.is_enum(type_):
            enum = self._types.enums[type_]
            if 0 not in self._types.numbers[type_] and not enum.bit_flags:
                message = f"field `{field.name.text}` needs a default"
                label = f"`{enum.name}` has no member that is 0"
                example = enum.members[0].name
                help_ = f"write `= {example}`, or `= null` for an optional field"
                diagnostic = Diagnostic(
                    "missing-default", message, field.name.span, label, help=help_
                )
                self._report.add(diagnostic)
                return None
            return EnumValue(type_, 0)
        return False if type_ is Base.BOOL else 0.0 if _is_float(type_) else 0

    def value(self, literal: syntax.Literal, type_: Type) -> Value | None:
        """The literal as a value of a type, or None after a report."""
        match type_, literal:
            case Base.STRING | Base.BINARY, syntax.StringLiteral(value=text):
                return text
            case ListOf(), syntax.EmptyVector():
                return ListValue(())
            case Base.BOOL, _:
                return self._bool(literal)
            case Base.FLOAT | Base.DOUBLE, _:
                return self._float(literal, type_)
            case Base(), _ if type_ in INTEGERS:
                return self._integer(literal, type_)
            case Named(), _ if self._types.is_enum(type_):
                return self._enum_value(literal, type_)
            case _:
                return self._refuse(literal, type_)

    def _bool(self, literal: syntax.Literal) -> Value | None:
        match literal:
            case syntax.IntLiteral(value=0 | 1 as value):
                return bool(value)
            case syntax.IntLiteral():
                return self._out_of_range(literal, "`true` or `false`")
            case syntax.Identifier(text=text) | syntax.StringLiteral(value=text) if text in _BOOLS:
                return _BOOLS[text]
            case _:
                return self._refuse(literal, Base.BOOL)

    def _float(self, literal: syntax.Literal, base: Base) -> Value | None:
        number: float | None
        match literal:
            case syntax.IntLiteral(value=value) if "x" not in literal.span.text.lower():
                number = float(value)
            case syntax.DoubleLiteral(value=number):
                if math.isinf(number):
                    return self._out_of_range(literal, "write `inf` for infinity")
            case syntax.Identifier(text=text):
                number = numbers.parse_special(text)
            case syntax.StringLiteral(value=text):
                number = _float_in_quotes(text)
            case _:
                number = None
        if number is None:
            return self._refuse(literal, base)
        if base is Base.DOUBLE:
            return number
        rounded = numbers.round_to_float(number)
        if rounded is None:
            return self._out_of_range(literal, f"at most {_MAX_FLOAT}")
        return rounded

    def _integer(self, literal: syntax.Literal, base: Base) -> Value | None:
        match literal:
            case syntax.IntLiteral(value=value):
                known: int | None = value
            case syntax.StringLiteral(value=text):
                known = _integer_in_quotes(text)
            case _:
                known = None
        if known is None:
            return self._refuse(literal, base)
        allowed = INTEGERS[base]
        if known not in allowed:
            return self._out_of_range(literal, f"from {allowed.start} to {allowed.stop - 1}")
        return known

    def _enum_value(self, literal: syntax.Literal, type_: Named) -> Value | None:
        enum = self._types.enums[type_]
        members = self._types.members[type_]
        match literal:
            case syntax.IntLiteral(value=value):
                if value in self._types.numbers[type_]:
                    return EnumValue(type_, value)
                if not enum.bit_flags:
                    return self._unknown(literal, str(value), type_, ())
                allowed = INTEGERS[enum.underlying]
                if value in allowed:
                    return EnumValue(type_, value)
                return self._out_of_range(literal, f"from {allowed.start} to {allowed.stop - 1}")
            case syntax.Identifier(text=text) | syntax.StringLiteral(value=text):
                # Several members of flags are written in one string: `= "Read Write"`.
                words = text.split(" ") if isinstance(literal, syntax.StringLiteral) else [text]
                value = 0
                for word in words:
                    if word not in members:
                        return self._unknown(literal, word, type_, members)
                    value |= members[word]
                if value in self._types.numbers[type_] or enum.bit_flags:
                    return EnumValue(type_, value)
                return self._unknown(literal, str(value), type_, ())
            case _:
                return self._refuse(literal, type_)

    def _unknown(
        self, literal: syntax.Literal, text: str, type_: Named, members: Collection[str]
    ) -> Value | None:
        message = f"enum `{type_.name}` has no value `{text}`"
        label = "expected one of its members"
        diagnostic = Diagnostic("unknown-enum-value", message, literal.span, label)
        self._report.add(diagnostic, text, lambda: members)
        return None

    def _refuse(self, literal: syntax.Literal, type_: Type) -> Value | None:
        expected = _expected(type_, self._types)
        message = f"`{literal.span.text}` is not a valid default for this type"
        if expected is None:
            message = "a default for a type that cannot have one"
            expected = "tables, structs and unions are absent by default"
        self._report.add(Diagnostic("wrong-default", message, literal.span, expected))
        return None

    def _out_of_range(self, literal: syntax.Literal, allowed: str) -> Value | None:
        message = f"`{literal.span.text}` is out of range"
        self._report.add(Diagnostic("value-out-of-range", message, literal.span, allowed))
        return None


def _expected(type_: Type, types: Types) -> str | None:
    match type_:
        case Base.BOOL:
            return "expected `true` or `false`"
        case Base.FLOAT | Base.DOUBLE:
            return "expected a number"
        case Base.STRING | Base.BINARY:
            return "expected a quoted string; without a default, a string is absent"
        case Base():
            return "expected an integer"
        case ListOf():
            return "expected `[]`; without a default, a vector is absent"
        case _:
            return "expected one of the enum's members" if types.is_enum(type_) else None


def _is_float(type_: Type) -> bool:
    return type_ in (Base.FLOAT, Base.DOUBLE)


def _float_in_quotes(text: str) -> float | None:
    try:
        return float(text) if text.isascii() and "_" not in text else None
    except ValueError:
        return None


def _integer_in_quotes(text: str) -> int | None:
    digits = text.removeprefix("-")
    is_number = digits.isascii() and digits.isdigit() and len(digits) <= len(str(2**64))
    return int(text) if is_number else None
