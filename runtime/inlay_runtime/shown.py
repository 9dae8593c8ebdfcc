"""`repr` of what is decoded: bounded in every direction. What is lazy stays lazy: a copy of it is read for what is shown.

What is left out is told in its place: `'abc'... (1000 characters)`, `[1, 2, ... 98 more]`, `Statistics(...)`, `<list of 98>`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum, unique
from typing import Final, NamedTuple, Protocol, cast


@unique
class Unread(Enum):
    """What stands for a value that is not there to be shown."""

    DAMAGED = "<damaged>"
    LEFT_OUT = "<not decoded>"
    NEWER = "<of a newer schema>"

    def __repr__(self) -> str:
        return self.value


class Unbuilt:
    """What stands for a list that nobody has touched."""

    __slots__ = ("_size",)

    def __init__(self, size: int) -> None:
        self._size = size

    def __repr__(self) -> str:
        return f"<list of {self._size:,}>"


class DisplayLimits(NamedTuple):
    """How much is shown. `characters` is of the whole: once they are used up, nothing more is begun."""

    characters: int = 2_000
    text: int = 80
    binary: int = 32
    items: int = 8
    records: tuple[int, ...] = (3, 2, 1)
    """Elements of a list of records, by how deep it lies; any deeper, a record is no more than its name."""


BOUNDS: Final = DisplayLimits()


class HasParts(Protocol):
    """What is shown as `Name(part, name=part)`."""

    def __parts__(self, decodes: bool) -> Iterable[tuple[str, object]]:
        """Names, which may be empty, and values; what is still lazy is decoded for good only if `decodes`."""
        ...


def represent(self: HasParts) -> str:
    """The `repr` of such a value."""
    return _Print(BOUNDS).shown(self, 0)


def whole(value: object) -> str:
    """The same without bounds, for who wants to see all of a value; what is lazy is decoded for it."""
    return _Print(None).shown(value, 0)


def describe_found(value: object) -> str:
    """What stands where something else is expected: its type, and the value, if it is one of a few characters."""
    name = type(value).__name__
    if not isinstance(value, str | bytes | int | float):
        return name
    text = repr(value)
    return f"{name} {text}" if len(text) <= _FEW else name


_FEW: Final = 40


class _Print:
    def __init__(self, bounds: DisplayLimits | None) -> None:
        self._bounds = bounds
        self._left = bounds.characters if bounds else 0

    def shown(self, value: object, depth: int) -> str:
        match value:
            case str():
                return self._cut(value, "characters")
            case bytes() | bytearray():
                return self._cut(value, "bytes")
            case memoryview():
                return self._cut(cast("memoryview[int]", value), "bytes")
            case list():
                return f"[{self._items(cast('Sequence[object]', value), depth)}]"
            case tuple():
                return f"({self._items(cast('Sequence[object]', value), depth)})"
            case dict():
                return f"{{{self._entries(cast('Mapping[object, object]', value), depth)}}}"
            case _:
                if type(value).__repr__ is represent:
                    return self._record(cast("HasParts", value), depth)
                return self._spend(repr(value))

    def _record(self, value: HasParts, depth: int) -> str:
        name = self._spend(type(value).__name__)
        if self._bounds and depth >= len(self._bounds.records):
            return f"{name}(...)"
        parts = list(value.__parts__(decodes=self._bounds is None))
        pieces = (
            self._spend(f"{label}=" if label else "") + self.shown(part, depth + (label != ""))
            for label, part in parts
        )
        return f"{name}({self._joined(pieces, len(parts), len(parts))})"

    def _items(self, items: Sequence[object], depth: int) -> str:
        pieces = (self.shown(item, depth) for item in items)
        return self._joined(pieces, len(items), self._most(items[0] if items else None, depth))

    def _entries(self, entries: Mapping[object, object], depth: int) -> str:
        pieces = (f"{self.shown(k, depth)}: {self.shown(v, depth)}" for k, v in entries.items())
        most = self._most(next(iter(entries.values()), None), depth)
        return self._joined(pieces, len(entries), most)

    def _most(self, item: object, depth: int) -> int | None:
        """How many such items are shown; None is all of them."""
        if self._bounds is None or type(item).__repr__ is not represent:
            return self._bounds.items if self._bounds else None
        return self._bounds.records[depth - 1] if depth <= len(self._bounds.records) else 0

    def _joined(self, pieces: Iterator[str], size: int, most: int | None) -> str:
        shown: list[str] = []
        limit = size if most is None else min(size, most)
        while len(shown) < limit and (self._bounds is None or self._left > 0):
            shown.append(next(pieces))
        if len(shown) < size:
            shown.append(f"... {size - len(shown)} more")
        return ", ".join(shown)

    def _cut(self, value: str | bytes | bytearray | memoryview[int], unit: str) -> str:
        size = value.nbytes if isinstance(value, memoryview) else len(value)
        limit = size
        if self._bounds:
            limit = self._bounds.text if isinstance(value, str) else self._bounds.binary
        part = value[:limit] if size > limit else value
        shown = repr(part if isinstance(part, str) else bytes(part))
        return self._spend(shown if size <= limit else f"{shown}... ({size} {unit})")

    def _spend(self, text: str) -> str:
        self._left -= len(text)
        return text
