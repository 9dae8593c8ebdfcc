"""The chunks that a question asks for: their columns and row groups, checked, and their rows in the answer."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence

import pyarrow as pa

from inlay.footers.designs.extracted import Array
from inlay_runtime.errors import RequestError


class WantedChunks:
    """`columns` and `row_groups` as they were asked for, None for all; rows go by column and then by row group.

    Raises RequestError for an ordinal that the footer does not have.
    """

    def __init__(
        self,
        columns: Sequence[int] | None,
        row_groups: Sequence[int] | None,
        num_columns: int,
        num_row_groups: int,
    ) -> None:
        self.columns = _checked(columns, num_columns, "column")
        self.row_groups = _checked(row_groups, num_row_groups, "row group")

    def __len__(self) -> int:
        return len(self.columns) * len(self.row_groups)

    def place_of(self, row: int) -> tuple[int, int]:
        """The column and the row group of a row of the answer."""
        column, group = divmod(row, len(self.row_groups))
        return self.columns[column], self.row_groups[group]

    def ordinals(self) -> tuple[Array, Array]:
        """The first two arrays of an answer: `column` and `row_group`."""
        height = len(self.row_groups)
        columns = array("i", (0,)) * len(self)
        if len(self.columns) < height:
            for at, column in enumerate(self.columns):
                columns[at * height : (at + 1) * height] = array("i", (column,)) * height
        else:
            each = array("i", self.columns)
            for at in range(height):
                columns[at::height] = each
        groups = array("i", self.row_groups) * len(self.columns)
        return wrap_integers(columns), wrap_integers(groups)

    def rows_at(self, starts: Sequence[int]) -> Array:
        """The positions of the chunks in a list of all chunks by row group, from where each row group begins there."""
        wanted = [starts[group] for group in self.row_groups]
        rows = array("q")
        for column in self.columns:
            rows.extend(start + column for start in wanted)
        return wrap_integers(rows)


def wrap_integers(values: array[int]) -> Array:
    """An array of Arrow that shares the memory of one of Python, of codes `i` or `q`."""
    type_ = pa.int32() if values.typecode == "i" else pa.int64()
    array_type: type[Array] = pa.Array
    return array_type.from_buffers(type_, len(values), [None, pa.py_buffer(values)])


def _checked(ordinals: Sequence[int] | None, count: int, what: str) -> Sequence[int]:
    if ordinals is None:
        return range(count)
    outside = _first_outside(ordinals, count)
    if outside is not None:
        raise RequestError(f"there is no {what} {outside}: the footer has {count:,}, from 0")
    return ordinals


def _first_outside(ordinals: Iterable[int], count: int) -> int | None:
    return next((ordinal for ordinal in ordinals if not 0 <= ordinal < count), None)
