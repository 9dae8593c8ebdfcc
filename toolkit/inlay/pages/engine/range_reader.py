"""Ranges of a file that its footer names, read with nothing around them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple, Protocol

from inlay.footers.footer.magic import MAGIC_SIZE
from inlay.ground.files.close_ranges import CloseRanges
from inlay.ground.files.read_budget import ReadBudget
from inlay.ground.wording.amounts import count
from inlay.pages.engine.errors import ChunkError

INDEX_KINDS: Final = ("offset index", "column index")
"""Those of many chunks lie together."""


class FileRange(NamedTuple):
    """`length` bytes from `offset` of the file; `kind` says what they are."""

    offset: int
    length: int
    kind: str


class Readable(Protocol):
    """What an open file is read through: a FileRanges, or the handle of a store."""

    def read(self, offset: int, size: int, /) -> bytes: ...


class RangeReader:
    """Reads ranges of a file that its footer names. `end` is where its data ends."""

    def __init__(self, file: Readable, end: int) -> None:
        self._file = file
        self.end = end
        self._budget = ReadBudget(end)
        self._ahead: dict[FileRange, bytes] = {}
        self._close = {kind: CloseRanges(file.read) for kind in INDEX_KINDS}
        self._headers = CloseRanges(file.read)

    def require_inside(self, place: FileRange) -> None:
        """Raises ChunkError for one that does not lie between the first magic and the footer."""
        if not self._is_inside(place):
            offset, length, kind = place
            raise ChunkError(
                f"the footer puts its {kind} at {offset:,}, with {count(length, 'byte')}, and the data of the file lies "
                f"from {MAGIC_SIZE} to {self.end:,}",
                max(offset, 0),
            )

    def charge(self, places: Sequence[FileRange]) -> None:
        """Before the parts of a chunk are read, by who reads each chunk once. Raises ChunkError for parts that do not lie in the
        file, and where those of all chunks are more than it has."""
        excesses = [self._find_excess(place) for place in places]
        if not any(excesses):
            return
        for place, excess in zip(places, excesses, strict=True):
            self.require_inside(place)
            if excess:
                raise ChunkError(f"its {place.kind}: {excess}", place.offset)

    def _find_excess(self, place: FileRange) -> str:
        if not self._is_inside(place):
            return "it lies outside"
        return self._budget.charge(place.offset, place.length)

    def may_charge(self, size: int) -> bool:
        """Whether `charge` would allow parts of so many bytes."""
        return self._budget.has_room(size)

    def _is_inside(self, place: FileRange) -> bool:
        """No bytes at offset 0 are what writers say of a chunk without values, which has no pages."""
        offset, length, _ = place
        if offset == length == 0:
            return True
        return offset >= MAGIC_SIZE and length >= 0 and offset + length <= self.end

    def read(self, place: FileRange) -> bytes:
        """Exactly these bytes. Raises ChunkError where there are fewer."""
        ahead = self._ahead.pop(place, None)
        if ahead is not None:
            return ahead
        self.require_inside(place)
        read = self._close.get(place.kind, self._file).read
        data = read(place.offset, place.length)
        if len(data) < place.length:
            raise ChunkError(f"the file ends inside its {place.kind}", place.offset)
        return data

    def may_read_all(self, places: Sequence[tuple[int, int]]) -> bool:
        """Whether all of these offsets and sizes lie in the file, and are no more bytes together than `charge` would allow: they are
        charged then, and else nothing is."""
        end = self.end
        for offset, size in places:
            if offset < MAGIC_SIZE or size <= 0 or offset + size > end:
                return False
        return self._budget.take(sum(size for _, size in places))

    def read_all(self, kind: str, places: Iterable[tuple[int, int]]) -> Iterator[bytes]:
        """Those that `may_read_all` has let pass. Raises ChunkError for a file that is shorter by now."""
        read = self._close[kind].read
        for offset, size in places:
            data = read(offset, size)
            if len(data) < size:
                raise ChunkError(f"the file ends inside its {kind}", offset)
            yield data

    def read_some(self, offset: int, size: int) -> bytes:
        """Up to `size` bytes, fewer where the data ends."""
        return self._file.read(offset, max(min(size, self.end - offset), 0))

    def read_header(self, offset: int, size: int) -> bytes:
        """The same of the header of a page, of which many lie close to each other where pages are small."""
        return self._headers.read(offset, max(min(size, self.end - offset), 0))

    def read_ahead(self, places: Iterable[FileRange]) -> None:
        """Those that lie side by side in one request; each is kept until it is asked for. What is not in the file is left
        to `read`, which says so."""
        self._ahead.clear()
        for run in _runs(sorted({place for place in places if self._is_inside(place)})):
            start, last = run[0].offset, run[-1]
            data = self._file.read(start, last.offset + last.length - start)
            for place in run:
                piece = data[place.offset - start : place.offset - start + place.length]
                if len(piece) == place.length:
                    self._ahead[place] = piece


def _runs(places: Sequence[FileRange]) -> Iterator[list[FileRange]]:
    run: list[FileRange] = []
    for place in places:
        if run and place.offset != run[-1].offset + run[-1].length:
            yield run
            run = []
        run.append(place)
    if run:
        yield run
