"""The page-first footer: a map of all regions of the file, and for each column the pages that it consists of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from struct import unpack
from typing import ClassVar, NamedTuple

import pyarrow as pa

from inlay.conversion.edit_script import Rules
from inlay.layouts.answers import PAGES, PLACEMENT, PageIndex
from inlay.layouts.build import array_from
from inlay.layouts.encoded_arrays import locate_encoded
from inlay.layouts.extracted import Array
from inlay.layouts.fetch import CountedFetch, Range
from inlay.layouts.in_memory import fetch_from
from inlay.layouts.layout import FooterContents, NotCarriedError
from inlay.layouts.modular_bounds import NOTHING, arrays_of_bounds, read_bounds
from inlay.layouts.modular_placement import runs_of
from inlay.layouts.modular_thrift import script_of
from inlay.layouts.packed_layout import PackedLayout
from inlay.layouts.page_first_build import build_page_first
from inlay.layouts.page_first_columns import ColumnPages
from inlay.layouts.page_first_regions import Regions
from inlay.layouts.page_first_root import PageFirstRoot, read_page_first_root
from inlay.layouts.page_first_supplement import HAS_INDEX, NOT_CARRIED, PageFirstSupplement
from inlay.layouts.ranges import Placed
from inlay.layouts.supplement import Said
from inlay.layouts.wanted import WantedChunks
from inlay_runtime.errors import InvalidValueError, MissingFieldError
from inlay_runtime.packed import decode_deltas, small_fields
from parquet_format.page_first import ModuleKind, PageFirstModularFooter


class _ChunkPlace(NamedTuple):
    data_page_offset: int
    dictionary_page_offset: int | None
    compressed_size: int
    uncompressed_size: int
    num_values: int
    codec: int


class PageFirstLayout(PackedLayout):
    """A page-first footer. It knows no row groups, so what belongs to them is in a region of ours, and asked for without
    it, it is not carried."""

    name: ClassVar[str] = "page-first"
    TAIL: ClassVar[int] = 16384
    """The root, and the region map of some thousand pages."""

    RULES: ClassVar[Rules] = Rules.PAGE_FIRST

    def __init__(self, fetch: CountedFetch, footer: Range) -> None:
        super().__init__(fetch, footer)
        self._root: PageFirstRoot = read_page_first_root(self._tail)
        self._regions = Regions(self._tail, self._root)

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

    @property
    def _supplement(self) -> PageFirstSupplement:
        if self._root.supplement is None:
            raise NotCarriedError("a page-first footer without a supplement knows no row groups")
        return self._root.supplement

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
        pages = self._regions.pages_of(wanted.columns)
        places = [
            self._place(column, group, pages[column])
            for column in wanted.columns
            for group in wanted.row_groups
        ]
        values = zip(*places, strict=True) if places else [()] * len(_ChunkPlace._fields)
        arrays = [
            array_from(list(column), PLACEMENT.field(at + 2).type)
            for at, column in enumerate(values)
        ]
        return pa.RecordBatch.from_arrays([*wanted.ordinals(), *arrays], schema=PLACEMENT)

    def _place(self, column: int, group: int, pages: ColumnPages) -> _ChunkPlace:
        chunks = self._supplement.chunks
        chunk = column * self.num_row_groups + group
        begin, end = self._page_range(column, group, pages)
        boundaries = self._root.boundaries
        compressed = sum(boundaries[at + 1] - boundaries[at] for at in pages.regions[begin:end])
        dictionary = chunks.dictionaries[chunk]
        place = None
        if dictionary:
            region = dictionary // 2 - 1
            if not 0 <= region < len(boundaries) - 1:
                raise InvalidValueError(f"there is no region {region}", self._root.place)
            place = boundaries[region] if dictionary % 2 else None
            compressed += boundaries[region + 1] - boundaries[region]
        first = boundaries[pages.regions[begin]] if begin < end else 0
        return _ChunkPlace(
            first + chunks.data_page_offsets[chunk],
            place,
            compressed + chunks.compressed[chunk],
            sum(pages.uncompressed_sizes[begin:end]) + chunks.uncompressed[chunk],
            sum(pages.num_values[begin:end]) + chunks.num_values[chunk],
            pages.codecs[begin] if begin < end else chunks.codecs[chunk] - 1,
        )

    def _page_range(self, column: int, group: int, pages: ColumnPages) -> tuple[int, int]:
        first = self._supplement.chunks.first_pages
        at = column * (self.num_row_groups + 1) + group
        begin, end = first[at], first[at + 1]
        if not begin <= end <= len(pages.regions):
            what = (
                f"the pages of row group {group} are from {begin} to {end} of {len(pages.regions)}"
            )
            raise InvalidValueError(what, self._root.place)
        return begin, end

    def bounds(
        self, columns: Sequence[int] | None = None, row_groups: Sequence[int] | None = None
    ) -> pa.RecordBatch:
        left_out = self._supplement.left_out
        for column in self._wanted(columns, row_groups).columns:
            if left_out[column]:
                raise NotCarriedError(f"not every row group of column {column} has statistics")
        return super().bounds(columns, row_groups)

    def _bounds_by_column(
        self, wanted: WantedChunks, *, absent_means_exact: bool
    ) -> Iterator[list[Array]]:
        runs = runs_of([0], wanted.row_groups, self.num_row_groups)
        ranges = list(accumulate(self.row_group_num_rows, initial=0))[:-1]
        for place, data in self._regions.statistics_of(wanted.columns):
            read = NOTHING
            if len(data):
                with Placed(place, "statistics"):
                    fields = small_fields(data, 0, len(data))
                    starts = fields.get(1)
                    if not isinstance(starts, tuple):
                        raise MissingFieldError("the ranges of rows are missing", 0)
                    if unpack(
                        f"<{len(ranges)}q", decode_deltas(data, *starts, len(ranges))
                    ) != tuple(ranges):
                        raise InvalidValueError(
                            "the ranges of rows are not the row groups", starts[0]
                        )
                    read = read_bounds(
                        data,
                        fields,
                        3,
                        len(ranges),
                        runs,
                        absent_means_exact=absent_means_exact,
                        locate=locate_encoded,
                    )
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
        pages = self._regions.pages_of([column])[column]
        begin, end = self._page_range(column, row_group, pages)
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
