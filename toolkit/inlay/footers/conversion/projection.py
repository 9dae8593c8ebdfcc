"""Copies tables of one schema into those of another that has some of the same slots.

The three schemas of a footer agree in names where they agree in meaning, so one walk over their schema
tables serves them all.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeAlias, TypeVar

from inlay.footers.conversion.copying import Convert, Copier, Rule
from inlay.footers.conversion.errors import ConversionError
from inlay_runtime.flat.fixed import Fixed
from inlay_runtime.flat.schema import (
    I8,
    U8,
    EnumOf,
    Scalar,
    String,
    UnionSchema,
    VectorOf,
)
from inlay_runtime.flat.table import Table
from inlay_runtime.union import UnknownVariant

T = TypeVar("T", bound=Table)

SlotType: TypeAlias = (
    "Scalar | String | EnumOf | VectorOf | UnionSchema | type[Table] | type[Fixed]"
)


class Projection:
    """`renamed` has attributes of the target that are called otherwise in the source. Attributes that
    are `left_out`, by class and name, keep their default."""

    def __init__(
        self,
        *,
        renamed: Mapping[str, str] | None = None,
        left_out: frozenset[tuple[str, str]] = frozenset(),
    ) -> None:
        self._renamed: Final = renamed or {}
        self._left_out: Final = left_out
        self._copiers: dict[tuple[type[Table], type[Table]], Copier[Any, Any]] = {}

    def table(self, source: Table, target: type[T]) -> T:
        """A new table; nothing in it is shared with the source. A union member that the target does
        not have is left out."""
        result: T = self._copier(type(source), target)(source)
        return result

    def _copier(self, source: type[Table], target: type[Table]) -> Copier[Any, Any]:
        """Made once; the schemas are trees, so that those below are made first."""
        copier = self._copiers.get((source, target))
        if copier is None:
            copier = Copier(source, target, self._rules(source, target))
            self._copiers[source, target] = copier
        return copier

    def _rules(self, source: type[Table], target: type[Table]) -> list[Rule]:
        have = {field.attribute: field for field in source.SCHEMA.fields}
        rules: list[Rule] = []
        for field in target.SCHEMA.fields:
            old = have.get(self._renamed.get(field.attribute, field.attribute))
            if old is not None and (target.__name__, field.attribute) not in self._left_out:
                rules.append(self._rule(old.attribute, field.attribute, old.type, field.type))
        return rules

    def _rule(self, source: str, target: str, old: SlotType, new: SlotType) -> Rule:
        match old, new:
            case VectorOf(), VectorOf(element=Scalar() as scalar):
                if scalar in (I8, U8):
                    return Rule(source, target, _own_bytes)
                return Rule(source, target, is_list=True)
            case VectorOf(element=old_element), VectorOf(element=new_element):
                rule = self._rule(source, target, old_element, new_element)
                return rule._replace(is_list=True)
            case EnumOf(), EnumOf(enum=cls):
                members = {int(member): member for member in cls}
                return Rule(source, target, cls, members)
            case UnionSchema(), UnionSchema():
                return Rule(source, target, self._convert_union(old, new))
            case (Scalar(), Scalar()) | (String(), String()):
                return Rule(source, target)
            case type(), type() if issubclass(old, Table) and issubclass(new, Table):
                return Rule(source, target, self._copier(old, new))
            case _:
                raise AssertionError("slots of the same name have the same kind of type")

    def _convert_union(self, old: UnionSchema, new: UnionSchema) -> Convert:
        members = {
            old.wrappers.get(tag, type_): self._member(tag, type_, old, new)
            for tag, type_ in old.variants.items()
        }

        def convert(value: object) -> Any:
            member = members.get(type(value))
            if member is not None:
                return member(value)
            if isinstance(value, UnknownVariant):
                return value
            raise ConversionError(f"expected a member of {old.name}", new.name)

        return convert

    def _member(self, tag: int, source: SlotType, old: UnionSchema, new: UnionSchema) -> Convert:
        target = new.variants.get(tag)
        if not (
            isinstance(source, type)
            and issubclass(source, Table)
            and isinstance(target, type)
            and issubclass(target, Table)
        ):
            return _leave_out
        copy, wrapper = self._copier(source, target), new.wrappers.get(tag)
        if tag not in old.wrappers:
            return copy if wrapper is None else lambda value: wrapper(copy(value))
        if wrapper is None:
            return lambda value: copy(value.value)
        return lambda value: wrapper(copy(value.value))


def _own_bytes(value: object) -> object:
    """What is not bytes is left to the writer, which refuses it: `bytes(5)` would be five zeros."""
    if isinstance(value, bytearray):
        return bytes(value)
    return value.tobytes() if isinstance(value, memoryview) else value


def _leave_out(_: Any) -> None:
    """What becomes of a member that the target does not have."""
