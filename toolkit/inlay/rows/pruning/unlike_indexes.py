"""Chunks held against their column indexes, of all row groups at once: nearly all say the same, which is seen natively."""

from __future__ import annotations

from collections.abc import Sequence

from inlay.ground.statements.column_rules import ColumnRules
from inlay.ground.statements.native_pass import find_unlike, place_indexes
from inlay.pages.engine.joined_ranges import read_joined
from inlay.pages.engine.range_reader import RangeReader
from parquet_format.parquet import ColumnChunk


def list_unlike(
    reader: RangeReader,
    rules: ColumnRules,
    chunks: list[ColumnChunk | None],
    rows: list[int],
    places: Sequence[int],
) -> list[int]:
    """Of these places the ones of chunks that have to be held against their page index one by one, or in which something is odd.

    Of the others surely nothing is void: where both say the same, neither contradicts the other. An offset index is not read for that.
    """
    if rules.plain is None:
        return list(places)
    ranges, unlike = place_indexes(rules.plain, chunks, rows, places)
    unread = {at for _, _, at in ranges}
    for some, start, data in read_joined(reader, ranges):
        unlike += find_unlike(rules.plain, chunks, rows, some, data, start)
        unread.difference_update(at for _, _, at in some)
    return sorted([*unlike, *unread])
