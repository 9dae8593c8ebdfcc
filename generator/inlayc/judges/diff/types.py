"""Whether two types are one, though each side may name it in its own way."""

from __future__ import annotations

from inlayc.judges.diff.describe import describe_type
from inlayc.judges.diff.pairs import Pairs
from inlayc.judges.diff.sides import Side
from inlayc.model.schema import (
    ArrayOf,
    Base,
    External,
    ListOf,
    MapOf,
    Named,
    SetOf,
    Struct,
    Type,
    Unit,
)


class Types:
    """Compares types of side A with types of side B."""

    def __init__(self, pairs: Pairs) -> None:
        self._pairs = pairs
        self.a = pairs.a
        self.b = pairs.b
        self.spell = pairs.spell

    def same(self, a: Type, b: Type) -> bool:
        """Typedefs are followed; a type that is written by hand is known by its name only."""
        a, a_names = self.a.typedefs(a)
        b, b_names = self.b.typedefs(b)
        if self._is_external(self.a, a) or self._is_external(self.b, b):
            either_is_unit = isinstance(a, Unit) or isinstance(b, Unit)
            return either_is_unit or not self._names(a, a_names).isdisjoint(self._names(b, b_names))
        match a, b:
            case (Base(), Base()) | (Unit(), Unit()):
                return a == b
            case (Base(), Named()):
                return a is Base.I32 and self.b.is_hand_written_enum(b)
            case (Named(), Base()):
                return b is Base.I32 and self.a.is_hand_written_enum(a)
            case (Unit(), Named()):
                return self._is_empty(self.b, b)
            case (Named(), Unit()):
                return self._is_empty(self.a, a)
            case (Named(), Named()):
                return self._pairs.are_one(self.a.definition(a), self.b.definition(b))
            case (ListOf(), ListOf()):
                return self.same(a.element, b.element)
            case (ArrayOf(), ArrayOf()):
                return a.length == b.length and self.same(a.element, b.element)
            case (SetOf(), SetOf()):
                return self.same(a.element, b.element)
            case (MapOf(), MapOf()):
                return self.same(a.key, b.key) and self.same(a.value, b.value)
            case _:
                return False

    def same_if_any(self, a: Type | None, b: Type | None) -> bool:
        """Of what a text may leave out."""
        return a is b if a is None or b is None else self.same(a, b)

    def shown(self, a: Type, b: Type) -> tuple[str, str]:
        """Both as their texts have them, and what a typedef stands for: `Id (i32)`."""
        return _with_meaning(self.a, a), _with_meaning(self.b, b)

    def _names(self, type_: Type, names: frozenset[str]) -> frozenset[str]:
        """Rust's `String` is not a name that Thrift knows, but it is Thrift's `string`."""
        return names | {self.spell(type_.value)} if isinstance(type_, Base) else names

    def _is_external(self, side: Side, type_: Type) -> bool:
        return isinstance(type_, Named) and isinstance(side.definition(type_), External)

    def _is_empty(self, side: Side, name: Named) -> bool:
        definition = side.definition(name)
        return isinstance(definition, Struct) and not definition.fields


def _with_meaning(side: Side, type_: Type) -> str:
    text, meaning = describe_type(type_), describe_type(side.written_out(type_))
    return text if text == meaning else f"{text} ({meaning})"
