"""The page-first footer: a map of all regions of the file, and for each column the pages that it consists of."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate
from struct import unpack
from typing import ClassVar, Final, NamedTuple

import pyarrow as pa

from inlay.conversion.edit_script import Rules
from inlay.conversion.leaves import Leaves
from inlay.layouts.answers import BOUNDS, PAGES, PLACEMENT, PageIndex
from inlay.layouts.build import array_from
from inlay.layouts.encoded_arrays import locate_encoded
from inlay.layouts.extracted import Array
from inlay.layouts.fetch import CountedFetch, Range
from inlay.layouts.in_memory import fetch_from
from inlay.layouts.layout import FooterContents, FooterLayout, NotCarriedError
from inlay.layouts.modular_bounds import NOTHING, arrays_of_bounds, read_bounds
from inlay.layouts.modular_placement import runs_of
from inlay.layouts.modular_thrift import script_of, thrift_of
from inlay.layouts.page_first_build import build_page_first
from inlay.layouts.page_first_columns import ColumnPages, read_column_pages
from inlay.layouts.page_first_root import PageFirstRoot, read_page_first_root
from inlay.layouts.page_first_supplement import HAS_INDEX, NOT_CARRIED, PageFirstSupplement
from inlay.layouts.ranges import Placed, Tail
from inlay.layouts.supplement import Said, check_crc
from inlay.layouts.wanted import WantedChunks
from inlay_runtime.errors import InvalidValueError, MissingFieldError
from inlay_runtime.packed import decode_deltas, expand, small_fields
from parquet_format.page_first import ModuleKind
from parquet_format.page_first_modules import FileMetadataModule, SchemaModule
from parquet_format.parquet import ColumnOrder, KeyValue, SchemaElement

TAIL: Final = 16384
"""Bytes that are read first: the root, and the region map of some thousand pages."""


class _ChunkPlace(NamedTuple):
    data_page_offset: int
    dictionary_page_offset: int | None
    compressed_size: int
    uncompressed_size: int
    num_values: int
    codec: int


class PageFirstLayout(FooterLayout):
    """A page-first footer. It knows no row groups, so what belongs to them is in a region of ours, and asked for without
    it, it is not carried."""

    name: ClassVar[str] = "page-first"

    def __init__(self, fetch: CountedFetch, footer: Range) -> None:
        super().__init__(fetch, footer)
        self._tail = Tail(fetch, footer, TAIL)
        self._root: PageFirstRoot = read_page_first_root(self._tail)

    @classmethod
    def build(cls, contents: FooterContents, offset: int) -> bytes:
        def script(plain: bytes) -> bytes:
            footer = cls.open(fetch_from(plain, offset), Range(offset, len(plain)))
            return script_of(footer, contents.thrift, Rules.PAGE_FIRST)

        return build_page_first(contents, offset, script)

    @classmethod
    def build_plain(cls, contents: FooterContents, offset: int) -> bytes:
        """The same without what the design does not carry: no CRC, no row groups, and no way back."""
        return build_page_first(contents, offset, None)

    @property
    def is_protected(self) -> bool:
        """Whether CRCs vouch for what is answered. The published design has none."""
        return self._root.supplement is not None

    @property
    def num_columns(self) -> int:
        return self._root.footer.num_columns

    @property
    def num_row_groups(self) -> int:
        return len(self._supplement.row_groups)

    @property
    def row_group_num_rows(self) -> Sequence[int]:
        return self._supplement.row_groups

    @property
    def version(self) -> int:
        return self._root.footer.version

    @property
    def num_rows(self) -> int:
        return self._root.footer.num_rows

    @property
    def _supplement(self) -> PageFirstSupplement:
        if self._root.supplement is None:
            raise NotCarriedError("a page-first footer without a supplement knows no row groups")
        return self._root.supplement

    @property
    def schema(self) -> list[SchemaElement]:
        return self._schema_module.schema

    @property
    def column_orders(self) -> list[ColumnOrder] | None:
        return self._schema_module.column_orders

    @cached_property
    def _schema_module(self) -> SchemaModule:
        place, data = self._module(ModuleKind.SCHEMA)
        with Placed(place, "schema"):
            module = SchemaModule.decode(bytes(data))
            if len(Leaves(module.schema).list) != self.num_columns:
                raise InvalidValueError(f"its leaves are not the {self.num_columns} columns", 0)
            return module

    @property
    def key_values(self) -> list[KeyValue]:
        return self.described[1] or []

    @cached_property
    def described(self) -> tuple[str | None, list[KeyValue] | None]:
        """Who wrote the file, and the key-value pairs where they are there."""
        if ModuleKind.FILE_METADATA not in self._root.modules:
            return None, None
        place, data = self._module(ModuleKind.FILE_METADATA)
        with Placed(place, "file metadata"):
            module = FileMetadataModule.decode(bytes(data))
            return module.created_by, module.key_value_metadata

    def find(self, paths: Sequence[str]) -> pa.Int32Array:
        columns: pa.Int32Array = array_from([self._columns.get(path) for path in paths], pa.int32())
        return columns

    @cached_property
    def _columns(self) -> dict[str, int]:
        """The first column of each path."""
        columns = dict[str, int]()
        for column, leaf in enumerate(Leaves(self.schema).list):
            columns.setdefault(".".join(reversed(leaf.names_upwards())), column)
        return columns

    def place(
        self, columns: Sequence[int] | None = None, row_groups: Sequence[int] | None = None
    ) -> pa.RecordBatch:
        wanted = WantedChunks(columns, row_groups, self.num_columns, self.num_row_groups)
        pages = self._pages_of(wanted.columns)
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

    def _pages_of(self, columns: Sequence[int]) -> dict[int, ColumnPages]:
        """The pages of each column: their descriptors come in one step."""
        wanted = sorted(set(columns))
        place, module = self._module(ModuleKind.PAGE_DIRECTORY)
        with Placed(place, "page directory"):
            fields = small_fields(module, 0, len(module))
            located = locate_encoded(module, fields, 1, self.num_columns)
            if located is None or located.num_present != self.num_columns:
                raise MissingFieldError("columns without pages", 0)
            values = expand(module, located, [(column, 1) for column in wanted], 8).values
        regions = unpack(f"<{len(wanted)}q", values)
        pages = dict[int, ColumnPages]()
        for column, (at, data) in zip(wanted, self._read(regions), strict=True):
            with Placed(at, "pages"):
                pages[column] = read_column_pages(data, self._root, self.num_rows)
        return pages

    def bounds(
        self, columns: Sequence[int] | None = None, row_groups: Sequence[int] | None = None
    ) -> pa.RecordBatch:
        wanted = WantedChunks(columns, row_groups, self.num_columns, self.num_row_groups)
        supplement = self._supplement
        if Said.ODD_STATISTICS in supplement.said:
            what = "some statistics have a bound without its partner, or exactness without a bound"
            raise NotCarriedError(what)
        for column in wanted.columns:
            if supplement.left_out[column]:
                raise NotCarriedError(f"not every row group of column {column} has statistics")
        is_exact = Said.ABSENT_MEANS_EXACT in supplement.said
        return self.recorded_bounds(columns, row_groups, absent_means_exact=is_exact)

    def recorded_bounds(
        self,
        columns: Sequence[int] | None = None,
        row_groups: Sequence[int] | None = None,
        *,
        absent_means_exact: bool,
    ) -> pa.RecordBatch:
        """The same as the arrays have it, also where Thrift said more, and where it did not say what is exact."""
        wanted = WantedChunks(columns, row_groups, self.num_columns, self.num_row_groups)
        runs = runs_of([0], wanted.row_groups, self.num_row_groups)
        ranges = list(accumulate(self.row_group_num_rows, initial=0))[:-1]
        parts: list[list[Array]] = []
        for place, data in self._statistics(wanted.columns):
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
            parts.append(arrays_of_bounds(read, len(wanted.row_groups)))
        if not parts:
            parts.append(arrays_of_bounds(NOTHING, 0))
        answered = [pa.concat_arrays(arrays) for arrays in zip(*parts, strict=True)]
        return pa.RecordBatch.from_arrays([*wanted.ordinals(), *answered], schema=BOUNDS)

    def _statistics(self, columns: Sequence[int]) -> list[tuple[int, bytes | memoryview]]:
        """The descriptor of each column; empty for one without statistics."""
        if ModuleKind.COLUMN_RANGE_STATISTICS not in self._root.modules or not len(columns):
            return [(0, b"")] * len(columns)
        place, module = self._module(ModuleKind.COLUMN_RANGE_STATISTICS)
        with Placed(place, "statistics directory"):
            fields = small_fields(module, 0, len(module))
            located = locate_encoded(module, fields, 1, self.num_columns)
            if located is None:
                raise MissingFieldError("the directory is empty", 0)
            expanded = expand(module, located, [(column, 1) for column in columns], 8)
        regions = unpack(f"<{len(columns)}q", expanded.values)
        bits = int.from_bytes(expanded.validity or b"", "little")
        there = [expanded.validity is None or bits >> at & 1 for at in range(len(columns))]
        pieces = iter(
            self._read([at for at, is_there in zip(regions, there, strict=True) if is_there])
        )
        return [next(pieces) if is_there else (0, b"") for is_there in there]

    def page_index(self, column: int, row_group: int) -> PageIndex | None:
        WantedChunks([column], [row_group], self.num_columns, self.num_row_groups)
        state = self._supplement.chunks.indexes[column * self.num_row_groups + row_group]
        if state == NOT_CARRIED:
            raise NotCarriedError(
                "a page-first footer has no bounds of pages, and no order of them"
            )
        if state != HAS_INDEX:
            return None
        pages = self._pages_of([column])[column]
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

    def _module(self, kind: ModuleKind) -> tuple[int, bytes | memoryview]:
        if kind not in self._root.modules:
            raise MissingFieldError(f"the module {kind.name} is missing", self._root.place, "root")
        return self._read([self._root.modules[kind]])[0]

    def _read(self, regions: Sequence[int]) -> list[tuple[int, bytes | memoryview]]:
        """Regions with where they lie, in one step, checked by their CRCs. Raises InvalidValueError for one that is not of
        the footer."""
        boundaries, first = self._root.boundaries, self._root.first
        for region in regions:
            if not first <= region < len(boundaries) - 1:
                raise InvalidValueError(f"region {region} is none of the footer", self._root.place)
        places = [Range(boundaries[at], boundaries[at + 1] - boundaries[at]) for at in regions]
        pieces = self._tail.read(places)
        if self._root.supplement is not None:
            crcs = self._root.supplement.crcs
            for region, place, piece in zip(regions, places, pieces, strict=True):
                if region - first >= len(crcs):
                    raise InvalidValueError(f"region {region} has no CRC", place.offset)
                check_crc(piece, crcs[region - first], place.offset, f"region {region}")
        return [(place.offset, piece) for place, piece in zip(places, pieces, strict=True)]

    def thrift(self) -> bytes:
        """The Thrift footer that this one was made from, to the byte. Raises NotCarriedError where there is no supplement,
        and EditScriptError where it does not fit."""
        return thrift_of(self, self._supplement.script, Rules.PAGE_FIRST)
