"""The level `data`: walks over the pages of every chunk that can be reached, a header at a time.

An index is read whole; of a page no more than its header is, unless it has a CRC.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, TypeVar
from zlib import crc32

from inlay.checks.check import Check, findings_of
from inlay.checks.chunk_statements import list_certain_bounds
from inlay.checks.file_in_front import check_front
from inlay.checks.index_counts import COUNTS_OF_INDEXES
from inlay.checks.index_statements import STATEMENTS_OF_INDEXES
from inlay.checks.page_indexes import INDEX_CHECKS, PAGE_INDEX_CHECKS
from inlay.checks.page_statements import STATEMENTS_OF_PAGES
from inlay.checks.page_subjects import WalkedChunk, WalkedPage
from inlay.checks.pages import OF_A_DICTIONARY, PAGE_CHECKS, SUM_CHECKS
from inlay.checks.statistics import format_bound
from inlay.checks.subjects import FooterSubject, PlacedChunk, is_flat
from inlay.files.read_budget import ReadBudget
from inlay.files.source import Seekable, read_at
from inlay.pages.bloom_filter import LONGEST_HEADER, BloomFilter, may_contain
from inlay.pages.errors import ChunkError
from inlay.pages.progress import Progress, ignore_progress
from inlay.pages.walk import PlacedPage, find_data_header, values_in, walk
from inlay_runtime.errors import DecodeError
from inlay_runtime.finding import Finding
from parquet_format.parquet import (
    BloomFilterHeader,
    ColumnIndex,
    ColumnMetaData,
    DataPageHeaderV2,
    FileMetaData,
    OffsetIndex,
    PageType,
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
CHECKS_OF_SUMS: Final[tuple[Check[WalkedChunk], ...]] = (
    *SUM_CHECKS,
    *INDEX_CHECKS,
    *COUNTS_OF_INDEXES,
    *STATEMENTS_OF_INDEXES,
)
WALKED: Final = {
    "file-in-front": "no whole file lies in front of the one that the footer is of",
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
    is_sealed: bool = False
    """The footer itself is encrypted, so that no chunk is known."""

    @property
    def skipped(self) -> int:
        return self.encrypted + self.elsewhere + self.unreachable + self.is_sealed


def check_data(
    file: Seekable,
    metadata: FileMetaData,
    offset: int,
    walked: Walked,
    progress: Progress = ignore_progress,
) -> Iterator[Finding]:
    """What is wrong between the first magic and a footer at `offset`; `walked` is filled meanwhile."""
    chunks = list(FooterSubject(metadata, offset).chunks())
    yield from check_front(file, chunks, offset)
    reachable = _distinct(chunks)
    budget = ReadBudget(offset)
    for number, chunk in enumerate(chunks):
        meta = chunk.meta
        if meta is None or chunk.chunk.crypto_metadata is not None:
            walked.encrypted += 1
        elif chunk.chunk.file_path is not None:
            walked.elsewhere += 1
        elif number not in reachable:
            walked.unreachable += 1
        else:
            walked.chunks += 1
            yield from _chunk_findings(file, chunk, meta, walked, budget, progress)


def _distinct(chunks: list[PlacedChunk]) -> set[int]:
    """Those whose pages lie in the file and not over those of another, so that no byte is walked over twice."""
    extents: list[tuple[int, int, int]] = []
    for number, chunk in enumerate(chunks):
        if chunk.meta is not None and chunk.chunk.file_path is None:
            extents.append((*_extent(chunk.meta), number))
    distinct: set[int] = set()
    reached = FIRST
    for start, end, number in sorted(extents):
        if start == end:
            distinct.add(number)
        elif reached <= start < end <= chunks[number].body:
            distinct.add(number)
            reached = end
    return distinct


def _extent(meta: ColumnMetaData) -> tuple[int, int]:
    start = min(filter(None, (meta.data_page_offset, meta.dictionary_page_offset)), default=0)
    return start, start + meta.total_compressed_size


def _chunk_findings(
    file: Seekable,
    chunk: PlacedChunk,
    meta: ColumnMetaData,
    walked: Walked,
    budget: ReadBudget,
    progress: Progress,
) -> Iterator[Finding]:
    walked_chunk = WalkedChunk(chunk, meta, lambda page: _crc(file, page))
    at = chunk.chunk
    findings: list[Finding] = []
    offsets = at.offset_index_offset, at.offset_index_length
    walked_chunk.offset_index = _index(
        file, chunk, "offset_index", OffsetIndex, *offsets, budget, findings
    )
    columns = at.column_index_offset, at.column_index_length
    walked_chunk.column_index = _index(
        file, chunk, "column_index", ColumnIndex, *columns, budget, findings
    )
    yield from findings
    yield from _bloom_filter(file, chunk, meta)
    yield from _page_findings(file, walked_chunk, progress)
    walked.pages += walked_chunk.pages


def _page_findings(file: Seekable, chunk: WalkedChunk, progress: Progress) -> Iterator[Finding]:
    start, end = _extent(chunk.meta)
    count = 0
    try:
        for page in walk(lambda offset, size: read_at(file, offset, size), start, end):
            values = values_in(page.header, page.offset)
            data = find_data_header(page.header)
            walked = WalkedPage(chunk, page, values, data)
            findings = findings_of(CHECKS_OF_PAGES, walked, page.offset)
            yield from findings
            count += len(findings)
            if count >= MOST_OF_A_CHUNK:
                what = "too many findings: the rest of the chunk was not checked"
                yield Finding("page-walk", page.end, what, chunk.place)
                return
            _advance(walked)
            progress(page.end)
    except ChunkError as error:
        yield Finding("page-walk", error.offset, _explain(file, chunk, error, end), chunk.place)
        return
    yield from findings_of(CHECKS_OF_SUMS, chunk, start)


def _advance(walked: WalkedPage) -> None:
    chunk, page, data = walked.chunk, walked.page, walked.data
    chunk.pages += 1
    if page.header.type == PageType.DICTIONARY_PAGE and chunk.dictionary_at is None:
        chunk.dictionary_at = page.offset
        dictionary = page.header.dictionary_page_header
        chunk.dictionary_values = dictionary.num_values if dictionary is not None else None
    if data is None or not page.is_data:
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
    return f"the pages end {forgotten:,} bytes after the end of the chunk, as if the header of its dictionary page had not been counted"


def _index(
    file: Seekable,
    chunk: PlacedChunk,
    name: str,
    cls: type[Index],
    offset: int | None,
    length: int | None,
    budget: ReadBudget,
    findings: list[Finding],
) -> Index | None:
    """None where there is none, where `offset` finds that it lies elsewhere, or where it cannot be read or overlaps."""
    if not offset or not length or offset < FIRST or length < 0 or offset + length > chunk.body:
        return None
    place = f"{chunk.place}.{name}"
    excess = budget.charge(offset, length)
    if excess:
        findings.append(Finding("page-index", offset, excess, place))
        return None
    try:
        index, end = cls.decode_from(read_at(file, offset, length))
    except DecodeError as error:
        what = f"cannot be read: {_reason(error)}"
        findings.append(Finding("page-index", offset + error.offset, what, place))
        return None
    if end != length:
        what = f"{end:,} bytes, and the footer says {length:,}"
        findings.append(Finding("page-index", offset, what, place))
    return index


def _bloom_filter(file: Seekable, chunk: PlacedChunk, meta: ColumnMetaData) -> Iterator[Finding]:
    """Old writers say only where it begins."""
    offset, length = meta.bloom_filter_offset, meta.bloom_filter_length
    if offset is None or not FIRST <= offset < chunk.body:
        return
    place = f"{chunk.place}.meta_data.bloom_filter_offset"
    try:
        head = read_at(file, offset, min(LONGEST_HEADER, chunk.body - offset))
        header, size = BloomFilterHeader.decode_from(head)
    except DecodeError as error:
        what = f"no header: {_reason(error)}"
        yield Finding("bloom-filter", offset + error.offset, what, place)
        return
    end = offset + size + header.numBytes
    if header.numBytes < 0 or end > chunk.body:
        what = f"{header.numBytes:,} bytes of filter, and {chunk.body - offset - size:,} are left before the footer"
        yield Finding("bloom-filter", offset, what, place)
    elif length is not None and length != end - offset:
        what = f"{end - offset:,} bytes with its header, and the footer says {length:,}"
        yield Finding("bloom-filter", offset, what, place)
    else:
        absent = _find_absent_bound(file, chunk, BloomFilter(header, offset + size))
        if absent:
            yield Finding("bloom-bounds", offset, absent, place)


def _find_absent_bound(file: Seekable, chunk: PlacedChunk, bloom: BloomFilter) -> str:
    """No more than the blocks of two values is read."""
    values = list_certain_bounds(chunk) if bloom.is_known else []
    for name, value in values:
        if not may_contain(lambda place: read_at(file, place.offset, place.length), bloom, value):
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
