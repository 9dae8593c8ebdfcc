"""The rows of two tables that are about the same thing, and the cells in which they differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import pyarrow as pa

from inlay.footers.designs.build import array_from
from inlay.footers.designs.extracted import Array, compute
from inlay.ground.schema.quoted_names import quote_name

Key = tuple[Any, ...]


class MatchedRows(NamedTuple):
    """`keys` of rows that both tables have, where they are in each, and those that only one has."""

    keys: list[Key]
    old: Array | None
    new: Array | None
    only_old: list[Key]
    only_new: list[Key]


def match_rows(old: pa.Table, new: pa.Table, names: Sequence[str]) -> MatchedRows:
    """By the columns that are named; what comes twice is matched in its order."""
    first = _keys(old, names)
    if old.select(names).equals(new.select(names)):  # as nearly always
        return MatchedRows(first, None, None, [], [])
    second = _keys(new, names)
    places = {key: at for at, key in enumerate(second)}
    shared = [(at, places[key]) for at, key in enumerate(first) if key in places]
    known = set(first)
    return MatchedRows(
        [first[at] for at, _ in shared],
        array_from([at for at, _ in shared], pa.int64()),
        array_from([at for _, at in shared], pa.int64()),
        [key for key in first if key not in places],
        [key for key in second if key not in known],
    )


def _keys(table: pa.Table, names: Sequence[str]) -> list[Key]:
    keys = list(zip(*(table.column(name).to_pylist() for name in names), strict=True))
    return keys if len(set(keys)) == len(keys) else number_keys(keys)


def number_keys(keys: Iterable[Key]) -> list[Key]:
    """The same, with a number from 1 at the end of what was there before."""
    counted: Counter[Key] = Counter()
    numbered: list[Key] = []
    for key in keys:
        numbered.append(key if not counted[key] else (*key, counted[key]))
        counted[key] += 1
    return numbered


def locate_key(key: Key) -> tuple[int | None, str]:
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


class ShownTexts:
    """What people read in the place of cells that differ, by the matched row."""

    def __init__(self, rows: int, changes: Iterable[tuple[int, Any, Any]]) -> None:
        self._old: list[Any] = [None] * rows
        self._new: list[Any] = [None] * rows
        for at, old, new in changes:
            self._old[at], self._new[at] = old, new

    def find(self, at: int) -> tuple[Any, Any] | None:
        """None where both cells read the same."""
        old, new = self._old[at], self._new[at]
        return None if old is None and new is None else (old, new)


def list_changes(
    old: pa.Table,
    new: pa.Table,
    rows: MatchedRows,
    name: str,
    texts: ShownTexts | None = None,
) -> Iterator[tuple[int, Any, Any]]:
    """The cells of a column that are not the same: of which of the matched rows, and both values, or what `texts` has in their place."""
    before, after = _column(old, name, rows.old), _column(new, name, rows.new)
    if before.equals(after):
        return
    places = _unequal(before, after)
    # All at once, and only what is shown: a value takes longer than all else.
    read = places if texts is None else [at for at in places if texts.find(at) is None]
    if len(read) < len(before):
        wanted = array_from(read, pa.int64())
        before, after = before.take(wanted), after.take(wanted)
    values = zip(before.to_pylist(), after.to_pylist(), strict=True)
    for at in places:
        first, second = (texts.find(at) if texts is not None else None) or next(values)
        if first != second:
            yield at, first, second


def _column(table: pa.Table, name: str, places: Array | None) -> Array:
    column: Any = table.column(name).combine_chunks()
    return column if places is None else column.take(places)


def _unequal(before: Array, after: Array) -> Sequence[int]:
    if pa.types.is_nested(before.type):
        return range(len(before))
    differ = compute.coalesce(
        compute.not_equal(before, after),
        compute.not_equal(before.is_null(), after.is_null()),
    )
    places: list[int] = compute.indices_nonzero(differ).to_pylist()
    return places
