"""The bytes of a text while they are not settled, natively: of a wide file there are a million places that have labels."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NoReturn

from inlay.verbs.dump.unsettled import Assembly, LateNumber, Part, size_of_part

if TYPE_CHECKING:
    from inlay.verbs.dump.native_lines import LineReader


class CompactAssembly(Assembly):
    """An `Assembly` whose fixed bytes, labels, and most numbers are native; `parts` are the others alone, and places are points
    that `LineReader` counts."""

    def __init__(self, native: LineReader) -> None:
        super().__init__()
        self._native = native

    def add(self, part: Part) -> None:
        if isinstance(part, bytes):
            self._native.add_bytes(part)
        else:
            self.parts.append(part)
            self._native.add_part()

    def mark(self, label: str | int) -> None:
        self._native.mark(_key_of(label))

    def knows(self, label: str) -> bool:
        return self._point_of(label) is not None

    def _measure(self) -> int:
        return self._native.measure([size_of_part(part) for part in self.parts])

    def _renew(self) -> bool:
        def renew_part(at: int) -> bool:
            return self._renew_part(self.parts[at])

        def fail(name: bytes, line: int, column: int) -> NoReturn:
            raise self._no_label(name.decode(), line, column)

        return self._native.renew(renew_part, fail)

    def _first_line(self) -> int:
        line, before = self._native.first_line()
        numbers = (part.line for part in self.parts[:before] if isinstance(part, LateNumber))
        return next(numbers, line)

    def _place(self, part: int) -> int:
        return self._native.place_of(part)

    def _list_parts(self, begin: int, end: int | None) -> Iterator[Part]:
        at = begin + 1 if end is not None else 0
        stop = self._native.count_points() if end is None else end + 1
        while at < stop:
            data, at, part = self._native.render(at, stop)
            yield data
            if part >= 0:
                yield self.parts[part]
        if end is None:
            yield self._native.render_rest()

    def _point_of(self, label: str | int) -> int | None:
        point = self._native.point_of(_key_of(label))
        return None if point < 0 else point

    def _list_names(self) -> list[str]:
        return [name.decode() for name in self._native.list_names() if name[0]]


def _key_of(label: str | int) -> bytes:
    """Labels by number are none that a text could have."""
    return label.encode(errors="surrogateescape") if isinstance(label, str) else b"\0%d" % label
