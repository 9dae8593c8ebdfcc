"""A text, read natively where its lines are plain, and by `inlay.verbs.dump.assembler` where they are not."""

from __future__ import annotations

from functools import partial
from types import ModuleType
from typing import TYPE_CHECKING, Final

from inlay.verbs.dump.assembler import Assembler, OpenPart
from inlay.verbs.dump.compact_assembly import CompactAssembly
from inlay.verbs.dump.unsettled import Assembly
from inlay_runtime.core import load_native

if TYPE_CHECKING:
    from inlay.verbs.dump.native_lines import LineReader

native_lines: ModuleType | None = load_native("inlay.verbs.dump.native_lines")

_KINDS: Final = ("file", "struct", "list", "binary")
"""By the numbers that they have natively."""
_NUMBERS: Final = {**{kind: number for number, kind in enumerate(_KINDS)}, "map": 2}

_LARGEST: Final = 1 << 62
"""An id that a difference to it fits 64 bits."""


class TextReader:
    """Takes a text in pieces; each method raises AssemblyError."""

    def __init__(self) -> None:
        self._native: LineReader | None = None
        if native_lines is not None:
            self._native = native_lines.LineReader()
        output = Assembly() if self._native is None else CompactAssembly(self._native)
        self._assembler = Assembler(output)
        self._lines = 0

    def read_line(self, line: str) -> None:
        """One, whatever is in it."""
        self._lines += 1
        self._assembler.read(line, self._lines)

    def read_block(self, block: str) -> None:
        """Lines with a line feed between two of them."""
        try:
            data = block.encode() if self._native is not None else None
        except UnicodeEncodeError:  # bytes of a file that are not UTF-8
            data = None
        if data is None:
            for line in block.split("\n"):
                self.read_line(line)
            return
        at = 0
        while (at := self._read_plain(data, at)) <= len(data):
            end = data.find(b"\n", at)
            end = len(data) if end < 0 else end
            self.read_line(data[at:end].decode())
            at = end + 1

    def finish(self) -> Assembly:
        """All that was read, with every number settled."""
        if self._native is not None and not self._native.says_nothing:
            self._assembler.says_nothing = False
        self._assembler.finish(self._lines)
        return self._assembler.output

    def _read_plain(self, data: bytes, at: int) -> int:
        """Where the first line begins that is not plain."""
        native, frames = self._native, self._assembler.frames
        assert native is not None
        frame = frames[-1]
        if abs(frame.last_id) > _LARGEST:
            return at
        number = _NUMBERS[frame.kind]
        at = native.read(data, at, self._lines, number, frame.last_id, frame.count, len(frames))
        self._lines = native.line
        frame.last_id, frame.count, opened = native.take_frames()
        frames += [_open(native, *what) for what in opened]
        return at


def _open(
    native: LineReader, kind: int, line: int, last_id: int, count: int, *ends: int
) -> OpenPart:
    """What was opened natively, for Python to go on with; `ends` are what `OpenFrame` has behind the others."""
    frame = OpenPart(_KINDS[kind], line)
    header, first, element = ends
    if frame.kind == "list":
        frame.close = partial(native.close_list, header, first, element)
    elif frame.kind == "binary":
        frame.close = partial(_end_binary, native, first)
    frame.last_id, frame.count = last_id, count
    return frame


def _end_binary(native: LineReader, label: int, _elements: int) -> None:
    native.define(label)
