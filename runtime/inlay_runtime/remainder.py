"""What the bytes of a struct held beyond its fields: kept, so that writing loses nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, TypeVar

from inlay_runtime.core import is_native
from inlay_runtime.extension import Extension
from inlay_runtime.shown import represent

T = TypeVar("T")

if is_native("compact") and not TYPE_CHECKING:
    from inlay_runtime.native.compact import (
        Located,
        count_closed,
        install,
        is_closed,
        is_lazy,
        peek,
    )
else:

    class Located:
        """What the native core has in every instance; nothing in pure Python."""

        __slots__ = ()

    def install(cls: type[object]) -> None:
        """Puts native descriptors over the slots that a class declares; nothing in pure Python."""

    def is_lazy(record: Located) -> bool:
        """Whether no field of a struct has been decoded yet; never in pure Python."""
        return False

    def is_closed(record: Located, slot: str) -> bool:
        """Whether a slot stands for a list that is built when it is touched; never in pure Python."""
        return False

    def peek(record: T) -> T:
        """Another instance of a lazy struct, over the same bytes: what is decoded of it stays its own; in pure Python the same."""
        return record

    def count_closed(record: Located, slot: str) -> int:
        """How many elements a list has that is built when it is touched; in pure Python -1, for there is none."""
        return -1


class UnknownField:
    """A field that the IDL does not have: its id, its compact wire type and its value as bytes.

    For a boolean the value is in the wire type (1 is true, 2 is false) and `raw` is empty.
    """

    __slots__ = ("field_id", "raw", "wire_type")
    __match_args__ = ("field_id", "wire_type", "raw")

    def __init__(self, field_id: int, wire_type: int, raw: bytes) -> None:
        self.field_id = field_id
        self.wire_type = wire_type
        self.raw = raw

    def _key(self) -> tuple[int, int, bytes]:
        return self.field_id, self.wire_type, self.raw

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, UnknownField) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    __repr__ = represent

    def __parts__(self, decodes: bool) -> Iterable[tuple[str, object]]:
        return [("", self.field_id), ("", self.wire_type), ("", self.raw)]

    def __reduce__(self) -> tuple[type[UnknownField], tuple[int, int, bytes]]:
        return UnknownField, self._key()


class Remainder:
    """Immutable; shared by copies of a struct.

    - `unknown_fields`: fields that the IDL does not have, in the order of the bytes.
    - `order`: the ids as they came, where they did not come in ascending order.
    - `element_types`: by field id, then by offset in the field's value, the element type of a list (or
      key and value type of a map) that is not the one the writer would choose: booleans may be 1 or
      2, an empty list may say anything.
    - `trailing`: bytes after the stop byte of the outermost struct (a signature, for one).
    - `enclosing`: what the union around this variant held beside the variant.
    - `undecoded`: attributes that a mask left out.
    - `original`: the buffer of a FlatBuffers root that holds what only a newer schema has.
    - `extension`: the extension of a union, in the remainder that is somebody's `enclosing`.
    """

    __slots__ = (
        "element_types",
        "enclosing",
        "extension",
        "order",
        "original",
        "trailing",
        "undecoded",
        "unknown_fields",
    )

    def __init__(
        self,
        *,
        unknown_fields: tuple[UnknownField, ...] = (),
        order: tuple[int, ...] | None = None,
        element_types: Mapping[int, Mapping[int, int]] | None = None,
        trailing: bytes = b"",
        enclosing: Remainder | None = None,
        extension: Extension | None = None,
        undecoded: frozenset[str] = frozenset(),
        original: bytes = b"",
    ) -> None:
        self.unknown_fields = unknown_fields
        self.order = order
        self.element_types = element_types or {}
        self.trailing = trailing
        self.enclosing = enclosing
        self.extension = extension
        self.undecoded = undecoded
        self.original = original

    def _state(self) -> dict[str, object]:
        return {name: getattr(self, name) for name in self.__slots__}

    def with_trailing(self, trailing: bytes) -> Remainder:
        return _restore(self._state() | {"trailing": trailing})

    def with_undecoded(self, undecoded: frozenset[str]) -> Remainder:
        return _restore(self._state() | {"undecoded": undecoded})

    def with_enclosing(self, enclosing: Remainder) -> Remainder:
        return _restore(self._state() | {"enclosing": enclosing})

    def content(self) -> tuple[object, ...]:
        """What takes part in the equality of structs: data, and not how it was spelled."""
        enclosing = self.enclosing.content() if self.enclosing else ()
        if not (
            self.unknown_fields or self.trailing or self.extension or self.original or enclosing
        ):
            return ()
        unknown = tuple(sorted(self.unknown_fields, key=lambda field: field.field_id))
        return unknown, self.trailing, self.extension, self.original, enclosing

    __repr__ = represent

    def __parts__(self, decodes: bool) -> Iterable[tuple[str, object]]:
        shown = self._state() | {"undecoded": sorted(self.undecoded)}
        return [(name, value) for name, value in shown.items() if value]

    def __reduce__(self) -> tuple[object, tuple[dict[str, object]]]:
        return _restore, (self._state(),)


class HasRemainder(Located):
    """A value that keeps the remainder of its bytes."""

    __slots__ = ("remainder",)

    remainder: Remainder | None
    """None where there was none; so reads an empty slot of structs and tables, and nobody sets it for a new one."""


install(HasRemainder)


def content_of(value: HasRemainder) -> tuple[object, ...]:
    """What of the remainder takes part in equality."""
    remainder = value.remainder
    return () if remainder is None else remainder.content()


def _restore(state: dict[str, object]) -> Remainder:
    remainder = Remainder()
    for name, value in state.items():
        setattr(remainder, name, value)
    return remainder
