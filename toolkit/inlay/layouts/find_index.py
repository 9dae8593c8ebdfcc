"""The index of a Thrift footer, found from the footer's ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from inlay.containers import ENVELOPE, INDEX, entries_in, unwrap
from inlay.containers.container import Content
from inlay.footer_index import IndexView
from inlay.footer_index.pointer import FIRST_BYTES, HEADER, decompress_index, read_first_pointer
from inlay.layouts.fetch import CountedFetch, Range
from inlay_runtime.compact.varint import unsigned
from inlay_runtime.containers import SPEC_TRAILER, spec_size
from inlay_runtime.errors import InvalidValueError
from inlay_runtime.extension import Header
from inlay_runtime.finding import Finding

TAIL: Final = 64 * 1024
"""Bytes that are fetched from the end of a longer footer at once: a step costs more than they do."""


class FooterBytes:
    """The bytes of a footer, of which the last ones, and the first, are here already."""

    def __init__(self, fetch: CountedFetch, footer: Range) -> None:
        self._fetch = fetch
        self.footer = footer
        self._tail_start = max(footer.length - TAIL, 0)
        ranges = [Range(footer.offset + self._tail_start, footer.length - self._tail_start)]
        if self._tail_start:
            ranges.append(Range(footer.offset, min(FIRST_BYTES, footer.length)))
        pieces = fetch(ranges)
        self.tail = memoryview(pieces[0])
        self.head = memoryview(pieces[-1])[:FIRST_BYTES]

    def get(self, parts: Sequence[tuple[int, int]]) -> list[memoryview | bytes]:
        """Starts and ends, counted from the start of the footer. What is not here is fetched in one step."""
        start, base = self._tail_start, self.footer.offset
        if start == 0:
            return [self.tail[begin:end] for begin, end in parts]
        away = [Range(base + begin, end - begin) for begin, end in parts if begin < start]
        pieces = iter(self._fetch(away) if away else ())
        return [
            next(pieces) if begin < start else self.tail[begin - start : end - start]
            for begin, end in parts
        ]

    def get_from_file(self, part: Range) -> bytes | memoryview:
        (piece,) = self._fetch([part])
        return piece


def may_have_index(thrift: bytes) -> bool:
    """Whether a footer ends, or begins, as one with an index does."""
    return thrift[-17:-1] in (INDEX.bytes, ENVELOPE.bytes) or thrift[:1] == HEADER


def find_index(data: FooterBytes) -> IndexView | None:
    """In the extension at the end of the footer, or where field 10 at its start points; None where neither has one.

    The CRC of an extension's content is not looked at: that would read all of it, and every number of an index is checked
    anyway. Raises DecodeError for an index that cannot be read.
    """
    view = _in_extension(data)
    return view if view is not None else _pointed_at(data)


def _in_extension(data: FooterBytes) -> IndexView | None:
    end = data.footer.length - 1  # the stop byte comes last
    tail = data.tail[-1 - SPEC_TRAILER : -1]
    uuid = bytes(tail[-16:])
    if uuid not in (INDEX.bytes, ENVELOPE.bytes) or len(tail) < SPEC_TRAILER:
        return None
    size = spec_size(tail)
    if size is None or size > end - SPEC_TRAILER:
        raise InvalidValueError("the size of the extension does not match its CRC", end)
    start = end - SPEC_TRAILER - size
    field = start - len(Header.SPEC.data) - len(unsigned(size + SPEC_TRAILER))
    if uuid == INDEX.bytes:
        (content,) = data.get([(start, end - SPEC_TRAILER)])
        return IndexView(content, field)
    (payload,) = data.get([(start, end)])
    entries = entries_in(bytes(payload))
    for entry in () if isinstance(entries, Finding) else entries:
        opened = unwrap(entry.payload) if entry.uuid == INDEX else None
        if isinstance(opened, Content):
            return IndexView(opened.data, field)
    return None


def _pointed_at(data: FooterBytes) -> IndexView | None:
    pointer = read_first_pointer(data.head)
    if pointer is None:
        return None
    if pointer.metadata_length != data.footer.length:
        what = f"the index is of a FileMetaData of {pointer.metadata_length} bytes"
        raise InvalidValueError(what, 0, "footer_index_pointer")
    block = data.get_from_file(Range(pointer.start, pointer.length))
    return IndexView(decompress_index(pointer.version, block), data.footer.length)
