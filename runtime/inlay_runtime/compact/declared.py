"""Whether a field holds what the IDL declares, as far as the types on the wire say.

The types of a list's elements and of a map's keys and values count, at any depth; what is in structs is
the business of these.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from inlay_runtime.compact.cursor import Cursor
from inlay_runtime.errors import DecodeError
from inlay_runtime.schema import Hooked, ListOf, MapOf, SetOf, wire_type_of
from inlay_runtime.wire_types import (
    BOOL,
    FALSE,
    I16,
    I32,
    I64,
    LIST,
    MAP,
    SET,
    TRUE,
    name_of,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from inlay_runtime.schema import FieldType

ANOTHER_TYPE: Final = 1 << 16
"""Added to the id of a field of another type than declared: a key that no other field has, for the
declared one may be there, too."""

CONTAINERS: Final = (LIST, SET, MAP)
_VARINTS: Final = (I16, I32, I64)


def is_declared(cursor: Cursor, type_: FieldType, actual: int) -> bool:
    """Whether the value at the cursor, of the wire type `actual`, has the type that the IDL declares.

    Bytes that are not a value at all pass: whoever reads them raises.
    """
    expected = wire_type_of(type_)
    if actual != expected and not (expected == BOOL and actual == FALSE):
        return False
    if actual not in CONTAINERS:
        return True
    ahead = Cursor(cursor.buffer, cursor.position, cursor.limits, is_strict=False)
    ahead.depth = cursor.depth
    try:
        size, types = _header(ahead, type_)
        if not _are_same(size, types):
            return False
        is_flat = not any(actual in CONTAINERS for actual, _ in types)
        return is_flat or _are_declared(ahead, size, types)
    except DecodeError:
        return True


def is_same_element(actual: int, expected: int) -> bool:
    """Whether an element type nibble means the expected type.

    1 and 2 both mean boolean. Integers of 16, 32 and 64 bits have the same bytes: files exist that
    confuse them in lists, and every reader takes them; the value has to fit the declared type.
    """
    if expected == BOOL:
        return actual in (TRUE, FALSE)
    return actual == expected or (actual in _VARINTS and expected in _VARINTS)


def _header(cursor: Cursor, type_: FieldType) -> tuple[int, Sequence[tuple[int, FieldType]]]:
    """Size of a container, and of its elements the types that were found and that are declared."""
    inner = unhooked(type_)
    if isinstance(inner, MapOf):
        size, key, value = cursor.map_header()
        return size, ((key, inner.key), (value, inner.value))
    assert isinstance(inner, ListOf | SetOf)
    size, element = cursor.list_header()
    return size, ((element, inner.element),)


def _are_same(size: int, types: Sequence[tuple[int, FieldType]]) -> bool:
    return not size or all(is_same_element(actual, wire_type_of(type_)) for actual, type_ in types)


def _are_declared(cursor: Cursor, size: int, types: Sequence[tuple[int, FieldType]]) -> bool:
    """Passes over the elements of a container, up to one that is another container than declared."""
    cursor.enter()
    for _ in range(size):
        for actual, type_ in types:
            if actual not in CONTAINERS:
                cursor.skip_element(actual)
                continue
            inner_size, inner = _header(cursor, type_)
            if not _are_same(inner_size, inner) or not _are_declared(cursor, inner_size, inner):
                return False
    cursor.depth -= 1
    return True


def unhooked(type_: FieldType) -> FieldType:
    """What the IDL says of a field that a hook reads."""
    return type_.type if isinstance(type_, Hooked) else type_


def declared_type(type_: FieldType) -> str:
    """The declared type in the words of the wire: `i64`, `list of struct`."""
    match unhooked(type_):
        case ListOf(element=element):
            return f"list of {declared_type(element)}"
        case SetOf(element=element):
            return f"set of {declared_type(element)}"
        case MapOf(key=key, value=value):
            return f"map of {declared_type(key)} to {declared_type(value)}"
        case plain:
            return name_of(wire_type_of(plain))


def found_type(wire_type: int, raw: bytes) -> str:
    """The type of a field that is there, in the same words; an empty container says no more than it is one."""
    name = name_of(wire_type)
    if wire_type not in CONTAINERS:
        return name
    cursor = Cursor(raw)
    if wire_type == MAP:
        size, key, value = cursor.map_header()
        return f"{name} of {name_of(key)} to {name_of(value)}" if size else name
    size, element = cursor.list_header()
    return f"{name} of {name_of(element)}" if size else name
