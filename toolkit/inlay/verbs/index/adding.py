"""One pass over the chunks of a file, one at a time: what is missing is worked out, and put into the metadata or among new parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import NamedTuple

from inlay.changes.rewrite.store import StoreFile
from inlay.ground.files.source import read_at
from inlay.pages.engine.chunk_metadata import locate_pages
from inlay.pages.engine.errors import ChunkError, UndecodedError
from inlay.pages.engine.packed_chunks import TOGETHER, pack_chunks, pack_group
from inlay.pages.engine.progress import Progress
from inlay.pages.engine.thrift_file import ThriftFile
from inlay.verbs.index.added_parts import AddedParts
from inlay.verbs.index.chosen_columns import ChosenColumn, ColumnInGroup, FileChunks
from inlay.verbs.index.decoding_ahead import MissingStatements, decode_ahead
from inlay.verbs.index.holding_ahead import hold_ahead
from inlay.verbs.index.measured_chunk import MeasuredChunk
from inlay.verbs.index.statement import Statement
from inlay.verbs.index.statement_tally import StatementTally
from inlay.verbs.index.whole_columns import LackingColumns
from parquet_format.parquet import ColumnOrder, FileMetaData


class Wanted(NamedTuple):
    """What is asked for of each chunk. With `only_helpful`, it gets what helps a reader of it."""

    statements: Sequence[Statement]
    only_helpful: bool
    false_positives: float

    def list_suiting(self, columns: Sequence[ChosenColumn]) -> dict[int, Sequence[Statement]]:
        """Those that some chunk of a column may get, by its place: few lists, for most columns are alike."""
        known: dict[tuple[Statement, ...], tuple[Statement, ...]] = {}
        suiting: dict[int, Sequence[Statement]] = {}
        for column in columns:
            own = tuple(it for it in self.statements if it.suits(column, self.only_helpful))
            suiting[column.at] = known.setdefault(own, own)
        return suiting


@dataclass(slots=True)
class Adding:
    """A file that is added to: `metadata` is changed, `parts` have no place in it yet."""

    file: ThriftFile
    metadata: FileMetaData
    tally: StatementTally
    progress: Progress
    false_positives: float
    parts: AddedParts = field(default_factory=AddedParts)
    _lock: Lock = field(default_factory=Lock, init=False)
    _chunks: FileChunks | None = field(default=None, init=False)

    def order_of(self, column: ChosenColumn) -> ColumnOrder | None:
        """None where the file declares none."""
        orders = self.metadata.column_orders or ()
        return orders[column.at] if column.at < len(orders) else None

    @property
    def chunks(self) -> FileChunks:
        """Raises PlacementRefusedError for chunks that do not lie apart, which is looked at once."""
        if self._chunks is None:
            self._chunks = FileChunks.of(self.metadata, self.file)
        return self._chunks

    def measure(self, place: ColumnInGroup) -> MeasuredChunk:
        """Nothing is read yet."""
        return MeasuredChunk(
            place.group,
            place.chunk,
            place.meta,
            place.column.leaf,
            place.column.element,
            self.order_of(place.column),
            self.read_at,
            self.false_positives,
            is_remote=isinstance(self.file.source, StoreFile),
        )

    def read_at(self, offset: int, size: int, /) -> bytes:
        """By one thread at a time."""
        with self._lock:
            return read_at(self.file.source, offset, size)

    def pass_by(self, measured: MeasuredChunk) -> None:
        """Nothing more is asked of the chunk."""
        if measured.held is None:  # to say it of a small one takes longer than the chunk
            self.progress(locate_pages(measured.meta)[1])


def add_to_chunks(adding: Adding, columns: Sequence[ChosenColumn], wanted: Wanted) -> None:
    """Raises PlacementRefusedError."""
    whole = LackingColumns()
    places = adding.chunks.iter_chunks(columns)
    number = 0
    done: list[int] = []
    suiting = wanted.list_suiting(columns)
    missing_of_all = (
        _find_missing(adding, place, wanted, suiting[place.column.at]) for place in places
    )
    for missing in decode_ahead(hold_ahead(adding.read_at, missing_of_all)):
        place, measured, _ = missing
        if place.number != number:
            adding.progress(locate_pages(place.meta)[0])
            pack_group(adding.metadata, number)
            done = []
        number = place.number
        loose = [whole.of(place.column.at, it) for it in missing.statements if it.is_in_some]
        for it in loose:
            it.look_before(place.meta)
        _add_to_chunk(missing, wanted, adding.tally)
        for it in loose:
            has_values = not it.is_in(place.meta) and _may_have_values(measured)
            it.look_after(place.meta, has_values=has_values)
            if it.gains:
                it.gained.append(number)
        done.append(place.column.at)
        if len(done) == TOGETHER:
            pack_chunks(place.group, done)
            done = []
        adding.parts.add(number, place.column.at, measured.parts)
        adding.pass_by(measured)
    if adding.metadata.row_groups:
        pack_group(adding.metadata, number)
    for column in columns:
        for it in whole.known(column.at):
            it.take_back_loose(column, adding.metadata, adding.tally)


def _find_missing(
    adding: Adding, place: ColumnInGroup, wanted: Wanted, suiting: Sequence[Statement]
) -> MissingStatements:
    chunk = adding.measure(place)
    has_its_type = chunk.meta.type == chunk.element.type
    asked = suiting if has_its_type else wanted.statements
    missing = [it for it in asked if not it.is_there(chunk.chunk, chunk.meta)]
    chunk.will_decode = has_its_type and any(it.reads_values(chunk) for it in missing)
    chunk.needs_all_values = any(
        it.needs_all_values and (it.helps(chunk) or not wanted.only_helpful) for it in missing
    )
    return MissingStatements(place, chunk, missing)


def _add_to_chunk(asked: MissingStatements, wanted: Wanted, tally: StatementTally) -> None:
    place, chunk, missing = asked
    column = place.column.name
    if chunk.meta.type != chunk.element.type:
        for statement in missing:
            tally.leave_out(statement.name, column, "it has another type than the schema says")
        return
    for statement in missing:
        before = 0
        try:
            if statement.is_there(chunk.chunk, chunk.meta) or not statement.may_say(chunk):
                continue
            if wanted.only_helpful and not statement.helps(chunk):
                continue
            before = chunk.num_new_bytes if statement.is_part else 0
            reason = statement.add(chunk)
        except (UndecodedError, ChunkError) as error:
            reason = explain_unread(error)
        if reason:
            tally.leave_out(statement.name, column, reason)
        else:
            new = chunk.num_new_bytes - before if statement.is_part else 0
            tally.add(statement.name, column, new)


def explain_unread(error: UndecodedError | ChunkError) -> str:
    """As a clause."""
    if isinstance(error, ChunkError):
        return f"{error.what}, at offset {error.offset:,} (`inlay verify --values` says more)"
    return str(error)


def _may_have_values(chunk: MeasuredChunk) -> bool:
    """Whether not all are null, or nobody can say."""
    try:
        return chunk.value_count > 0
    except (UndecodedError, ChunkError):
        return True
