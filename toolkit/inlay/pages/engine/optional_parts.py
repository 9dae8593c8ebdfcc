"""What a column chunk has beside its pages, on its way into another file. Readers can do without any of it, and lose rows by one that
is wrong: so it moves if it fits, and stays behind if it does not.
"""

from __future__ import annotations

from typing import Any, Final, TypeVar

from inlay.ground.files.source import read_at
from inlay.ground.wording.amounts import count
from inlay.pages.engine.bloom_filter import BLOCK, LONGEST_HEADER
from inlay.pages.engine.chunk_metadata import locate_pages, metadata_of
from inlay.pages.engine.errors import ChunkError
from inlay.pages.engine.index_fit import IndexedChunk, find_column_misfit, find_offset_misfit
from inlay.pages.engine.moving_chunk import Misfit, MovingChunk
from inlay.pages.engine.page_list import PageList
from inlay.pages.engine.piece import BLOOM_FILTER, COLUMN_INDEX, OFFSET_INDEX, Piece, PieceKind
from inlay.pages.engine.plan import Move
from inlay_runtime.core import load_native
from inlay_runtime.errors import DecodeError
from inlay_runtime.limits import DEFAULT_LIMITS
from parquet_format.parquet import BloomFilterHeader, ColumnIndex, OffsetIndex

Index = TypeVar("Index", ColumnIndex, OffsetIndex)

_native: Any = load_native("inlay.pages.engine.native_whole_groups")

_BODY: Final = 4
"""Where data begins: behind the magic."""


class OptionalParts:
    """`pages` is None where nobody has walked over the pages of the chunk."""

    __slots__ = ("_chunk", "_indexed", "_meta", "_origin")

    def __init__(self, moving: MovingChunk, pages: PageList | None) -> None:
        self._origin = moving.origin
        self._chunk = moving.chunk
        self._meta = metadata_of(moving.chunk)
        meta, extent = self._meta, locate_pages(self._meta)
        self._indexed = IndexedChunk(
            moving.leaf, meta.type, meta.num_values, moving.rows, extent, pages
        )

    def bloom_filter(self) -> Move | Misfit | None:
        offset, said = self._meta.bloom_filter_offset, self._meta.bloom_filter_length
        if offset is None:
            return None
        head = self._read(offset, min(LONGEST_HEADER, self._origin.source.footer - offset))
        if isinstance(head, Misfit):
            return head
        try:
            header, start = BloomFilterHeader.decode_from(head)
        except DecodeError as error:
            return Misfit(f"it has no header: {error.reason}")
        if header.numBytes <= 0 or header.numBytes % BLOCK:
            return Misfit(
                f"it has {count(header.numBytes, 'byte')} of bits, which are not whole blocks"
            )
        length = start + header.numBytes
        # Old writers say only where it begins.
        if said not in (None, length):
            what = f"it has {count(length, 'byte')}, and bloom_filter_length is {said:,}"
            without = ", which leaves out its header" if said == header.numBytes else ""
            return Misfit(f"{what}{without}")
        if not self._is_in_body(offset, length):
            return _not_in_body(offset)
        return self._move_part(BLOOM_FILTER, offset, length, head[:length])

    def column_index(self) -> Move | Misfit | None:
        chunk = self._chunk
        if chunk.column_index_offset is None or not chunk.column_index_length:
            return None
        # Nothing says where its pages are, if the other one stays behind.
        offsets = None if self._has_plain_offsets() else self.offset_index()
        if isinstance(offsets, Misfit):
            return Misfit("its offset index does not fit")
        data = self._read(chunk.column_index_offset, chunk.column_index_length)
        if isinstance(data, Misfit):
            return data
        index = _decode(ColumnIndex, data)
        if isinstance(index, Misfit):
            return index
        statistics = self._meta.statistics
        nulls = statistics.null_count if statistics is not None else None
        indexed = self._indexed._replace(nulls=nulls, first_rows=_list_rows(offsets))
        misfit = find_column_misfit(index, indexed)
        if misfit is not None:
            return Misfit(misfit.what, voids_nulls=misfit.is_sum)
        return self._move_part(COLUMN_INDEX, chunk.column_index_offset, len(data), data)

    def offset_index(self) -> Move | Misfit | None:
        """The one index that holds offsets itself."""
        chunk = self._chunk
        if chunk.offset_index_offset is None or not chunk.offset_index_length:
            return None
        data = self._read(chunk.offset_index_offset, chunk.offset_index_length)
        if isinstance(data, Misfit):
            return data
        index = _decode(OffsetIndex, data)
        if isinstance(index, Misfit):
            return index
        misfit = find_offset_misfit(index, self._indexed)
        if misfit is not None:
            return Misfit(misfit)
        return self._move_part(OFFSET_INDEX, chunk.offset_index_offset, len(data), data, index)

    def _has_plain_offsets(self) -> bool:
        """Whether its offset index fits, as can be told without making an object of it."""
        chunk, indexed = self._chunk, self._indexed
        if _native is None or indexed.pages is None or not chunk.offset_index_length:
            return False
        data = self._read(chunk.offset_index_offset or 0, chunk.offset_index_length)
        if isinstance(data, Misfit):
            return False
        arrays, each = indexed.pages.data_arrays(), indexed.has_a_row_for_each_value
        moved: bytes | None = _native.move_locations(
            OffsetIndex, data, arrays, indexed.rows, each, 0, DEFAULT_LIMITS
        )
        return moved is not None

    @property
    def _name(self) -> str:
        path = ".".join(self._meta.path_in_schema)
        return f"{self._origin.source.name}: column {path} in row group {self._origin.place[0]}"

    def _move_part(
        self,
        kind: PieceKind,
        start: int,
        length: int,
        data: bytes,
        index: OffsetIndex | None = None,
    ) -> Move:
        source, place = self._origin
        return Move(source, Piece(kind, start, start + length, place, start + length), data, index)

    def _read(self, offset: int, length: int) -> bytes | Misfit:
        if not self._is_in_body(offset, length):
            return _not_in_body(offset)
        data = read_at(self._origin.source.source, offset, length)
        if len(data) < length:
            raise ChunkError(f"{self._name}: the file ends before it should", offset + len(data))
        return data

    def _is_in_body(self, offset: int, length: int) -> bool:
        return offset >= _BODY and 0 <= length <= self._origin.source.footer - offset


def _list_rows(offsets: Move | None) -> list[int]:
    """The first row of each page, where an offset index was read."""
    index = offsets.offset_index if offsets is not None else None
    return [location.first_row_index for location in index.page_locations] if index else []


def _not_in_body(offset: int) -> Misfit:
    return Misfit(f"at {offset:,}, it is not before the footer")


def _decode(cls: type[Index], data: bytes) -> Index | Misfit:
    try:
        index, end = cls.decode_from(data)
    except DecodeError as error:
        at = f"{error.path}: " if error.path else ""
        return Misfit(f"it is damaged: {at}{error.reason}")
    if end != len(data):
        return Misfit(f"it is damaged: it ends {count(len(data) - end, 'byte')} early")
    return index
