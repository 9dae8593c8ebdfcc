"""The order that floating-point bounds are in, changed with the bounds: readers skip nothing by an order that they do not know."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, NamedTuple

from inlay.ground.statements.ends import is_float
from inlay.pages.engine.decoded_size import UndecodedError
from inlay.pages.engine.errors import ChunkError
from inlay.verbs.index.adding import Adding, explain_unread
from inlay.verbs.index.chosen_columns import ChosenColumn, ColumnInGroup
from inlay.verbs.index.file_statement import FileStatement
from inlay.verbs.index.measured_chunk import MeasuredChunk
from inlay.verbs.index.statements import bounds, column_index, nan_counts
from parquet_format.parquet import ColumnOrder, Statistics


class _Said(NamedTuple):
    """What a chunk said before: it says so again where its column cannot be changed."""

    place: ColumnInGroup
    statistics: Statistics | None
    index_offset: int | None
    index_length: int | None

    @classmethod
    def of(cls, place: ColumnInGroup) -> _Said:
        said, chunk = place.meta.statistics, place.chunk
        kept = None if said is None else said.replace()
        return cls(place, kept, chunk.column_index_offset, chunk.column_index_length)

    def restore(self) -> None:
        self.place.meta.statistics = self.statistics
        self.place.chunk.column_index_offset = self.index_offset
        self.place.chunk.column_index_length = self.index_length


class _CannotChangeError(Exception):
    """The reason is a clause."""


def _change_all(
    name: str,
    order: ColumnOrder,
    adding: Adding,
    columns: Sequence[ChosenColumn],
    are_named: bool,
) -> None:
    are_all_others = not any(is_float(column.element) for column in columns)
    for column in columns:
        if not is_float(column.element):
            if are_named and are_all_others:
                reason = "only FLOAT, DOUBLE and FLOAT16 have this order and another"
                adding.tally.leave_out(name, column.name, reason)
        elif adding.order_of(column) != order:
            _change(name, order, adding, column)


def _change(name: str, order: ColumnOrder, adding: Adding, column: ChosenColumn) -> None:
    """All of its chunks, or none."""
    orders = adding.metadata.column_orders
    places = adding.chunks_of([column])
    if orders is None or column.at >= len(orders):
        reason = "the file declares no column order, and has bounds without one"
        adding.tally.leave_out(name, column.name, reason)
        return
    before, parts = orders[column.at], len(adding.parts)
    said = [_Said.of(place) for place in places]
    adding.metadata.column_orders = [*orders[: column.at], order, *orders[column.at + 1 :]]
    try:
        for place in places:
            _say_anew(adding, place)
    except (_CannotChangeError, UndecodedError, ChunkError) as error:
        for it in said:
            it.restore()
        adding.metadata.column_orders[column.at] = before
        del adding.parts[parts:]
        reason = str(error) if isinstance(error, _CannotChangeError) else explain_unread(error)
        adding.tally.leave_out(name, column.name, reason)
        return
    new = sum(part.data.length for part in adding.parts[parts:])
    for number, _ in enumerate(places):
        adding.tally.add(name, column.name, 0 if number else new)


def _say_anew(adding: Adding, place: ColumnInGroup) -> None:
    """In the order that the column now has. Raises _CannotChangeError, too, where a value is NaN, and the order is that of the type:
    bounds of the other row groups alone would be those of the file to DataFusion, and the deprecated ones would lose NaNs in Spark."""
    chunk, meta = place.chunk, place.meta
    has_bounds, has_index = bounds.has_bounds(meta), chunk.column_index_offset is not None
    if not (has_bounds or has_index):
        return
    if meta.type != place.column.element.type:
        raise _CannotChangeError("it has another type than the schema says")
    measured = adding.measure(place)
    measured.will_decode = True
    _forget(measured)
    measured.require_bounds()
    if measured.statistics.nan_count is None:
        _require(nan_counts.STATEMENT.add, measured)
    if has_bounds and measured.value_count:
        _require(bounds.STATEMENT.add, measured)
    if has_index:
        _require(column_index.STATEMENT.add, measured)
    adding.keep(measured)


def _forget(chunk: MeasuredChunk) -> None:
    """Deprecated bounds stay: they never had an order that is declared."""
    said = chunk.statistics
    said.min_value = said.max_value = said.is_min_value_exact = said.is_max_value_exact = None
    column_index.STATEMENT.strip(chunk.chunk, chunk.meta)


def _require(add: Callable[[MeasuredChunk], str], chunk: MeasuredChunk) -> None:
    if reason := add(chunk):
        raise _CannotChangeError(reason)


STATEMENTS: Final = tuple(
    FileStatement(name, partial(_change_all, name, order), None)
    for name, order in (
        ("type-order", ColumnOrder.TYPE_ORDER),
        ("ieee754-order", ColumnOrder.IEEE_754_TOTAL_ORDER),
    )
)
