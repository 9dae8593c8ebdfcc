"""What every generated class can do, whatever its wire: compare, print, copy, pickle, replace.

An empty slot is a field that a mask left out, and touching it raises `NotDecodedError`; or one that
`del` has made absent, which is None.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self

from inlay_runtime.equality import PLAIN, are_equal
from inlay_runtime.errors import EncodeError, NotDecodedError
from inlay_runtime.extension import Extension
from inlay_runtime.remainder import (
    HasRemainder,
    Remainder,
    content_of,
    count_closed,
    install,
    is_closed,
    is_lazy,
    peek,
)
from inlay_runtime.shown import BOUNDS, Unbuilt, Unread, represent
from inlay_runtime.unknown_attributes import refuse_attributes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from inlay_runtime.json_values import Json
    from inlay_runtime.schema import RecordSchema


MISTAKES: Final = (
    EncodeError,
    TypeError,
    AttributeError,
    ValueError,
    RecursionError,
    struct.error,
    OverflowError,
)
"""What writing a value that its field cannot hold may end in."""


class Record(HasRemainder):
    """The base of generated structs and tables."""

    __slots__ = ("extension",)

    extension: Extension | None
    """What field 32767 holds."""

    __source__: ClassVar[tuple[str, int]]
    """The file and the line of its definition in the IDL."""

    if TYPE_CHECKING:  # of structs and of tables

        @classmethod
        def record_schema(cls) -> RecordSchema:
            """The table of the class: its attributes, in order."""
            ...

    if TYPE_CHECKING:  # of each class, with its attributes

        def replace(self) -> Self:
            """A copy with some attributes changed; TypeError names an attribute that is not there."""
            ...

    def __replace__(self, **changes: object) -> Self:
        """What `replace` does; `copy.replace` of Python 3.13 calls it."""
        known = {field.attribute for field in self.record_schema().fields} | {
            "extension",
            "remainder",
        }
        if self.record_schema().extension_alias:
            known.add(self.record_schema().extension_alias)
        if unknown := changes.keys() - known:
            raise refuse_attributes(self.record_schema().name, unknown, known)
        copy = self.__copy__()
        for name, value in changes.items():
            setattr(copy, name, value)
        return copy

    if not TYPE_CHECKING:
        replace = __replace__

    def to_dict(self) -> dict[str, Json]:
        """All of it as plain values that JSON has, under the names of the IDL: docs/emitted-python.md. `from_dict` gives an equal one.

        Raises EncodeError, with the path, for a value that its field cannot hold, NotDecodedError for a field that a mask left out.
        """
        return self._written_by(self._document)

    @classmethod
    def from_dict(cls, document: object) -> Self:
        """What `to_dict` gave, or what somebody wrote like it. An absent key is an absent field, or its default if it is required.

        Raises EncodeError, with the path, for a key that there is not, and for a value that its field cannot hold.
        """
        return cls._read_by(cls._of_document, document)

    def _written_by(self, document: Callable[[], dict[str, Json]]) -> dict[str, Json]:
        """A document of this. What writing it ends in is told as the first mistake, with its path."""
        try:
            return document()
        except MISTAKES as error:
            mistake = self._first_mistake()
            if mistake is None:
                if isinstance(error, EncodeError):
                    error.root = self.record_schema().name
                raise
            raise mistake from error

    @classmethod
    def _read_by(cls, read: Callable[[object], Self], document: object) -> Self:
        try:
            value = read(document)
        except RecursionError:
            raise EncodeError("nested too deeply") from None
        except EncodeError as error:
            error.root = cls.record_schema().name
            raise
        mistake = value._first_mistake()
        if mistake is not None:
            raise mistake
        return value

    if TYPE_CHECKING:  # of structs and of tables

        def _document(self) -> dict[str, Json]: ...

        @classmethod
        def _of_document(cls, document: object) -> Self: ...

        def _first_mistake(self) -> EncodeError | None:
            """The first value that its field cannot hold."""
            ...

    def to_json(self) -> str:
        """`to_dict` as text, in ASCII, over many lines."""
        from inlay_runtime.json_values import format_json

        return format_json(self.to_dict())

    @classmethod
    def from_json(cls, text: str | bytes | bytearray) -> Self:
        """What `to_json` gave. Raises what `from_dict` does, and EncodeError for text that is not JSON."""
        from inlay_runtime.json_values import parse_json

        return cls.from_dict(parse_json(text))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record) or self.record_schema() is not other.record_schema():
            return NotImplemented
        for field in self.record_schema().fields:
            mine, theirs = getattr(self, field.slot), getattr(other, field.slot)
            if mine is theirs:
                continue
            if not (mine == theirs if type(mine) in PLAIN else are_equal(mine, theirs)):
                return False
        return self.extension == other.extension and content_of(self) == content_of(other)

    __repr__ = represent

    def __parts__(self, decodes: bool) -> Iterator[tuple[str, object]]:
        """What is there, by attribute. Of what is lazy a copy is read, and this stays as it is."""
        source = self
        if not decodes and is_lazy(self):
            source = peek(self)
            try:
                _ = source.remainder  # which decodes all but the lists
            except Exception:  # of whoever wrote the hooks of a field
                yield "", Unread.DAMAGED
                return
        slots = [(field.attribute, field.slot) for field in self.record_schema().fields]
        for attribute, slot in (*slots, ("extension", "extension"), ("remainder", "remainder")):
            is_unbuilt = not decodes and is_closed(source, slot)
            value = source._show_closed(slot) if is_unbuilt else source._value(slot)
            if value is not None:
                yield attribute, value

    def _show_closed(self, slot: str) -> object:
        """A list that is not built: its size, or its elements if they are few and plain."""
        size = count_closed(self, slot)
        if size <= BOUNDS.items:
            elements: list[object] = getattr(peek(self), slot)
            if not any(isinstance(element, HasRemainder) for element in elements):
                return elements
        return Unbuilt(size)

    def _value(self, slot: str) -> object:
        try:
            return getattr(self, slot)
        except NotDecodedError:
            return Unread.LEFT_OUT

    def __copy__(self) -> Self:
        copy = type(self).__new__(type(self))
        copy.__setstate__(self._state())
        return copy

    def __reduce__(self) -> tuple[object, ...]:
        return _new, (type(self),), self._state()

    def __setstate__(self, state: dict[str, object]) -> None:
        for name, value in state.items():
            setattr(self, name, value)

    def _state(self) -> dict[str, object]:
        """Every filled slot, and what a subclass keeps in a `__dict__`; nothing borrowed."""
        state: dict[str, object] = dict(getattr(self, "__dict__", {}))
        names = [field.slot for field in self.record_schema().fields]
        for name in (*names, "extension", "remainder"):
            try:
                value = getattr(self, name)
            except NotDecodedError:
                continue
            state[name] = value.tobytes() if isinstance(value, memoryview) else value
        return state

    def _empty_slot(self, name: str) -> Any:
        """What an empty slot stands for: a field that a mask left out, or one that `del` has made absent."""
        schema = self.record_schema()
        slots = {field.attribute: field.slot for field in schema.fields}
        if name == "extension" or name in slots or name in slots.values():
            if slots.get(name, name) in self._undecoded():
                said = {field.slot: field.attribute for field in schema.fields}.get(name, name)
                raise NotDecodedError(
                    f"{schema.name}.{said} was not decoded: the mask given to "
                    "decode(fields=...) leaves it out"
                )
            return None
        raise AttributeError(f"{schema.name} has no attribute {name!r}", name=name, obj=self)

    def _undecoded(self) -> frozenset[str]:
        return self.remainder.undecoded if self.remainder is not None else frozenset()


install(Record)


def leave_undecoded(record: Record, slots: Iterable[str]) -> None:
    """Empties slots, so that touching them raises `NotDecodedError`."""
    names = frozenset(slots)
    for name in names:
        delattr(record, name)
    record.remainder = (record.remainder or Remainder()).with_undecoded(names)


def _new(cls: type[Record]) -> Record:
    return cls.__new__(cls)
