"""The pages of a file in the order in which they lie there, in 20 bytes each: a file may have many more than there is room for their headers."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import overload

from inlay.pages.engine.header_facts import HeaderFacts, ListedPages
from inlay.pages.engine.walk import PlacedPage, ReadAt
from parquet_format.parquet import PageHeader


class PageTable(Sequence[PlacedPage]):
    """A page that is asked for is read again, with all that its header says. `numbers` has those of the facts that headers say."""

    def __init__(
        self,
        read: ReadAt,
        numbers: dict[tuple[int, ...], int] | None = None,
        columns: Sequence[array[int]] | None = None,
    ) -> None:
        self._read = read
        self.numbers: dict[tuple[int, ...], int] = {} if numbers is None else numbers
        self.offsets, self._headers, self._bodies, self.facts = columns or (
            array("q"),
            array("i"),
            array("i"),
            array("i"),
        )

    def __len__(self) -> int:
        return len(self.offsets)

    @overload
    def __getitem__(self, at: int, /) -> PlacedPage: ...
    @overload
    def __getitem__(self, at: slice, /) -> PageTable: ...
    def __getitem__(self, at: int | slice, /) -> PlacedPage | PageTable:
        if isinstance(at, slice):
            return PageTable(self._read, self.numbers, [it[at] for it in self._columns])
        offset, size = self.offsets[at], self._headers[at]
        header = PageHeader.decode(bytes(self._read(offset, size)))
        return PlacedPage(header, offset, offset + size, offset + size + self._bodies[at])

    def read_by(self, read: ReadAt) -> PageTable:
        """The same pages."""
        return PageTable(read, self.numbers, self._columns)

    def start_of(self, number: int) -> int:
        """Where its body begins."""
        return self.offsets[number] + self._headers[number]

    def end_of(self, number: int) -> int:
        return self.offsets[number] + self._headers[number] + self._bodies[number]

    def body_of(self, number: int) -> int:
        """Bytes of its body."""
        return self._bodies[number]

    def list_facts(self) -> list[HeaderFacts]:
        """By number."""
        return list(map(HeaderFacts._make, self.numbers))

    def find(self, offset: int) -> int:
        """The first page that begins there or behind it."""
        return bisect_left(self.offsets, offset)

    def append(self, page: PlacedPage) -> None:
        facts = HeaderFacts.of(page.header)
        self.offsets.append(page.offset)
        self._headers.append(page.start - page.offset)
        self._bodies.append(page.end - page.start)
        self.facts.append(self.numbers.setdefault(facts, len(self.numbers)))

    def extend(self, run: ListedPages, start: int) -> None:
        """Pages of which the first lies at `start`, and whose facts have the numbers that they have here."""
        for header, body in zip(run.headers, run.bodies, strict=True):
            self.offsets.append(start)
            start += header + body
        self._headers += run.headers
        self._bodies += run.bodies
        self.facts += run.facts

    @property
    def run(self) -> ListedPages:
        """Of pages that follow each other."""
        return ListedPages(self._headers, self._bodies, self.facts, self.end_of(-1))

    def pop(self) -> None:
        """The last is none."""
        for numbers in self._columns:
            numbers.pop()

    def keep(self, pages: Iterable[int]) -> PageTable:
        """Some of them, by number."""
        places = list(pages)
        columns = [array(it.typecode, [it[at] for at in places]) for it in self._columns]
        return PageTable(self._read, self.numbers, columns)

    @property
    def _columns(self) -> tuple[array[int], ...]:
        return self.offsets, self._headers, self._bodies, self.facts
