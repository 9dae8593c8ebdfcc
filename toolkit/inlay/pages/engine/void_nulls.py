"""Numbers of nulls that the column index of their chunk contradicts. Nobody can tell which one is wrong, so both stay behind.

The index is read when the pages of all row groups are written already, and so are the notes of the plan. A column has numbers of nulls in
all row groups or in none (`docs/parts.md`), so all of them are dropped when the new footer is made.
"""

from __future__ import annotations

from inlay.pages.engine.chunk_metadata import metadata_of
from inlay.pages.engine.left_out import name_columns
from inlay.pages.engine.moving_chunk import MovingChunk
from parquet_format.parquet import RowGroup, Statistics


class VoidNulls:
    """Chunks by their number in the new file, columns by theirs in its schema."""

    def __init__(self) -> None:
        self._chunks: set[int] = set()
        self._columns: dict[int, str] = {}
        self._columns_without_bounds: dict[int, str] = {}

    def __bool__(self) -> bool:
        return bool(self._columns)

    def add(self, chunk: int, column: int, moving: MovingChunk) -> None:
        self._chunks.add(chunk)
        self._columns[column] = moving.leaf.name
        meta = metadata_of(moving.chunk)
        # There are no bounds of nothing but nulls. Without that claim, some row groups would have bounds, and one with values not.
        if meta.statistics is not None and meta.statistics.null_count == meta.num_values:
            self._columns_without_bounds[column] = moving.leaf.name

    def drop(self, row_group: RowGroup, first: int) -> None:
        """From a row group of the new file, whose first chunk has this number."""
        for column in self._columns:
            meta = metadata_of(row_group.columns[column])
            statistics, sizes = meta.statistics, meta.size_statistics
            if statistics is not None:
                statistics.null_count = None
                if column in self._columns_without_bounds:
                    _drop_bounds(statistics)
            if sizes is not None and first + column in self._chunks:
                sizes.definition_level_histogram = None  # which counts nulls, too

    def list_notes(self) -> list[str]:
        stated = {"numbers of nulls": self._columns, "bounds": self._columns_without_bounds}
        return [
            f"{what} of {name_columns(names.values())} are dropped in all row groups: "
            "a number of nulls and a column index contradict each other, and nobody can tell which one is wrong"
            for what, names in stated.items()
            if names
        ]


def _drop_bounds(statistics: Statistics) -> None:
    statistics.min_value = statistics.max_value = statistics.min = statistics.max = None
    statistics.is_min_value_exact = statistics.is_max_value_exact = None
