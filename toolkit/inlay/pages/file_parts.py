"""Parts of a file that its footer names, read with nothing around them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol

from inlay.footer.magic import MAGIC_SIZE
from inlay.pages.errors import ChunkError


class FileRange(NamedTuple):
    """`length` bytes from `offset` of the file; `kind` says what they are."""

    offset: int
    length: int
    kind: str


class Readable(Protocol):
    """What an open file is read through: a FileRanges, or the handle of a store."""

    def read(self, offset: int, size: int, /) -> bytes: ...


class PartReader:
    """Reads parts of a file that its footer names. `end` is where its data ends."""

    def __init__(self, file: Readable, end: int) -> None:
        self._file = file
        self.end = end
        self._ahead: dict[FileRange, bytes] = {}

    def require_inside(self, part: FileRange) -> None:
        """Raises ChunkError for one that does not lie between the first magic and the footer."""
        if not self._is_inside(part):
            offset, length, kind = part
            raise ChunkError(
                f"its {kind} is said to have {length:,} bytes at {offset:,}, and the data of the file lies "
                f"from {MAGIC_SIZE} to {self.end:,}",
                max(offset, 0),
            )

    def _is_inside(self, part: FileRange) -> bool:
        offset, length, _ = part
        return offset >= MAGIC_SIZE and length >= 0 and offset + length <= self.end

    def read(self, part: FileRange) -> bytes:
        """Exactly these bytes. Raises ChunkError where there are fewer."""
        ahead = self._ahead.pop(part, None)
        if ahead is not None:
            return ahead
        self.require_inside(part)
        data = self._file.read(part.offset, part.length)
        if len(data) < part.length:
            raise ChunkError(f"its {part.kind} is cut off", part.offset)
        return data

    def read_some(self, offset: int, size: int) -> bytes:
        """Up to `size` bytes, fewer where the data ends."""
        return self._file.read(offset, max(min(size, self.end - offset), 0))

    def read_ahead(self, parts: Iterable[FileRange]) -> None:
        """Those that lie side by side in one request; each is kept until it is asked for. What is not in the file is left
        to `read`, which says so."""
        self._ahead.clear()
        for run in _runs(sorted({part for part in parts if self._is_inside(part)})):
            start, last = run[0].offset, run[-1]
            data = self._file.read(start, last.offset + last.length - start)
            for part in run:
                piece = data[part.offset - start : part.offset - start + part.length]
                if len(piece) == part.length:
                    self._ahead[part] = piece


def _runs(parts: Sequence[FileRange]) -> Iterator[list[FileRange]]:
    run: list[FileRange] = []
    for part in parts:
        if run and part.offset != run[-1].offset + run[-1].length:
            yield run
            run = []
        run.append(part)
    if run:
        yield run
