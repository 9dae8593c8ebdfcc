"""What every generated class can do, whatever its wire: compare, print, copy, pickle, replace.

A slot that was never filled is a field that a mask left out; touching it raises `NotDecodedError`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self

from inlay_runtime.errors import NotDecodedError
from inlay_runtime.extension import Extension
from inlay_runtime.remainder import Remainder

if TYPE_CHECKING:
    from collections.abc import Iterator

    from inlay_runtime.schema import StructSchema


class Record:
    """The base of generated structs and tables."""

    __slots__ = ("extension", "remainder")

    SCHEMA: ClassVar[StructSchema]

    extension: Extension | None
    """What field 32767 holds."""

    remainder: Remainder | None
    """What the bytes held beyond the fields of the IDL; None where there was nothing."""

    def replace(self, **changes: object) -> Self:
        """A copy with some attributes changed; TypeError names an attribute that is not there."""
        known = {field.attribute for field in self.SCHEMA.fields} | {"extension", "remainder"}
        known.add(self.SCHEMA.extension_alias)
        if unknown := changes.keys() - known:
            names = ", ".join(sorted(unknown))
            raise TypeError(f"{self.SCHEMA.name} has no attribute {names}")
        copy = self.__copy__()
        for name, value in changes.items():
            setattr(copy, name, value)
        return copy

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record) or self.SCHEMA is not other.SCHEMA:
            return NotImplemented
        return (
            all(
                getattr(self, field.slot) == getattr(other, field.slot)
                for field in self.SCHEMA.fields
            )
            and self.extension == other.extension
            and _content(self.remainder) == _content(other.remainder)
        )

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={value}" for name, value in self._shown())
        return f"{type(self).__name__}({shown})"

    def _shown(self) -> Iterator[tuple[str, str]]:
        slots = [(field.attribute, field.slot) for field in self.SCHEMA.fields]
        for attribute, slot in (*slots, ("extension", "extension"), ("remainder", "remainder")):
            try:
                value = getattr(self, slot)
            except NotDecodedError:
                yield attribute, "<not decoded>"
            else:
                if value is not None:
                    yield attribute, repr(value)

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
        names = [field.slot for field in self.SCHEMA.fields]
        for name in (*names, "extension", "remainder"):
            try:
                value = getattr(self, name)
            except NotDecodedError:
                continue
            state[name] = bytes(value) if isinstance(value, memoryview) else value
        return state

    def __delattr__(self, name: str) -> None:
        """`del` makes a field absent."""
        setattr(self, name, None)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            schema = type(self).SCHEMA
            slots = {field.slot for field in schema.fields} | {"extension", "remainder"}
            if name in slots:
                raise NotDecodedError(
                    f"{schema.name}.{name} was not decoded: the mask given to decode(fields=...) "
                    "leaves it out"
                )
            raise AttributeError(f"{schema.name} has no attribute {name!r}", name=name, obj=self)


def leave_undecoded(record: Record, slot: str) -> None:
    """Empties a slot, so that touching it raises `NotDecodedError`."""
    object.__delattr__(record, slot)


def _content(remainder: Remainder | None) -> tuple[object, ...]:
    return remainder.content() if remainder is not None else ()


def _new(cls: type[Record]) -> Record:
    return cls.__new__(cls)
