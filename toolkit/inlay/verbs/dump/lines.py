"""A line of the text, and how it looks: what makes its bytes, and behind `#` what they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple, Protocol

from inlay.verbs.dump.strings import write_string

_COMMENTS: Final = 56
"""The column in which comments begin, unless the line is longer."""

_SHOWN: Final = 8
"""So many bytes of a line are shown."""


class Line(NamedTuple):
    """`text` stands for the bytes from `start` to `end` of the file; `note` says what they mean."""

    depth: int
    text: str
    start: int = 0
    end: int = 0
    note: str = ""


class WrittenLines(Protocol):
    """Lines that are text already."""

    def pieces(self) -> Iterator[str]:
        """Once: some lines with each piece, which has no line feed at its end."""
        ...


def write_lines(
    lines: Iterable[Line | WrittenLines], data: bytes | memoryview, base: int
) -> Iterator[str]:
    """The lines with their comments. `data` are the bytes of the file from `base` on, as far as lines stand for them."""
    for line in lines:
        if not isinstance(line, Line):
            yield from line.pieces()
            continue
        depth, text, start, end, note = line
        code = "  " * depth + text
        if start == end and not note:
            yield code
            continue
        shown = bytes(data[start - base : min(end, start + _SHOWN) - base]).hex(" ")
        dots = " ..." if end - start > _SHOWN else ""
        place = f"{start}: {shown}{dots}" if shown else str(start)
        yield f"{code:<{_COMMENTS}}  # {place}{'  ' if note else ''}{note}"


def write_bytes(data: bytes | memoryview, start: int, depth: int, note: str = "") -> Iterator[Line]:
    """Lines for bytes of which no more is known, so many in each, made one by one: they take ten times the bytes."""
    for at in range(0, len(data), 32):
        text = f"bytes {write_string(bytes(data[at : at + 32]))}"
        yield Line(depth, text, start + at, start + min(at + 32, len(data)), "" if at else note)
