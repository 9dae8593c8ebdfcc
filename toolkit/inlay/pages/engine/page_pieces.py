"""The values of a large page in pieces: each becomes a small page of the same encoding, or, of deltas, which begin at the value before, an
array at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import pyarrow as pa

from inlay.pages.engine.codecs import Bytes
from inlay.pages.engine.decoded_size import INDEXES, Room
from inlay.pages.engine.dense_fixed import MOST_OF_A_PAGE
from inlay.pages.engine.page_bytes import UnsplitPageError
from inlay.pages.engine.required_file import DensePage
from inlay_runtime.core import load_native
from parquet_format.parquet import Encoding, Type

if TYPE_CHECKING:
    from inlay.pages.engine.native_pieces import NumberPieces, TextPieces

_native: Any = load_native("inlay.pages.engine.native_pieces")

PIECE: Final = 8 << 20
"""Bytes of values."""

FEWEST: Final = 16
"""Values of a piece: bits and indexes are packed by eight."""

_OF_DELTAS: Final = (
    Encoding.DELTA_BINARY_PACKED,
    Encoding.DELTA_LENGTH_BYTE_ARRAY,
    Encoding.DELTA_BYTE_ARRAY,
)


def can_cut(page: DensePage) -> bool:
    """Whether values come in pieces."""
    return _native is not None and page.encoding in (
        *INDEXES,
        *_OF_DELTAS,
        *(Encoding.PLAIN, Encoding.RLE, Encoding.BYTE_STREAM_SPLIT),
    )


def are_deltas(page: DensePage) -> bool:
    return page.encoding in _OF_DELTAS


def cut_page(page: DensePage, arrow: pa.DataType) -> Iterator[DensePage]:
    """Of a page without deltas that is not compressed. Raises UnsplitPageError."""
    page = replace(page, body=memoryview(page.body).cast("B"))
    bits = 32 if pa.types.is_binary(arrow) else arrow.bit_width
    step = max(min(PIECE * 8 // bits, MOST_OF_A_PAGE) // 8 * 8, FEWEST)
    if page.encoding in INDEXES:
        return _cut_indexes(page, step)
    if page.encoding == Encoding.RLE:
        return _cut_truths(page, step)
    if page.encoding == Encoding.BYTE_STREAM_SPLIT:
        return _cut_streams(page, step, bits // 8)
    if pa.types.is_binary(arrow):
        return _cut_texts(page, step)
    return _cut_fixed(page, step, bits)


def _piece(page: DensePage, body: Bytes, count: int) -> DensePage:
    return DensePage(body, count, page.encoding, len(body))


def _cut_fixed(page: DensePage, step: int, bits: int) -> Iterator[DensePage]:
    for first in range(0, page.count, step):
        count = min(step, page.count - first)
        start = first * bits // 8
        yield _piece(page, page.body[start : start + (count * bits + 7) // 8], count)


def _cut_texts(page: DensePage, step: int) -> Iterator[DensePage]:
    left, at = page.count, 0
    while left:
        ends: tuple[int, int] | None = _native.find_end(page.body, at, min(step, left), PIECE)
        if ends is None:
            raise UnsplitPageError
        count, end = ends
        yield _piece(page, page.body[at:end], count)
        left, at = left - count, end


def _cut_streams(page: DensePage, step: int, width: int) -> Iterator[DensePage]:
    """Each stream has one byte of every value."""
    if len(page.body) != page.count * width:
        raise UnsplitPageError
    for first in range(0, page.count, step):
        count = min(step, page.count - first)
        starts = range(first, len(page.body), page.count)
        yield _piece(page, b"".join(page.body[at : at + count] for at in starts), count)


def _cut_indexes(page: DensePage, step: int) -> Iterator[DensePage]:
    width = page.body[:1]
    if not width or width[0] > 32:
        raise UnsplitPageError
    if len(page.body) == 1 and not width[0]:  # indexes of no bits, without runs
        for first in range(0, page.count, step):
            yield _piece(page, page.body, min(step, page.count - first))
        return
    for runs, count in _cut_runs(page.body[1:], page.count, step, width[0]):
        yield _piece(page, bytes(width) + runs, count)


def _cut_truths(page: DensePage, step: int) -> Iterator[DensePage]:
    size = int.from_bytes(page.body[:4], "little")
    if size > len(page.body) - 4:
        raise UnsplitPageError
    for runs, count in _cut_runs(page.body[4 : 4 + size], page.count, step, 1):
        yield _piece(page, len(runs).to_bytes(4, "little") + runs, count)


def _cut_runs(runs: Bytes, total: int, step: int, width: int) -> Iterator[tuple[bytes, int]]:
    """Runs with `step` values or a few less, and how many they are. One that goes on in the next piece becomes two."""
    at = first = done = 0
    while done < total:
        run = _Run(runs, at, first, width)
        end_at, end_first = _find_run(runs, at, first, min(done + step, total) - 1, width)
        last = _Run(runs, end_at, end_first, width)
        end = min(done + step, total, last.end)
        if end < min(last.end, total) and last.is_packed:
            end = end_first + (end - end_first) // 8 * 8
        if end <= done:
            raise UnsplitPageError
        if end_at == at:
            piece = run.take(done, end)
        else:
            piece = run.take(done, run.end) + bytes(runs[run.end_at : end_at])
            if end > end_first:
                piece += last.take(end_first, end)
        yield piece, end - done
        done = end
        at, first = (last.end_at, last.end) if end == last.end else (end_at, end_first)


def _find_run(runs: Bytes, at: int, first: int, wanted: int, width: int) -> tuple[int, int]:
    run: tuple[int, int] | None = _native.find_run(runs, at, first, wanted, width)
    if run is None:
        raise UnsplitPageError
    return run


class _Run:
    """One that begins at an offset, with value number `first`."""

    def __init__(self, runs: Bytes, at: int, first: int, width: int) -> None:
        header, self._start = _read_header(runs, at)
        self._runs, self._width = runs, width
        self.first = first
        self.is_packed = bool(header & 1)
        length = header >> 1
        self.end = first + (8 * length if self.is_packed else length)
        self.end_at = self._start + (length * width if self.is_packed else (width + 7) // 8)

    def take(self, first: int, end: int) -> bytes:
        """Of its values, as a run. Groups that are packed stay together; the last may be shorter than it is said to be."""
        if not self.is_packed:
            return _write_header((end - first) << 1) + bytes(self._runs[self._start : self.end_at])
        groups = (end - first + 7) // 8
        start = self._start + (first - self.first) // 8 * self._width
        packed = self._runs[start : start + groups * self._width]
        return _write_header(groups << 1 | 1) + bytes(packed)


def _read_header(runs: Bytes, at: int) -> tuple[int, int]:
    """What it says, and where it ends."""
    header = shift = 0
    for position in range(at, len(runs)):
        byte = runs[position]
        header |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return header, position + 1
    raise UnsplitPageError


def _write_header(header: int) -> bytes:
    written = bytearray()
    while header > 0x7F:
        written.append(header & 0x7F | 0x80)
        header >>= 7
    return bytes([*written, header])


def read_deltas(page: DensePage, type_: Type, arrow: pa.DataType) -> Iterator[pa.Array[Any]]:
    """The values of a page of deltas that is not compressed. Raises UnsplitPageError, and UndecodedError for too many bytes."""
    if page.encoding == Encoding.DELTA_BINARY_PACKED:
        if type_ not in (Type.INT32, Type.INT64):
            raise UnsplitPageError
        return _read_numbers(page, arrow)
    if type_ not in (Type.BYTE_ARRAY, Type.FIXED_LEN_BYTE_ARRAY):
        raise UnsplitPageError
    return _read_texts(page, arrow)


def _read_numbers(page: DensePage, arrow: pa.DataType) -> Iterator[pa.Array[Any]]:
    width = arrow.bit_width // 8
    pieces: NumberPieces = _native.NumberPieces(page.body, width)
    if pieces.total != page.count:
        raise UnsplitPageError
    step = max(PIECE // width, FEWEST)
    for first in range(0, page.count, step):
        count = min(step, page.count - first)
        values: Any = pa.allocate_buffer(count * width)
        if not pieces.fill(values, count):
            raise UnsplitPageError
        yield pa.Array.from_buffers(arrow, count, [None, values], 0)


def _read_texts(page: DensePage, arrow: pa.DataType) -> Iterator[pa.Array[Any]]:
    has_any_width = pa.types.is_binary(arrow)
    if not has_any_width and page.encoding != Encoding.DELTA_BYTE_ARRAY:
        raise UnsplitPageError
    pieces: TextPieces = _native.TextPieces(
        page.body,
        page.encoding == Encoding.DELTA_BYTE_ARRAY,
        0 if has_any_width else arrow.bit_width // 8,
    )
    if pieces.total != page.count:
        raise UnsplitPageError
    counted, size = pieces.measure(page.count, 1 << 62)
    if counted < 0:
        raise UnsplitPageError
    Room().take(size)
    left = page.count
    while left:
        count, size = pieces.measure(min(left, MOST_OF_A_PAGE), PIECE)
        offsets: Any = pa.allocate_buffer(4 * (count + 1))
        data: Any = pa.allocate_buffer(size)
        if not pieces.fill(offsets, data, count):
            raise UnsplitPageError
        buffers = [None, offsets, data] if has_any_width else [None, data]
        yield pa.Array.from_buffers(arrow, count, buffers, 0)
        left -= count
