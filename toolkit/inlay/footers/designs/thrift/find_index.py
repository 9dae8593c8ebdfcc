"""The index of a Thrift footer, found from the footer's ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from inlay.footers.containers import ENVELOPE, INDEX, entries_in, unwrap
from inlay.footers.containers.container import Content
from inlay.footers.designs.fetch import CountedFetch, Range
from inlay.footers.designs.in_memory import InMemory
from inlay.footers.index.pointer import FIRST_BYTES, HEADER, decompress_index, read_first_pointer
from inlay.ground.wording.amounts import count
from inlay_runtime.compact.varint import unsigned
from inlay_runtime.containers import SPEC_TRAILER, spec_size
from inlay_runtime.errors import InvalidValueError
from inlay_runtime.extension import Header
from inlay_runtime.finding import Finding

TAIL: Final = 64 * 1024
"""Bytes that are fetched from the end of a longer footer at once: a step costs more than they do."""
_UUIDS: Final = (INDEX.bytes, ENVELOPE.bytes)
_HEADER: Final = len(Header.SPEC.data)


class FooterBytes:
    """The bytes of a footer, of which the last ones, and the first, are here already.

    `known` are those from `known_start` on: all of them where they are in memory. What comes before `tail_start` counts as
    fetched all the same.
    """

    def __init__(self, fetch: CountedFetch, footer: Range) -> None:
        self.fetch = fetch
        self.footer = footer
        self.tail_start = max(footer.length - TAIL, 0)
        tail = footer.length - self.tail_start
        if isinstance(fetch.source, InMemory):
            self.known_start = 0
            self.known = memoryview(fetch.source.part(footer))
            self.head = self.known[:FIRST_BYTES]
            fetch.count(tail + len(self.head), 2) if self.tail_start else fetch.count(tail, 1)
            return
        self.known_start = self.tail_start
        ranges = [Range(footer.offset + self.tail_start, tail)]
        if self.tail_start:
            ranges.append(Range(footer.offset, min(FIRST_BYTES, footer.length)))
        pieces = fetch(ranges)
        self.known = memoryview(pieces[0])
        self.head = memoryview(pieces[-1])[:FIRST_BYTES]

    def get(self, parts: Sequence[tuple[int, int]]) -> Sequence[memoryview | bytes]:
        """Starts and ends, counted from the start of the footer. What is not here is fetched in one step."""
        start, base = self.tail_start, self.footer.offset
        if start == 0:
            return [self.known[begin:end] for begin, end in parts]
        away = [Range(base + begin, end - begin) for begin, end in parts if begin < start]
        if len(away) == len(parts):
            return self.fetch(away) if away else []
        pieces = iter(self.fetch(away) if away else ())
        known = self.known_start
        return [
            next(pieces) if begin < start else self.known[begin - known : end - known]
            for begin, end in parts
        ]

    def get_from_file(self, part: Range) -> bytes | memoryview:
        (piece,) = self.fetch([part])
        return piece


class FoundIndex(NamedTuple):
    """An index in the compact protocol; `end` is where what it is of ends in the footer."""

    content: bytes | memoryview
    end: int


def may_have_index(thrift: bytes) -> bool:
    """Whether a footer ends, or begins, as one with an index does."""
    return thrift[-17:-1] in _UUIDS or thrift[:1] == HEADER


def find_index(data: FooterBytes) -> FoundIndex | None:
    """In the extension at the end of the footer, or where field 10 at its start points; None where neither has one.

    The CRC of an extension's content is not looked at: that would read all of it, and every number of an index is checked
    anyway. Raises DecodeError for an index that cannot be read.
    """
    index = _in_extension(data)
    return index if index is not None else _pointed_at(data)


def _in_extension(data: FooterBytes) -> FoundIndex | None:
    end = data.footer.length - 1  # the stop byte comes last
    tail = bytes(data.known[-1 - SPEC_TRAILER : -1])
    uuid = tail[-16:]
    if uuid not in _UUIDS or len(tail) < SPEC_TRAILER:
        return None
    size = spec_size(tail)
    if size is None or size > end - SPEC_TRAILER:
        raise InvalidValueError("the size of the extension does not match its CRC", end)
    start = end - SPEC_TRAILER - size
    field = start - _HEADER - len(unsigned(size + SPEC_TRAILER))
    if uuid == _UUIDS[0]:
        (content,) = data.get([(start, end - SPEC_TRAILER)])
        return FoundIndex(content, field)
    (payload,) = data.get([(start, end)])
    entries = entries_in(bytes(payload))
    for entry in () if isinstance(entries, Finding) else entries:
        opened = unwrap(entry.payload) if entry.uuid == INDEX else None
        if isinstance(opened, Content):
            return FoundIndex(opened.data, field)
    return None


def _pointed_at(data: FooterBytes) -> FoundIndex | None:
    pointer = read_first_pointer(data.head)
    if pointer is None:
        return None
    if pointer.metadata_length != data.footer.length:
        what = f"the index is of a FileMetaData of {count(pointer.metadata_length, 'byte')}"
        raise InvalidValueError(what, 0, "footer_index_pointer")
    block = data.get_from_file(Range(pointer.start, pointer.length))
    return FoundIndex(decompress_index(pointer.version, block), data.footer.length)
