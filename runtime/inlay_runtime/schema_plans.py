"""Plans for native passes over structs, made from their schema tables: once for a schema, with the plans of all structs below."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, TypeAlias, TypeVar

if TYPE_CHECKING:
    from inlay_runtime.schema import FieldSchema, StructSchema


class SchemaPlan(Protocol):
    """What a native pass knows of a struct; the rows of its fields come once it is there, for a struct may hold itself."""

    def define(self, fields: list[Any], /) -> None: ...


P = TypeVar("P", bound=SchemaPlan)

PlanOf: TypeAlias = "Callable[[StructSchema], P]"


class UnplannedError(Exception):
    """A type that the pass does not know."""


class SchemaPlans(Generic[P]):
    """The plans of one pass.

    `begin` makes a plan without rows, `describe` the row of a field, with what it asks for of the structs below. `describe`
    raises UnplannedError for a type that the pass does not know.
    """

    def __init__(
        self, begin: Callable[[StructSchema], P], describe: Callable[[FieldSchema, PlanOf[P]], Any]
    ) -> None:
        self._begin: Final = begin
        self._describe: Final = describe
        self._plans: Final[dict[StructSchema, P | None]] = {}

    def plan_of(self, schema: StructSchema) -> P | None:
        """None where the pass does not know a type below."""
        if schema not in self._plans:
            try:
                self._plans[schema] = self._plan(schema, {})
            except UnplannedError:
                self._plans[schema] = None
        return self._plans[schema]

    def _plan(self, schema: StructSchema, begun: dict[StructSchema, P]) -> P:
        """`begun` are those around it."""
        if schema not in begun:
            begun[schema] = self._begin(schema)
            fields = schema.fields
            rows = [self._describe(each, lambda below: self._plan(below, begun)) for each in fields]
            begun[schema].define(rows)
        return begun[schema]
