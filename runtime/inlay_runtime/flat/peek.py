"""A copy of a lazy table, read for its `repr`: a vector of tables, or of many values, is its size."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar, cast

from inlay_runtime.flat.view import TableView
from inlay_runtime.shown import BOUNDS, Unbuilt

if TYPE_CHECKING:
    from inlay_runtime.flat.masked import Chosen
    from inlay_runtime.flat.schema import Scalar
    from inlay_runtime.flat.table import Table
    from inlay_runtime.flat.view import Member

T = TypeVar("T", bound="Table")
U = TypeVar("U")


def peek_at(cls: type[T], buffer: bytes, position: int, chosen: Chosen | None) -> T:
    """The table at a position, to be shown only; of one that a mask asks for, what the mask does."""
    if chosen is not None:
        table = cls.view(buffer, position, True, chosen)
        table.materialise()
        return table
    table = cls.__new__(cls)
    table.source = None
    table.fill(_SizesView(buffer, position, True))
    return table


class _SizesView(TableView):
    __slots__ = ()

    def _size(self, slot: int) -> list[Any] | None:
        """What stands for a vector; None where it is absent."""
        vector = self._vector(slot)
        return None if vector is None else cast("list[Any]", Unbuilt(vector[1]))

    def _is_long(self, slot: int) -> bool:
        vector = self._vector(slot)
        return vector is not None and vector[1] > BOUNDS.items

    def tables(self, slot: int, cls: type[T]) -> list[T] | None:
        return self._size(slot)

    def unions(self, slot: int, read: Callable[[int, Member], U]) -> list[U] | None:
        return self._size(slot)

    def fixeds(self, slot: int, cls: type[Any]) -> list[Any] | None:
        return self._size(slot) if self._is_long(slot) else super().fixeds(slot, cls)

    def strings(self, slot: int) -> list[str] | None:
        return self._size(slot) if self._is_long(slot) else super().strings(slot)

    def binaries(self, slot: int) -> list[bytes] | None:
        return self._size(slot) if self._is_long(slot) else super().binaries(slot)

    def booleans(self, slot: int) -> list[bool] | None:
        return self._size(slot) if self._is_long(slot) else super().booleans(slot)

    def enums(self, slot: int, scalar: Scalar, enum: type[Any]) -> list[Any] | None:
        return self._size(slot) if self._is_long(slot) else super().enums(slot, scalar, enum)

    def _scalars(self, slot: int, scalar: Scalar) -> list[Any] | None:
        return self._size(slot) if self._is_long(slot) else super()._scalars(slot, scalar)
