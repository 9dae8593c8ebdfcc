"""A second encoding beside the first: the layout that the extension document draws.

    new encodings | untouched columns | old encodings | what followed the row group

row group by row group, no more of it in memory than a column chunk.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby

from inlay.ground.files.source import read_at
from inlay.ground.free_memory import give_back
from inlay.pages.encodings.encode_chunk import Kept, OldPages, describe_encoding, move_to
from inlay.pages.encodings.errors import ColumnRefusedError, DeclinedError
from inlay.pages.encodings.new_order import in_new_order
from inlay.pages.encodings.payload import attach, has_encoded_chunk, measure_extension
from inlay.pages.encodings.plugins import ValueEncoding
from inlay.pages.engine.body import Body, GroupPieces, body_of
from inlay.pages.engine.chunk_metadata import metadata_at, metadata_of
from inlay.pages.engine.chunk_pages import pages_of
from inlay.pages.engine.encoded_footer import encode_each
from inlay.pages.engine.engine import run
from inlay.pages.engine.errors import ChunkError, PlacementRefusedError
from inlay.pages.engine.leaf import leaves_of
from inlay.pages.engine.packed_chunks import pack_group
from inlay.pages.engine.piece import Piece, Place
from inlay.pages.engine.plan import Insert, Move, Step, rearrange
from inlay.pages.engine.progress import Progress, ignore_progress
from inlay.pages.engine.sink import Sink
from inlay.pages.engine.thrift_file import ThriftFile
from inlay.pages.engine.whole_group import are_pages_whole
from inlay_runtime.crc import crc32
from parquet_format.encoding import ColumnEncoding, Original
from parquet_format.parquet import ColumnMetaData, FileMetaData, RowGroup


@dataclass(frozen=True, slots=True)
class IfItPays:
    """The encoding of a column that nobody has named. Chunks for which it does not pay have their old one, beside the new one
    that they have `otherwise`."""

    encoding: ValueEncoding
    otherwise: Kept | None = None


Choice = Mapping[int, ValueEncoding | IfItPays]
"""Which columns get which encoding, by their position in the schema."""

ChunkChoice = Mapping[Place, ValueEncoding | IfItPays | Kept]
"""Which chunks get which encoding."""


def in_all_groups(file: ThriftFile, choice: Choice) -> ChunkChoice:
    """All chunks of the columns."""
    groups = range(len(file.metadata().row_groups))
    return {(group, column): encoding for column, encoding in choice.items() for group in groups}


@dataclass(slots=True)
class ColumnSizes:
    """Bytes of the pages of a column in all row groups together; and of the new ones, what the footer says of them."""

    old: int = 0
    new: int = 0


@dataclass(slots=True)
class Added:
    """What came of it, by the position of the column; `tail` is the size of the new footer and what is around it.

    `declined` counts the row groups in which the encoding did not pay: these chunks have their old one, and no other.
    `left` are columns of which that is so everywhere, with the reason; `kept` those that have the new encoding that they
    had, with the reason, too.
    """

    sizes: dict[int, ColumnSizes] = field(default_factory=dict[int, ColumnSizes])
    declined: dict[int, int] = field(default_factory=dict[int, int])
    left: dict[int, str] = field(default_factory=dict[int, str])
    kept: dict[int, str] = field(default_factory=dict[int, str])
    tail: int = 0


def add(
    file: ThriftFile,
    choice: ChunkChoice,
    sink: Sink,
    *,
    envelope: bool = False,
    progress: Progress = ignore_progress,
) -> Added:
    """Writes the dual file. Raises PlacementRefusedError; ColumnRefusedError, also where the encoding of a column, or of all
    that are only to have one if it pays, declines in every row group; and RefusedError for a slot that is taken, or for what
    should be kept and is damaged."""
    metadata = file.metadata()
    if has_encoded_chunk(file.thrift):
        raise PlacementRefusedError("the file already has new encodings")
    body = body_of(file)
    adding = _Adding(file, metadata, choice)
    inserted = run(rearrange(file, metadata, body, adding.steps(body, progress)), sink).inserted
    del body
    encodings, sizes, declined = adding.encodings, adding.sizes, adding.declined
    kept = {column: error.reason for column, error in adding.kept.items()}
    del adding  # what is known of each column
    give_back(len(file.thrift))
    for number, places in groupby(encodings.items(), lambda it: it[0][0]):
        for place, encoding in places:
            move_to(encoding, inserted[place])
            attach(metadata_at(metadata, place), encoding, envelope=envelope)
            sizes[place[1]].new += measure_extension(encoding)
        pack_group(metadata, number)
    groups, metadata.row_groups = metadata.row_groups, []
    tail = file.append_row_groups(sink, metadata, encode_each(groups), len(groups))
    some = {column: len(errors) for column, errors in declined.items() if column in sizes}
    left = {column: errors[0].reason for column, errors in declined.items() if column not in some}
    return Added(sizes, some, left, kept, tail)


class _Adding:
    """The steps of the plan; once they are taken, `encodings` are the new ones, as if each began at offset 0."""

    def __init__(self, file: ThriftFile, metadata: FileMetaData, choice: ChunkChoice) -> None:
        self._file = file
        self._metadata = metadata
        self._choice = choice
        self._optional = {
            column for (_, column), wanted in choice.items() if isinstance(wanted, IfItPays)
        }
        self._leaves = leaves_of(metadata)
        self.encodings: dict[Place, ColumnEncoding] = {}
        self.sizes: dict[int, ColumnSizes] = {}
        self.declined: dict[int, list[DeclinedError]] = {}
        self.kept: dict[int, DeclinedError] = {}
        self._has_new = False

    def steps(self, body: Body, progress: Progress) -> Iterator[Step]:
        for piece in body.head:
            yield Move(self._file, piece)
        for group in body.groups:
            yield from self._group(group)
            progress(group.end)
        first = {column: errors[0] for column, errors in self.declined.items()} | self.kept
        for column, declined in first.items():
            has_any = self._has_new if column in self._optional else column in self.sizes
            if not has_any:
                raise ColumnRefusedError(self._leaves[column].name, declined.reason)

    def _group(self, group: GroupPieces) -> Iterator[Step]:
        chunks = group.chunks
        own = self._metadata.row_groups[group.group].encode()
        is_checked = are_pages_whole(self._file, own, chunks)
        row_group = RowGroup.decode(own)
        del own
        chosen = [
            (column, position)
            for position, column in enumerate(chunks.columns)
            if self._is_chosen(column, group.group, row_group)
        ]
        encoded: list[int] = []
        for column, position in sorted(chosen):
            try:
                insert = self._encode(chunks[position], row_group, position)
            except DeclinedError as declined:
                self.declined.setdefault(column, []).append(declined)
            else:
                encoded.append(position)
                yield insert
        encoded.sort()
        known = frozenset(encoded)
        said = row_group.total_compressed_size
        for positions in in_new_order(chunks.columns, chunks.measure, encoded, said):
            if is_checked or positions.start in known:
                for run in chunks.runs(positions):
                    yield Move(self._file, run)
            else:
                for piece in map(chunks.__getitem__, positions):
                    yield Move(self._file, piece, self._read_whole_pages(piece, row_group))
        for piece in group.rest:
            yield Move(self._file, piece)

    def _is_chosen(self, column: int, group: int, row_group: RowGroup) -> bool:
        if (group, column) not in self._choice:
            return False
        return metadata_of(row_group.columns[column]).num_values > 0

    def _encode(self, piece: Piece, row_group: RowGroup, position: int) -> Insert:
        assert piece.place is not None
        data = self._pages(piece)
        leaf = self._leaves[_column_of(piece)]
        meta = _metadata_of(piece, row_group)
        old = OldPages(data, meta, leaf, row_group.num_rows, piece.start)
        encoding, pages = self._describe(old, piece.place)
        encoding.original = Original(
            offset=piece.start,
            length=len(data),
            crc=crc32(data),
            span=piece.size,
            position=position,
        )
        self.encodings[piece.place] = encoding
        sizes = self.sizes.setdefault(_column_of(piece), ColumnSizes())
        sizes.old += len(data)
        sizes.new += len(pages)
        return Insert(piece.place, pages)

    def _describe(self, old: OldPages, place: Place) -> tuple[ColumnEncoding, bytes]:
        wanted = self._choice[place]
        if isinstance(wanted, Kept):
            return describe_encoding(old, wanted)
        try:
            described = describe_encoding(
                old, wanted.encoding if isinstance(wanted, IfItPays) else wanted
            )
        except DeclinedError as declined:
            if not isinstance(wanted, IfItPays) or wanted.otherwise is None:
                raise
            self.kept.setdefault(place[1], declined)
            return describe_encoding(old, wanted.otherwise)
        self._has_new = True
        return described

    def _read_whole_pages(self, piece: Piece, row_group: RowGroup) -> bytes:
        """Pages that do not end where their chunk does may go on behind it, and would be torn apart."""
        data = self._pages(piece)
        try:
            for _ in pages_of(data, _metadata_of(piece, row_group), piece.start):
                pass
        except ChunkError as error:
            leaf = self._leaves[_column_of(piece)]
            raise PlacementRefusedError(f"column {leaf.name} cannot be moved: {error}") from error
        return data

    def _pages(self, piece: Piece) -> bytes:
        return read_at(self._file.source, piece.start, piece.pages_end - piece.start)


def _column_of(piece: Piece) -> int:
    assert piece.place is not None
    return piece.place[1]


def _metadata_of(piece: Piece, row_group: RowGroup) -> ColumnMetaData:
    return metadata_of(row_group.columns[_column_of(piece)])
