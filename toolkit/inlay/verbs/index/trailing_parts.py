"""The page indexes and Bloom filters that stand last before a footer: what can be moved, or left out, while every page stays.

    chunks ... | parts, one behind the other | footer

Where other bytes lie between, what is before them stays where it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from inlay.ground.files.source import Seekable, read_at
from inlay.ground.files.spill import Spill
from inlay.ground.files.spliced import FileExtent, SplicedFile
from inlay.pages.engine.bloom_filter import LONGEST_HEADER, take_bloom_filter
from inlay.pages.engine.chunk_metadata import locate_pages, metadata_of
from inlay.pages.engine.piece import BLOOM_FILTER, COLUMN_INDEX, OFFSET_INDEX, PieceKind
from inlay.pages.engine.thrift_file import ThriftFile
from inlay_runtime.errors import DecodeError
from parquet_format.parquet import ColumnChunk, ColumnMetaData, RowGroup

_MOST_TRAILING: Final = 256 << 20
"""Bytes of those that may be moved or left out, which are copied."""


class PlacedPart(NamedTuple):
    """A part of a chunk, as the footer says where it is."""

    kind: PieceKind
    offset: int
    length: int
    chunk: ColumnChunk

    @property
    def end(self) -> int:
        return self.offset + self.length

    @property
    def place(self) -> tuple[PieceKind, int, int]:
        """Without the chunk: others may share it."""
        return self[:3]


@dataclass(slots=True)
class NewParts:
    """What is to stand before the footer, from `start` of the file on. `old` are bytes that stood there, by where they were."""

    start: int
    old: dict[int, FileExtent]
    data: SplicedFile = field(default_factory=SplicedFile)

    @classmethod
    def instead_of(cls, parts: Sequence[PlacedPart], file: ThriftFile, spill: Spill) -> NewParts:
        """Where those that end the body are now, which are put aside before anything is changed."""
        old = {
            part.offset: spill.append_from(file.source, part.offset, part.length) for part in parts
        }
        return cls(parts[0].offset if parts else file.footer, old)

    def add(self, kind: PieceKind, chunks: Iterable[ColumnChunk], data: FileExtent) -> None:
        """Behind those before it; the metadata of its chunks says where."""
        offset, length = self.start + self.data.size, data.length
        self.data.copy(*data)
        for chunk in chunks:
            if kind is OFFSET_INDEX:
                chunk.offset_index_offset, chunk.offset_index_length = offset, length
            elif kind is COLUMN_INDEX:
                chunk.column_index_offset, chunk.column_index_length = offset, length
            elif (meta := chunk.meta_data) is not None:
                meta.bloom_filter_offset, meta.bloom_filter_length = offset, length
                # Of very many chunks, bytes take less memory than fields.
                chunk.meta_data = ColumnMetaData.decode(meta.encode())

    def append(self, extents: Iterable[FileExtent]) -> int:
        """Behind those before them; where the first begins."""
        start = self.start + self.data.size
        for extent in extents:
            self.data.copy(*extent)
        return start

    def keep(self, parts: Iterable[PlacedPart]) -> None:
        """Puts some of the old ones behind what is there; one that chunks share once."""
        by_place: dict[tuple[PieceKind, int], list[ColumnChunk]] = {}
        for part in parts:
            by_place.setdefault((part.kind, part.offset), []).append(part.chunk)
        for (kind, offset), chunks in by_place.items():
            self.add(kind, chunks, self.old[offset])


def list_parts(row_groups: Iterable[RowGroup], file: ThriftFile) -> list[PlacedPart]:
    """All that these lead to, in the body. A Bloom filter whose length is not said is as long as its header says."""
    parts: list[PlacedPart] = []
    for group in row_groups:
        for chunk in group.columns:
            meta = metadata_of(chunk)
            filter_at, filter_length = meta.bloom_filter_offset, meta.bloom_filter_length
            if filter_at and filter_length is None:
                filter_length = measure_filter(file.source, filter_at)
            for kind, offset, length in (
                (BLOOM_FILTER, filter_at, filter_length),
                (COLUMN_INDEX, chunk.column_index_offset, chunk.column_index_length),
                (OFFSET_INDEX, chunk.offset_index_offset, chunk.offset_index_length),
            ):
                if offset and length and 0 < offset < offset + length <= file.footer:
                    parts.append(PlacedPart(kind, offset, length, chunk))
    return parts


def find_trailing(parts: Sequence[PlacedPart], file: ThriftFile) -> list[PlacedPart]:
    """Those that stand last before the footer, behind all pages and one behind the other, in the order of the file, up to a limit.
    Chunks may share some."""
    if not parts:
        return []
    groups = file.row_groups()
    ends = (locate_pages(metadata_of(chunk))[1] for group in groups for chunk in group.columns)
    pages_end = max(ends, default=0)
    least = max(pages_end, file.footer - _MOST_TRAILING)
    trailing: list[PlacedPart] = []
    start = file.footer
    for part in sorted(parts, key=lambda it: it.end, reverse=True):
        is_shared = bool(trailing) and part.place == trailing[-1].place
        if part.offset < least or (part.end != start and not is_shared):
            break
        trailing.append(part)
        start = part.offset
    trailing.reverse()
    places = {part.place for part in trailing}
    others = max((part.end for part in parts if part.place not in places), default=0)
    while trailing and trailing[0].offset < others:
        del trailing[0]  # a part that lies over another keeps both where they are
    return trailing


def measure_filter(file: Seekable, offset: int) -> int | None:
    """The bytes of a Bloom filter by its own header; None where there is none."""
    try:
        bloom = take_bloom_filter(read_at(file, offset, LONGEST_HEADER), offset)
    except DecodeError:
        return None
    return bloom.start + bloom.header.numBytes - offset if bloom.header.numBytes > 0 else None
