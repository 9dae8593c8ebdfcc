"""The modular footer: a root, and modules of arrays of which a reader fetches and decodes what it asks for."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from struct import unpack_from
from typing import ClassVar, Final

import pyarrow as pa

from inlay.conversion.leaves import Leaves
from inlay.layouts.answers import BOUNDS, PageIndex
from inlay.layouts.array_pages import locate_dense
from inlay.layouts.build import array_from
from inlay.layouts.extracted import Array
from inlay.layouts.fetch import CountedFetch, Range
from inlay.layouts.in_memory import fetch_from
from inlay.layouts.layout import FooterContents, FooterLayout, NotCarriedError
from inlay.layouts.modular_bounds import NOTHING, arrays_of_bounds, read_page_index, read_statistics
from inlay.layouts.modular_build import ModularOptions, build_modular
from inlay.layouts.modular_placement import (
    Placement,
    batch_of_placement,
    check_columns,
    iterate_columns,
    read_placement,
    runs_of,
    sum_columns,
    take_chunks,
)
from inlay.layouts.modular_root import Root, read_root
from inlay.layouts.modular_thrift import script_of, thrift_of
from inlay.layouts.ranges import Placed, Tail
from inlay.layouts.schema_index import SchemaIndex, has_path, list_candidates, read_schema_index
from inlay.layouts.supplement import KIND, SEAL_SIZE, Said, check_crc
from inlay.layouts.wanted import WantedChunks
from inlay_runtime.errors import InvalidValueError
from inlay_runtime.packed import PackedBits, small_fields, take
from parquet_format.modular import FileMetadataModule, ModuleKind, SchemaModule
from parquet_format.parquet import KeyValue, SchemaElement

TAIL: Final = 4096
"""Bytes that are read first: the root of hundreds of row groups, and the seal before it."""

_FEW = 8
"""One column in so many is checked by itself; more of them, by the CRC of the whole placement."""


class ModularLayout(FooterLayout):
    """A modular footer. What is sealed is checked before it is answered; `is_protected` says whether it is."""

    name: ClassVar[str] = "modular"

    def __init__(self, fetch: CountedFetch, footer: Range) -> None:
        super().__init__(fetch, footer)
        self._tail = Tail(fetch, footer, TAIL)
        self._root: Root = read_root(self._tail)
        self._placement: Placement | None = None
        self._is_placement_checked = False

    @classmethod
    def build(cls, contents: FooterContents, offset: int) -> bytes:
        return cls.build_with(contents, offset, ModularOptions())

    @classmethod
    def build_with(cls, contents: FooterContents, offset: int, options: ModularOptions) -> bytes:
        """The same with options. Raises NotCarriedError."""

        def script(plain: bytes) -> bytes:
            return script_of(cls.over(plain, offset), contents.thrift)

        return build_modular(contents, offset, options, script, sum_columns)

    @classmethod
    def over(cls, data: bytes, offset: int) -> ModularLayout:
        """A footer in memory, as one that lies at `offset` of a file."""
        return cls.open(fetch_from(data, offset), Range(offset, len(data)))

    @property
    def is_protected(self) -> bool:
        """Whether CRCs vouch for what is answered. The published design has none."""
        return self._root.seal is not None

    @property
    def num_columns(self) -> int:
        return self._root.footer.num_columns

    @property
    def num_row_groups(self) -> int:
        return self._root.footer.num_row_groups

    @property
    def version(self) -> int:
        return self._root.footer.version

    @property
    def num_rows(self) -> int:
        return self._root.footer.num_rows

    @property
    def row_group_num_rows(self) -> list[int]:
        return self._root.footer.row_group_num_rows

    @property
    def schema(self) -> list[SchemaElement]:
        return self.schema_module.schema

    @cached_property
    def schema_module(self) -> SchemaModule:
        """The schema with its column orders."""
        with Placed(self._root.modules[ModuleKind.SCHEMA].offset, "schema"):
            module = SchemaModule.decode(bytes(self._schema_bytes))
            if sum(element.type is not None for element in module.schema) != self.num_columns:
                raise InvalidValueError(f"its leaves are not the {self.num_columns} columns", 0)
            return module

    @cached_property
    def _schema_bytes(self) -> bytes | memoryview:
        return self._whole_modules(ModuleKind.SCHEMA)[0]

    @property
    def key_values(self) -> list[KeyValue]:
        return self.file_metadata.key_value_metadata or []

    @cached_property
    def file_metadata(self) -> FileMetadataModule:
        """Who wrote the file, and the key-value pairs."""
        if ModuleKind.FILE_METADATA not in self._root.modules:
            return FileMetadataModule()
        with Placed(self._root.modules[ModuleKind.FILE_METADATA].offset, "file metadata"):
            return FileMetadataModule.decode(
                bytes(self._whole_modules(ModuleKind.FILE_METADATA)[0])
            )

    def find(self, paths: Sequence[str]) -> pa.Int32Array:
        columns: pa.Int32Array = array_from([self._column(path) for path in paths], pa.int32())
        return columns

    def _column(self, path: str) -> int | None:
        index = self._schema_index
        if index is None:
            return self._columns_by_path.get(path)
        names = path.split(".")
        for parts in (names, [path]) if len(names) > 1 else (names,):
            for column in list_candidates(index, parts):
                if has_path(index, self._schema_bytes, column, parts):
                    return column
        # Names may have dots in them, and more than one reading.
        return self._columns_by_path.get(path) if len(names) > 2 else None

    @cached_property
    def _schema_index(self) -> SchemaIndex | None:
        """With the schema in the same step, for a hash alone is no proof."""
        if ModuleKind.SCHEMA_INDEX not in self._root.modules:
            return None
        kinds = (ModuleKind.SCHEMA_INDEX, ModuleKind.SCHEMA)
        module, self._schema_bytes = self._whole_modules(*kinds)
        with Placed(self._root.modules[ModuleKind.SCHEMA_INDEX].offset, "schema index"):
            return read_schema_index(module, self.num_columns)

    @cached_property
    def _columns_by_path(self) -> dict[str, int]:
        """The first column of each path."""
        columns = dict[str, int]()
        for column, leaf in enumerate(Leaves(self.schema).list):
            columns.setdefault(".".join(reversed(leaf.names_upwards())), column)
        return columns

    def place(
        self, columns: Sequence[int] | None = None, row_groups: Sequence[int] | None = None
    ) -> pa.RecordBatch:
        wanted = self._wanted(columns, row_groups)
        placement, crcs = self._placement_of(wanted.columns)
        with Placed(self._root.modules[ModuleKind.PLACEMENT].offset, "placement"):
            runs = runs_of(wanted.columns, wanted.row_groups, placement.row_groups)
            taken = take_chunks(placement, runs)
            if len(crcs) == 1 and len(wanted) == placement.row_groups:
                check_columns([taken], wanted.columns, crcs)
            elif crcs:
                check_columns(iterate_columns(placement, wanted.columns), wanted.columns, crcs)
        return batch_of_placement(taken, wanted)

    def _wanted(
        self, columns: Sequence[int] | None, row_groups: Sequence[int] | None
    ) -> WantedChunks:
        return WantedChunks(columns, row_groups, self.num_columns, self.num_row_groups)

    def _placement_of(self, columns: Sequence[int]) -> tuple[Placement, list[int]]:
        """The arrays, and the CRC of each of these columns: none where there is no seal, and where many columns were
        asked for, so that the CRC of all was checked. What is missing comes in one step."""
        seal, module = self._root.seal, self._root.modules[ModuleKind.PLACEMENT]
        is_few = len(columns) * _FEW <= self.num_columns
        is_each = seal is not None and is_few and not self._is_placement_checked
        ranges = [module] if self._placement is None else []
        if is_each:
            ranges += self._checksum_ranges(0, columns)
        pieces = self._tail.read(ranges) if ranges else []
        with Placed(module.offset, "placement"):
            if self._placement is None:
                self._placement = read_placement(
                    pieces.pop(0), self.num_columns, self.num_row_groups
                )
            if seal is not None and not is_few and not self._is_placement_checked:
                check_crc(self._placement.module, seal.placement, 0, "the placement")
                self._is_placement_checked = True
        return self._placement, [int.from_bytes(piece, "little") for piece in pieces]

    def bounds(
        self, columns: Sequence[int] | None = None, row_groups: Sequence[int] | None = None
    ) -> pa.RecordBatch:
        seal = self._root.seal
        if seal is not None and Said.ODD_STATISTICS in seal.said:
            what = "some statistics have a bound without its partner, or exactness without a bound"
            raise NotCarriedError(what)
        is_exact = seal is None or Said.ABSENT_MEANS_EXACT in seal.said
        return self.recorded_bounds(columns, row_groups, absent_means_exact=is_exact)

    def recorded_bounds(
        self,
        columns: Sequence[int] | None = None,
        row_groups: Sequence[int] | None = None,
        *,
        absent_means_exact: bool,
    ) -> pa.RecordBatch:
        """The same as the arrays have it, also where Thrift said more, and where it did not say what is exact."""
        wanted = self._wanted(columns, row_groups)
        runs = runs_of([0], wanted.row_groups, self.num_row_groups)
        kind = ModuleKind.ROW_GROUP_STATISTICS
        parts: list[list[Array]] = []
        for place, data in self._described(
            kind, wanted.columns, self.num_columns, self.num_columns
        ):
            with Placed(place, "statistics"):
                read = read_statistics(
                    data, self.num_row_groups, runs, absent_means_exact=absent_means_exact
                )
            parts.append(arrays_of_bounds(read, len(wanted.row_groups)))
        if not parts:
            parts.append(arrays_of_bounds(NOTHING, 0))
        answered = (
            parts[0]
            if len(parts) == 1
            else [pa.concat_arrays(arrays) for arrays in zip(*parts, strict=True)]
        )
        return pa.RecordBatch.from_arrays([*wanted.ordinals(), *answered], schema=BOUNDS)

    def page_index(self, column: int, row_group: int) -> PageIndex | None:
        self._wanted([column], [row_group])
        chunks = self.num_columns * self.num_row_groups
        chunk = [column * self.num_row_groups + row_group]
        before = self.num_columns * (1 + (ModuleKind.ROW_GROUP_STATISTICS in self._root.modules))
        ((place, offsets),) = self._described(ModuleKind.OFFSET_INDEX, chunk, chunks, before)
        if not len(offsets):
            if self._root.seal is not None and Said.MISSING_PAGE_INDEXES in self._root.seal.said:
                raise NotCarriedError("the footer was made without the page indexes of the file")
            return None
        before += chunks
        ((_, bounds),) = self._described(ModuleKind.COLUMN_INDEX, chunk, chunks, before)
        with Placed(place, "page index"):
            return read_page_index(offsets, bounds)

    def _described(
        self, kind: ModuleKind, wanted: Sequence[int], count: int, checksums: int
    ) -> list[tuple[int, bytes | memoryview]]:
        """What the directory of this kind leads to, with where it lies; empty where there is nothing. `checksums` says how
        many stand before those of this kind."""
        if kind not in self._root.modules or not len(wanted):
            return [(self._root.start, b"")] * len(wanted)
        module, stream = self._directory(kind, count)
        place = self._root.modules[kind].offset
        with Placed(place, "directory"):
            taken = take(module, [stream], [(at, 2) for at in wanted], [8])[0]
        ranges = list[Range]()
        for at in range(len(wanted)):
            begin, end = unpack_from("<qq", taken, 16 * at)
            if end < begin or self._root.base + end > self._root.start:
                raise InvalidValueError(
                    f"a directory leads from {begin} to {end}", place, "directory"
                )
            ranges.append(Range(self._root.base + begin, end - begin))
        pieces = self._tail.read([*ranges, *self._checksum_ranges(checksums, wanted)])
        data, crcs = pieces[: len(ranges)], pieces[len(ranges) :]
        for wanted_range, crc, piece in zip(ranges, crcs, data, strict=False):
            check_crc(
                piece,
                int.from_bytes(crc, "little"),
                wanted_range.offset,
                "what a directory leads to",
            )
        return [
            (wanted_range.offset, piece) for wanted_range, piece in zip(ranges, data, strict=True)
        ]

    def _directory(self, kind: ModuleKind, count: int) -> tuple[bytes | memoryview, PackedBits]:
        known = self._directories.get(kind)
        if known is None:
            (module,) = self._tail.read([self._root.modules[kind]])
            with Placed(self._root.modules[kind].offset, "directory"):
                fields = small_fields(module, 0, len(module))
                known = self._directories[kind] = module, locate_dense(module, fields, 1, count + 1)
        return known

    @cached_property
    def _directories(self) -> dict[ModuleKind, tuple[bytes | memoryview, PackedBits]]:
        return {}

    def _checksum_ranges(self, before: int, wanted: Sequence[int]) -> list[Range]:
        """Where the CRCs of these lie, behind `before` others; nowhere in a footer without a seal."""
        if self._root.seal is None:
            return []
        start = self._root.modules[KIND].offset + self._root.seal.script + 4 * before
        return [Range(start + 4 * at, 4) for at in wanted]

    def _whole_modules(self, *kinds: ModuleKind) -> list[bytes | memoryview]:
        """Modules that are read as a whole, in one step, checked by their CRC."""
        places = [self._root.modules[kind] for kind in kinds]
        modules = self._tail.read(places)
        seal = self._root.seal
        if seal is not None:
            crcs = {
                ModuleKind.SCHEMA: seal.schema,
                ModuleKind.FILE_METADATA: seal.file_metadata,
                ModuleKind.SCHEMA_INDEX: seal.schema_index,
            }
            for kind, place, module in zip(kinds, places, modules, strict=True):
                check_crc(module, crcs[kind], place.offset, f"the module {kind.name}")
        return modules

    def thrift(self) -> bytes:
        """The Thrift footer that this one was made from, to the byte. Raises NotCarriedError where there is no supplement,
        and EditScriptError where it does not fit."""
        seal = self._root.seal
        if seal is None:
            raise NotCarriedError(
                "a modular footer without a supplement does not say all that Thrift said"
            )
        module = self._root.modules[KIND]
        if module.length < seal.script + SEAL_SIZE:
            raise InvalidValueError("the script is longer than its module", module.offset)
        (script,) = self._tail.read([Range(module.offset, seal.script)])
        return thrift_of(self, bytes(script))
