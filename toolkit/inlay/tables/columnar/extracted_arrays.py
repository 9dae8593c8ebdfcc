"""What an extraction holds, as Arrow arrays that are made once and shared by the columns that need them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import pyarrow as pa

from inlay.footers.designs.build import make_scalar
from inlay.footers.designs.extracted import Array, array_of
from inlay.ground.arrow_functions import compute
from inlay.tables.columnar.found_extensions import extensions_of
from inlay.tables.columnar.leaves import LeafArrays
from inlay.tables.columnar.meanings import Meanings
from inlay.tables.columnar.paths import ELEMENTS, ROW_GROUPS
from inlay.tables.columnar.trees import Trees

if TYPE_CHECKING:
    from inlay.footers.footer.undeclared import FoundExtension
    from inlay_runtime.columnar import ExtractedColumn, Extraction
    from inlay_runtime.struct import Buffer


class ExtractedArrays:
    """`data` is what was extracted from; the first ordinal of every row is a position in it.

    `footers` are those positions that had a footer, `errors` what was wrong with the others.
    """

    def __init__(self, extraction: Extraction, data: Sequence[Buffer]) -> None:
        self.data = data
        self.errors = extraction.errors
        self.footers = [at for at in range(len(data)) if at not in extraction.errors]
        self._tables = extraction.tables
        self._arrays: dict[tuple[str, str], Array] = {}

    def rows(self, rows: str) -> int:
        return self._tables[rows].rows

    def column(self, rows: str, path: str) -> ExtractedColumn:
        return self._tables[rows].columns[path]

    def array(self, rows: str, path: str) -> Array:
        key = rows, path
        if key not in self._arrays:
            self._arrays[key] = array_of(self.column(rows, path))
        return self._arrays[key]

    def ordinal(self, rows: str, level: int) -> Array:
        """0 is the footer; then the position in each list on the way to the row."""
        return array_of(self._tables[rows].ordinals[level])

    @cached_property
    def leaves(self) -> LeafArrays:
        return LeafArrays(
            self.ordinal(ELEMENTS, 0),
            self.array(ELEMENTS, "type"),
            self.array(ELEMENTS, "num_children"),
        )

    @cached_property
    def trees(self) -> Trees:
        return Trees(self)

    @cached_property
    def meanings(self) -> Meanings:
        return Meanings(self)

    @cached_property
    def chunk_elements(self) -> Array:
        """By column chunk, the row of its leaf among all schema elements; null where there is none."""
        return self.leaves.of_chunks(
            self.ordinal(ROW_GROUPS, 0).to_pylist(), self.array(ROW_GROUPS, "columns").to_pylist()
        )

    @cached_property
    def chunk_kinds(self) -> Array:
        """By column chunk, which of `meanings.elements` its leaf is; null where there is none."""
        return self.meanings.kinds.take(self.chunk_elements)

    @cached_property
    def known_kinds(self) -> Array:
        """The same; those that have none are one kind more."""
        return self.chunk_kinds.fill_null(make_scalar(len(self.meanings.elements), pa.int32()))

    @cached_property
    def different_kinds(self) -> Sequence[int]:
        kinds: Sequence[int] = self.known_kinds.unique().to_pylist()
        return kinds

    @cached_property
    def chunks_by_kind(self) -> list[tuple[int, Array]]:
        """Each kind of leaf with the column chunks that have it; last, as one kind more, those without."""
        kinds = self.known_kinds
        order = compute.array_sort_indices(kinds).cast(pa.int64())
        groups: list[tuple[int, Array]] = []
        start = 0
        for counted in kinds.take(order).value_counts().to_pylist():
            groups.append((counted["values"], order[start : start + counted["counts"]]))
            start += counted["counts"]
        return groups

    @cached_property
    def places_by_kind(self) -> Array:
        """By column chunk, where it stands among those of `chunks_by_kind`, one kind after the other."""
        return compute.array_sort_indices(
            pa.concat_arrays([rows for _, rows in self.chunks_by_kind])
        )

    @cached_property
    def extensions(self) -> list[tuple[int, FoundExtension]]:
        """Each with the position of its footer."""
        return extensions_of(self)
