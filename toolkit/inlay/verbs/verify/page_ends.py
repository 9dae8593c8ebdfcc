"""The bounds of the pages of a chunk, as its column index has them, read once for all checks."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from itertools import compress
from operator import not_
from typing import Any, NamedTuple

from inlay.ground.statements.bound_ends import read_ends
from inlay.ground.statements.ends import Ends
from inlay.verbs.verify.subjects import PlacedLeaf
from parquet_format.parquet import ColumnIndex


class PageEnds(NamedTuple):
    """Of pages that are not null pages, by their numbers. `are_known` where no bound is None; `are_all` where that leaves out no
    page that has a value."""

    numbers: Sequence[int]
    lows: Sequence[Any]
    highs: Sequence[Any]
    are_known: bool
    are_all: bool

    def list_pairs(self) -> list[Ends]:
        return list(map(Ends, self.lows, self.highs))


def read_page_ends(index: ColumnIndex, leaf: PlacedLeaf) -> PageEnds:
    nulls, lows, highs = index.null_pages, index.min_values, index.max_values
    count = len(nulls)
    if not count == len(lows) == len(highs):
        count = min(count, len(lows), len(highs))
        lows, highs = lows[:count], highs[:count]
    numbers: Sequence[int] = range(count)
    is_counted = True
    if True in nulls:
        counts = index.null_counts
        is_counted = counts is not None and -1 not in counts
        keep = list(map(not_, nulls))
        numbers = list(compress(numbers, keep))
        lows, highs = list(compress(lows, keep)), list(compress(highs, keep))
    known_lows, known_highs = _read(leaf, lows, highs)
    are_known = None not in known_lows and None not in known_highs
    return PageEnds(numbers, known_lows, known_highs, are_known, are_known and is_counted)


def _read(
    leaf: PlacedLeaf, lows: list[bytes], highs: list[bytes]
) -> tuple[Sequence[Any], Sequence[Any]]:
    key = leaf.key
    if key is not None and (leaf.is_cut or (all(lows) and all(highs))):
        try:
            return list(map(key, lows)), list(map(key, highs))
        except (ValueError, struct.error):
            pass
    pairs = [
        read_ends(key, leaf.element, low, high) for low, high in zip(lows, highs, strict=False)
    ]
    return [pair.low for pair in pairs], [pair.high for pair in pairs]
