"""A file with new encodings as pyarrow can read it: the body as it is, behind it PLAIN pages that are made when they are
read, and a footer that leads to these.

    body | plain pages of one chunk | plain pages of another | ... | zeros | footer

So pyarrow does what it does for any file, and what it gives is what it gives for the original. A page that is damaged is
made from the old encoding instead, and a finding says so: old and new pages hold the same values one for one.
"""

from __future__ import annotations

import io
import os
import warnings
from bisect import bisect_right
from collections.abc import Callable
from typing import Final, Protocol, TypeAlias

from inlay.containers import Finding
from inlay.encoding.body import pages_extent
from inlay.encoding.configuration import configured
from inlay.encoding.dual_chunk import DualChunk
from inlay.encoding.pages import Leaf
from inlay.encoding.new_encodings import meta_at, new_encodings, where
from inlay.encoding.old_chunk import OldChunk
from inlay.encoding.plugins import Encodings
from inlay.encoding.ratified_chunk import RatifiedChunk, largest_plain
from inlay.encoding.thrift_file import leaves_of
from inlay.footer.source import Seekable, name_of, read_at
from inlay.forms.life_cycle import original_thrift, thrift_tail
from inlay.forms.tail import Form, Tail
from inlay_runtime.extension import Header
from parquet_format.encoding import ColumnEncoding
from parquet_format.parquet import (
    ColumnChunk,
    ColumnMetaData,
    CompressionCodec,
    Encoding,
    FileMetaData,
)

_AHEAD: Final = 64 * 1024
"""Bytes that pyarrow reads from the end of a file before it knows how long the footer is: no page that nobody has asked for
is to be made, or found to be damaged, for them."""

OnFinding: TypeAlias = Callable[[Finding], None]


class EncodingWarning(UserWarning):
    """A new encoding that is not used, because it is damaged or not known here."""


def warn_of(finding: Finding) -> None:
    warnings.warn(str(finding), EncodingWarning, stacklevel=2)


class PlainChunk(Protocol):
    """The pages of a chunk in PLAIN encoding."""

    size: int

    def read(self, start: int, end: int) -> bytes:
        """Its bytes from `start` to `end`."""
        ...


def with_new_encodings(
    file: Seekable,
    tail: Tail,
    *,
    encodings: Encodings | None = None,
    on_finding: OnFinding = warn_of,
) -> PlainView | None:
    """The file to show to pyarrow; None if there is no new encoding that can be used."""
    if tail.form is Form.ENCRYPTED:
        return None
    thrift = original_thrift(tail) if tail.form is Form.FINAL else tail.thrift
    known = encodings if encodings is not None else configured()
    is_dual = _may_be_dual(thrift)
    if not is_dual and not _may_be_ratified(thrift, known):
        return None
    metadata = FileMetaData.decode(thrift)
    view = PlainView(file, tail.offset)
    leaves = leaves_of(metadata)
    if is_dual:
        _show_dual(view, metadata, leaves, known, on_finding)
    if known.numbers:
        _show_ratified(view, metadata, leaves, known)
    return view.finished(metadata) if view.has_chunks else None


def _may_be_dual(thrift: bytes) -> bool:
    """Whether a chunk has an extension: its UUID may be damaged."""
    if ColumnEncoding.UUID.bytes in thrift:
        return True
    if not any(header.data in thrift for header in Header):
        return False
    mask = ["row_groups[:].columns[:].meta_data.extension"]
    return any(
        chunk.meta_data is not None and chunk.meta_data.extension is not None
        for row_group in FileMetaData.decode(thrift, fields=mask).row_groups or ()
        for chunk in row_group.columns
    )


def _may_be_ratified(thrift: bytes, known: Encodings) -> bool:
    if not known.numbers:
        return False
    mask = ["row_groups[:].columns[:].meta_data.encodings"]
    return any(
        chunk.meta_data is not None and known.ratified(chunk.meta_data.encodings) is not None
        for row_group in FileMetaData.decode(thrift, fields=mask).row_groups or ()
        for chunk in row_group.columns
    )


def _show_dual(
    view: PlainView,
    metadata: FileMetaData,
    leaves: list[Leaf],
    known: Encodings,
    on_finding: OnFinding,
) -> None:
    found = new_encodings(metadata, view.body)
    for finding in found.findings.values():
        on_finding(finding)
    for place, encoding in found.known.items():
        group, column = place
        if column >= len(leaves):
            continue
        chunk, meta = metadata.row_groups[group].columns[column], meta_at(metadata, place)
        plugin = known.find(encoding.name, encoding.version, meta.type)
        if plugin is not None:
            plain = DualChunk(
                view.file, encoding, meta, leaves[column], plugin, where(place), on_finding
            )
            view.show(chunk, meta, plain)
            continue
        what = known.missing(encoding.name, encoding.version)
        on_finding(Finding("encoding-unknown", encoding.offset, what, where(place)))
        name = f"{name_of(view.file)}: {where(place)}: column {leaves[column].name}"
        view.show_old(chunk, meta, OldChunk(view.file, meta, encoding.original, name))


