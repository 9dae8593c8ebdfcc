"""A second encoding beside the first: the layout that the extension document draws.

    new encodings | untouched columns | old encodings | what followed the row group

row group by row group, no more of it in memory than a column chunk.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from zlib import crc32

from inlay.encoding.body import Body, GroupPieces, Piece, Place, body_of
from inlay.encoding.errors import (
    ChunkError,
    ColumnRefusedError,
    LayoutRefusedError,
    PluginFailedError,
)
from inlay.encoding.pages import Leaf, pages_of
from inlay.encoding.payload import attach, encoded_chunks
from inlay.encoding.plugins import ValueEncoding
from inlay.encoding.region import region_of
from inlay.encoding.relayout import Relayout
from inlay.encoding.sink import Sink
from inlay.encoding.thrift_file import Progress, ThriftFile, leaves_of, no_progress
from inlay.encoding.transcode import plain_pages
from inlay.files.source import Seekable, read_at
from inlay.refusals import RefusedError
from parquet_format.encoding import ColumnEncoding, Nulls, Original
from parquet_format.parquet import ColumnMetaData, FileMetaData, RowGroup, Type

Choice = Mapping[int, ValueEncoding]
"""Which columns get which encoding, by their position in the schema."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A new encoding that is there already, in a file with the same values, to be taken as it is."""

    encoding: ColumnEncoding
    source: Seekable


Plan = Mapping[Place, "ValueEncoding | Kept"]
"""Which chunks get which encoding."""


def plan_of(file: ThriftFile, choice: Choice) -> Plan:
    """All chunks of the columns."""
    groups = range(len(file.metadata().row_groups))
    return {(group, column): one for column, one in choice.items() for group in groups}


@dataclass(slots=True)
class ColumnSizes:
    """Bytes of the pages of a column, in all row groups together."""

    old: int = 0
    new: int = 0


@dataclass(slots=True)
class Added:
    """What came of it, by the position of the column; `tail` is the size of the new footer and what is around it."""

    sizes: dict[int, ColumnSizes] = field(default_factory=dict[int, ColumnSizes])
    tail: int = 0


def add(
    file: ThriftFile,
    plan: Plan,
    sink: Sink,
    *,
    envelope: bool = False,
    progress: Progress = no_progress,
) -> Added:
    """Writes the dual file. Raises LayoutRefusedError, ColumnRefusedError, and RefusedError for a slot that is taken, or for
    what should be kept and is damaged."""
    metadata = file.metadata()
    if next(encoded_chunks(metadata), None) is not None:
        raise LayoutRefusedError("the file has new encodings already")
    body = body_of(metadata, file.footer, {})
    adding = _Adding(file, metadata, body, plan, sink)
    for piece in body.head:
        adding.relayout.move(piece)
    for group in body.groups:
        adding.group(group)
        progress(max((piece.end for piece in (*group.chunks, *group.rest)), default=0))
    made = adding.made
    adding.relayout.finish(metadata)
    for (row_group, column), encoding in made.items():
        attach(_meta(metadata, row_group, column), encoding, envelope=envelope)
    tail = file.tail(metadata, sink.size)
    sink.write(tail)
    adding.added.tail = len(tail)
    return adding.added


class _Adding:
    def __init__(
        self, file: ThriftFile, metadata: FileMetaData, body: Body, plan: Plan, sink: Sink
    ) -> None:
        self.file = file
        self.metadata = metadata
        self.plan = plan
        self.sink = sink
        self.relayout = Relayout(file.source, body, sink)
        self.leaves = leaves_of(metadata)
        self.made: dict[tuple[int, int], ColumnEncoding] = {}
        self.added = Added()

    def group(self, group: GroupPieces) -> None:
        row_group = self.metadata.row_groups[group.group]
        chosen = {
            _column(piece): (piece, position)
            for position, piece in enumerate(group.chunks)
            if self._is_chosen(piece)
        }
        for _, (piece, position) in sorted(chosen.items()):
            self._encode(piece, row_group, position)
        for piece in in_new_order(group.chunks, chosen.keys(), row_group):
            if _column(piece) not in chosen:
                self._check_pages(piece)
            self.relayout.move(piece)
        for piece in group.rest:
            self.relayout.move(piece)

    def _is_chosen(self, piece: Piece) -> bool:
        place = piece.place
        return (
            place is not None and place in self.plan and _meta(self.metadata, *place).num_values > 0
        )

    def _encode(self, piece: Piece, row_group: RowGroup, position: int) -> None:
        assert piece.place is not None
        meta = _meta(self.metadata, *piece.place)
        column = piece.place[1]
        leaf, encoding = self.leaves[column], self.plan[piece.place]
        chunk = read_at(self.file.source, piece.start, piece.pages_end - piece.start)
        if isinstance(encoding, Kept):
            made, data = _kept_chunk(encoding, leaf)
        else:
            made, data = _made_chunk(chunk, meta, leaf, encoding, row_group.num_rows, piece.start)
        made.original = Original(
            offset=piece.start,
            length=len(chunk),
            crc=crc32(chunk),
            span=piece.size,
            position=position,
        )
        move_to(made, self.sink.size)
        self.sink.write(data)
        self.made[piece.place] = made
        sizes = self.added.sizes.setdefault(column, ColumnSizes())
        sizes.old += len(chunk)
        sizes.new += len(data)

    def _check_pages(self, piece: Piece) -> None:
        """Pages that do not end where their chunk does may go on behind it, and would be torn apart."""
        assert piece.place is not None
        meta = _meta(self.metadata, *piece.place)
        chunk = read_at(self.file.source, piece.start, piece.pages_end - piece.start)
        try:
            for _ in pages_of(chunk, meta, piece.start):
                pass
        except ChunkError as error:
            leaf = self.leaves[piece.place[1]]
            raise LayoutRefusedError(f"column {leaf.name} cannot be moved: {error}") from error


