"""A file with new encodings as pyarrow can read it: the body as it is, behind it PLAIN pages that are made when they are
read, and a footer that leads to these.

    body | plain pages of one chunk | plain pages of another | ... | footer

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
from inlay.encoding.configuration import configured
from inlay.encoding.dual_chunk import DualChunk
from inlay.encoding.pages import Leaf
from inlay.encoding.payload import encoded_chunks, wrong_with
from inlay.encoding.plugins import Encodings
from inlay.encoding.ratified_chunk import RatifiedChunk, largest_plain
from inlay.encoding.thrift_file import leaves_of
from inlay.footer.source import Seekable, read_at
from inlay.forms.life_cycle import thrift_tail
from inlay.forms.tail import Form, Tail
from inlay.forms.vouched import Vouched
from parquet_format.encoding import ColumnEncoding
from parquet_format.parquet import (
    ColumnChunk,
    ColumnMetaData,
    CompressionCodec,
    Encoding,
    FileMetaData,
)

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
    footer: Vouched,
    *,
    encodings: Encodings | None = None,
    on_finding: OnFinding = warn_of,
) -> PlainView | None:
    """The file to show to pyarrow; None if there is no new encoding that can be used. `footer` is the one that is
    read of `tail`."""
    if tail.form is Form.ENCRYPTED:
        return None
    thrift = footer.thrift
    known = encodings if encodings is not None else configured()
    is_dual = ColumnEncoding.UUID.bytes in thrift
    if not is_dual and not _may_be_ratified(thrift, known):
        return None
    metadata = FileMetaData.decode(thrift)
    view = PlainView(file, footer.body)
    leaves = leaves_of(metadata)
    if is_dual:
        _show_dual(view, metadata, leaves, known, on_finding)
    if known.numbers:
        _show_ratified(view, metadata, leaves, known)
    return view.finished(metadata) if view.has_chunks else None


def _may_be_ratified(thrift: bytes, known: Encodings) -> bool:
    if not known.numbers:
        return False
    mask = ["row_groups[:].columns[:].meta_data.encodings"]
    return any(
        chunk.meta_data is not None
        and any(known.ratified(encoding) is not None for encoding in chunk.meta_data.encodings)
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
    for group, column, meta, encoding in encoded_chunks(metadata):
        row_group = metadata.row_groups[group]
        place = f"row_groups[{group}].columns[{column}]"
        if isinstance(encoding, Finding):
            on_finding(encoding.placed(place))
            continue
        finding = wrong_with(encoding, meta, row_group.num_rows, view.body)
        plugin = known.named(encoding.name)
        if finding is None and (
            plugin is None or plugin.version != encoding.version or meta.type not in plugin.types
        ):
            what = f"the encoding {encoding.name} {encoding.version} is not in use here"
            finding = Finding("encoding-unknown", encoding.offset, what)
        if finding is not None or plugin is None or column >= len(leaves):
            if finding is not None:
                on_finding(finding.placed(place))
            continue
        chunk = DualChunk(view.file, encoding, meta, leaves[column], plugin, place, on_finding)
        view.show(row_group.columns[column], meta, chunk)


def _show_ratified(
    view: PlainView, metadata: FileMetaData, leaves: list[Leaf], known: Encodings
) -> None:
    for row_group in metadata.row_groups:
        for column, chunk in enumerate(row_group.columns):
            meta = chunk.meta_data
            if meta is None or chunk.file_path is not None or column >= len(leaves):
                continue
            plugin = next(filter(None, map(known.ratified, meta.encodings)), None)
            # Without a size the pages would have to be decoded before pyarrow asks for any.
            if plugin is not None and largest_plain(meta) is not None:
                shown = RatifiedChunk(view.file, meta, leaves[column], plugin)
                view.show(chunk, meta, shown)


class PlainView(io.RawIOBase):
    """What pyarrow sees."""

    def __init__(self, file: Seekable, body: int) -> None:
        super().__init__()
        self.file: Final = file
        self.body: Final = body
        self._chunks: list[PlainChunk] = []
        self._starts: list[int] = []
        self._footer_at = body
        self._footer = b""
        self._position = 0

    @property
    def has_chunks(self) -> bool:
        return bool(self._chunks)

    def show(self, chunk: ColumnChunk, meta: ColumnMetaData, plain: PlainChunk) -> None:
        """Leads the metadata to the plain pages."""
        self._starts.append(self._footer_at)
        self._chunks.append(plain)
        meta.data_page_offset = self._footer_at
        meta.dictionary_page_offset = meta.index_page_offset = None
        meta.encodings = [Encoding.PLAIN, Encoding.RLE]
        meta.encoding_stats = None
        meta.codec = CompressionCodec.UNCOMPRESSED
        meta.total_compressed_size = meta.total_uncompressed_size = plain.size
        meta.extension = None
        # The indexes are of other pages.
        chunk.offset_index_offset = chunk.offset_index_length = None
        chunk.column_index_offset = chunk.column_index_length = None
        self._footer_at += plain.size

    def finished(self, metadata: FileMetaData) -> PlainView:
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
        return chunk.read(start - at, min(end - at, chunk.size))


__all__ = ["EncodingWarning", "OnFinding", "PlainChunk", "PlainView", "with_new_encodings"]
