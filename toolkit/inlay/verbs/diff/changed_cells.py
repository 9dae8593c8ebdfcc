"""The cells in which rows of two tables differ that are about the same thing."""

from __future__ import annotations

from collections.abc import Iterator
from operator import ne
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, cast

import pyarrow as pa

from inlay.footers.designs.build import make_scalar
from inlay.footers.designs.extracted import Array
from inlay.ground.arrow_functions import compute
from inlay.verbs.diff.changes import Changes
from inlay.verbs.diff.matching_rows import AT_ONCE, MatchedRows, whole_column

if TYPE_CHECKING:
    from inlay.verbs.diff.difference import PlainValue

    Pair: TypeAlias = tuple[PlainValue, PlainValue]


class _Cells(NamedTuple):
    """Those of a column in both tables, of the same rows in the same order."""

    old: Array
    new: Array

    def take(self, rows: Array) -> _Cells:
        return _Cells(self.old.take(rows), self.new.take(rows))

    def differ(self) -> Array:
        """For each row, whether they do; of lists and structs, whether they may."""
        if pa.types.is_nested(self.old.type):
            may = make_scalar(not self.old.equals(self.new), pa.bool_())
            all_may: Array = cast(Any, pa.repeat)(may, len(self.old))
            return all_may
        differ: Array = compute.coalesce(
            compute.not_equal(self.old, self.new),
            compute.not_equal(self.old.is_null(), self.new.is_null()),
        )
        return differ

    def pairs(self) -> Iterator[list[Pair]]:
        """As many at a time as objects are made of."""
        for begin in range(0, len(self.old), AT_ONCE):
            some = (it.slice(begin, AT_ONCE).to_pylist() for it in self)
            yield [*zip(*some, strict=True)]


def list_changes(
    old: pa.Table, new: pa.Table, rows: MatchedRows, aspect: str, name: str
) -> Iterator[Changes]:
    """Where the cells of a column are not the same, and both values."""
    cells = _match_cells(old, new, rows, name)
    changed = compute.indices_nonzero(cells.differ())
    places = rows.keys.take(changed).locate()
    for some, pairs in zip(places, cells.take(changed).pairs(), strict=True):
        differ = [(place, *pair) for place, pair in zip(some, pairs, strict=True) if ne(*pair)]
        if differ:
            yield Changes(aspect, name, *zip(*differ, strict=True))


def list_changed_bounds(
    old: pa.Table, new: pa.Table, rows: MatchedRows, aspect: str, name: str, text: str
) -> Iterator[Changes]:
    """The same of a bound: what people read, where that differs in the column `text`, and else the bytes. Where `physical_type` differs, bytes
    are others for the same value, which is no change."""
    bounds, texts, types = (
        _match_cells(old, new, rows, it) for it in (name, text, "physical_type")
    )
    is_other = compute.or_(texts.differ(), compute.invert(types.differ()))
    changed = compute.indices_nonzero(compute.and_(bounds.differ(), is_other))
    places = rows.keys.take(changed).locate()
    pairs = zip(texts.take(changed).pairs(), bounds.take(changed).pairs(), strict=True)
    for some, (read, raw) in zip(places, pairs, strict=True):
        shown = [text if ne(*text) else bound for text, bound in zip(read, raw, strict=True)]
        yield Changes(aspect, name, some, *zip(*shown, strict=True))


def _match_cells(old: pa.Table, new: pa.Table, rows: MatchedRows, name: str) -> _Cells:
    before, after = whole_column(old, name), whole_column(new, name)
    return _Cells(
        before if rows.old is None else before.take(rows.old),
        after if rows.new is None else after.take(rows.new),
    )
