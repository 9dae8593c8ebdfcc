"""What is added to a run of chunks, statement by statement: to those that are held natively, to many at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from inlay.pages.engine.errors import ChunkError, UndecodedError
from inlay.verbs.index.decoding_ahead import MissingStatements
from inlay.verbs.index.measured_chunk import MeasuredChunk
from inlay.verbs.index.statement import Statement, always, helps_nobody
from inlay.verbs.index.statement_tally import AddedToChunks, StatementTally


class _LeftOut(NamedTuple):
    """A statement that a chunk has not got, by the place of the chunk in its run."""

    place: int
    rank: int
    statement: str
    reason: str


def add_to_run(
    run: Sequence[MissingStatements], tally: StatementTally, *, only_helpful: bool
) -> None:
    """A run is of chunks of one row group, each of which has a held page, or of any single chunk."""
    adding = AddingToRun([it.chunk for it in run], only_helpful)
    alike: dict[tuple[Statement, ...], list[int]] = {}
    for place, missing in enumerate(run):
        alike.setdefault(missing.statements, []).append(place)
    for statements, places in alike.items():
        for statement in statements:
            adding.add(statement, places)
    for place, _, name, reason in sorted(adding.left_out):
        tally.leave_out(name, run[place].place.column.name, reason)
    if adding.added:
        added = [
            AddedToChunks(statement.name, places, adding.measure(statement, places))
            for statement, places in sorted(adding.added.items(), key=lambda it: it[0].rank)
        ]
        tally.add_all([it.place.column.name for it in run], added)


class AddingToRun:
    """To chunks, by their places: which statements they have `added`, and which were `left_out`."""

    def __init__(self, chunks: Sequence[MeasuredChunk], only_helpful: bool) -> None:
        self._chunks = chunks
        self._only_helpful = only_helpful
        self.added: dict[Statement, list[int]] = {}
        self.left_out: list[_LeftOut] = []

    def add(self, statement: Statement, places: Sequence[int]) -> None:
        """It misses in these."""
        if statement.add_to_held is not None and self._chunks[places[0]].has_held_page:
            places = self._add_to_held(statement, places)
        for place in places:
            reason = self._add_to_one(statement, self._chunks[place])
            if reason is not None:
                self._note(statement, place, reason)

    def measure(self, statement: Statement, places: Sequence[int]) -> list[int]:
        """The bytes of its part of these chunks."""
        part = statement.part
        if part is None:
            return [0] * len(places)
        return [len(self._chunks[place].parts[part]) for place in places]

    def _note(self, statement: Statement, place: int, reason: str) -> None:
        if reason:
            self.left_out.append(_LeftOut(place, statement.rank, statement.name, reason))
        else:
            self.added.setdefault(statement, []).append(place)

    def _add_to_held(self, statement: Statement, places: Sequence[int]) -> Sequence[int]:
        """Those to which it has to be added one by one are left."""
        assert statement.add_to_held is not None  # or nobody asks
        helps, chunks = statement.helps, self._chunks
        if self._only_helpful and helps is helps_nobody:
            return ()
        if self._only_helpful and helps is not always:
            places = [place for place in places if helps(chunks[place])]
        if not places:
            return places
        reasons = statement.add_to_held([chunks[place] for place in places])
        if not any(reasons) and None not in reasons:
            self.added.setdefault(statement, []).extend(places)
            return ()
        left: list[int] = []
        for place, reason in zip(places, reasons, strict=True):
            if reason is None:
                left.append(place)
            else:
                self._note(statement, place, reason)
        return left

    def _add_to_one(self, statement: Statement, chunk: MeasuredChunk) -> str | None:
        """Why it is not there; None where it need not be."""
        if chunk.meta.type != chunk.element.type:
            return "it has another type than the schema says"
        try:
            if statement.is_there(chunk.chunk, chunk.meta) or not statement.may_say(chunk):
                return None
            if self._only_helpful and not statement.helps(chunk):
                return None
            return statement.add(chunk)
        except (UndecodedError, ChunkError) as error:
            return explain_unread(error)


def explain_unread(error: UndecodedError | ChunkError) -> str:
    """As a clause."""
    if isinstance(error, ChunkError):
        return f"{error.what}, at offset {error.offset:,} (`inlay verify --values` says more)"
    return str(error)
