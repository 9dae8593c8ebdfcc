"""The page-first footer: a map of all regions of the file, and for each column the pages that it consists of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from itertools import accumulate
from typing import ClassVar, Self

import pyarrow as pa

from inlay.footers.conversion.edit_script import Rules
from inlay.footers.designs.answers import PAGES, PageIndex
from inlay.footers.designs.build import array_from
from inlay.footers.designs.encoded_arrays import locate_encoded
from inlay.footers.designs.extracted import Array
from inlay.footers.designs.fetch import CountedFetch, Range
from inlay.footers.designs.in_memory import fetch_from
from inlay.footers.designs.layout import FooterContents, NotCarriedError
from inlay.footers.designs.modular.as_thrift import script_of
from inlay.footers.designs.modular.bounds import (
    NOTHING,
    arrays_of_bounds,
    expand_bounds,
    locate_bounds,
)
from inlay.footers.designs.modular.placement import runs_of
from inlay.footers.designs.packed_layout import PackedLayout
from inlay.footers.designs.page_first_build import build_page_first
from inlay.footers.designs.page_first_grouping import group_pages
from inlay.footers.designs.page_first_places import answer_places, range_of_pages, read_pages
from inlay.footers.designs.page_first_regions import Regions
from inlay.footers.designs.page_first_root import PageFirstRoot, read_page_first_root
from inlay.footers.designs.page_first_supplement import (
    HAS_INDEX,
    NOT_CARRIED,
    PageFirstSupplement,
    take_numbers,
)
from inlay.footers.designs.ranges import Placed
from inlay.footers.designs.supplement import Said
from inlay.footers.designs.wanted import WantedChunks
from inlay_runtime.errors import InvalidValueError, MissingFieldError
from inlay_runtime.packed import decode_deltas, read_small_fields
from parquet_format.page_first import ModuleKind, PageFirstModularFooter


class PageFirstLayout(PackedLayout):
    """A page-first footer. It knows no row groups, so what belongs to them is in a region of ours, and asked for without
    it, it is not carried. `grouped` has those that follow from the pages."""

    name: ClassVar[str] = "page-first"
    TAIL: ClassVar[int] = 16384
    """The root, and the region map of some thousand pages."""

    RULES: ClassVar[Rules] = Rules.PAGE_FIRST

    def __init__(self, fetch: CountedFetch, footer: Range) -> None:
        super().__init__(fetch, footer)
        self._root: PageFirstRoot = read_page_first_root(self._tail)
        self._regions = Regions(self._tail, self._root)
        self._groups = self._root.supplement

    @classmethod
    def build(cls, contents: FooterContents, offset: int) -> bytes:
        def script(plain: bytes) -> bytes:
            footer = cls.open(fetch_from(plain, offset), Range(offset, len(plain)))
            return script_of(footer, contents.thrift, cls.RULES)

        return build_page_first(contents, offset, script)

    @classmethod
    def build_plain(cls, contents: FooterContents, offset: int) -> bytes:
        """The same without what the design does not carry: no CRC, no row groups, and no way back."""
        return build_page_first(contents, offset, None)

    @property
    def _counts(self) -> PageFirstModularFooter:
        return self._root.footer

    @property
    def _said(self) -> Said | None:
        return None if self._root.supplement is None else self._root.supplement.said

    @property
    def num_row_groups(self) -> int:
        return len(self._supplement.row_groups)

    @property
    def row_group_num_rows(self) -> Sequence[int]:
        return self._supplement.row_groups

    def grouped(self) -> Self:
        """The same footer with row groups. Without our region they are those that a reader of Thrift can fetch, and sizes
        without compression count dictionary pages as they lie there. Raises NotCarriedError for pages that are no row groups.
        """
        footer = copy(self)
        footer._groups = self._groups or group_pages(self._root, self._regions)
        return footer

    @property
    def _supplement(self) -> PageFirstSupplement:
        if self._groups is None:
            raise NotCarriedError("a page-first footer without a supplement knows no row groups")
        return self._groups

    def _script(self) -> bytes:
        return self._supplement.script

    def _schema_bytes(self) -> tuple[int, bytes | memoryview]:
        return self._regions.module(ModuleKind.SCHEMA)

    def _file_metadata_bytes(self) -> tuple[int, bytes | memoryview] | None:
        kind = ModuleKind.FILE_METADATA
        return self._regions.module(kind) if self._regions.has(kind) else None

    def place(
        self, columns: Sequence[int] | None = None, row_groups: Sequence[int] | None = None
    ) -> pa.RecordBatch:
        wanted = self._wanted(columns, row_groups)
        descriptors = self._regions.pages_of(wanted.columns)
        return answer_places(self._root, self._supplement, descriptors, wanted)

    def bounds(
        self, columns: Sequence[int] | None = None, row_groups: Sequence[int] | None = None
    ) -> pa.RecordBatch:
        wanted = self._wanted(columns, row_groups).columns
        left_out = take_numbers(self._supplement.left_out, wanted)
        for column, is_left_out in zip(wanted, left_out, strict=True):
            if is_left_out:
                raise NotCarriedError(f"not every row group of column {column} has statistics")
        return super().bounds(columns, row_groups)

    def _bounds_by_column(
        self, wanted: WantedChunks, *, absent_means_exact: bool
    ) -> Iterator[list[Array]]:
        runs = runs_of([0], wanted.row_groups, self.num_row_groups)
        groups = self.num_row_groups
        starts_of_groups = list(accumulate(self.row_group_num_rows, initial=0))[:-1]
        ranges = b"".join(start.to_bytes(8, "little") for start in starts_of_groups)
        left_out = take_numbers(self._supplement.left_out, wanted.columns)
        described = self._regions.statistics_of(wanted.columns)
        for is_left_out, (place, data) in zip(left_out, described, strict=True):
            read = NOTHING
            if len(data) and not is_left_out:
                with Placed(place, "statistics"):
                    fields = read_small_fields(data, 0, len(data))
                    starts = fields.get(1)
                    if not isinstance(starts, tuple):
                        raise MissingFieldError("the ranges of rows are missing", 0)
                    if decode_deltas(data, *starts, groups) != ranges:
                        raise InvalidValueError(
                            "the ranges of rows are not the row groups", starts[0]
                        )
                    arrays = locate_bounds(data, fields, 3, groups, locate_encoded)
                    read = expand_bounds(data, arrays, runs, absent_means_exact=absent_means_exact)
            yield arrays_of_bounds(read, len(wanted.row_groups))

    def page_index(self, column: int, row_group: int) -> PageIndex | None:
        self._wanted([column], [row_group])
        state = self._supplement.chunks.indexes[column * self.num_row_groups + row_group]
        if state == NOT_CARRIED:
            raise NotCarriedError(
                "a page-first footer has no bounds of pages, and no order of them"
            )
        if state != HAS_INDEX:
            return None
        pages = read_pages(self._root, self._regions.pages_of([column]))[column]
        begin, end = range_of_pages(self._root, self._supplement, column, row_group, pages)
        start = sum(self.row_group_num_rows[:row_group])
        boundaries = self._root.boundaries
        rows: list[Sequence[object]] = [
            [boundaries[at] for at in pages.regions[begin:end]],
            [boundaries[at + 1] - boundaries[at] for at in pages.regions[begin:end]],
            [row - start for row in pages.first_rows[begin:end]],
            *[[None] * (end - begin)] * 5,
        ]
        arrays = [array_from(values, field.type) for values, field in zip(rows, PAGES, strict=True)]
        return PageIndex(None, pa.RecordBatch.from_arrays(arrays, schema=PAGES))
