"""The modular footer: a root, and modules of arrays of which a reader fetches and decodes what it asks for."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import ClassVar

import pyarrow as pa

from inlay.footers.conversion.edit_script import Rules
from inlay.footers.designs.answers import PageIndex
from inlay.footers.designs.build import array_from
from inlay.footers.designs.columns_by_path import MOST_DOTS, list_readings
from inlay.footers.designs.extracted import Array
from inlay.footers.designs.fetch import CountedFetch, Range
from inlay.footers.designs.footer_modules import FooterModule, ModuleLocation
from inlay.footers.designs.in_memory import fetch_from
from inlay.footers.designs.layout import FooterContents, NotCarriedError
from inlay.footers.designs.modular.as_thrift import metadata_of, script_of
from inlay.footers.designs.modular.bounds import arrays_of_bounds, read_page_index, read_statistics
from inlay.footers.designs.modular.build import ModularOptions, build_modular
from inlay.footers.designs.modular.frame import MAGIC, read_frame
from inlay.footers.designs.modular.module_bytes import ModularBytes
from inlay.footers.designs.modular.placement import answer_placement, runs_of, sum_columns
from inlay.footers.designs.modular.root import Root, read_root
from inlay.footers.designs.packed_layout import PackedLayout
from inlay.footers.designs.ranges import Placed
from inlay.footers.designs.schema_index import (
    SchemaIndex,
    has_path,
    list_candidates,
    read_schema_index,
)
from inlay.footers.designs.supplement import Said, check_crc
from inlay.footers.designs.wanted import WantedChunks, wrap_integers
from inlay.footers.footer.end_pieces import EndPiece, Role
from parquet_format.modular import ModuleKind

_FEW = 8
"""One column in so many is checked by itself; more of them, by the CRC of the whole placement."""


class ModularLayout(PackedLayout):
    """A modular footer."""

    name: ClassVar[str] = "modular"
    magic: ClassVar[bytes] = MAGIC
    options: ClassVar[frozenset[str]] = frozenset({"plain", "absolute"})
    location: ClassVar[ModuleLocation] = ModuleLocation("ModuleLocation", offset=1, length=2)
    TAIL: ClassVar[int] = 4096
    """The root of hundreds of row groups, and the seal before it."""

    RULES: ClassVar[Rules] = Rules.MODULAR

    def __init__(self, fetch: CountedFetch, footer: Range) -> None:
        super().__init__(fetch, footer)
        self._root: Root = read_root(self._tail)
        self._bytes = ModularBytes(self._tail, self._root)
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
            return script_of(cls.over(plain, offset), contents.thrift, cls.RULES)

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
    def over(cls, data: bytes, offset: int) -> ModularLayout:
        """A footer in memory, as one that lies at `offset` of a file."""
        return cls.open(fetch_from(data, offset), Range(offset, len(data)))

    @property
    def _counts(self) -> Root:
        return self._root

    @property
    def _said(self) -> Said | None:
        return None if self._root.seal is None else self._root.seal.said

    @property
    def num_row_groups(self) -> int:
        return self._root.num_row_groups

    @property
    def row_group_num_rows(self) -> list[int]:
        return self._root.row_group_num_rows

    def _script(self) -> bytes:
        return self._bytes.script()

    def _schema_bytes(self) -> tuple[int, bytes | memoryview]:
        return self._root.modules[ModuleKind.SCHEMA].offset, self._schema_in_bytes

    @cached_property
    def _schema_in_bytes(self) -> bytes | memoryview:
        return self._bytes.modules(ModuleKind.SCHEMA)[0]

    def _file_metadata_bytes(self) -> tuple[int, bytes | memoryview] | None:
        kind = ModuleKind.FILE_METADATA
        if kind not in self._root.modules:
            return None
        return self._root.modules[kind].offset, self._bytes.modules(kind)[0]

    def find(self, paths: Sequence[str]) -> pa.Int32Array:
        if self._schema_index is None or any(path.count(".") > MOST_DOTS for path in paths):
            return super().find(paths)
        columns = [self._column(self._schema_index, path) for path in paths]
        known = array("i", [column for column in columns if column is not None])
        answer: pa.Int32Array = (
            wrap_integers(known) if len(known) == len(columns) else array_from(columns, pa.int32())
        )
        return answer

    def _column(self, index: SchemaIndex, path: str) -> int | None:
        columns = {
            column
            for names in list_readings(path)
            for column in list_candidates(index, names)
            if has_path(index, self._schema_in_bytes, column, names)
        }
        if len(columns) > 1:
            raise self.refuse_shared_path(path)
        return columns.pop() if columns else None

    @cached_property
    def _schema_index(self) -> SchemaIndex | None:
        """With the schema in the same step, for a hash alone is no proof."""
        if ModuleKind.SCHEMA_INDEX not in self._root.modules:
            return None
        kinds = (ModuleKind.SCHEMA_INDEX, ModuleKind.SCHEMA)
        module, self._schema_in_bytes = self._bytes.modules(*kinds)
        with Placed(self._root.modules[ModuleKind.SCHEMA_INDEX].offset, "schema index"):
            return read_schema_index(module, self.num_columns)

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

    def _bounds_by_column(
        self, wanted: WantedChunks, *, absent_means_exact: bool
    ) -> Iterator[list[Array]]:
        runs = runs_of([0], wanted.row_groups, self.num_row_groups)
        kind = ModuleKind.ROW_GROUP_STATISTICS
        columns = self.num_columns
        for place, data in self._bytes.described(kind, wanted.columns, columns, columns):
            with Placed(place, "statistics"):
                read = read_statistics(
                    data, self.num_row_groups, runs, absent_means_exact=absent_means_exact
                )
            yield arrays_of_bounds(read, len(wanted.row_groups))

    def page_index(self, column: int, row_group: int) -> PageIndex | None:
        self._wanted([column], [row_group])
        chunks = self.num_columns * self.num_row_groups
        chunk = [column * self.num_row_groups + row_group]
        before = self.num_columns * (1 + (ModuleKind.ROW_GROUP_STATISTICS in self._root.modules))
        ((place, offsets),) = self._bytes.described(ModuleKind.OFFSET_INDEX, chunk, chunks, before)
        if not len(offsets):
            if self._said is not None and Said.MISSING_PAGE_INDEXES in self._said:
                raise NotCarriedError("the footer was made without the page indexes of the file")
            return None
        before += chunks
        ((_, bounds),) = self._bytes.described(ModuleKind.COLUMN_INDEX, chunk, chunks, before)
        with Placed(place, "page index"):
            return read_page_index(offsets, bounds)
