"""The body of a new file, packed from chunks of one or several others.

    PAR1 | chunks, row group by row group | Bloom filters | column indexes | offset indexes

Pages are moved, and none is decoded; what is wrong with a chunk is found while it passes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, Protocol, TypeAlias

from inlay.pages.checked_chunk import CheckedChunk
from inlay.pages.chunk_metadata import metadata_of
from inlay.pages.engine import run
from inlay.pages.plan import Insert, Move, Origin, Output, Plan, Step
from inlay.pages.sink import Sink
from parquet_format.parquet import ColumnChunk, RowGroup

MAGIC: Final = b"PAR1"


class ChunkParts(Protocol):
    """What moves of a chunk, part by part; `pages` is asked for first. None for a part that it does not have."""

    def pages(self) -> Move: ...
    def bloom_filter(self) -> Move | None: ...
    def column_index(self) -> Move | None: ...
    def offset_index(self) -> Move | None: ...


TakeApart: TypeAlias = Callable[[Origin, ColumnChunk], ChunkParts]


def write_packed(output: Output, sink: Sink, take_apart: TakeApart = CheckedChunk) -> None:
    """Writes the body, and changes the offsets and the sizes of row groups in the metadata of the output.

    The sources are such that `list_extents` accepts them. Raises LayoutRefusedError, ChunkError where a footer does
    not lead to what it says.
    """
    run(Plan(_steps(output, take_apart), output), sink)


def _steps(output: Output, take_apart: TakeApart) -> Iterator[Step]:
    yield Insert("magic", MAGIC)
    chunks: list[ChunkParts] = []
    for row_group, origins in zip(output.metadata.row_groups, output.origins, strict=True):
        group = [
            take_apart(origin, chunk)
            for origin, chunk in zip(origins, row_group.columns, strict=True)
        ]
        for chunk in group:
            yield chunk.pages()
        _sum_up(row_group)
        chunks += group
    for part in (
        (chunk.bloom_filter() for chunk in chunks),
        (chunk.column_index() for chunk in chunks),
        (chunk.offset_index() for chunk in chunks),
    ):
        yield from (move for move in part if move is not None)


def _sum_up(row_group: RowGroup) -> None:
    """The sizes of a row group whose chunks are known; what it did not say before it does not say now."""
    chunks = [metadata_of(chunk) for chunk in row_group.columns]
    row_group.total_byte_size = sum(meta.total_uncompressed_size for meta in chunks)
    if row_group.total_compressed_size is not None:
        row_group.total_compressed_size = sum(meta.total_compressed_size for meta in chunks)