def _show_ratified(
    view: PlainView, metadata: FileMetaData, leaves: list[Leaf], known: Encodings
) -> None:
    for group, row_group in enumerate(metadata.row_groups):
        for column, chunk in enumerate(row_group.columns):
            meta = chunk.meta_data
            if meta is None or chunk.file_path is not None or column >= len(leaves):
                continue
            ratified = known.ratified(meta.encodings)
            # Without a size the pages would have to be decoded before pyarrow asks for any.
            if ratified is not None and largest_plain(meta) is not None:
                place = where((group, column))
                plain = RatifiedChunk(view.file, meta, leaves[column], ratified, place)
                view.show(chunk, meta, plain)


class PlainView(io.RawIOBase):
    """What pyarrow sees."""

    def __init__(self, file: Seekable, body: int) -> None:
        super().__init__()
        self.file: Final = file
        self.body: Final = body
        self._chunks: list[PlainChunk | OldChunk] = []
        self._starts: list[int] = []
        self._footer_at = body
        self._footer = b""
        self._position = 0

    @property
    def has_chunks(self) -> bool:
        return bool(self._chunks)

    def show(self, chunk: ColumnChunk, meta: ColumnMetaData, plain: PlainChunk) -> None:
        """Leads the metadata to the plain pages."""
        at = self._put(chunk, plain)
        meta.data_page_offset = at
        meta.dictionary_page_offset = meta.index_page_offset = None
        meta.encodings = [Encoding.PLAIN, Encoding.RLE]
        meta.encoding_stats = None
        meta.codec = CompressionCodec.UNCOMPRESSED
        meta.total_compressed_size = meta.total_uncompressed_size = plain.size
        meta.extension = None

    def show_old(self, chunk: ColumnChunk, meta: ColumnMetaData, old: OldChunk) -> None:
        """Leads the metadata to the old pages, which are checked before they are read."""
        distance = self._put(chunk, old) - pages_extent(meta)[0]
        meta.data_page_offset += distance if meta.data_page_offset else 0
        meta.dictionary_page_offset = _moved(meta.dictionary_page_offset, distance)
        meta.index_page_offset = _moved(meta.index_page_offset, distance)
        meta.extension = None

    def _put(self, chunk: ColumnChunk, shown: PlainChunk | OldChunk) -> int:
        """Where it lies in what is shown."""
        at = self._footer_at
        self._starts.append(at)
        self._chunks.append(shown)
        self._footer_at += shown.size
        # The indexes are of other pages.
        chunk.offset_index_offset = chunk.offset_index_length = None
        chunk.column_index_offset = chunk.column_index_length = None
        return at

    def finished(self, metadata: FileMetaData) -> PlainView:
        self._footer_at += _AHEAD
        self._footer = thrift_tail(metadata.encode())
        return self

    @property
    def size(self) -> int:
        return self._footer_at + len(self._footer)

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._position

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        base = {os.SEEK_SET: 0, os.SEEK_CUR: self._position, os.SEEK_END: self.size}[whence]
        self._position = base + offset
        return self._position

    def read(self, size: int | None = -1) -> bytes:
        left = max(self.size - self._position, 0)
        end = self._position + (left if size is None or size < 0 else min(size, left))
        parts: list[bytes] = []
        while self._position < end:
            part = self._part(self._position, end)
            if not part:
                break
            parts.append(part)
            self._position += len(part)
        return parts[0] if len(parts) == 1 else b"".join(parts)

    def _part(self, start: int, end: int) -> bytes:
        """Bytes from one source."""
        if start < self.body:
            return read_at(self.file, start, min(end, self.body) - start)
        if start >= self._footer_at:
            return self._footer[start - self._footer_at : end - self._footer_at]
        number = bisect_right(self._starts, start) - 1
        at, chunk = self._starts[number], self._chunks[number]
        if start >= at + chunk.size:
            return bytes(min(end, self._footer_at) - start)
        return chunk.read(start - at, min(end - at, chunk.size))


def _moved(offset: int | None, distance: int) -> int | None:
    return offset + distance if offset else offset


__all__ = ["EncodingWarning", "OnFinding", "PlainChunk", "PlainView", "with_new_encodings"]
