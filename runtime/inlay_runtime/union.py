"""Variants of unions that are not enums of tags."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Generic, TypeVar, final

from inlay_runtime.compact.reader import CompactReader
from inlay_runtime.compact.writer import CompactWriter
from inlay_runtime.equality import are_equal
from inlay_runtime.errors import EncodeError
from inlay_runtime.remainder import HasRemainder, Remainder, content_of
from inlay_runtime.shown import represent
from inlay_runtime.wire_types import STRUCT

T = TypeVar("T")


def suggest_wrappers(value: object, wrappers: Iterable[tuple[object, type | None]]) -> str:
    """What to write for a value that is the payload of a variant, and none itself: the end of a sentence, or nothing.

    `wrappers` has the type of each payload, with the class around it, if there is one.
    """
    kind = type(value).__name__
    calls = [
        f"{wrapper.__name__}({kind}(...))"
        for payload, wrapper in wrappers
        if wrapper is not None and isinstance(payload, type) and isinstance(value, payload)
    ]
    return f": write {' or '.join(calls)}" if calls else ""


class Variant(HasRemainder, Generic[T]):
    """A variant whose payload is not a type of its own: the base of the generated wrappers.

    Equal to another of the same class with an equal payload.
    """

    __slots__ = ("value",)
    __match_args__ = ("value",)

    value: T

    __source__: ClassVar[tuple[str, int]]
    """The file and the line of its definition in the IDL."""

    def __init__(self, value: T) -> None:
        self.value = value
        self.remainder = None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, HasRemainder) or type(self) is not type(other):
            return NotImplemented
        same = are_equal(self.value, getattr(other, "value", None))
        return same and content_of(self) == content_of(other)

    __repr__ = represent

    def __parts__(self, decodes: bool) -> Iterable[tuple[str, object]]:
        return [("", self.value)]

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.value,), (None, {"remainder": self.remainder})


@final
class UnknownVariant(HasRemainder):
    """A variant that the IDL does not have, or not with this wire type: its id and the bytes of its value."""

    __slots__ = ("field_id", "raw", "wire_type")
    __match_args__ = ("field_id", "raw")

    def __init__(
        self,
        field_id: int,
        raw: bytes,
        wire_type: int = STRUCT,
        remainder: Remainder | None = None,
    ) -> None:
        self.field_id = field_id
        self.raw = raw
        self.wire_type = wire_type
        self.remainder = remainder

    @classmethod
    def read(cls, reader: CompactReader) -> UnknownVariant:
        """The current field of a union, whatever it is."""
        field_id, wire_type, start = reader.field_id, reader.wire_type, reader.position
        reader.skip(wire_type)
        return cls(field_id, reader.buffer[start : reader.position], wire_type)

    def write(self, writer: CompactWriter) -> None:
        """The field with its header."""
        if not -0x8000 <= self.field_id <= 0x7FFF:
            raise EncodeError(f"{self.field_id} is not a field id")
        writer.field(self.field_id, self.wire_type)
        writer.raw(self.raw, self.wire_type)

    def _key(self) -> tuple[object, ...]:
        return self.field_id, self.wire_type, self.raw, content_of(self)

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, UnknownVariant) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    __repr__ = represent

    def __parts__(self, decodes: bool) -> Iterable[tuple[str, object]]:
        return [("", self.field_id), ("", self.raw)]

    def __reduce__(self) -> tuple[object, ...]:
        return UnknownVariant, (self.field_id, self.raw, self.wire_type, self.remainder)


@final
class NoVariant(HasRemainder):
    """A union in which no variant is set: a value where the settings say `empty = "keep"`, and an error elsewhere."""

    __slots__ = ()

    def __init__(self) -> None:
        self.remainder = None

    def write(self, writer: CompactWriter) -> None:
        """No field."""
        writer.no_variant()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, NoVariant):
            return NotImplemented
        return content_of(self) == content_of(other)

    def __hash__(self) -> int:
        return hash(NoVariant)

    __repr__ = represent

    def __parts__(self, decodes: bool) -> Iterable[tuple[str, object]]:
        return []

    def __reduce__(self) -> tuple[object, ...]:
        return NoVariant, (), (None, {"remainder": self.remainder})


def enclose(value: HasRemainder, union: Remainder | None) -> None:
    """Keeps what a union held beside its variant, on the variant."""
    if union is not None:
        value.remainder = (value.remainder or Remainder()).with_enclosing(union)


def enclosing(value: HasRemainder) -> Remainder | None:
    """What the union that this variant was read from held beside it."""
    return value.remainder.enclosing if value.remainder is not None else None
