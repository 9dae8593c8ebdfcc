"""The columns that rows are sorted by, in every row group and from one to the next, proved by their values: engines that know it merge
instead of sorting. The format says it of a row group alone, but DataFusion takes the whole file for sorted where its first row group is.

Rows that are the same by the columns before are sorted by the next. Named columns are taken in the order of their names, as far as
that holds. Of others, it is the first of the file that holds, and tells rows apart, and again among the rest.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, product
from typing import Final, NamedTuple

from inlay.ground.statements.ends import is_float
from inlay.ground.values.orders import keys_of
from inlay.ground.values.steps import ValueStep, find_step
from inlay.pages.engine.chunk_metadata import locate_pages
from inlay.pages.engine.errors import ChunkError, UndecodedError
from inlay.pages.engine.row_steps import RowSteps, join_marks, mark_steps
from inlay.verbs.index.adding import Adding, explain_unread
from inlay.verbs.index.chosen_columns import ChosenColumn, ColumnInGroup
from inlay.verbs.index.file_statement import FileStatement
from inlay.verbs.index.indexed_file import StatementTally
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
            known = _sort_by(adding, column, ties)
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
    for column in columns if any(1 in tie for tie in ties.values()) else ():
        known = _sort_by(adding, column, ties)
        if isinstance(known, _Sorted) and known.ties != ties:
            return column, known
    return None


def _sort_by(adding: Adding, column: ChosenColumn, ties: Mapping[int, bytes]) -> _Sorted | str:
    """Among rows that are the same so far; a clause where they are not known to be sorted."""
    if column.leaf.max_repetition:
        return "a row may have many of its values"
    if not keys_of(column.element, adding.order_of(column) or ColumnOrder.TYPE_ORDER):
        return "values of this type have no order"
    ways, left, asked = list(_WAYS), dict(ties), _list_asked(ties)
    last: _Row | None = None
    for at, place in enumerate(adding.iter_chunks([column])):
        if at not in asked:
            last = None
            continue
        try:
            steps, same, last = _compare_rows(adding, place, last, len(ties[at]))
        except (UndecodedError, ChunkError) as error:
            return explain_unread(error)
        if 1 in join_marks(mark_steps(same, _NANS), ties[at]):
            return "a value is NaN, and readers do not agree on its place"
        ways = [it for it in ways if 1 not in join_marks(mark_steps(steps, it.wrong), ties[at])]
        if not ways:
            return f"rows are in no order, or in another than before, in row group {at:,} or from the one before to it"
        left[at] = join_marks(mark_steps(same, (ValueStep.SAME, ValueStep.ZEROS)), ties[at])
    return _Sorted(ways[0], left)


class _Row(NamedTuple):
    value: bytes | None
    """In PLAIN encoding without a length."""


def _list_asked(ties: Mapping[int, bytes]) -> set[int]:
    """The row groups with rows that are the same so far as the ones before them, and those that such a row is the last of."""
    asked = {at for at, tie in ties.items() if 1 in tie}
    return asked | {before for before, at in pairwise(ties) if ties[at][0]}


def _compare_rows(
    adding: Adding, place: ColumnInGroup, before: _Row | None, count: int
) -> tuple[bytes, bytes, _Row]:
    """The last `count` steps by which rows have to be sorted, those by which they are the same, and the last row; the first step may be from
    the row `before` the row group, which is None where it does not matter. Of floating-point numbers, -0 comes before +0 for some readers,
    and is the same for others: so the first are those of IEEE 754 order, and the second those of the type."""
    chunk = adding.measure(place)
    chunk.will_decode = chunk.keeps_levels = True
    order = ColumnOrder.TYPE_ORDER if chunk.is_float or chunk.order is None else chunk.order
    keys = [keys_of(chunk.element, order)[0]]
    if is_float(chunk.element):
        keys.append(keys_of(chunk.element, ColumnOrder.IEEE_754_TOTAL_ORDER)[0])
    start = locate_pages(chunk.meta)[0]
    if chunk.meta.type != chunk.element.type:
        raise ChunkError("it has another type than the schema says", start)
    rows = RowSteps(chunk.leaf.max_definition, tuple(keys))
    try:
        rows.add(chunk.dense)
        first, last = rows.ends
        between = [
            ValueStep.SAME if before is None else find_step(before.value, first, key)
            for key in keys
        ]
    except (ValueError, struct.error) as error:
        raise ChunkError(f"a value is none of its type: {error}", start) from error
    steps = [bytes([step, *own]) for step, own in zip(between, rows.of_keys, strict=True)]
    if len(steps[0]) != max(sum(page.entries for page in chunk.levels), 1):
        raise ChunkError("its values are not as many as its rows", start)
    adding.progress(locate_pages(chunk.meta)[1])
    return steps[-1][-count:], steps[0][-count:], _Row(last)


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
