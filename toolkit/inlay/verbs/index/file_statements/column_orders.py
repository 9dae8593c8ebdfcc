"""The order that floating-point bounds are in, changed with the bounds: readers skip nothing by an order that they do not know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Final

from inlay.ground.statements.ends import is_float
from inlay.pages.engine.chunk_metadata import metadata_of
from inlay.pages.engine.errors import ChunkError, UndecodedError
from inlay.pages.engine.packed_chunks import pack_group
from inlay.verbs.index.added_parts import AddedParts
from inlay.verbs.index.adding import Adding
from inlay.verbs.index.adding_runs import explain_unread
from inlay.verbs.index.chosen_columns import ChosenColumn, ColumnInGroup
from inlay.verbs.index.decoding_ahead import MissingStatements, decode_ahead
from inlay.verbs.index.file_statement import FileStatement
from inlay.verbs.index.holding_ahead import hold_ahead
from inlay.verbs.index.statement import Statement
from inlay.verbs.index.statement_tally import AddedToChunks
from inlay.verbs.index.statements import bounds, column_index, nan_counts
from parquet_format.parquet import ColumnOrder, RowGroup


@dataclass(slots=True)
class _Change:
    """A column that gets another order in all of its chunks, or in none for `reason`, a clause."""

    column: ChosenColumn
    before: ColumnOrder | None
    reason: str = ""


class _CannotChangeError(Exception):
    """The reason is a clause."""


_REASONS: Final = (_CannotChangeError, UndecodedError, ChunkError)


def _change_all(
    name: str,
    order: ColumnOrder,
    adding: Adding,
    columns: Sequence[ChosenColumn],
    are_named: bool,
) -> None:
    floats = [column for column in columns if is_float(column.element)]
    if are_named and not floats:
        for column in columns:
            reason = "only FLOAT, DOUBLE and FLOAT16 have this order and another"
            adding.tally.leave_out(name, column.name, reason)
    others = [column for column in floats if adding.order_of(column) != order]
    changes = [_Change(column, adding.order_of(column)) for column in others]
    for change in changes:
        if change.before is None:
            change.reason = "the file declares no column order, and has bounds without one"
    parts = _change(order, adding, [it for it in changes if not it.reason])
    sizes = parts.measure_columns()
    for change in changes:
        if change.reason:
            adding.tally.leave_out(name, change.column.name, change.reason)
    changed = [it.column for it in changes if not it.reason]
    names, places = [it.name for it in changed], range(len(changed))
    new = [sizes.get(it.at, 0) for it in changed]
    for number, _ in enumerate(adding.metadata.row_groups):
        sizes_there = [0] * len(changed) if number else new
        adding.tally.add_all(names, [AddedToChunks(name, places, sizes_there)])
    adding.parts.take(parts, [it.at for it in changed])


def _change(order: ColumnOrder, adding: Adding, changes: Sequence[_Change]) -> AddedParts:
    """All columns in one pass over the row groups; those that cannot be changed say again what they said before. Returns the new parts of
    all."""
    parts = adding.parts.beside()
    if not changes:
        return parts
    groups = adding.metadata.row_groups
    said = [group.encode() for group in groups]
    _declare(adding, {change.column.at: order for change in changes})
    by_place = {change.column.at: change for change in changes}
    number = 0
    runs = decode_ahead(hold_ahead(adding.read_at, _forget_all(adding, by_place)))
    for missing in chain.from_iterable(runs):
        if missing.place.number != number:
            pack_group(adding.metadata, number)
        number = missing.place.number
        change = by_place[missing.place.column.at]
        if change.reason:
            continue
        try:
            _say_anew(missing)
        except _REASONS as error:
            change.reason = _explain(error)
            continue
        parts.add(number, [change.column.at], [missing.chunk.parts])
        adding.pass_by(missing.chunk)
    failed = [change for change in changes if change.reason]
    _declare(adding, {change.column.at: change.before for change in failed})
    if failed:
        for group, data in zip(groups, said, strict=True):
            _restore(group, RowGroup.decode(data), failed)
    return parts


def _declare(adding: Adding, orders: Mapping[int, ColumnOrder | None]) -> None:
    declared = list(adding.metadata.column_orders or ())
    for at, order in orders.items():
        if order is not None:
            declared[at] = order
    adding.metadata.column_orders = declared


def _restore(group: RowGroup, said: RowGroup, changes: Sequence[_Change]) -> None:
    for change in changes:
        chunk, old = group.columns[change.column.at], said.columns[change.column.at]
        metadata_of(chunk).statistics = metadata_of(old).statistics
        chunk.column_index_offset = old.column_index_offset
        chunk.column_index_length = old.column_index_length


def _forget_all(adding: Adding, changes: Mapping[int, _Change]) -> Iterator[MissingStatements]:
    """What is to be said anew of the chunks of those that may still be changed."""
    columns = [change.column for change in changes.values()]
    for place in adding.chunks.iter_chunks(columns):
        change = changes[place.column.at]
        if change.reason:
            continue
        try:
            missing = _forget(adding, place)
        except _REASONS as error:
            change.reason = _explain(error)
            continue
        if missing is not None:
            yield missing


def _forget(adding: Adding, place: ColumnInGroup) -> MissingStatements | None:
    """What the chunk says in the order that its column had. Deprecated bounds stay: they never had an order that is declared."""
    chunk, meta = place.chunk, place.meta
    has_bounds, has_index = bounds.has_bounds(meta), chunk.column_index_offset is not None
    if not (has_bounds or has_index):
        return None
    if meta.type != place.column.element.type:
        raise _CannotChangeError("it has another type than the schema says")
    measured = adding.measure(place)
    measured.will_decode = True
    said = measured.statistics
    said.min_value = said.max_value = said.is_min_value_exact = said.is_max_value_exact = None
    column_index.STATEMENT.strip(chunk, meta)
    lacking: dict[Statement, bool] = {
        nan_counts.STATEMENT: said.nan_count is None,
        bounds.STATEMENT: has_bounds,
        column_index.STATEMENT: has_index,
    }
    return MissingStatements(place, measured, tuple(it for it, lacks in lacking.items() if lacks))


def _say_anew(missing: MissingStatements) -> None:
    """In the order that the column now has. Raises _CannotChangeError, too, where a value is NaN, and the order is that of the type:
    bounds of the other row groups alone would be those of the file to DataFusion, and the deprecated ones would lose NaNs in Spark."""
    measured = missing.chunk
    measured.require_bounds()
    for statement in missing.statements:
        if statement is bounds.STATEMENT and not measured.value_count:
            continue
        if reason := statement.add(measured):
            raise _CannotChangeError(reason)


def _explain(error: Exception) -> str:
    if isinstance(error, UndecodedError | ChunkError):
        return explain_unread(error)
    return str(error)


STATEMENTS: Final = tuple(
    FileStatement(name, partial(_change_all, name, order), None)
    for name, order in (
        ("type-order", ColumnOrder.TYPE_ORDER),
        ("ieee754-order", ColumnOrder.IEEE_754_TOTAL_ORDER),
    )
)
