"""The rows of two tables that are about the same thing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Final, NamedTuple, TypeAlias

import pyarrow as pa

from inlay.footers.designs.build import array_from, make_scalar
from inlay.footers.designs.extracted import Array
from inlay.ground.arrow_functions import compute
from inlay.ground.schema.quoted_names import quote_name

Key: TypeAlias = tuple[Any, ...]
Place: TypeAlias = tuple[int | None, str]
"""Row group and path, as a Difference has them."""

AT_ONCE: Final = 1000
"""Rows of which objects are made together: those of all chunks would take more than the footers."""


class RowKeys:
    """What names each row: values of some columns, and a number from 1 on where the same values were there before."""

    def __init__(self, columns: Sequence[Array], numbers: Array) -> None:
        self._columns = columns
        self._numbers = numbers

    def take(self, rows: Array) -> RowKeys:
        return RowKeys([column.take(rows) for column in self._columns], self._numbers.take(rows))

    def __len__(self) -> int:
        return len(self._numbers)

    def __iter__(self) -> Iterator[Key]:
        for begin in range(0, len(self), AT_ONCE):
            *some, numbers = (
                it.slice(begin, AT_ONCE).to_pylist() for it in (*self._columns, self._numbers)
            )
            for key, number in zip(zip(*some, strict=True), numbers, strict=True):
                yield (*key, number) if number else key

    def locate(self) -> Iterator[list[Place]]:
        """As many at a time as objects are made of."""
        keys = iter(self)
        while places := [*map(locate_key, islice(keys, AT_ONCE))]:
            yield places


class MatchedRows(NamedTuple):
    """`keys` of rows that both tables have, where they are in each (None where that is the same for all), and those that only one has."""

    keys: RowKeys
    old: Array | None
    new: Array | None
    only_old: RowKeys
    only_new: RowKeys


def match_rows(old: pa.Table, new: pa.Table, names: Sequence[str]) -> MatchedRows:
    """By the columns that are named; what comes twice is matched in its order."""
    first, second = ([whole_column(table, name) for name in names] for table in (old, new))
    if old.select(names).equals(new.select(names)):  # as nearly always
        keys = RowKeys(first, _count_before(_code_rows(first)))
        none = keys.take(array_from([], pa.int64()))
        return MatchedRows(keys, None, None, none, none)
    rows = _code_rows([pa.concat_arrays(pair) for pair in zip(first, second, strict=True)])
    numbers = [_count_before(rows.slice(0, len(old))), _count_before(rows.slice(len(old)))]
    before, after = RowKeys(first, numbers[0]), RowKeys(second, numbers[1])
    rows = _code_rows([rows, pa.concat_arrays(numbers)])
    old_rows, new_rows = rows.slice(0, len(old)), rows.slice(len(old))
    places = compute.index_in(old_rows, value_set=new_rows)
    shared = compute.indices_nonzero(places.is_valid())
    is_shared = compute.is_in(new_rows, value_set=old_rows)
    return MatchedRows(
        before.take(shared),
        shared,
        places.drop_null(),
        before.take(compute.indices_nonzero(places.is_null())),
        after.take(compute.indices_nonzero(compute.invert(is_shared))),
    )


def whole_column(table: pa.Table, name: str) -> Array:
    column: Any = table.column(name)
    return column.combine_chunks()


def _code_rows(columns: Sequence[Array]) -> Array:
    """A number for each row, which rows of the same values share."""
    codes, *more = (compute.dictionary_encode(it, null_encoding="encode").indices for it in columns)
    for other in more:
        wide = codes.cast(pa.int64()), other.cast(pa.int64())
        width = make_scalar(len(other), pa.int64())
        pairs = compute.add(compute.multiply(wide[0], width), wide[1])
        codes = pairs.dictionary_encode().indices
    return codes


def _count_before(rows: Array) -> Array:
    """How many rows before have the same number."""
    counts = rows.value_counts()
    is_repeated = compute.greater(counts.field("counts"), make_scalar(1, pa.int64()))
    repeated = compute.is_in(rows, value_set=counts.field("values").filter(is_repeated))
    before = number_repeats(rows.filter(repeated).to_pylist())
    return compute.replace_with_mask(
        pa.repeat(make_scalar(0, pa.int64()), len(rows)), repeated, array_from(before, pa.int64())
    )


def number_repeats(keys: Iterable[Hashable]) -> list[int]:
    """How often each was there before."""
    counted: Counter[Hashable] = Counter()
    numbers: list[int] = []
    for key in keys:
        numbers.append(counted[key])
        counted[key] += 1
    return numbers


def locate_key(key: Key) -> Place:
    """Row group and path, of keys that have either or both; a number behind a path counts what comes twice. An empty name is in quotes
    where nothing would say that there is one: the root of a schema has one, too, and comes first.
    """
    if len(key) == 2 and type(key[0]) is int and type(key[1]) is str and key[1]:  # as most are
        return key
    group = key[0] if key and isinstance(key[0], int) else None
    names = [part for part in key[1 if group is not None else 0 :] if part is not None]
    if names[:1] == [""] and (group is not None or len(names) > 1):
        names[0] = quote_name("")
    return group, " ".join(str(name) if isinstance(name, str) else f"#{name}" for name in names)
