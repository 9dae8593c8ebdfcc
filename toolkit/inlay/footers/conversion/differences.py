"""Where two encodings of nearly the same struct differ.

Both are walked as compact-protocol structs, in step and once, without an IDL. Fields are matched by id;
structs and lists of structs that both have are gone into, whatever else differs is replaced.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from inlay.footers.conversion.statistics import find_common_prefix
from inlay_runtime.compact.cursor import Cursor
from inlay_runtime.errors import DecodeError
from inlay_runtime.limits import Limits
from inlay_runtime.wire_types import LIST, STOP, STRUCT

_DEEPEST: Final = 100


class Edit(NamedTuple):
    """The bytes of the base between two positions become those of the original between two others."""

    base_start: int
    base_end: int
    start: int
    end: int


def find_differences(base: bytes, original: bytes) -> list[Edit]:
    """Edits in ascending order, such that the bytes between them are equal."""
    walk = _Walk(base, original)
    try:
        walk.structs()
    except DecodeError:  # one of them is not a struct, so nothing is known of what is in it
        walk = _Walk(base, original)
    walk.end()
    return walk.edits


class _Walk:
    """Two cursors that move in step; up to them, everything is in `edits` or equal."""

    def __init__(self, base: bytes, original: bytes) -> None:
        self.edits: list[Edit] = []
        self._base = _cursor(base)
        self._original = _cursor(original)

    def end(self) -> None:
        """What follows is compared as bytes."""
        start, base_start = self._original.position, self._base.position
        self._replace(base_start, len(self._base.buffer), start, len(self._original.buffer))

    def _replace(self, base_start: int, base_end: int, start: int, end: int) -> None:
        """An edit, less what is equal at either end."""
        old, new = self._base.buffer[base_start:base_end], self._original.buffer[start:end]
        if old == new:
            return
        head = len(find_common_prefix(old, new))
        old, new = old[head:], new[head:]
        tail = len(find_common_prefix(old[::-1], new[::-1]))
        self.edits.append(Edit(base_start + head, base_end - tail, start + head, end - tail))

    def structs(self) -> None:
        """The struct that both cursors are at."""
        base, original = self._base, self._original
        base.enter()
        headers = _Header(base, 0), _Header(original, 0)
        while True:
            old, new = headers
            if old.wire_type == STOP and new.wire_type == STOP:
                self._replace(old.start, base.position, new.start, original.position)
                break
            if old.wire_type != STOP and (new.wire_type == STOP or old.wire_id < new.wire_id):
                base.skip(old.wire_type)
                self.edits.append(Edit(old.start, base.position, new.start, new.start))
                headers = _Header(base, old.wire_id), new
            elif new.wire_type != STOP and (old.wire_type == STOP or new.wire_id < old.wire_id):
                original.skip(new.wire_type)
                self.edits.append(Edit(old.start, old.start, new.start, original.position))
                headers = old, _Header(original, new.wire_id)
            else:
                self._values(old, new)
                headers = _Header(base, old.wire_id), _Header(original, new.wire_id)
        base.depth -= 1

    def _values(self, old: _Header, new: _Header) -> None:
        """A field that both have."""
        base, original = self._base, self._original
        if old.wire_type == new.wire_type == STRUCT:
            self._replace(old.start, base.position, new.start, original.position)
            self.structs()
        elif old.wire_type == new.wire_type == LIST:
            self._lists(old.start, new.start)
        else:
            base.skip(old.wire_type)
            original.skip(new.wire_type)
            self._replace(old.start, base.position, new.start, original.position)

    def _lists(self, old_start: int, new_start: int) -> None:
        base, original = self._base, self._original
        old_size, old_type = base.list_header()
        new_size, new_type = original.list_header()
        common = min(old_size, new_size) if old_type == new_type == STRUCT else 0
        if common:
            self._replace(old_start, base.position, new_start, original.position)
            base.enter()
            for _ in range(common):
                self.structs()
            base.depth -= 1
            old_start, new_start = base.position, original.position
        for _ in range(old_size - common):
            base.skip_element(old_type)
        for _ in range(new_size - common):
            original.skip_element(new_type)
        self._replace(old_start, base.position, new_start, original.position)


class _Header:
    """The header of a field, or a stop byte; its cursor is at the value then."""

    __slots__ = ("start", "wire_id", "wire_type")

    def __init__(self, cursor: Cursor, last_id: int) -> None:
        self.start = cursor.position
        self.wire_type, self.wire_id = cursor.field_header(last_id)


def _cursor(data: bytes) -> Cursor:
    size = len(data) + 1
    return Cursor(data, limits=Limits(_DEEPEST, size, size), is_strict=False)
