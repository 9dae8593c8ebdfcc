"""The level `values`: reads every chunk that can be reached, and holds what the file says of it against its values.

Two threads each have a chunk: its bytes, its values and the room for decoding it. pyarrow and the native passes let go of Python's lock.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from threading import Lock
from typing import Final, TypeVar

from inlay.ground.files.source import Seekable, read_at
from inlay.pages.engine.dense_values import UndecodedError, read_dense_values
from inlay.pages.engine.leaf import Leaf
from inlay.pages.engine.progress import Progress
from inlay.verbs.verify.check import findings_of
from inlay.verbs.verify.file_in_front import find_extent
from inlay.verbs.verify.subjects import PlacedChunk
from inlay.verbs.verify.values.audited import AuditedChunk
from inlay.verbs.verify.values.audited_rows import Place
from inlay.verbs.verify.values.families import CHECKS_OF_CHUNKS, CHECKS_OF_PAGES
from inlay.verbs.verify.values.said import Audited, NotAudited
from inlay_runtime.attempt import decode_or_none
from inlay_runtime.finding import Finding
from parquet_format.parquet import ColumnIndex, OffsetIndex

Index = TypeVar("Index", ColumnIndex, OffsetIndex)

_THREADS: Final = 2
_AHEAD: Final = 4 * _THREADS
"""Chunks that wait for a thread, or whose findings wait for those of others: they hold no bytes."""

MOST_OF_A_CHUNK: Final = 100
"""Findings: the rest are not told."""

_FIRST: Final = 4


def audit_values(
    file: Seekable,
    chunks: Iterable[PlacedChunk],
    audited: Audited,
    progress: Progress,
    geo: str,
    sizes: dict[Place, int],
) -> Iterator[Finding]:
    """What is wrong, in the order of the chunks, which can all be reached. `audited` is filled meanwhile, and so is `sizes`, with the
    bytes of the values of chunks that may be read by rows, if every page decodes. `geo` is the key of GeoParquet."""
    lock = Lock()
    pending: deque[tuple[PlacedChunk, Future[_Result]]] = deque()
    with ThreadPoolExecutor(_THREADS) as pool:
        try:
            for chunk in chunks:
                pending.append((chunk, pool.submit(_audit_chunk, file, lock, chunk, geo)))
                if len(pending) >= _AHEAD:
                    yield from _take(*pending.popleft(), audited, progress, sizes)
            while pending:
                yield from _take(*pending.popleft(), audited, progress, sizes)
        finally:
            for _, future in pending:
                future.cancel()


@dataclass(slots=True)
class _Result:
    findings: list[Finding]
    values: int = 0
    reason: str = ""
    size: int | None = None


def _take(
    chunk: PlacedChunk,
    future: Future[_Result],
    audited: Audited,
    progress: Progress,
    sizes: dict[Place, int],
) -> Iterator[Finding]:
    result = future.result()
    if result.reason:
        column = chunk.leaf.name if chunk.leaf is not None else ""
        audited.others.append(NotAudited(chunk.place, column, result.reason))
    else:
        audited.chunks += 1
        audited.values += result.values
        if result.size is not None:
            sizes[chunk.group_at, chunk.at] = result.size
    yield from result.findings
    assert chunk.meta is not None
    progress(find_extent(chunk.meta)[1])


def _audit_chunk(file: Seekable, lock: Lock, chunk: PlacedChunk, geo: str) -> _Result:
    meta, leaf = chunk.meta, chunk.leaf
    assert meta is not None
    if leaf is None or leaf.element.type != meta.type:
        return _Result([], reason="its leaf in the schema is missing, or has another type")
    start, end = find_extent(meta)
    with lock:
        data = read_at(file, start, end - start)
    if len(data) < end - start:
        return _Result([], reason="the file ends in it")
    shown = Leaf(leaf.name, leaf.max_definition, leaf.max_repetition, leaf.element.type_length)
    try:
        dense = read_dense_values(data, meta, shown, start)
    except UndecodedError as reason:
        return _Result([], reason=str(reason))
    del data
    audited = AuditedChunk(chunk, meta, leaf, dense, geo=geo)
    _read_indexes(file, lock, audited)
    is_measured = dense.is_whole and audited.may_be_read_by_rows
    size = audited.value_bytes if is_measured else None
    return _Result(list_findings(audited, start), len(dense.values), size=size)


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


def _read_indexes(file: Seekable, lock: Lock, audited: AuditedChunk) -> None:
    chunk = audited.placed.chunk
    pages, body = len(audited.dense.pages), audited.placed.body
    with lock:
        columns = _read(file, chunk.column_index_offset, chunk.column_index_length, body)
        offsets = _read(file, chunk.offset_index_offset, chunk.offset_index_length, body)
    column_index = _decode(ColumnIndex, columns)
    if column_index is not None and len(column_index.null_pages) == pages:
        audited.column_index = column_index
    offset_index = _decode(OffsetIndex, offsets)
    if offset_index is not None and len(offset_index.page_locations) == pages:
        audited.offset_index = offset_index


def _read(file: Seekable, offset: int | None, length: int | None, body: int) -> bytes:
    if not offset or not length or offset < _FIRST or length < 0 or offset + length > body:
        return b""
    return read_at(file, offset, length)


def _decode(cls: type[Index], data: bytes) -> Index | None:
    decoded = decode_or_none(cls, data) if data else None
    return decoded[0] if decoded is not None else None
