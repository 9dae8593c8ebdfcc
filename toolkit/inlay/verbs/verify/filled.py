"""How many values of a chunk are not null, by each statement that says so."""

from __future__ import annotations

from typing import NamedTuple

from inlay.ground.statements.counts import count_filled, is_null_count
from inlay.ground.wording.amounts import count
from inlay.verbs.verify.subjects import PlacedChunk, is_flat


class Filled(NamedTuple):
    """`most` are not null, or fewer if it `is_exact` is False: empty lists are nulls for some writers. `said` is this as a clause."""

    most: int
    is_exact: bool
    said: str


def list_filled(placed: PlacedChunk) -> list[Filled]:
    """By the number of nulls and by the levels; without these, by the number of values. Levels count no empty list."""
    meta, leaf, statistics = placed.meta, placed.leaf, placed.statistics
    if meta is None or leaf is None:
        return []
    values, counts = meta.num_values, list[Filled]()
    nulls = statistics.null_count if statistics is not None else None
    if nulls is not None and is_null_count(nulls, values, can_be_null=leaf.max_definition > 0):
        left = values - nulls
        counts.append(Filled(left, is_flat(leaf), _say(left, values)))
    filled = count_filled_by_levels(placed)
    if filled is not None:
        counts.append(Filled(filled, True, f"{_say(filled, values)} by the levels"))
    if not counts:
        counts.append(
            Filled(values, leaf.max_definition == 0, f"the chunk has {count(values, 'value')}")
        )
    return counts


def _say(filled: int, values: int) -> str:
    if values and not filled:
        return f"all {count(values, 'value is', 'values are')} null"
    return f"{count(filled, 'value')} {'is' if filled == 1 else 'are'} not null"


def count_filled_by_levels(placed: PlacedChunk) -> int | None:
    """None where nothing is said, or of other values."""
    meta, leaf = placed.meta, placed.leaf
    sizes = meta.size_statistics if meta is not None else None
    if meta is None or leaf is None or sizes is None:
        return None
    return count_filled(sizes.definition_level_histogram, leaf.max_definition, meta.num_values)
