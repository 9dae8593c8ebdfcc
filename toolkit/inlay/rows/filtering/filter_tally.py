"""What a filter left out of what was read: `read_table(..., tally=)` and `read_path(..., tally=)` count it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inlay.ground.wording.amounts import count
from inlay.pages.engine.page_counts import PageCounts
from inlay_runtime.public_home import public_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from inlay.rows.pruning.prune_file import Pruning
    from inlay.rows.variants.chosen_rows import ChosenRows


@public_in("inlay")
class FilterTally:
    """Counts as files are read with a filter, of one file or of many.

    Of `row_groups` and `rows` that were asked for, statistics, Bloom filters and page indexes left `tested_row_groups` and
    `tested_rows`. Of these the columns of the filter were read: `tested` says how much that was. `read` is how much was read of what is
    asked for, in the `matching_row_groups`, which have the `matching_rows`. A column that is both is counted in both, for it is read twice.
    """

    def __init__(self) -> None:
        self.row_groups = 0
        self.rows = 0
        self.tested_row_groups = 0
        self.tested_rows = 0
        self.matching_row_groups = 0
        self.matching_rows = 0
        self.tested = PageCounts()
        self.read = PageCounts()

    def add(self, pruning: Pruning, matching: Sequence[ChosenRows]) -> None:
        """What pruning left of a file, and the rows that match."""
        left = [group for group in pruning.groups if not group.is_skipped]
        self.row_groups += len(pruning.groups)
        self.rows += pruning.num_rows
        self.tested_row_groups += len(left)
        self.tested_rows += sum(group.num_rows_left for group in left)
        self.matching_row_groups += len(matching)
        self.matching_rows += sum(rows.num_chosen for rows in matching)

    def __str__(self) -> str:
        """Three lines for people."""
        groups = count(self.row_groups, "row group")
        return "\n".join(
            (
                f"tested: {self.tested_row_groups:,} of {groups}, {self.tested_rows:,} of {count(self.rows, 'row')}: {_show(self.tested)}",
                f"match:  {self.matching_row_groups:,} of {groups}, {self.matching_rows:,} of {count(self.rows, 'row')}",
                f"read:   {_show(self.read)}",
            )
        )


def _show(counts: PageCounts) -> str:
    chunks, pages = count(counts.chunks, "chunk"), count(counts.pages, "page")
    return f"{chunks}, {pages}, {count(counts.num_bytes, 'byte')}"
