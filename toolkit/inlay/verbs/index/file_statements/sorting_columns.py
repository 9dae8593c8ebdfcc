"""The columns that rows are sorted by, in every row group and from one to the next, proved by their values: engines that know it merge
instead of sorting. The format says it of a row group alone, but DataFusion takes the whole file for sorted where its first row group is.

Rows that are the same by the columns before are sorted by the next. Named columns are taken in the order of their names, as far as
that holds. Of others, it is the first of the file that holds, and tells rows apart, and again among the rest.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, pairwise, product
from typing import Final, NamedTuple

from inlay.ground.statements.ends import is_float
from inlay.ground.values.orders import Key, keys_of
from inlay.ground.values.steps import ValueStep, find_step, find_steps_of_numbers
from inlay.pages.engine.chunk_metadata import locate_pages
from inlay.pages.engine.errors import ChunkError, UndecodedError
from inlay.pages.engine.packed_chunks import pack_group
from inlay.pages.engine.row_steps import RowSteps, Steps, join_marks, mark_steps
from inlay.verbs.index.adding import Adding
from inlay.verbs.index.adding_runs import explain_unread
from inlay.verbs.index.chosen_columns import ChosenColumn, ColumnInGroup
from inlay.verbs.index.decoding_ahead import MissingStatements
from inlay.verbs.index.file_statement import FileStatement
from inlay.verbs.index.holding_ahead import hold_ahead
from inlay.verbs.index.measured_chunk import MeasuredChunk
from inlay.verbs.index.statement_tally import StatementTally
from parquet_format.parquet import ColumnOrder, FileMetaData, SortingColumn

NAME: Final = "sorting-columns"


class _Way(NamedTuple):
    """In which direction rows are sorted by a column, and where its nulls are."""

    descending: bool
    nulls_first: bool

    @property
    def wrong(self) -> list[ValueStep]:
        return [
            ValueStep.RISES if self.descending else ValueStep.FALLS,
            ValueStep.TO_NULL if self.nulls_first else ValueStep.FROM_NULL,
        ]


_WAYS: Final = tuple(_Way(*flags) for flags in product((False, True), repeat=2))
"""Where several hold, the first is said."""

_NANS: Final = (ValueStep.TO_NAN, ValueStep.FROM_NAN)

_MOST_TOGETHER: Final = 256
"""Columns that are looked at together."""

_MOST_ROWS: Final = 1 << 20
"""Of all of them together: each may have a byte for each of its rows."""


class _Sorted(NamedTuple):
    """`ties` has, by the number of the row group, a byte for each row but the first of all: 1 where it is still the same as the one before,
    which may be the last of another row group."""

    way: _Way
    ties: dict[int, bytes]


def _add(adding: Adding, columns: Sequence[ChosenColumn], are_named: bool) -> None:
    groups = [at for at, it in enumerate(adding.metadata.row_groups) if not it.sorting_columns]
    if not groups:
        return
    claims: list[SortingColumn] = []
    for column, way in _find_order(adding, columns, groups, are_named=are_named):
        claims.append(
            SortingColumn(
                column_idx=column.at, descending=way.descending, nulls_first=way.nulls_first
            )
        )
        for _ in groups:
            adding.tally.add(NAME, column.name, 0)
    for at in groups if claims else ():
        adding.metadata.row_groups[at].sorting_columns = [claim.replace() for claim in claims]
    for at in range(len(adding.metadata.row_groups)):
        pack_group(adding.metadata, at)


def _find_order(
    adding: Adding,
    columns: Sequence[ChosenColumn],
    groups: Sequence[int],
    *,
    are_named: bool,
) -> Iterator[tuple[ChosenColumn, _Way]]:
    """One column after the other."""
    ties: dict[int, bytes] = {}
    is_first = True
    for at in groups:
        if rows := adding.metadata.row_groups[at].num_rows:
            ties[at] = b"\1" * (rows - is_first)
            is_first = False
    if are_named:
        for column in columns:
            (known,) = _sort_by(adding, [column], ties)
            if isinstance(known, str):
                adding.tally.leave_out(NAME, column.name, known)
                return
            yield column, known.way
            ties = known.ties
        return
    left = list(columns)
    while chosen := _choose_next(adding, left, ties):
        column, known = chosen
        yield column, known.way
        left.remove(column)
        ties = known.ties


def _choose_next(
    adding: Adding, columns: Sequence[ChosenColumn], ties: Mapping[int, bytes]
) -> tuple[ChosenColumn, _Sorted] | None:
    if not any(1 in tie for tie in ties.values()):
        return None
    # Mostly it is one of the first, and all of a column that is looked at in vain is read.
    most = min(_MOST_TOGETHER, _MOST_ROWS // max(sum(map(len, ties.values())), 1))
    at, size = 0, 1
    while at < len(columns):
        some = columns[at : at + size]
        for column, known in zip(some, _sort_by(adding, some, ties), strict=True):
            if isinstance(known, _Sorted) and known.ties != ties:
                return column, known
        at, size = at + size, max(min(2 * size, most), 1)
    return None


def _sort_by(
    adding: Adding, columns: Sequence[ChosenColumn], ties: Mapping[int, bytes]
) -> list[_Sorted | str]:
    """By each of these columns alone, among rows that are the same so far; a clause where they are not known to be sorted. The chunks of a
    row group are looked at together, for many of a wide file are small."""
    asked = _list_asked(ties)
    sortings = {column.at: _Sorting(adding, column, ties) for column in columns}
    for number in range(len(adding.metadata.row_groups)):
        left = [it for it in columns if not sortings[it.at].reason]
        if number not in asked:
            for column in left:
                sortings[column.at].last = None
            continue
        places = adding.chunks.iter_copies(number, left)
        held = hold_ahead(adding.read_at, (_measure(adding, it) for it in places))
        for missing in chain.from_iterable(held):
            sortings[missing.place.column.at].look_at(missing)
    return [it.answer for it in sortings.values()]


def _measure(adding: Adding, place: ColumnInGroup) -> MissingStatements:
    chunk = adding.measure(place)
    chunk.will_decode = chunk.keeps_levels = chunk.needs_all_values = True
    return MissingStatements(place, chunk, ())


class _Sorting:
    """What is known of a column, row group by row group; `reason`, a clause, is why it is not known to be sorted."""

    def __init__(self, adding: Adding, column: ChosenColumn, ties: Mapping[int, bytes]) -> None:
        self.reason = ""
        self.last: _Row | None = None
        """Of the row group before; None where it does not matter."""

        self._adding = adding
        self._ties = ties
        self._left = dict(ties)
        self._ways: Sequence[_Way] = _WAYS
        self._keys = _list_keys(column, adding.order_of(column))
        if column.leaf.max_repetition:
            self.reason = "a row may have many of its values"
        elif not self._keys:
            self.reason = "values of this type have no order"

    @property
    def answer(self) -> _Sorted | str:
        return self.reason or _Sorted(self._ways[0], self._left)

    def look_at(self, missing: MissingStatements) -> None:
        at = missing.place.number
        try:
            self._compare(at, missing.chunk)
        except (UndecodedError, ChunkError) as error:
            self.reason = explain_unread(error)
        missing.chunk.forget_values()
        self._adding.pass_by(missing.chunk)

    def _compare(self, at: int, chunk: MeasuredChunk) -> None:
        ties = self._ties[at]
        steps, same, self.last = _compare_rows(chunk, self._keys, self.last, len(ties))
        if not any(steps) and not any(same):
            return
        if 1 in join_marks(mark_steps(same, _NANS), ties):
            self.reason = "a value is NaN, and readers do not agree on its place"
            return
        self._ways = [
            it for it in self._ways if 1 not in join_marks(mark_steps(steps, it.wrong), ties)
        ]
        if not self._ways:
            self.reason = f"rows are in no order, or in another than before, in row group {at:,} or from the one before to it"
        self._left[at] = join_marks(mark_steps(same, (ValueStep.SAME, ValueStep.ZEROS)), ties)


def _list_keys(column: ChosenColumn, order: ColumnOrder | None) -> tuple[Key, ...]:
    """By the first, values are the same, and by the last they are sorted: of floating-point numbers, -0 comes before +0 for some readers,
    and is the same for others."""
    is_real = is_float(column.element)
    keys = keys_of(column.element, order or ColumnOrder.TYPE_ORDER)[:1]
    if not keys or not is_real:
        return keys
    return (
        keys_of(column.element, ColumnOrder.TYPE_ORDER)[0],
        keys_of(column.element, ColumnOrder.IEEE_754_TOTAL_ORDER)[0],
    )


class _Row(NamedTuple):
    value: bytes | None
    """In PLAIN encoding without a length."""


def _list_asked(ties: Mapping[int, bytes]) -> set[int]:
    """The row groups with rows that are the same so far as the ones before them, and those that such a row is the last of."""
    asked = {at for at, tie in ties.items() if 1 in tie}
    return asked | {before for before, at in pairwise(ties) if ties[at][0]}


def _compare_rows(
    chunk: MeasuredChunk, keys: tuple[Key, ...], before: _Row | None, count: int
) -> tuple[bytes, bytes, _Row]:
    """The last `count` steps by which rows have to be sorted, those by which they are the same, and the last row; the first step may be from
    the row `before` the row group."""
    start = locate_pages(chunk.meta)[0]
    if chunk.meta.type != chunk.element.type:
        raise ChunkError("it has another type than the schema says", start)
    try:
        own, first, last = _find_steps(chunk, keys)
        between = [
            ValueStep.SAME if before is None else find_step(before.value, first, key)
            for key in keys
        ]
    except (ValueError, struct.error) as error:
        raise ChunkError(f"a value is none of its type: {error}", start) from error
    steps = [bytes([step, *each]) for step, each in zip(between, own, strict=True)]
    if chunk.held is None and len(steps[0]) != max(sum(page.entries for page in chunk.levels), 1):
        raise ChunkError("its values are not as many as its rows", start)
    return steps[-1][-count:], steps[0][-count:], _Row(last)


def _find_steps(
    chunk: MeasuredChunk, keys: tuple[Key, ...]
) -> tuple[Sequence[Steps], bytes | None, bytes | None]:
    """By each key from each row to the next, and the values of the first and the last row."""
    held = chunk.held
    if held is not None and held.kept and held.values == chunk.meta.num_values:
        width = held.size // held.values
        steps = [find_steps_of_numbers(held.kept, width, key) for key in keys]
        return steps, held.kept[:width], held.kept[-width:]
    rows = RowSteps(chunk.leaf.max_definition, keys)
    rows.add(chunk.dense)
    return rows.of_keys, *rows.ends


def _strip(metadata: FileMetaData, columns: Sequence[ChosenColumn], tally: StatementTally) -> None:
    """What is said of columns before the first that goes is as true without it."""
    names = {column.at: column.name for column in columns}
    for group in metadata.row_groups:
        claims = group.sorting_columns or []
        first = next((at for at, it in enumerate(claims) if it.column_idx in names), len(claims))
        for claim in claims[first:]:
            tally.add(NAME, names.get(claim.column_idx, f"columns[{claim.column_idx}]"), 0)
        if first < len(claims):
            group.sorting_columns = claims[:first] or None


STATEMENTS: Final = (FileStatement(NAME, _add, _strip),)
