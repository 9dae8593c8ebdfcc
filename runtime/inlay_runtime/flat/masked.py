"""Tables of which a mask asks for some fields, and lists of which it asks for some positions.

What is left out is not read at all: a list of ten thousand tables of which one is asked for is that
one, and a placeholder ten thousand times. The placeholder is an instance of the class too; whatever is
done to it raises `NotDecodedError`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, Self, TypeVar, cast

from inlay_runtime.errors import NotDecodedError
from inlay_runtime.flat.schema import UnionSchema, VectorOf
from inlay_runtime.flat.view import TableView
from inlay_runtime.remainder import Remainder

if TYPE_CHECKING:
    from inlay_runtime.flat.schema import SlotSchema, TableSchema
    from inlay_runtime.flat.table import Table
    from inlay_runtime.flat.view import Member
    from inlay_runtime.mask import Mask, Positions, Selection

    T = TypeVar("T", bound=Table)
    U = TypeVar("U")

P = TypeVar("P")
_PLACEHOLDERS: dict[type[Any], object] = {}


@lru_cache(maxsize=64)
def chosen_for(schema: TableSchema, paths: str | tuple[str, ...]) -> Chosen:
    """What a mask asks for, which is told once and used for one buffer after the other.

    Raises ValueError for a path that names no field.
    """
    from inlay_runtime.mask import Mask

    return Chosen(schema, [Mask.parse(paths, schema)])


class Chosen:
    """What is asked of one table: the masks that reach it, merged."""

    __slots__ = ("_below", "decoded", "remainder", "selections", "undecoded")

    def __init__(self, schema: TableSchema, masks: Sequence[Mask]) -> None:
        self.selections: dict[int, list[Selection]] = {}
        """By slot; the types of unions are with their values."""
        undecoded: set[str] = set()
        for field in schema.fields:
            chosen = [
                mask.selections[field.name] for mask in masks if field.name in mask.selections
            ]
            if chosen:
                self.selections.update(dict.fromkeys(_slots_of(field), chosen))
            else:
                undecoded.add(field.slot)
        if not any("extension" in mask.selections for mask in masks):
            undecoded.add("extension")
        self.undecoded = frozenset(undecoded)
        self.decoded = [name for name in schema.attributes if name not in undecoded]
        self.remainder = Remainder(undecoded=self.undecoded)
        self._below: dict[tuple[int, ...], Chosen] = {}

    def below(self, schema: TableSchema, slot: int, position: int = 0) -> Chosen | None:
        """What is asked of a table in a slot, at a position of its list; None is all of it."""
        selections = self.selections[slot]
        if any(position in at for selection in selections for at in selection.whole):
            return None
        parts = [mask for selection in selections for at, mask in selection.parts if position in at]
        key = (slot, *map(id, parts))  # the masks live as long as the selections that hold them
        chosen = self._below.get(key)
        if chosen is None:
            chosen = self._below[key] = Chosen(schema, parts)
        return chosen

    def positions(self, slot: int, size: int) -> Iterable[int]:
        """The positions of a list of so many that are asked for at all."""
        every: list[Positions] = []
        for selection in self.selections[slot]:
            every += selection.whole
            every += [at for at, _ in selection.parts]
        ranges = [(start, end) for at in every for start, end in at.ranges]
        return {p for start, end in ranges for p in range(start, size)[: _length(start, end)]}


def _length(start: int, end: int | None) -> int | None:
    return None if end is None else max(0, end - start)


def _slots_of(field: SlotSchema) -> tuple[int, ...]:
    type_ = field.type.element if isinstance(field.type, VectorOf) else field.type
    return (field.id - 1, field.id) if isinstance(type_, UnionSchema) else (field.id,)


class MaskedView(TableView):
    """Reads what is asked for; the rest is as if it were absent."""

    __slots__ = ("_chosen",)

    def __init__(self, buffer: bytes, position: int, lazy: bool, chosen: Chosen) -> None:
        super().__init__(buffer, position, lazy)
        self._chosen = chosen

    def at(self, slot: int) -> int:
        return super().at(slot) if slot in self._chosen.selections else 0

    @staticmethod
    def present(value: P | None) -> P:
        return cast(P, value)  # where it is None it was left out, and is emptied

    def required_union(self, slot: int, read: Callable[[int, Member], U]) -> U:
        return cast("U", self.union(slot, read))

    def table(self, slot: int, cls: type[T]) -> T | None:
        at = self.at(slot)
        if not at:
            return None
        chosen = self._chosen.below(cls.SCHEMA, slot)
        return cls.view(self.buffer, self._follow(at), self.lazy, chosen)

    def tables(self, slot: int, cls: type[T]) -> list[T] | None:
        vector = self._vector(slot)
        if vector is None:
            return None
        start, size = vector
        values = [placeholder(cls)] * size
        for position in self._chosen.positions(slot, size):
            chosen = self._chosen.below(cls.SCHEMA, slot, position)
            at = self._follow(start + 4 * position)
            values[position] = cls.view(self.buffer, at, self.lazy, chosen)
        return values


def open_view(buffer: bytes, position: int, lazy: bool, chosen: Chosen | None) -> TableView:
    """A view of a table, of which a mask may ask for some."""
    if chosen is None:
        return TableView(buffer, position, lazy)
    return MaskedView(buffer, position, lazy, chosen)


def placeholder(cls: type[T]) -> T:
    """The one instance of a class that stands for every table that a mask has left out."""
    instance = _PLACEHOLDERS.get(cls)
    if instance is None:
        instance = _PLACEHOLDERS.setdefault(cls, _new_placeholder(cls))
    return cast("T", instance)


def _new_placeholder(cls: type[Table]) -> Any:
    left_out: Any = type(cls.__name__, (_LeftOut, cls), {"__slots__": ()})
    self = left_out.__new__(left_out)
    object.__setattr__(self, "source", None)
    remainder = Remainder(undecoded=frozenset(cls.SCHEMA.attributes))
    object.__setattr__(self, "remainder", remainder)
    return self


class _LeftOut:
    """What a placeholder does instead of its class: as it stands for many, nothing may change it."""

    __slots__ = ()
    SCHEMA: ClassVar[TableSchema]

    def __setattr__(self, name: str, _: object) -> NoReturn:
        raise NotDecodedError(
            f"{self.SCHEMA.name}.{name} cannot be set: the mask given to decode(fields=...) leaves the "
            "whole element out, and this stands for all that were left out"
        )

    def __delattr__(self, name: str) -> NoReturn:
        self.__setattr__(name, None)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return placeholder, (type(self).__bases__[1],)
