"""One pass over the chunks of a file, one at a time: what is missing is worked out, and put into the metadata or among new parts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from threading import Lock
from typing import NamedTuple

from inlay.changes.rewrite.store import StoreFile
from inlay.ground.files.source import read_at
from inlay.pages.engine.chunk_metadata import locate_pages
from inlay.pages.engine.errors import ChunkError, UndecodedError
from inlay.pages.engine.packed_chunks import TOGETHER, pack_chunks, pack_group
from inlay.pages.engine.progress import Progress
from inlay.pages.engine.said_fields import UNMARKED, mark_said_fields
from inlay.pages.engine.thrift_file import ThriftFile
from inlay.verbs.index.added_parts import AddedParts
from inlay.verbs.index.adding_runs import add_to_run
from inlay.verbs.index.chosen_columns import ChosenColumn, ColumnInGroup, FileChunks
from inlay.verbs.index.decoding_ahead import MissingStatements, decode_ahead
from inlay.verbs.index.holding_ahead import hold_ahead
from inlay.verbs.index.measured_chunk import MeasuredChunk
from inlay.verbs.index.statement import Statement, always, helps_nobody, in_levels, suits_all
from inlay.verbs.index.statement_tally import StatementTally
from inlay.verbs.index.whole_columns import LackingColumns, WholeColumn
from parquet_format.parquet import ColumnChunk, ColumnMetaData, ColumnOrder, FileMetaData


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
            own = tuple(
                [
                    it
                    for it in self.statements
                    if it.suits is suits_all or it.suits(column, self.only_helpful)
                ]
            )
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
    _is_remote: bool = field(init=False)

    def __post_init__(self) -> None:
        self._is_remote = isinstance(
            self.file.source, StoreFile
        )  # which takes as long as a small chunk

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
        column, _, group, chunk, meta = place
        order, read, share = self.order_of(column), self.read_at, self.false_positives
        it = MeasuredChunk(group, chunk, meta, column.leaf, column.element, order, read, share)
        if self._is_remote:
            it.is_remote = True
        return it

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
    passed = _Pass(adding, wanted)
    columns = columns if wanted.statements else ()  # those of other statements are looked at there
    for run in decode_ahead(hold_ahead(adding.read_at, passed.find_missing(columns))):
        passed.take(run)
        del run  # before there are others
    passed.end(columns)


class _Missing:
    """What some chunks miss. `reads_values` is whether somebody needs values of each of them; those of `may_read` say of which. Those that
    `need_all_values` do so where they help, if only that is asked for."""

    __slots__ = ("may_read", "need_all_values", "reads_values", "statements")

    def __init__(self, statements: tuple[Statement, ...], only_helpful: bool) -> None:
        self.statements = statements
        self.reads_values = any(it.reads_values is always for it in statements)
        self.may_read = [it for it in statements if it.reads_values is not in_levels]
        needing = [it for it in statements if it.needs_all_values]
        self.need_all_values = [
            it for it in needing if not only_helpful or it.helps is not helps_nobody
        ]


class _Suiting:
    """What chunks miss of the statements that suit a column, by which of their fields are there."""

    def __init__(self, statements: Sequence[Statement], only_helpful: bool) -> None:
        self._statements = statements
        self._only_helpful = only_helpful
        self.known: dict[int, _Missing] = {}
        self._alike: dict[tuple[Statement, ...], _Missing] = {}

    def learn(self, mark: int, chunk: ColumnChunk, meta: ColumnMetaData) -> _Missing:
        own = tuple([it for it in self._statements if not it.is_there(chunk, meta)])
        missing = self._alike.get(own)
        if missing is None:
            missing = self._alike[own] = _Missing(own, self._only_helpful)
        if mark != UNMARKED:
            self.known[mark] = missing
        return missing


class _Pass:
    """Over chunks in their order. Those with a held page are worked at together, and those that are done become bytes again."""

    def __init__(self, adding: Adding, wanted: Wanted) -> None:
        self._adding = adding
        self._wanted = wanted
        self._whole = LackingColumns()
        self._number = 0
        """Of the row group."""
        self._done: list[int] = []

    def find_missing(self, columns: Sequence[ChosenColumn]) -> Iterator[MissingStatements]:
        """Of each of their chunks. It is one loop with few calls, for a wide file has many that are small."""
        adding, only_helpful = self._adding, self._wanted.only_helpful
        all_suit = _Suiting(self._wanted.statements, only_helpful)
        suiting = self._wanted.list_suiting(columns)
        by_statements = {id(it): _Suiting(it, only_helpful) for it in suiting.values()}
        of_columns = {at: by_statements[id(it)] for at, it in suiting.items()}
        places = adding.chunks.iter_chunks(columns)
        while some := list(islice(places, TOGETHER)):
            marks = mark_said_fields([it.chunk for it in some])
            for place, mark in zip(some, marks, strict=True):
                column, _, _, chunk, meta = place
                has_its_type = meta.type == column.element.type
                suits = of_columns[column.at] if has_its_type else all_suit
                missing = suits.known.get(mark) or suits.learn(mark, chunk, meta)
                measured = adding.measure(place)
                if missing.may_read and has_its_type:
                    measured.will_decode = missing.reads_values or any(
                        it.reads_values(measured) for it in missing.may_read
                    )
                if missing.need_all_values:
                    measured.needs_all_values = not only_helpful or any(
                        it.helps(measured) for it in missing.need_all_values
                    )
                yield MissingStatements(place, measured, missing.statements)
            some.clear()  # before there are others

    def take(self, run: Sequence[MissingStatements]) -> None:
        """Chunks of one row group."""
        place = run[0].place
        if place.number != self._number:
            self._adding.progress(locate_pages(place.meta)[0])
            pack_group(self._adding.metadata, self._number)
            self._done = []
            self._number = place.number
        if run[0].statements or len(run) > 1:
            self._add(run)
        self._done += [missing.place.column.at for missing in run]
        if len(self._done) >= TOGETHER:
            pack_chunks(place.group, self._done)
            self._done = []
        for missing in run:
            if missing.chunk.held is None:
                self._adding.pass_by(missing.chunk)

    def end(self, columns: Sequence[ChosenColumn]) -> None:
        metadata, tally = self._adding.metadata, self._adding.tally
        if metadata.row_groups:
            pack_group(metadata, self._number)
        for column in columns:
            for it in self._whole.known(column.at):
                it.take_back_loose(column, metadata, tally)

    def _add(self, run: Sequence[MissingStatements]) -> None:
        loose: list[tuple[MissingStatements, WholeColumn]] = []
        in_some = {it: _list_in_some(it) for it in {missing.statements for missing in run}}
        if any(in_some.values()):
            loose = [
                (missing, self._whole.of(missing.place.column.at, it))
                for missing in run
                for it in in_some[missing.statements]
            ]
        for missing, it in loose:
            it.look_before(missing.place.meta)
        add_to_run(run, self._adding.tally, only_helpful=self._wanted.only_helpful)
        for missing, it in loose:
            meta = missing.place.meta
            it.look_after(meta, has_values=not it.is_in(meta) and _may_have_values(missing.chunk))
            if it.gains:
                it.gained.append(self._number)
        places = [missing.place.column.at for missing in run]
        self._adding.parts.add(self._number, places, [missing.chunk.parts for missing in run])


def _list_in_some(statements: Sequence[Statement]) -> Sequence[Statement]:
    """Those that have to be in all row groups of a column or in none."""
    return [it for it in statements if it.is_in_some is not None]


def _may_have_values(chunk: MeasuredChunk) -> bool:
    """Whether not all are null, or nobody can say."""
    try:
        return chunk.value_count > 0
    except (UndecodedError, ChunkError):
        return True
