"""What is added to a run of chunks, statement by statement: to those that are held natively, to many at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from inlay.pages.engine.errors import ChunkError, UndecodedError
from inlay.verbs.index.decoding_ahead import MissingStatements
from inlay.verbs.index.measured_chunk import MeasuredChunk
from inlay.verbs.index.statement import Statement
from inlay.verbs.index.statement_tally import StatementTally


class _Outcome(NamedTuple):
    """Of one chunk: which statements it has got, with the bytes of their parts, and which not, with the reason."""

    chunk: MeasuredChunk
    added: list[str]
    sizes: list[int]
    left_out: list[tuple[str, str]]

    def note(self, statement: Statement, reason: str) -> None:
        """What came of one statement."""
        if reason:
            self.left_out.append((statement.name, reason))
            return
        part = statement.part
        self.added.append(statement.name)
        self.sizes.append(0 if part is None else len(self.chunk.parts[part]))


def add_to_run(
    run: Sequence[MissingStatements], tally: StatementTally, *, only_helpful: bool
) -> None:
    """A run is of chunks of one row group, each of which has a held page, or of any single chunk."""
    outcomes = [_Outcome(it.chunk, [], [], []) for it in run]
    alike: dict[tuple[Statement, ...], list[_Outcome]] = {}
    for missing, outcome in zip(run, outcomes, strict=True):
        alike.setdefault(missing.statements, []).append(outcome)
    for statements, some in alike.items():
        for statement in statements:
            if statement.add_to_held is not None and some[0].chunk.has_held_page:
                _add_to_held(statement, some, only_helpful=only_helpful)
            else:
                for outcome in some:
                    _add_to_one(statement, outcome, only_helpful=only_helpful)
    for missing, outcome in zip(run, outcomes, strict=True):
        column = missing.place.column.name
        for name, reason in outcome.left_out:
            tally.leave_out(name, column, reason)
        if outcome.added:
            tally.add_all(outcome.added, column, outcome.sizes)


def _add_to_held(statement: Statement, some: Sequence[_Outcome], *, only_helpful: bool) -> None:
    assert statement.add_to_held is not None  # or nobody asks
    is_there, may_say, helps = statement.is_there, statement.may_say, statement.helps
    ready = [
        it
        for it in some
        if not is_there((chunk := it.chunk).chunk, chunk.meta)
        and (not only_helpful or helps(chunk))
        and may_say(chunk)
    ]
    if not ready:
        return
    reasons = statement.add_to_held([it.chunk for it in ready])
    for outcome, reason in zip(ready, reasons, strict=True):
        if reason is None:
            _add_to_one(statement, outcome, only_helpful=only_helpful)
        else:
            outcome.note(statement, reason)


def _add_to_one(statement: Statement, outcome: _Outcome, *, only_helpful: bool) -> None:
    chunk = outcome.chunk
    if chunk.meta.type != chunk.element.type:
        reason = "it has another type than the schema says"
    else:
        try:
            if statement.is_there(chunk.chunk, chunk.meta) or not statement.may_say(chunk):
                return
            if only_helpful and not statement.helps(chunk):
                return
            reason = statement.add(chunk)
        except (UndecodedError, ChunkError) as error:
            reason = explain_unread(error)
    outcome.note(statement, reason)


def explain_unread(error: UndecodedError | ChunkError) -> str:
    """As a clause."""
    if isinstance(error, ChunkError):
        return f"{error.what}, at offset {error.offset:,} (`inlay verify --values` says more)"
    return str(error)
