"""Before statistics leave a row group out: what decides that is held against the column indexes of its chunks."""

from __future__ import annotations

from collections.abc import Iterable

from inlay.rows.pruning.columns import FilteredColumns
from inlay.rows.pruning.filters import FilterTree, match_tree


def confirm_left_out(columns: FilteredColumns, tree: FilterTree, asked: Iterable[int]) -> None:
    """Column by column of those that are asked, until each row group that the filter leaves out is left out by what has been held: an index
    that contradicts makes void what its chunk says, and then the row group stays. No more indexes are read than that takes.
    """
    is_left_out = [not may for may in match_tree(tree, columns.match_groups)]
    doubted = [at for at, is_out in enumerate(is_left_out) if is_out]
    left = list(asked)
    while left and doubted:
        columns.hold_decisive(left.pop(0), doubted)
        if not left:
            return
        may_match = match_tree(tree, columns.match_groups)
        may_surely = match_tree(tree, columns.match_surely)
        doubted = [at for at in doubted if may_surely[at] and not may_match[at]]
