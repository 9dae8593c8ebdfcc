"""Which row groups of a file a filter leaves, by the footer that a part of a store has of it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, NamedTuple

from inlay.footers.footer.read import read_footer
from inlay.ground.arrow_rows import bytes_in, column_in
from inlay.ground.free_memory import give_back
from inlay.rows.pruning.filters import FilterTree
from inlay.rows.pruning.prune_file import prune_groups
from inlay.verbs.store.errors import StoreError
from inlay.verbs.store.part_schema import FOOTER, PartSchema
from inlay.verbs.store.read_parts import WHOLE_ROWS, iterate_batches
from inlay_runtime.errors import InlayError

if TYPE_CHECKING:
    from pyarrow.parquet import ParquetFile


class LeftGroups(NamedTuple):
    """The numbers of the row groups that may have a match, and the rows in them."""

    numbers: tuple[int, ...]
    rows: int


class GroupFilter(NamedTuple):
    """A filter, and how it compares."""

    tree: FilterTree
    text: str
    nan_is_largest: bool


def list_left_groups(
    path: str, file: ParquetFile, schema: PartSchema, rows: Sequence[int], filter: GroupFilter
) -> Iterator[LeftGroups]:
    """Of the files in these rows of a part, in ascending order; no other row group of the part is read. Raises StoreError, OSError."""
    counts = [file.metadata.row_group(at).num_rows for at in range(file.metadata.num_row_groups)]
    left = [*reversed(rows)]
    for at, (start, end) in enumerate(pairwise(accumulate(counts, initial=0))):
        if not left or left[-1] >= end:
            continue
        row = start
        batches = iterate_batches(path, file, [FOOTER], rows=WHOLE_ROWS, group=at)
        for batch in batches:
            ends, first = column_in(batch, FOOTER), row
            row += batch.num_rows
            own: list[bytes] = []
            while left and left[-1] < row:
                own.append(bytes_in(ends, left.pop() - first))
            del batch, ends
            if not left or left[-1] >= end:
                # Read to its end, pyarrow lets go of a large footer, which it has three times.
                deque(batches, maxlen=0)
            give_back(max(map(len, own), default=0))
            while own:
                yield _find_left(path, own.pop(0), schema, filter)


def _find_left(path: str, data: bytes, schema: PartSchema, filter: GroupFilter) -> LeftGroups:
    """Nothing is known of a folder's column in a row group: the file has passed its test."""
    try:
        metadata = read_footer(data, path).metadata
        whole = metadata.replace(schema=schema.elements)
        groups = prune_groups(
            None, whole, filter.tree, text=filter.text, nan_is_largest=filter.nan_is_largest
        )
    except InlayError as error:
        raise StoreError(path, f"a footer in it cannot be read: {error}") from None
    kept = [group for group in groups if not group.is_skipped]
    return LeftGroups(tuple(it.row_group for it in kept), sum(it.num_rows for it in kept))