def _made_chunk(
    chunk: bytes,
    meta: ColumnMetaData,
    leaf: Leaf,
    encoding: ValueEncoding,
    num_rows: int,
    at: int,
) -> tuple[ColumnEncoding, bytes]:
    try:
        return encoded_chunk(chunk, meta, leaf, encoding, num_rows, at)
    except (ChunkError, PluginFailedError) as error:
        raise ColumnRefusedError(leaf.name, str(error)) from error


def _kept_chunk(kept: Kept, leaf: Leaf) -> tuple[ColumnEncoding, bytes]:
    encoding = kept.encoding
    data = read_at(kept.source, encoding.offset, encoding.length)
    if crc32(data) != encoding.crc:
        reason = f"the new encoding of column {leaf.name} does not match its CRC"
        raise RefusedError("damaged", reason, "`inlay encoding repair` makes it again")
    return encoding, data


def encoded_chunk(
    chunk: bytes,
    meta: ColumnMetaData,
    leaf: Leaf,
    encoding: ValueEncoding,
    num_rows: int,
    at: int,
) -> tuple[ColumnEncoding, bytes]:
    """The payload, as if the new encoding began at offset 0, and the new encoding. `at` is where the chunk lies.

    Raises ChunkError, and PluginFailedError.
    """
    if meta.type not in encoding.types:
        raise ChunkError(f"{encoding.name} takes no values of the type {meta.type.name}", at)
    pages = plain_pages(chunk, meta, leaf, at)
    rows = pages[-1].first_row + pages[-1].rows if pages else 0
    if rows != num_rows:
        raise ChunkError(f"{rows:,} rows, and the row group has {num_rows:,}", at)
    region = region_of(pages, encoding, meta.type)
    made = ColumnEncoding(
        name=encoding.name,
        version=encoding.version,
        length=len(region.data),
        crc=crc32(region.data),
        num_values=meta.num_values,
        num_present=sum(page.num_present for page in region.pages),
        nulls=Nulls.LEVELS if leaf.max_definition else Nulls.NONE,
        original=Original(offset=at, length=len(chunk), crc=crc32(chunk)),
        pages=region.pages,
        plain_lengths=region.plain_lengths if meta.type == Type.BYTE_ARRAY else None,
    )
    return made, region.data


def move_to(encoding: ColumnEncoding, offset: int) -> None:
    distance = offset - encoding.offset
    encoding.offset = offset
    for page in encoding.pages:
        page.offset += distance


def in_new_order(chunks: list[Piece], chosen: Container[int], row_group: RowGroup) -> list[Piece]:
    """Untouched columns, then those with a new encoding; each in the order that they had.

    parquet-java gives a row group to the split that holds the start of its first column plus half of its bytes. Where
    the first column would come to lie so far back that this is behind the row group, and with the last row group perhaps
    behind the file, it stays in front.
    """
    untouched = [piece for piece in chunks if _column(piece) not in chosen]
    old = [piece for piece in chunks if _column(piece) in chosen]
    first = next((piece for piece in old if _column(piece) == 0), None)
    if first is None:
        return untouched + old
    before = sum(piece.size for piece in (*untouched, *old[: old.index(first)]))
    total = max(row_group.total_compressed_size or 0, sum(piece.size for piece in chunks))
    if before + total // 2 < sum(piece.size for piece in chunks):
        return untouched + old
    return [first, *untouched, *(piece for piece in old if piece is not first)]


def _column(piece: Piece) -> int:
    assert piece.place is not None
    return piece.place[1]


def _meta(metadata: FileMetaData, group: int, column: int) -> ColumnMetaData:
    meta = metadata.row_groups[group].columns[column].meta_data
    assert meta is not None  # body_of has seen to it
    return meta
