"""The level `values`: reads every chunk that can be reached, and holds what the file says of it against its values.

Two threads each have a chunk: its bytes, its values and the room for decoding it. pyarrow and the native passes let go of Python's lock.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from threading import Lock
from typing import Final, TypeVar

from inlay.ground.files.close_ranges import CloseRanges
from inlay.ground.files.source import Seekable, read_at
from inlay.pages.engine.decoded_size import UndecodedError
from inlay.pages.engine.dense_values import read_dense_values
from inlay.pages.engine.leaf import Leaf
from inlay.pages.engine.progress import Progress
from inlay.verbs.verify.check import findings_of
from inlay.verbs.verify.file_in_front import find_extent
from inlay.verbs.verify.subjects import PlacedChunk
from inlay.verbs.verify.values.audited import AuditedChunk
from inlay.verbs.verify.values.claims import Claimed, claims_of
from inlay.verbs.verify.values.families import CHECKS_OF_CHUNKS, CHECKS_OF_PAGES
from inlay.verbs.verify.values.said import Audited, NotAudited
from inlay_runtime.attempt import decode_or_none
from inlay_runtime.finding import Finding
from parquet_format.parquet import ColumnIndex, OffsetIndex

Index = TypeVar("Index", ColumnIndex, OffsetIndex)

_THREADS: Final = 2
_AHEAD: Final = 4 * _THREADS
"""Claims that wait for a thread, or whose findings wait for those of others: they hold no bytes."""

MOST_OF_A_CHUNK: Final = 100
"""Findings: the rest are not told."""


@dataclass(slots=True)
class _Result:
    findings: list[Finding]
    values: int = 0
    reason: str = ""


def audit_values(
    file: Seekable, chunks: Iterable[PlacedChunk], audited: Audited, progress: Progress
) -> Iterator[Finding]:
    """What is wrong, in the order of the chunks, which can all be reached; `audited` is filled meanwhile."""
    lock = Lock()

    def read(offset: int, size: int) -> bytes:
        with lock:
            return read_at(file, offset, size)

    pending: deque[tuple[list[Claimed], Future[list[_Result]]]] = deque()
    with ThreadPoolExecutor(_THREADS) as pool:
        try:
            for claim in claims_of(chunks):
                pending.append((claim, pool.submit(_audit_claim, read, claim)))
                if len(pending) >= _AHEAD:
                    yield from _take(*pending.popleft(), audited, progress)
            while pending:
                yield from _take(*pending.popleft(), audited, progress)
        finally:
            for _, future in pending:
                future.cancel()


def _take(
    claim: list[Claimed], future: Future[list[_Result]], audited: Audited, progress: Progress
) -> Iterator[Finding]:
    for claimed, result in zip(claim, future.result(), strict=True):
        chunk = claimed.chunk
        if result.reason:
            column = chunk.leaf.name if chunk.leaf is not None else ""
            audited.others.append(NotAudited(chunk.place, column, result.reason))
        else:
            audited.chunks += 1
            audited.values += result.values
        yield from result.findings
        assert chunk.meta is not None
        progress(find_extent(chunk.meta)[1])


def _audit_claim(read: Callable[[int, int], bytes], claim: list[Claimed]) -> list[_Result]:
    extents = [find_extent(claimed.chunk.meta) for claimed in claim if claimed.chunk.meta]
    start, end = extents[0][0], extents[-1][1]
    data = memoryview(read(start, end - start))
    columns, offsets = CloseRanges(read), CloseRanges(read)
    return [
        _audit_chunk(data[first - start : last - start], first, last, claimed, columns, offsets)
        for claimed, (first, last) in zip(claim, extents, strict=True)
    ]


def _audit_chunk(
    data: memoryview,
    start: int,
    end: int,
    claimed: Claimed,
    columns: CloseRanges,
    offsets: CloseRanges,
) -> _Result:
    chunk = claimed.chunk
    meta, leaf = chunk.meta, chunk.leaf
    assert meta is not None
    if leaf is None or leaf.element.type != meta.type:
        return _Result([], reason="its leaf in the schema is missing, or has another type")
    if len(data) < end - start:
        return _Result([], reason="the file ends in it")
    shown = Leaf(leaf.name, leaf.max_definition, leaf.max_repetition, leaf.element.type_length)
    try:
        dense = read_dense_values(data, meta, shown, start)
    except UndecodedError as reason:
        return _Result([], reason=str(reason))
    audited = AuditedChunk(chunk, meta, leaf, dense)
    audited.column_index = _read_index(ColumnIndex, columns, claimed.column_index)
    audited.offset_index = _read_index(OffsetIndex, offsets, claimed.offset_index)
    pages = len(dense.pages)
    if audited.column_index is not None and len(audited.column_index.null_pages) != pages:
        audited.column_index = None
    if audited.offset_index is not None and len(audited.offset_index.page_locations) != pages:
        audited.offset_index = None
    return _Result(list_findings(audited, start), len(dense.values))


def list_findings(chunk: AuditedChunk, offset: int) -> list[Finding]:
    """What of a chunk does not hold."""
    findings = findings_of(CHECKS_OF_CHUNKS, chunk, offset)
    for page in chunk.pages:
        findings += findings_of(CHECKS_OF_PAGES, page, page.offset)
        if len(findings) > MOST_OF_A_CHUNK:
            what = "too many findings: the rest of the chunk was not checked"
            return [
                *findings[:MOST_OF_A_CHUNK],
                Finding("value-damage", page.offset, what, page.place),
            ]
    return findings


def _read_index(
    cls: type[Index], reader: CloseRanges, place: tuple[int, int] | None
) -> Index | None:
    decoded = decode_or_none(cls, reader.read(*place)) if place is not None else None
    return decoded[0] if decoded is not None else None
