"""Which schema elements are leaves, in many schemas one after the other: columns are counted by them.

The rules are those of `inlay.ground.schema.tree`, without making a tree.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import Final

import pyarrow as pa

from inlay.footers.designs.build import array_from, make_scalar
from inlay.footers.designs.extracted import Array
from inlay.ground.arrow_functions import compute

NEEDS: Final = {"schema[]": ("type", "num_children"), "row_groups[]": ("columns",)}
_NONE: Final = -1


class LeafArrays:
    """`footers`, `types` and `children` are those of the elements, row by row.

    `rows` are the rows that are leaves, `spans` where those of each footer begin and end in `rows`.
    """

    def __init__(self, footers: Array, types: Array, children: Array) -> None:
        declared = children.fill_null(make_scalar(0, pa.int32()))
        is_leaf = compute.and_(
            types.is_valid(), compute.equal(declared, make_scalar(0, pa.int32()))
        )
        self.rows = compute.indices_nonzero(is_leaf).cast(pa.int32())
        if not _add_up(footers, declared):
            rows = _in_trees(footers.to_pylist(), is_leaf.to_pylist(), declared.to_pylist())
            self.rows = array_from(rows, pa.int32())
        self.spans: dict[int, tuple[int, int]] = {}
        start = 0
        for footer, count in _runs_of(footers.take(self.rows)):
            self.spans[footer] = start, start + count
            start += count

    def count(self, footer: int) -> int:
        start, end = self.spans.get(footer, (0, 0))
        return end - start

    def of_chunks(self, footers: Sequence[int], counts: Sequence[int]) -> Array:
        """By column chunk, the row of its leaf, null where it has none; from the row groups, each with
        its footer and its number of chunks."""
        pieces = [pa.nulls(0, pa.int32())]
        for footer, count in zip(footers, counts, strict=True):
            start, end = self.spans.get(footer, (0, 0))
            pieces.append(self.rows[start : min(end, start + count)])
            beyond = count - (end - start)
            if beyond > 0:
                pieces.append(pa.nulls(beyond, pa.int32()))
        return pa.concat_arrays(pieces)


def _add_up(footers: Array, declared: Array) -> bool:
    """Whether every schema is one tree, so that no element is behind its end.

    An element takes one of the places that are open and opens as many as it has children: in each
    schema one is open at first, and none after the last element and not before. Between two groups
    places only become fewer, so it is enough to look at the groups and at the ends.
    """
    groups = compute.indices_nonzero(
        compute.greater(declared, make_scalar(0, pa.int32()))
    ).to_pylist()
    opened = declared.take(array_from(groups, pa.int64())).to_pylist()
    start = at = 0
    for _, count in _runs_of(footers):
        end = start + count
        are_open = 1 + start  # were it for the elements before the first group alone
        while at < len(groups) and groups[at] < end:
            if are_open <= groups[at]:
                return False
            are_open += opened[at]
            at += 1
        if are_open != end:
            return False
        start = end
    return True


def _runs_of(footers: Array) -> Iterator[tuple[int, int]]:
    """Each footer, and how many rows it has: they come one footer after the other."""
    if len(footers) and footers[0] == footers[-1]:
        yield footers[0].as_py(), len(footers)  # one footer, as mostly
        return
    for counted in footers.value_counts().to_pylist():
        yield counted["values"], counted["counts"]


def _in_trees(
    footers: Sequence[int], is_leaf: Sequence[bool], declared: Sequence[int]
) -> Sequence[int]:
    """The leaves, one by one: those behind the end of a tree are none."""
    rows = array("i")
    footer, missing = _NONE, 0
    for row, (of, leaf, children) in enumerate(zip(footers, is_leaf, declared, strict=True)):
        if of != footer:
            footer, missing = of, 1
        if missing:
            missing += max(children, 0) - 1
            if leaf:
                rows.append(row)
    return rows
