"""Copies tables of one schema into those of another that has some of the same slots.

The three schemas of a footer agree in names where they agree in meaning, so one walk over their schema
tables serves them all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias, TypeVar

from inlay.conversion.errors import ConversionError
from inlay_runtime.flat.fixed import Fixed
from inlay_runtime.flat.schema import (
    I8,
    U8,
    EnumOf,
    Scalar,
    SlotSchema,
    String,
    UnionSchema,
    VectorOf,
)
from inlay_runtime.flat.table import Table
from inlay_runtime.union import UnknownVariant

T = TypeVar("T", bound=Table)

Convert: TypeAlias = Callable[[Any], Any]
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
        self._plans: dict[tuple[type[Table], type[Table]], list[tuple[str, str, Convert]]] = {}

    def table(self, source: Table, target: type[T]) -> T:
        """A new table; nothing in it is shared with the source. A union member that the target does
        not have is left out."""
        kinds = type(source), target
        plan = self._plans.get(kinds)
        if plan is None:
            plan = self._plans[kinds] = self._plan(*kinds)
        result = target()
        for old, new, convert in plan:
            value = getattr(source, old)
            if value is not None:
                setattr(result, new, convert(value))
        return result

    def _plan(self, source: type[Table], target: type[Table]) -> list[tuple[str, str, Convert]]:
        have = {field.attribute: field for field in source.SCHEMA.fields}
        plan: list[tuple[str, str, Convert]] = []
        for field in target.SCHEMA.fields:
            old = have.get(self._renamed.get(field.attribute, field.attribute))
            if old is not None and (target.__name__, field.attribute) not in self._left_out:
                plan.append((old.attribute, field.attribute, self._convert_slot(old, field)))
        return plan

    def _convert_slot(self, old: SlotSchema, new: SlotSchema) -> Convert:
        return self._convert(old.type, new.type)

    def _convert(self, old: SlotType, new: SlotType) -> Convert:
        match old, new:
            case EnumOf(), EnumOf(enum=enum):
                return enum
            case UnionSchema(), UnionSchema():
                return self._convert_union(old, new)
            case VectorOf(), VectorOf(element=Scalar() as scalar):
                return bytes if scalar in (I8, U8) else list
            case VectorOf(element=old_element), VectorOf(element=new_element):
                convert = self._convert(old_element, new_element)
                return lambda values: [convert(value) for value in values]
            case (Scalar(), Scalar()) | (String(), String()):
                return _same
            case type(), type() if issubclass(new, Table):
                target: type[Table] = new
                return lambda value: self.table(value, target)
            case _:
                raise AssertionError("slots of the same name have the same kind of type")

    def _convert_union(self, old: UnionSchema, new: UnionSchema) -> Convert:
        tags = {old.wrappers.get(tag, type_): tag for tag, type_ in old.variants.items()}

        def convert(value: Any) -> Any:
            if isinstance(value, UnknownVariant):
                return value
            tag = next((tag for kind, tag in tags.items() if type(value) is kind), None)
            if tag is None:
                raise ConversionError(f"expected a member of {old.name}", new.name)
            target = new.variants.get(tag)
            if not (isinstance(target, type) and issubclass(target, Table)):
                return None
            payload = self.table(value.value if tag in old.wrappers else value, target)
            wrapper = new.wrappers.get(tag)
            return payload if wrapper is None else wrapper(payload)

        return convert


def _same(value: Any) -> Any:
    return value
