"""Source texts and the places in them that diagnostics point at.

Positions are character offsets; lines and columns are computed when something is printed.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from dataclasses import dataclass, field
from pathlib import PurePosixPath


@dataclass(frozen=True, slots=True)
class SourceFile:
    """One text and the name by which diagnostics call it (a path as the user gave it)."""

    name: str
    text: str
    _line_starts: array[int] = field(init=False, repr=False, compare=False)
    """Four bytes each: a text may be nothing but ends of lines."""

    def __post_init__(self) -> None:
        starts = array("I", [0])
        starts.extend(match.end() for match in re.finditer("\n", self.text))
        object.__setattr__(self, "_line_starts", starts)

    @property
    def stem(self) -> str:
        """The name that other files use for this one: its file name without the extension.

        It is a name of the IDL, not of Python: it may hold dots, hyphens, or begin with a digit.
        """
        return PurePosixPath(self.name.replace("\\", "/")).stem

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of a character offset, both counted from 1."""
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of a line (counted from 1), without its end."""
        start = self._line_starts[number - 1]
        end = self._line_starts[number] if number < len(self._line_starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")


@dataclass(frozen=True, slots=True)
class Span:
    """The characters `start` to `end` (exclusive) of a source."""

    source: SourceFile = field(repr=False)
    start: int
    end: int

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]

    def to(self, other: Span) -> Span:
        """The span from the start of this one to the end of `other`."""
        return Span(self.source, self.start, other.end)
