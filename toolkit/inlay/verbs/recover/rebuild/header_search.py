"""The next page behind damage: a header that a page, or the end of the file, follows where it says that its own page ends."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from inlay.pages.engine.walk import PlacedPage, ReadAt
from inlay_runtime.crc import crc32

EndBetween: TypeAlias = Callable[[ReadAt, int, int], int | None]
"""Where something ends that may stand between pages, and is not the end of another file; None where nothing such begins."""

PageAt: TypeAlias = Callable[[ReadAt, int, int], PlacedPage | str]
"""The page of a file of so many bytes that begins at an offset, or why none does."""

_HEADERS: Final = re.compile(rb"\x15[\x00\x04\x06]\x15")
"""The type of a page that has values, and the field behind it: how the compact protocol begins a header."""

_STEP: Final = 1 << 20
_LONGEST_HEADER: Final = 1 << 14
"""Bytes of one that is found here."""

_MOST_ATTEMPTS: Final = 100_000
"""Headers, and bytes that look like one, after which no search goes on: of the latter, pages have one in millions."""

_LINKS: Final = 3
"""Pages that follow each other, so that the first is no accident. One is enough where the file ends behind it."""


class HeaderSearch:
    """In one file. All searches together make so many attempts at the most."""

    def __init__(self, read: ReadAt, size: int, page_at: PageAt, end_between: EndBetween) -> None:
        self.read = read
        self._size = size
        self._page_at = page_at
        self._end_between = end_between
        self._left = _MOST_ATTEMPTS

    def find(self, start: int, failed: int) -> int | None:
        """The first from `start` on whose pages lead beyond `failed`, an offset where no page begins."""
        for at in self._candidates(start):
            if self._leads_on(at, failed):
                return at
            if self._left < 0:
                return None
        return None

    def _candidates(self, start: int) -> Iterator[int]:
        while start < self._size:
            data = bytes(self.read(start, min(_STEP, self._size - start)))
            for match in _HEADERS.finditer(data):
                yield start + match.start()
            if start + len(data) >= self._size or len(data) < 3:
                return
            start += len(data) - 2

    def _leads_on(self, at: int, failed: int) -> bool:
        links = 0
        while links < _LINKS or at <= failed:
            self._left -= 1
            if self._left < 0:
                return False
            page = self._page_at(self._read_short, at, self._size)
            if isinstance(page, PlacedPage):
                if not links and not self._has_its_crc(page):
                    return False
                at = page.end
                links += 1
                continue
            end = at if at == self._size else None
            if links and end is None:
                end = self._end_between(self.read, at, self._size)
            if end is None:
                return at > failed and links > 1
            at = end
            if at == self._size:
                return True
        return True

    def _has_its_crc(self, page: PlacedPage) -> bool:
        crc = page.header.crc
        if crc is None or page.end - page.start > _STEP:
            return True
        return crc32(self.read(page.start, page.end - page.start)) == crc & 0xFFFFFFFF

    def _read_short(self, offset: int, size: int, /) -> bytes:
        """No more than a header: what only looks like one may ask for all that follows."""
        return bytes(self.read(offset, min(size, _LONGEST_HEADER)))
