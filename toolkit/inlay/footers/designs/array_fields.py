"""The field of a struct that holds a packed array, whichever design it is of."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from inlay_runtime.errors import InvalidValueError
from inlay_runtime.packed import Fields, PackedArray


class ArrayField(NamedTuple):
    """The struct of an array, and where its data lies in the buffer."""

    fields: Fields
    start: int
    end: int
    path: str


class Locate(Protocol):
    """How the array of `length` positions in a field of a struct is located; None where it is absent.

    Raises DecodeError for what breaks a rule.
    """

    def __call__(
        self,
        buffer: bytes | memoryview,
        fields: Fields,
        field_id: int,
        length: int,
        /,
        *,
        is_bytes: bool = False,
    ) -> PackedArray | None: ...


def array_in_field(
    fields: Fields, field_id: int, length: int, *, data: int, count: int
) -> ArrayField | None:
    """The array in this field, None where it is absent. Fields `data` and `count` of its struct are its bytes and its number of
    positions. Raises InvalidValueError for what is no such struct, and for another length."""
    inner = fields.get(field_id)
    if inner is None:
        return None
    path = f"array {field_id}"
    if not isinstance(inner, dict) or not isinstance(place := inner.get(data), tuple):
        raise InvalidValueError("a struct with data is needed", 0, path)
    if inner.get(count) != length:
        what = f"{inner.get(count)} positions, and {length} are needed"
        raise InvalidValueError(what, place[0], path)
    return ArrayField(inner, *place, path)
