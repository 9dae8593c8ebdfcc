"""The modular footer: a root, and modules of arrays of which a reader fetches and decodes what it asks for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import ClassVar, Final

import pyarrow as pa

from inlay.footers.conversion.edit_script import Rules
from inlay.footers.designs.answer_schemas import BOUNDS, PageIndex
from inlay.footers.designs.design import FooterContents, FooterDesign, NotCarriedError
from inlay.footers.designs.extracted import Array
from inlay.footers.designs.fetch import CountedFetch, Range
from inlay.footers.designs.footer_modules import FooterModule, ModuleLocation
from inlay.footers.designs.in_memory import fetch_from
from inlay.footers.designs.modular.as_thrift import metadata_of, script_of, thrift_of
from inlay.footers.designs.modular.bounds import (
    NOTHING,
    arrays_of_bounds,
    read_all_statistics,
    read_page_index,
    read_statistics,
)
from inlay.footers.designs.modular.build import ModularOptions, build_modular
from inlay.footers.designs.modular.frame import MAGIC, read_frame
from inlay.footers.designs.modular.module_bytes import ModularBytes
from inlay.footers.designs.modular.placement import answer_placement, runs_of, sum_columns
from inlay.footers.designs.modular.root import Root, read_root
from inlay.footers.designs.modular.schema import ModularSchema
from inlay.footers.designs.modular.supplement import Said, check_crc
from inlay.footers.designs.ranges import Placed, Tail
from inlay.footers.designs.wanted import WantedChunks
from inlay.footers.footer.end_pieces import EndPiece, Role
from inlay.ground.arrow_rows import make_batch
from inlay_runtime.packed import Runs
from parquet_format.modular import FileMetadataModule, ModuleKind
from parquet_format.parquet import ColumnOrder, KeyValue, SchemaElement

TAIL: Final = 4096
"""Bytes that are read first: the root of hundreds of row groups, and the seal before it."""

_FEW = 8
"""One column in so many is checked by itself; more of them, by the CRC of the whole placement."""


class ModularDesign(FooterDesign):
    """A modular footer. What is sealed is checked before it is answered; `is_protected` says whether it is."""

    name: ClassVar[str] = "modular"
    magic: ClassVar[bytes] = MAGIC
    options: ClassVar[frozenset[str]] = frozenset({"plain", "absolute"})
    location: ClassVar[ModuleLocation | None] = ModuleLocation("ModuleLocation", offset=1, length=2)

    def __init__(self, fetch: CountedFetch, footer: Range) -> None:
        super().__init__(fetch, footer)
        self._tail = Tail(fetch, footer, TAIL)
        self._root: Root = read_root(self._tail)
        self._bytes = ModularBytes(self._tail, self._root)
        self._schema = ModularSchema(self._root, self._bytes)
        self._placement: bytes | memoryview | None = None
        self._is_placement_checked = False

    @classmethod
    def build(cls, contents: FooterContents, offset: int) -> bytes:
        return cls.build_as(contents, offset, ModularOptions())

    @classmethod
    def build_with(
        cls, contents: FooterContents, offset: int, options: Mapping[str, object]
    ) -> bytes:
        """`plain` leaves the supplement out, `absolute` counts offsets from the start of the file."""
        chosen = ModularOptions(
            has_supplement=not options.get("plain"), is_absolute=bool(options.get("absolute"))
        )
        return cls.build_as(contents, offset, chosen)

    @classmethod
    def build_as(cls, contents: FooterContents, offset: int, options: ModularOptions) -> bytes:
        """The same with options. Raises NotCarriedError."""

        def script(plain: bytes) -> bytes:
            return script_of(cls.over(plain, offset), contents.thrift, Rules.MODULAR)

        return build_modular(contents, offset, options, script, sum_columns)

    @classmethod
    def find_start(cls, tail: bytes, size: int) -> int:
        return read_frame(tail, size).start

    @classmethod
    def frame_pieces(cls) -> Sequence[EndPiece]:
        return (
            EndPiece(8, "where it begins", Role.NUMBER, "frame"),
            EndPiece(8, "where its root begins, from there", Role.NUMBER, "frame"),
        )

    @classmethod
    def modules(cls, data: bytes, offset: int) -> list[FooterModule]:
        # Only now, here and below: few who open such a footer ask for it.
        from inlay.footers.designs.modular.modules import list_modules

        return list_modules(data, offset)

    @classmethod
    def search(cls, data: bytes, base: int) -> Iterator[tuple[int, bytes]]:
        from inlay.footers.designs.modular.search import find_endings

        return find_endings(data, base)

    def equivalent_thrift(self) -> bytes:
        metadata = metadata_of(self)
        for group in metadata.row_groups:
            for chunk in group.columns:
                if chunk.meta_data is not None:
                    # A guess, from which the script leads to the truth; alone, it would be a claim about pages.
                    chunk.meta_data.encoding_stats = None
        return metadata.encode()

    @classmethod
    def over(cls, data: bytes, offset: int) -> ModularDesign:
        """A footer in memory, as one that lies at `offset` of a file."""
        return cls.open(fetch_from(data, offset), Range(offset, len(data)))

    @property
    def is_protected(self) -> bool:
        """Whether CRCs vouch for what is answered. The published design has none."""
        return self._root.seal is not None

    def thrift(self) -> bytes:
        """The Thrift footer that this one was made from, to the byte. Raises NotCarriedError where there is no supplement,
        and EditScriptError where it does not fit."""
        return thrift_of(self, self._bytes.script(), Rules.MODULAR)

    @property
    def version(self) -> int:
        return self._root.version

    @property
    def num_rows(self) -> int:
        return self._root.num_rows

    @property
    def num_columns(self) -> int:
        return self._root.num_columns

    @property
    def num_row_groups(self) -> int:
        return self._root.num_row_groups

    @property
    def row_group_num_rows(self) -> list[int]:
        """The rows of each row group."""
        return self._root.row_group_num_rows

    @property
    def schema(self) -> list[SchemaElement]:
        return self._schema.module.schema

    @property
    def column_orders(self) -> list[ColumnOrder] | None:
        return self._schema.module.column_orders

    def find(self, paths: Sequence[str]) -> pa.Int32Array:
        return self._schema.find(paths)

    @property
    def described(self) -> tuple[str | None, list[KeyValue] | None]:
        """Who wrote the file, and the key-value pairs where they are there."""
        return self._file_metadata.created_by, self._file_metadata.key_value_metadata

    @property
    def key_values(self) -> list[KeyValue]:
        return self._file_metadata.key_value_metadata or []

    @cached_property
    def _file_metadata(self) -> FileMetadataModule:
        kind = ModuleKind.FILE_METADATA
        if kind not in self._root.modules:
            return FileMetadataModule()
        with Placed(self._root.modules[kind].offset, "file metadata"):
            return FileMetadataModule.decode(bytes(self._bytes.modules(kind)[0]))

    def place(
        self, columns: Sequence[int] | None = None, row_groups: Sequence[int] | None = None
    ) -> pa.RecordBatch:
        wanted = self._wanted(columns, row_groups)
        module, crcs = self._placement_of(wanted.columns)
        with Placed(self._root.modules[ModuleKind.PLACEMENT].offset, "placement"):
            return answer_placement(module, self.num_columns, self.num_row_groups, wanted, crcs)

    def _placement_of(
        self, columns: Sequence[int]
    ) -> tuple[bytes | memoryview, Sequence[int] | None]:
        """The module, and the CRC of each of these columns: None where there is no seal, and where many columns were asked
        for, so that the CRC of all was checked. What is missing comes in one step."""
        seal, place = self._root.seal, self._root.modules[ModuleKind.PLACEMENT]
        is_unchecked = seal is not None and not self._is_placement_checked
        is_few = len(columns) * _FEW <= self.num_columns
        ranges = [place] if self._placement is None else []
        if is_unchecked and is_few:
            ranges += self._bytes.checksum_ranges(0, columns)
        pieces = self._tail.read(ranges) if ranges else []
        if self._placement is None:
            self._placement = pieces.pop(0)
        if seal is None or not is_unchecked:
            return self._placement, None
        if is_few:
            return self._placement, [int.from_bytes(piece, "little") for piece in pieces]
        check_crc(self._placement, seal.placement, place.offset, "the placement")
        self._is_placement_checked = True
        return self._placement, None

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
        kind = ModuleKind.ROW_GROUP_STATISTICS
        pieces = self._bytes.described(kind, wanted.columns, self.num_columns, self.num_columns)
        runs = runs_of([0], wanted.row_groups, self.num_row_groups)
        read = None
        if runs == [(0, self.num_row_groups)]:
            read = read_all_statistics(
                [data for _, data in pieces],
                self.num_row_groups,
                absent_means_exact=absent_means_exact,
            )
        if read is not None:
            arrays = arrays_of_bounds(read, len(wanted))
        else:
            parts = list(
                self._bounds_by_column(pieces, runs, absent_means_exact=absent_means_exact)
            )
            arrays = (
                [pa.concat_arrays(column) for column in zip(*parts, strict=True)]
                if parts
                else arrays_of_bounds(NOTHING, 0)
            )
        return make_batch([*wanted.ordinals(), *arrays], BOUNDS)

    def _bounds_by_column(
        self,
        pieces: Sequence[tuple[int, bytes | memoryview]],
        runs: Runs,
        *,
        absent_means_exact: bool,
    ) -> Iterator[list[Array]]:
        """The columns of `BOUNDS` but its ordinals, for the descriptor of each column with its place."""
        rows = sum(count for _, count in runs)
        for place, data in pieces:
            with Placed(place, "statistics"):
                read = read_statistics(
                    data, self.num_row_groups, runs, absent_means_exact=absent_means_exact
                )
            yield arrays_of_bounds(read, rows)

    def page_index(self, column: int, row_group: int) -> PageIndex | None:
        self._wanted([column], [row_group])
        chunks = self.num_columns * self.num_row_groups
        chunk = [column * self.num_row_groups + row_group]
        before = self.num_columns * (1 + (ModuleKind.ROW_GROUP_STATISTICS in self._root.modules))
        ((place, offsets),) = self._bytes.described(ModuleKind.OFFSET_INDEX, chunk, chunks, before)
        if not len(offsets):
            seal = self._root.seal
            if seal is not None and Said.MISSING_PAGE_INDEXES in seal.said:
                raise NotCarriedError("the footer was made without the page indexes of the file")
            return None
        before += chunks
        ((_, bounds),) = self._bytes.described(ModuleKind.COLUMN_INDEX, chunk, chunks, before)
        with Placed(place, "page index"):
            return read_page_index(offsets, bounds)

    def _wanted(
        self, columns: Sequence[int] | None, row_groups: Sequence[int] | None
    ) -> WantedChunks:
        return WantedChunks(columns, row_groups, self.num_columns, self.num_row_groups)
