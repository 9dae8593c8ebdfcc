"""The level `values`: reads every chunk that can be reached, and holds what the file says of it against its values.

Two threads each have a chunk: its bytes, its values and the room for decoding it. pyarrow and the native passes let go of Python's lock.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, nullcontext
from dataclasses import dataclass, field
from functools import partial
from threading import Lock, RLock
from typing import Final, NamedTuple, TypeVar

from inlay.ground.files.close_ranges import CloseRanges
from inlay.ground.files.random_access import RandomAccess
from inlay.ground.files.source import Seekable, read_at
from inlay.pages.engine.chunk_values import ChunkValues
from inlay.pages.engine.dense_chunk import DenseRun
from inlay.pages.engine.dense_values import stream_dense_runs
from inlay.pages.engine.errors import SealedModuleError, UndecodedError
from inlay.pages.engine.forward_reader import ForwardReader
from inlay.pages.engine.leaf import Leaf
from inlay.pages.engine.page_bytes import UnsplitPageError
from inlay.pages.engine.passing_chunks import pass_chunks
from inlay.pages.engine.plain_chunks import HeldChunk, PlainColumn, hold_plainly
from inlay.pages.engine.progress import Progress
from inlay.pages.engine.walk import ReadAt
from inlay.verbs.verify.check import findings_of
from inlay.verbs.verify.file_in_front import find_extent
from inlay.verbs.verify.held_pages import HeldPages
from inlay.verbs.verify.subjects import PlacedChunk
from inlay.verbs.verify.values.audited import AuditedChunk, is_map_key
from inlay.verbs.verify.values.audited_rows import Place
from inlay.verbs.verify.values.claims import Claimed, claims_of
from inlay.verbs.verify.values.families import (
    CHECKS_OF_GROUPS,
    choose_checks,
)
from inlay.verbs.verify.values.looks import MOST_OF_A_CHUNK, RUN
from inlay.verbs.verify.values.looks_ahead import list_looks
from inlay.verbs.verify.values.plain import describe_plain
from inlay.verbs.verify.values.said import Audited, NotAudited
from inlay.verbs.verify.values.second import AuditedEncodings
from inlay.verbs.verify.values.sorting import (
    AuditedGroup,
    SortedChunk,
    compare_rows,
    is_sorted_by,
)
from inlay_runtime.attempt import decode_or_none
from inlay_runtime.finding import Finding
from parquet_format.parquet import ColumnIndex, FileMetaData, OffsetIndex

Index = TypeVar("Index", ColumnIndex, OffsetIndex)

_THREADS: Final = 2
_AHEAD: Final = 4 * _THREADS
"""Claims that wait for a thread, or whose findings wait for those of others: they hold no bytes."""

_MANY: Final = 8
"""Chunks of a claim, from which on they are taken to be small."""

_HELD: Final = 16 << 20
"""Bytes of a chunk as it lies in the file, up to which all of them are in memory."""

_HELD_PLAINLY: Final = 52 << 20
"""The same of one that may be looked at natively, where its values take no room."""


class AuditedFile(NamedTuple):
    """A file whose footer begins at `footer_at`. `geo` is the key of GeoParquet."""

    file: Seekable
    metadata: FileMetaData
    footer_at: int
    geo: str


def audit_values(
    subject: AuditedFile,
    chunks: Iterable[PlacedChunk],
    audited: Audited,
    held: HeldPages,
    progress: Progress,
    sizes: dict[Place, int | None],
) -> Iterator[Finding]:
    """What is wrong, in the order of the chunks, which can all be reached. `audited` is filled meanwhile, and so are `sizes`, which has
    the chunks that are to be read by rows, with the bytes of their values, if every page decodes, and `held`, with the pages of chunks of
    which all holds, their headers too."""
    audit = _Audit(subject)
    sorted_groups = [
        AuditedGroup(number, group)
        for number, group in enumerate(subject.metadata.row_groups)
        if group.sorting_columns
    ]
    chosen = {chunk.group_at for chunk in chunks} if sorted_groups else set[int]()
    groups = [group for group in sorted_groups if group.number in chosen]
    places = {group.number: group for group in groups}
    checked: AuditedGroup | None = None
    for chunk, result in _run(audit, chunks):
        _note(chunk, result, audited, sizes)
        if result.held:
            held.note(chunk, result.held)
        yield from result.findings
        assert chunk.meta is not None
        progress(find_extent(chunk.meta)[1])
        while groups and groups[0].number < chunk.group_at:
            checked = yield from _check_group(groups.pop(0), checked, audited)
        if result.sorted is not None and chunk.group_at in places:
            places[chunk.group_at].chunks[chunk.at] = result.sorted
    for group in groups:
        checked = yield from _check_group(group, checked, audited)


def _run(audit: _Audit, chunks: Iterable[PlacedChunk]) -> Iterator[tuple[PlacedChunk, _Result]]:
    pending: deque[Future[list[tuple[PlacedChunk, _Result]]]] = deque()
    with ThreadPoolExecutor(_THREADS) as pool:
        try:
            for claim in claims_of(chunks):
                pending.append(pool.submit(audit.check, claim))
                if len(pending) >= _AHEAD:
                    yield from pending.popleft().result()
            while pending:
                yield from pending.popleft().result()
        finally:
            for future in pending:
                future.cancel()


@dataclass(slots=True)
class _Result:
    """`sorted` is what rows are sorted by, `held` how many pages there are in a chunk that no check needs to look at."""

    findings: list[Finding]
    values: int = 0
    reason: str = ""
    left_out: list[str] = field(default_factory=list[str])
    sorted: SortedChunk | None = None
    size: int | None = None
    held: int = 0


def _note(
    chunk: PlacedChunk, result: _Result, audited: Audited, sizes: dict[Place, int | None]
) -> None:
    if not result.reason:
        audited.chunks += 1
        audited.values += result.values
        if (chunk.group_at, chunk.at) in sizes:
            sizes[chunk.group_at, chunk.at] = result.size
    reasons = [result.reason, *result.left_out] if result.reason else result.left_out
    if reasons:
        column = chunk.leaf.name if chunk.leaf is not None else ""
        audited.others.extend(NotAudited(chunk.place, column, reason) for reason in reasons)


def _check_group(
    group: AuditedGroup, before: AuditedGroup | None, audited: Audited
) -> Generator[Finding, None, AuditedGroup | None]:
    """A finding has the offset of the first of the pages. Gives what is before the next one."""
    first = (
        find_extent(chunk.meta_data)[0] for chunk in pass_chunks(group.group) if chunk.meta_data
    )
    group.before = before
    yield from findings_of(CHECKS_OF_GROUPS, group, min(first, default=0))
    for column, reason in group.left_out:
        audited.others.append(NotAudited(f"{group.place}.sorting_columns", column, reason))
    group.forget_rows()
    return group if group.group.num_rows else before


class _LockedFile(RandomAccess):
    """A file that several threads read, each by a handle of its own."""

    def __init__(self, file: Seekable, lock: Lock, size: int) -> None:
        super().__init__()
        self._file = file
        self._lock = lock
        self._size = size

    @property
    def size(self) -> int:
        return self._size

    def read_at(self, offset: int, size: int, /) -> bytes:
        with self._lock:
            return read_at(self._file, offset, size)


class _Audit:
    """Of one file, whose bytes are read by one thread at a time."""

    def __init__(self, subject: AuditedFile) -> None:
        self._file = subject.file
        self._lock = Lock()
        self._turn = Lock()
        """Chunks that are small are nearly all Python, and two threads of that wait for each other longer than they work."""
        self._large = RLock()
        """Of large pages and dictionaries, one thread has some."""
        self._footer_at = subject.footer_at
        self._geo = subject.geo
        self._encodings = AuditedEncodings(subject.metadata, subject.footer_at)
        self._plain: dict[int, PlainColumn | None] = {}

    def _read_at(self, offset: int, size: int) -> bytes:
        with self._lock:
            return read_at(self._file, offset, size)

    def check(self, claim: Sequence[Claimed]) -> list[tuple[PlacedChunk, _Result]]:
        start, end = claim[0].extent[0], claim[-1].extent[1]
        is_large = end - start > _HELD
        if is_large and len(claim) > 1:
            return self._check_each(claim)
        if is_large and not self._may_hold_large(claim[0]):
            return [(claim[0].chunk, self._check_large(claim[0]))]
        try:
            data = memoryview(self._read_at(start, end - start))
        except SealedModuleError as error:  # which the walk over its pages finds, too
            if len(claim) > 1:
                return self._check_each(claim)
            return [(claim[0].chunk, _Result([], reason=error.what))]
        held = self._hold_plainly(data, start, claim)
        if is_large and held[0] is None:
            del data
            return [(claim[0].chunk, self._check_large(claim[0]))]
        left = sum(plain is None for plain in held)
        with self._turn if left >= _MANY else nullcontext():
            return self._check(data, start, claim, held)

    def _check_each(self, claim: Sequence[Claimed]) -> list[tuple[PlacedChunk, _Result]]:
        return [result for claimed in claim for result in self.check([claimed])]

    def _may_hold_large(self, claimed: Claimed) -> bool:
        start, end = claimed.extent
        meta = claimed.chunk.meta
        has_parts = claimed.column_index is not None or claimed.offset_index is not None
        if end - start > _HELD_PLAINLY or has_parts or meta is None or meta.bloom_filter_offset:
            return False
        return self._describe(claimed.chunk) is not None

    def _hold_plainly(
        self, data: memoryview, start: int, claim: Sequence[Claimed]
    ) -> list[HeldChunk | None]:
        """Of chunks of which all holds, without a look by the checks."""
        described = [(claimed.chunk, self._describe(claimed.chunk)) for claimed in claim]
        return hold_plainly(data, start, described, [claimed.extent for claimed in claim])

    def _describe(self, chunk: PlacedChunk) -> PlainColumn | None:
        if chunk.leaf is None or is_sorted_by(chunk.group, chunk.at):
            return None
        if self._encodings.has_second(chunk.group_at, chunk.at):
            return None
        if chunk.at not in self._plain:
            self._plain[chunk.at] = describe_plain(chunk.leaf)
        return self._plain[chunk.at]

    def _check(
        self,
        data: memoryview,
        start: int,
        claim: Sequence[Claimed],
        held: Sequence[HeldChunk | None],
    ) -> list[tuple[PlacedChunk, _Result]]:
        columns, offsets = CloseRanges(self._read_at), CloseRanges(self._read_at)
        results: list[tuple[PlacedChunk, _Result]] = []
        for claimed, plain in zip(claim, held, strict=True):
            first, last = claimed.extent
            own = data[first - start : last - start]
            if plain is not None:
                result = _Result([], plain.values, size=plain.size, held=plain.pages)
            elif len(own) < last - first:
                result = _Result([], reason="the file ends in it")
            else:
                read = partial(_slice, own, first)
                result = self._check_chunk(partial(_same, read), claimed, columns, offsets)
            results.append((claimed.chunk, result))
        return results

    def _check_large(self, claimed: Claimed) -> _Result:
        """Some bytes at a time."""

        def begin() -> ReadAt:
            return ForwardReader(self._read_whole, claimed.extent[1]).read

        columns, offsets = CloseRanges(self._read_at), CloseRanges(self._read_at)
        try:
            return self._check_chunk(begin, claimed, columns, offsets)
        except SealedModuleError as error:
            return _Result([], reason=error.what)

    def _read_whole(self, offset: int, size: int) -> bytes:
        """Of a chunk."""
        data = self._read_at(offset, size)
        if len(data) < size:
            raise UndecodedError("the file ends in it")
        return data

    def _check_chunk(
        self,
        begin: Callable[[], ReadAt],
        claimed: Claimed,
        columns: CloseRanges,
        offsets: CloseRanges,
    ) -> _Result:
        """`begin` gives what reads its bytes, from the front to the back."""
        chunk = claimed.chunk
        meta, leaf = chunk.meta, chunk.leaf
        assert meta is not None
        if leaf is None or leaf.element.type != meta.type:
            return _Result([], reason="its leaf in the schema is missing, or has another type")
        is_sorted = is_sorted_by(chunk.group, chunk.at)
        is_of_map = leaf.max_repetition > 0 and is_map_key(leaf.node)
        has_second = self._encodings.has_second(chunk.group_at, chunk.at)
        keeps_levels = has_second or is_of_map or (is_sorted and not leaf.max_repetition)
        shown = Leaf(leaf.name, leaf.max_definition, leaf.max_repetition, leaf.element.type_length)
        has_offset_index = claimed.offset_index is not None
        with ExitStack() as large:

            def open_values(*, in_pieces: bool) -> AuditedChunk:
                values = ChunkValues(
                    partial(
                        self._stream,
                        begin,
                        claimed,
                        shown,
                        large,
                        keeps_levels=keeps_levels,
                        in_pieces=in_pieces,
                    )
                )
                opened = AuditedChunk(chunk, meta, leaf, values, geo=self._geo, read=self._read_at)
                values.open(
                    list_looks(
                        opened,
                        is_sorted=is_sorted,
                        has_offset_index=has_offset_index,
                        has_second=has_second,
                    )
                )
                return opened

            try:
                try:
                    audited = open_values(in_pieces=True)
                except UnsplitPageError:  # it is damaged, or its levels or values are not read so
                    audited = open_values(in_pieces=False)
            except UndecodedError as reason:
                return _Result([], reason=str(reason))
            values = audited.values
            handle = _LockedFile(self._file, self._lock, self._footer_at)
            begin_large = partial(large.enter_context, self._large)
            audited.second = self._encodings.read_second(audited, shown, handle, begin_large)
            pages = len(values.pages)
            bounds = _read_index(ColumnIndex, columns, claimed.column_index)
            if bounds is not None and len(bounds.null_pages) == pages:
                audited.column_index = bounds
            places = _read_index(OffsetIndex, offsets, claimed.offset_index)
            if places is not None and len(places.page_locations) == pages:
                audited.offset_index = places
            findings = list_findings(audited, claimed.extent[0])
            rows = compare_rows(audited) if is_sorted else None
            is_measured = values.is_whole and audited.may_be_read_by_rows
            size = audited.value_bytes if is_measured else None
        return _Result(findings, values.count, left_out=audited.left_out, sorted=rows, size=size)

    def _stream(
        self,
        begin: Callable[[], ReadAt],
        claimed: Claimed,
        leaf: Leaf,
        large: ExitStack,
        *,
        keeps_levels: bool,
        in_pieces: bool,
    ) -> Iterator[DenseRun]:
        meta = claimed.chunk.meta
        assert meta is not None
        return stream_dense_runs(
            begin(),
            claimed.extent,
            meta,
            leaf,
            RUN,
            decoder=self._encodings.find_decoder(meta, leaf),
            keeps_levels=keeps_levels,
            in_pieces=in_pieces,
            before_large=partial(large.enter_context, self._large),
        )


def _same(read: ReadAt) -> ReadAt:
    return read


def _slice(data: memoryview, start: int, offset: int, size: int) -> memoryview:
    """Bytes of a file of which the data begin at `start`."""
    return data[offset - start : offset - start + size]


def list_findings(chunk: AuditedChunk, offset: int) -> list[Finding]:
    """What of a chunk does not hold."""
    checks = choose_checks(chunk)
    findings = findings_of(checks.chunks, chunk, offset)
    for page in chunk.pages:
        findings += findings_of(checks.pages, page, page.offset)
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
    try:
        decoded = decode_or_none(cls, reader.read(*place)) if place is not None else None
    except SealedModuleError:
        return None
    return decoded[0] if decoded is not None else None
