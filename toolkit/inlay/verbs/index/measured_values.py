"""What the values of a chunk are like, page by page, added up run by run: no more of them than a run has to be in memory."""

from __future__ import annotations

import struct
from dataclasses import dataclass, field

from inlay.ground.values.extremes import NO_EXTREMES, Extremes, find_extremes, merge_extremes
from inlay.ground.values.orders import Key
from inlay.pages.engine.dense_chunk import DenseChunk, DensePageLevels
from inlay.pages.engine.dense_measures import measure_pages
from inlay.pages.engine.geometry_measures import MeasuredGeometries


@dataclass(slots=True)
class MeasuredValues:
    """`extremes` are by `key`, of pages of which it is None there are none. `page_bytes` are those of byte arrays."""

    key: Key | None
    are_byte_arrays: bool
    are_geometries: bool
    pages: list[DensePageLevels] = field(default_factory=list[DensePageLevels])
    extremes: list[Extremes] = field(default_factory=list[Extremes])
    page_bytes: list[int] = field(default_factory=list[int])
    geometries: MeasuredGeometries = field(default_factory=MeasuredGeometries)
    unfit: str = ""
    """Why a value is not one of its type; then extremes are not known."""

    def add(self, run: DenseChunk) -> None:
        """The pages that follow, or a piece of one."""
        extremes = self._find_extremes(run)
        sizes = measure_pages(run) if self.are_byte_arrays else []
        if self.are_geometries:
            self.geometries.add(run, may_be_extended=False)
        if run.goes_on:
            extremes = self._merge_with_last(extremes)
            if sizes:
                sizes = [self.page_bytes.pop() + sizes[0]]
        else:
            self.pages += run.pages
        self.extremes += extremes
        self.page_bytes += sizes

    def _merge_with_last(self, extremes: list[Extremes]) -> list[Extremes]:
        last = self.extremes.pop()
        if self.key is None or self.unfit:
            return extremes
        return [merge_extremes((last, *extremes), self.key)]

    def _find_extremes(self, run: DenseChunk) -> list[Extremes]:
        if self.key is not None and not self.unfit:
            try:
                return find_extremes(run.values, self.key, run.spans())
            except (ValueError, struct.error) as error:
                self.unfit = str(error)
        return [NO_EXTREMES] * len(run.pages)
