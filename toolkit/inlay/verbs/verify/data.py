"""The level `data`: walks over the pages of every chunk that can be reached, a header at a time.

An index is read whole; of a page no more than its header is, unless it has a CRC.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Final, TypeVar
from zlib import crc32

from inlay.ground.files.close_ranges import CloseRanges
from inlay.ground.files.read_budget import ReadBudget
from inlay.ground.files.source import Seekable, read_at
from inlay.ground.wording import amounts
from inlay.pages.engine.bloom_filter import (
    BloomFilter,
    choose_first_read,
    may_contain,
    take_bloom_filter,
)
from inlay.pages.engine.errors import ChunkError, SealedModuleError
from inlay.pages.engine.progress import Progress, ignore_progress
from inlay.pages.engine.walk import PlacedPage, find_data_header, values_in, walk
from inlay.pages.engine.xxh64 import hash_bytes
from inlay.verbs.verify.check import Check, findings_of
from inlay.verbs.verify.chunk_extents import ChunkExtents
from inlay.verbs.verify.chunk_statements import list_certain_bounds
from inlay.verbs.verify.file_in_front import check_front, find_extent
from inlay.verbs.verify.held_pages import HeldPages
from inlay.verbs.verify.index_statements import STATEMENTS_OF_CHUNKS
from inlay.verbs.verify.page_indexes import PAGE_INDEX_CHECKS
from inlay.verbs.verify.page_statements import STATEMENTS_OF_PAGES
from inlay.verbs.verify.page_subjects import WalkedChunk, WalkedPage
from inlay.verbs.verify.pages import OF_A_DICTIONARY, PAGE_CHECKS, SUM_CHECKS
from inlay.verbs.verify.plain_indexes import choose_checks
from inlay.verbs.verify.small_chunks import SmallChunks
from inlay.verbs.verify.statistics import format_bound
from inlay.verbs.verify.subjects import FooterSubject, PlacedChunk, is_flat
from inlay.verbs.verify.unowned_bytes import check_owners
from inlay_runtime.errors import DecodeError
from inlay_runtime.finding import Finding
from parquet_format.parquet import (
    ColumnIndex,
    ColumnMetaData,
    DataPageHeaderV2,
    OffsetIndex,
    PageType,
    Type,
)

Index = TypeVar("Index", ColumnIndex, OffsetIndex)


FIRST: Final = 4
"""Where data begins: behind the magic."""

MOST_OF_A_CHUNK: Final = 100
"""Findings: then the rest of the chunk is not looked at, for it is not pages that lie there."""

_PIECE: Final = 1 << 20
CHECKS_OF_PAGES: Final[tuple[Check[WalkedPage], ...]] = (
    *PAGE_CHECKS,
    *PAGE_INDEX_CHECKS,
    *STATEMENTS_OF_PAGES,
)
_PAGES_WITHOUT_INDEX: Final[tuple[Check[WalkedPage], ...]] = (*PAGE_CHECKS, *STATEMENTS_OF_PAGES)
_SUMS_WITHOUT_INDEX: Final[tuple[Check[WalkedChunk], ...]] = (*SUM_CHECKS, *STATEMENTS_OF_CHUNKS)
WALKED: Final = {
    "file-in-front": "no whole file lies in front of the one that the footer is of",
    "unowned-bytes": "the footer leads to half of the bytes before it, or more",
    "page-walk": "page headers can be read, and their pages fill the chunk exactly",
    "page-index": "an index can be read, and fills its length",
    "bloom-filter": "a Bloom filter begins with a header, and is as long as it says",
    "bloom-bounds": "a Bloom filter has the bounds that are values for sure",
}
"""What is found while walking, and not by a check of what was read."""


@dataclass(slots=True)
class Walked:
    """How much of a file was looked at; chunks that were not are counted by the reason."""

    chunks: int = 0
    pages: int = 0
    encrypted: int = 0
    elsewhere: int = 0
    unreachable: int = 0
    without_crc: int = field(default=0, compare=False)
    """Of `pages`, those whose headers alone could be checked: they have no CRC, and no value of them was looked at before. That
    is how they were looked at, and not at what: two walks over the same pages are equal."""
    is_sealed: bool = False
    """The footer itself is encrypted, so that no chunk is known."""

    @property
    def skipped(self) -> int:
        return self.encrypted + self.elsewhere + self.unreachable + self.is_sealed


def check_data(
    file: Seekable,
    footer: FooterSubject,
    walked: Walked,
    progress: Progress = ignore_progress,
    held: HeldPages | None = None,
) -> Iterator[Finding]:
    """What is wrong between the first magic and the footer; `walked` is filled meanwhile. Pages that are `held` are not looked at again."""
    offset = footer.offset
    pages_held = held or HeldPages()
    extents = ChunkExtents(footer.chunks())
    in_front = list(check_front(file, extents.last, offset))
    yield from in_front or check_owners(footer, extents.owned)
    reachable = extents.find_distinct(offset)
    budget = ReadBudget(offset)
    readers = _Readers(file)

    def is_asked(number: int, chunk: PlacedChunk) -> bool:
        return reachable[number] > 0 and not pages_held.count(chunk)

    small = SmallChunks(partial(read_at, file), is_asked)
    for number, chunk, pages in small.count_pages(footer.chunks()):
        meta = chunk.meta
        if meta is None or chunk.chunk.crypto_metadata is not None:
            walked.encrypted += 1
        elif chunk.chunk.file_path is not None:
            walked.elsewhere += 1
        elif not reachable[number]:
            walked.unreachable += 1
        else:
            walked.chunks += 1
            known = pages_held.count(chunk) or pages
            if known is not None:
                walked.pages += known
                progress(find_extent(meta)[1])
                continue
            try:
                yield from _chunk_findings(readers, chunk, meta, walked, budget, progress)
            except SealedModuleError as error:  # of an index that is read with those of others
                yield Finding("page-index", error.offset, error.what, chunk.place)


class _Readers:
    """What of chunks lies together in a file has a reader of its own."""

    def __init__(self, file: Seekable) -> None:
        self.file = file
        read = partial(read_at, file)
        self.pages = CloseRanges(read)
        self.column_indexes = CloseRanges(read)
        self.offset_indexes = CloseRanges(read)
        self.bloom_filters = CloseRanges(read)


def _chunk_findings(
    readers: _Readers,
    chunk: PlacedChunk,
    meta: ColumnMetaData,
    walked: Walked,
    budget: ReadBudget,
    progress: Progress,
) -> Iterator[Finding]:
    walked_chunk = WalkedChunk(chunk, meta, lambda page: _crc(readers.file, page))
    at = chunk.chunk
    findings: list[Finding] = []
    offsets = at.offset_index_offset, at.offset_index_length
    walked_chunk.offset_index, walked_chunk.offset_bytes = _index(
        readers.offset_indexes, chunk, "offset_index", OffsetIndex, *offsets, budget, findings
    )
    columns = at.column_index_offset, at.column_index_length
    walked_chunk.column_index, walked_chunk.column_bytes = _index(
        readers.column_indexes, chunk, "column_index", ColumnIndex, *columns, budget, findings
    )
    yield from findings
    if meta.bloom_filter_offset is not None:
        yield from _bloom_filter(readers.bloom_filters, chunk, meta)
    yield from _page_findings(readers, walked_chunk, progress)
    walked.pages += walked_chunk.pages
    walked.without_crc += walked_chunk.without_crc


def _page_findings(readers: _Readers, chunk: WalkedChunk, progress: Progress) -> Iterator[Finding]:
    start, end = find_extent(chunk.meta)
    count = 0
    has_index = chunk.offset_index is not None or chunk.column_index is not None
    of_data = CHECKS_OF_PAGES if has_index else _PAGES_WITHOUT_INDEX
    try:
        for page in walk(readers.pages.read, start, end):
            values = values_in(page.header, page.offset)
            data = find_data_header(page.header)
            walked = WalkedPage(chunk, page, values, data)
            checks = PAGE_CHECKS if data is None else of_data
            findings = findings_of(checks, walked, page.offset)
            if findings:
                yield from findings
                count += len(findings)
                if count >= MOST_OF_A_CHUNK:
                    what = "too many findings: the rest of the chunk was not checked"
                    yield Finding("page-walk", page.end, what, chunk.place)
                    return
            _advance(walked)
            chunk.without_crc += page.header.crc is None
            progress(page.end)
    except ChunkError as error:
        yield Finding(
            "page-walk", error.offset, _explain(readers.file, chunk, error, end), chunk.place
        )
        return
    yield from findings_of(choose_checks(chunk) if has_index else _SUMS_WITHOUT_INDEX, chunk, start)


def _advance(walked: WalkedPage) -> None:
    chunk, page, data = walked.chunk, walked.page, walked.data
    chunk.pages += 1
    if data is None:
        if page.header.type == PageType.DICTIONARY_PAGE and chunk.dictionary_at is None:
            chunk.dictionary_at = page.offset
            dictionary = page.header.dictionary_page_header
            chunk.dictionary_values = dictionary.num_values if dictionary is not None else None
        return
    if chunk.first_data_at is None:
        chunk.first_data_at = page.offset
    chunk.data_pages += 1
    chunk.values += walked.values
    chunk.page_values.append(walked.values)
    if data.encoding not in OF_A_DICTIONARY:
        chunk.are_indexes = False
    rows, nulls = _rows_and_nulls(walked)
    chunk.rows = chunk.rows + rows if chunk.rows is not None and rows is not None else None
    chunk.nulls = chunk.nulls + nulls if chunk.nulls is not None and nulls is not None else None


def _rows_and_nulls(walked: WalkedPage) -> tuple[int | None, int | None]:
    """None where the header does not say."""
    data, leaf = walked.data, walked.chunk.chunk.leaf
    if isinstance(data, DataPageHeaderV2):
        return data.num_rows, data.num_nulls
    statistics = data.statistics if data is not None else None
    nulls = statistics.null_count if statistics is not None else None
    return walked.values if is_flat(leaf) else None, nulls


def _explain(file: Seekable, walked_chunk: WalkedChunk, error: ChunkError, end: int) -> str:
    """parquet-mr 1.2.8 and older did not count the header of the dictionary page."""
    left = max(walked_chunk.chunk.body - end, 0)
    if (
        walked_chunk.dictionary_at is None
        or walked_chunk.values >= walked_chunk.meta.num_values
        or not left
    ):
        return error.what
    start = walked_chunk.dictionary_at
    pages = walk(lambda offset, size: read_at(file, offset, size), start, walked_chunk.chunk.body)
    header = next(pages)
    longer = end + header.start - header.offset
    try:
        counted = sum(
            values_in(page.header, page.offset)
            for page in walk(lambda offset, size: read_at(file, offset, size), start, longer)
        )
    except ChunkError:
        return error.what
    if counted != walked_chunk.meta.num_values:
        return error.what
    forgotten = longer - end
    return f"the pages end {amounts.count(forgotten, 'byte')} after the end of the chunk, as if the header of its dictionary page had not been counted"


def _index(
    reader: CloseRanges,
    chunk: PlacedChunk,
    name: str,
    cls: type[Index],
    offset: int | None,
    length: int | None,
    budget: ReadBudget,
    findings: list[Finding],
) -> tuple[Index | None, bytes | None]:
    """With its bytes. None where there is none, where `offset` finds that it lies elsewhere, or where it cannot be read or overlaps."""
    if not offset or not length or offset < FIRST or length < 0 or offset + length > chunk.body:
        return None, None
    excess = budget.charge(offset, length)
    if excess:
        findings.append(Finding("page-index", offset, excess, f"{chunk.place}.{name}"))
        return None, None
    data = reader.read(offset, length)
    try:
        index, end = cls.decode_from(data)
    except DecodeError as error:
        what = f"cannot be read: {_reason(error)}"
        findings.append(Finding("page-index", offset + error.offset, what, f"{chunk.place}.{name}"))
        return None, None
    if end != length:
        what = f"{amounts.count(end, 'byte')}, and the footer says {length:,}"
        findings.append(Finding("page-index", offset, what, f"{chunk.place}.{name}"))
    return index, data


def _bloom_filter(
    reader: CloseRanges, chunk: PlacedChunk, meta: ColumnMetaData
) -> Iterator[Finding]:
    """Old writers say only where it begins."""
    offset, length = meta.bloom_filter_offset, meta.bloom_filter_length
    if offset is None or not FIRST <= offset < chunk.body:
        return
    place = f"{chunk.place}.meta_data.bloom_filter_offset"
    try:
        head = reader.read(offset, min(choose_first_read(meta), chunk.body - offset))
        bloom = take_bloom_filter(head, offset)
    except DecodeError as error:
        what = f"no header: {_reason(error)}"
        yield Finding("bloom-filter", offset + error.offset, what, place)
        return
    size, end = bloom.header.numBytes, bloom.start + bloom.header.numBytes
    if size < 0 or end > chunk.body:
        what = f"{amounts.count(size, 'byte')} of filter, and {chunk.body - bloom.start:,} are left before the footer"
        yield Finding("bloom-filter", offset, what, place)
    elif length is not None and length != end - offset:
        what = (
            f"{amounts.count(end - offset, 'byte')} with its header, and the footer says {length:,}"
        )
        yield Finding("bloom-filter", offset, what, place)
    else:
        absent = _find_absent_bound(reader, chunk, bloom)
        if absent:
            yield Finding("bloom-bounds", offset, absent, place)


def _find_absent_bound(reader: CloseRanges, chunk: PlacedChunk, bloom: BloomFilter) -> str:
    """No more than the blocks of two values is read. Not of booleans, of which the format does not say what is hashed."""
    is_asked = bloom.is_known and chunk.meta is not None and chunk.meta.type != Type.BOOLEAN
    values = list_certain_bounds(chunk) if is_asked else []
    for name, value in values:
        hashed = hash_bytes(value)
        if not may_contain(lambda place: reader.read(place.offset, place.length), bloom, hashed):
            shown = format_bound(value, chunk.leaf.element) if chunk.leaf is not None else ""
            return f"the filter does not have {shown}, and {name} says that it is a value"
    return ""


def _reason(error: DecodeError) -> str:
    """Without the offset, which is one in the file already."""
    return f"{error.path}: {error.reason}" if error.path else error.reason


def _crc(file: Seekable, page: PlacedPage) -> int:
    """A piece at a time, for a page may have 2 GB."""
    crc = 0
    for start in range(page.start, page.end, _PIECE):
        crc = crc32(read_at(file, start, min(_PIECE, page.end - start)), crc)
    return crc
