"""Footers whose paths would take far more than the footer itself: they grow with the square of the depth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Final

from inlay.ground.wording.amounts import count
from inlay.tables.columnar.extracted_arrays import ExtractedArrays
from inlay.tables.columnar.paths import CHUNKS, ELEMENTS
from inlay.tables.columnar.problems import LongPathsError

COST_TO_BEGIN_WITH: Final = 1 << 20
COST_PER_BYTE: Final = 32
"""Bytes of paths, for each byte of a footer. A chunk that says its path pays for it itself."""

_COLUMNS: Final = frozenset({"path", "path_in_schema"})
_SAID: Final = "meta_data.path_in_schema[]"


def find_long_paths(
    source: ExtractedArrays, tables: Mapping[str, Collection[str]]
) -> dict[int, LongPathsError]:
    """By footer, why it is refused; `tables` are the columns that are asked for."""
    costs: Counter[int] = Counter()
    if not _COLUMNS.isdisjoint(tables.get("schema", ())):
        _add(costs, source.ordinal(ELEMENTS, 0).to_pylist(), source.trees.path_costs)
    if (
        not _COLUMNS.isdisjoint(tables.get("column_chunks", ()))
        and source.array(CHUNKS, _SAID).null_count
    ):
        is_silent = source.array(CHUNKS, _SAID).is_null()
        elements: list[int | None] = source.chunk_elements.filter(is_silent).to_pylist()
        path_costs = source.trees.path_costs if elements else []
        chunk_costs = [0 if element is None else path_costs[element] for element in elements]
        _add(costs, source.ordinal(CHUNKS, 0).filter(is_silent).to_pylist(), chunk_costs)
    return {
        footer: _refusal(cost, size)
        for footer, cost in costs.items()
        if cost > COST_TO_BEGIN_WITH + COST_PER_BYTE * (size := _size(source, footer))
    }


def _add(costs: Counter[int], footers: list[int], more: list[int]) -> None:
    for footer, cost in zip(footers, more, strict=True):
        costs[footer] += cost


def _size(source: ExtractedArrays, footer: int) -> int:
    return memoryview(source.data[footer]).nbytes


def _refusal(cost: int, size: int) -> LongPathsError:
    reason = (
        f"its groups are so deep in each other that the paths take {count(cost, 'byte')}, "
        f"{COST_PER_BYTE} times its {count(size, 'byte')} and {COST_TO_BEGIN_WITH:,} are allowed"
    )
    return LongPathsError(reason)
