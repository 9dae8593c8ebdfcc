"""A chunk that is there in two encodings, as PLAIN pages: from the new one, or page by page from the old one."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TypeAlias

from inlay.ground.files.source import Seekable, name_of
from inlay.ground.refusals import RefusedError
from inlay.pages.encodings.errors import BothDamagedError, PluginFailedError
from inlay.pages.encodings.old_chunk import read_original_pages
from inlay.pages.encodings.payload import measure_plain
from inlay.pages.encodings.plain import encode_plain_header
from inlay.pages.encodings.plugins import ValueEncoding
from inlay.pages.encodings.region import bodies_in, split_plain
from inlay.pages.encodings.transcode import PlainPage, transcode_pages
from inlay.pages.engine.chunk_metadata import locate_pages
from inlay.pages.engine.leaf import Leaf
from inlay_runtime.errors import InlayError
from inlay_runtime.finding import Finding
from parquet_format.encoding import ColumnEncoding, Page
from parquet_format.parquet import ColumnMetaData

Parts: TypeAlias = tuple[bytes | memoryview, ...]
"""Of a page, put together only once for all that is read."""


class DualChunk:
    """Sizes come from the page table, so that nothing is decoded before it is read."""

    def __init__(
        self,
        file: Seekable,
        encoding: ColumnEncoding,
        meta: ColumnMetaData,
        leaf: Leaf,
        plugin: ValueEncoding,
        place: str,
        on_finding: Callable[[Finding], None],
    ) -> None:
        self._file = file
        self._encoding = encoding
        self._type = meta.type
        self._old = meta
        self._leaf = leaf
        self._plugin = plugin
        self._place = place
        self._on_finding = on_finding
        self._headers: list[bytes] = []
        self._starts: list[int] = []
        self._last: tuple[int, Parts] | None = None
        self._told: set[int] = set()
        self.size = self.largest_page = 0
        for number, page in enumerate(encoding.pages):
            body = page.levels + measure_plain(encoding, number, self._type)
            header = encode_plain_header(body, page.num_values)
            self._headers.append(header)
            self._starts.append(self.size)
            self.size += len(header) + body
            self.largest_page = max(self.largest_page, body)

    def read(self, start: int, end: int) -> bytes:
        first = bisect_right(self._starts, start) - 1
        last = bisect_right(self._starts, end - 1) - 1
        pages = [self._last[1]] if first == last and self._has(first) and self._last else []
        pages = pages or self._pages(first, last)
        return _cut(
            [part for page in pages for part in page], start - self._starts[first], end - start
        )

    def _has(self, number: int) -> bool:
        return self._last is not None and self._last[0] == number

    def _pages(self, first: int, last: int) -> list[Parts]:
        pages: list[Parts] = []
        for number, page, body in bodies_in(self._file, self._encoding, first, last + 1):
            pages.append((self._headers[number], *self._body(number, page, body)))
        # Readers that go in small steps come back for the rest of the last page.
        self._last = last, pages[-1]
        return pages

    def _body(self, number: int, page: Page, body: memoryview | None) -> Parts:
        if body is None:
            what = f"page {number} of the new encoding does not match its CRC"
        else:
            try:
                size = measure_plain(self._encoding, number, self._type)
                levels, values = split_plain(body, page, self._plugin, self._type, size)
                return bytes(levels), values  # or the page would be held, too
            except (PluginFailedError, RefusedError) as error:
                what = f"page {number} of the new encoding does not decode: {error}"
        finding = Finding("encoding-damaged", page.offset, what, self._place)
        if number not in self._told:
            self._told.add(number)
            self._on_finding(finding)
        return self._from_old(number, page, finding)

    def _from_old(self, number: int, page: Page, finding: Finding) -> Parts:
        try:
            old = self._old_pages[number]
        except (InlayError, IndexError) as error:
            raise BothDamagedError(self._describe(f"{finding}; {error}")) from error
        size = measure_plain(self._encoding, number, self._type)
        if (old.num_values, old.num_present, len(old.levels), len(old.values)) != (
            page.num_values,
            page.num_present,
            page.levels,
            size,
        ):
            what = f"{finding}; and the old page {number} has other values"
            raise BothDamagedError(self._describe(what))
        return old.levels, old.values

    def _describe(self, damage: str) -> str:
        return f"{name_of(self._file)}: column {self._leaf.name}: {damage}"

    @cached_property
    def _old_pages(self) -> list[PlainPage]:
        chunk = read_original_pages(self._file, self._old, self._encoding.original)
        return transcode_pages(chunk, self._old, self._leaf, locate_pages(self._old)[0])


def _cut(parts: Iterable[bytes | memoryview], before: int, size: int) -> bytes:
    """So many bytes behind those before, of parts that are put together no further."""
    taken: list[bytes | memoryview] = []
    for part in parts:
        if before >= len(part):
            before -= len(part)
            continue
        own = memoryview(part)[before : before + size] if before or size < len(part) else part
        taken.append(own)
        before, size = 0, size - len(own)
        if not size:
            break
    return taken[0] if len(taken) == 1 and isinstance(taken[0], bytes) else b"".join(taken)
