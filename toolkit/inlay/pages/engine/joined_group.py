"""A row group that is put together of others, which are such as may move whole: of a wide file of which a column changes, no other chunk
is an object."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from inlay.pages.engine.plan import Origin
from inlay.pages.engine.whole_group import WholeChunk, WholeGroup
from parquet_format.parquet import RowGroup


class JoinedGroup(NamedTuple):
    """The columns of `parts`, which follow each other; what is not about columns is as in `own`, which no part needs to be of. It is asked
    what a WholeGroup is."""

    own: WholeGroup
    parts: Sequence[WholeGroup]

    @property
    def is_small(self) -> bool:
        return all(part.is_small for part in self.parts)

    @property
    def has_others(self) -> bool:
        return any(part.has_others for part in self.parts)

    @property
    def size(self) -> int:
        return sum(part.size for part in self.parts)

    @property
    def chunk_count(self) -> int:
        return sum(part.chunk_count for part in self.parts)

    def chunks(self) -> list[WholeChunk]:
        return [chunk for part in self.parts for chunk in part.chunks()]

    def decode(self) -> tuple[RowGroup, list[Origin]]:
        """As an object, which still says the sizes of `own`, with where its chunks come from."""
        row_group, origins = self._decode_own(), list[Origin]()
        row_group.columns = []
        for part in self.parts:
            group, its = part.decode()
            row_group.columns += group.columns
            origins += its
        return row_group, origins

    def place(self, start: int, others: list[int] | None) -> bytes | None:
        """As the new footer has it, as WholeGroup has it."""
        row_group = self._decode_own()
        row_group.columns = []
        row_group.total_byte_size = 0
        at, first = start, 0
        for part in self.parts:
            end = first + part.chunk_count
            data = part.place(at, None if others is None else others[4 * first : 4 * end])
            if data is None:
                return None
            placed = RowGroup.decode(data)
            row_group.columns += placed.columns
            row_group.total_byte_size += placed.total_byte_size
            at, first = at + part.size, end
        if row_group.file_offset:
            row_group.file_offset = start
        if row_group.total_compressed_size is not None:
            row_group.total_compressed_size = self.size
        return row_group.encode()

    def _decode_own(self) -> RowGroup:
        return RowGroup.decode(self.own.thrift[self.own.begin : self.own.end])
