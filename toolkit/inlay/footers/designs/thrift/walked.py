"""Thrift as it lies in files today, walked from the first byte to the last: the specification of every answer.

No object is made for a chunk: the kernels of `inlay_runtime.columnar` write the fields that a question needs into arrays.
Paths come from the schema, so a footer whose chunks do not say theirs is read as well.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import ClassVar, Final

import pyarrow as pa

from inlay.footers.designs.answer_schemas import BOUNDS, PLACEMENT, PageIndex
from inlay.footers.designs.design import FooterContents, FooterDesign, NotCarriedError
from inlay.footers.designs.extracted import Array, array_of, bytes_array_of
from inlay.footers.designs.fetch import CountedFetch, Range
from inlay.footers.designs.page_indexes import read_page_index
from inlay.footers.designs.thrift.leaves import SchemaLeaves
from inlay.footers.designs.thrift.paths import strip_paths
from inlay.footers.designs.wanted import WantedChunks
from inlay.ground.arrow_rows import make_batch
from inlay.ground.wording.amounts import count
from inlay_runtime.columnar import ExtractedTable, ExtractionPlan, extract
from inlay_runtime.errors import InvalidValueError
from parquet_format.parquet import KeyValue, SchemaElement
from parquet_format.without_paths import FileMetaData

ELEMENTS: Final = "schema[]"
ROW_GROUPS: Final = "row_groups[]"
CHUNKS: Final = "row_groups[].columns[]"

PLACED: Final = (
    "meta_data.data_page_offset",
    "meta_data.dictionary_page_offset",
    "meta_data.total_compressed_size",
    "meta_data.total_uncompressed_size",
    "meta_data.num_values",
    "meta_data.codec",
)
BOUNDED: Final = (
    "meta_data.statistics.min_value",
    "meta_data.statistics.max_value",
    "meta_data.statistics.is_min_value_exact",
    "meta_data.statistics.is_max_value_exact",
    "meta_data.statistics.null_count",
    "meta_data.statistics.nan_count",
)
INDEXED: Final = (
    "offset_index_offset",
    "offset_index_length",
    "column_index_offset",
    "column_index_length",
)
_SHAPE: Final = {ELEMENTS: ("name", "type", "num_children"), ROW_GROUPS: ("columns",)}


def _plan(*fields: str) -> ExtractionPlan:
    return ExtractionPlan(FileMetaData, {**_SHAPE, CHUNKS: ("meta_data", *fields)})


_SHAPE_ONLY: Final = ExtractionPlan(FileMetaData, _SHAPE)
_PLACEMENT: Final = _plan(*PLACED)
_BOUNDS: Final = _plan(*BOUNDED)
_INDEXES: Final = _plan("crypto_metadata", *INDEXED)


class ThriftDesign(FooterDesign):
    """A FileMetaData of Thrift, with or without the paths of its chunks."""

    name: ClassVar[str] = "thrift"

    def __init__(self, fetch: CountedFetch, footer: Range) -> None:
        super().__init__(fetch, footer)
        (data,) = fetch([footer])
        self._data = bytes(data)
        self._known_shape: _Shape | None = None

    @classmethod
    def build(cls, contents: FooterContents, offset: int) -> bytes:
        return contents.thrift

    @property
    def num_columns(self) -> int:
        return self._shape.leaves.count

    @property
    def num_row_groups(self) -> int:
        return len(self._shape.starts)

    @property
    def schema(self) -> list[SchemaElement]:
        return FileMetaData.decode(self._data, fields=["schema"]).schema

    @property
    def key_values(self) -> list[KeyValue]:
        pairs = FileMetaData.decode(self._data, fields=["key_value_metadata"]).key_value_metadata
        return pairs or []

    def find(self, paths: Sequence[str]) -> pa.Int32Array:
        return self._shape.leaves.find(paths, self.refuse_shared_path)

    def place(
        self, columns: Sequence[int] | None = None, row_groups: Sequence[int] | None = None
    ) -> pa.RecordBatch:
        return self._answer(_PLACEMENT, PLACED, PLACEMENT, columns, row_groups)

    def bounds(
        self, columns: Sequence[int] | None = None, row_groups: Sequence[int] | None = None
    ) -> pa.RecordBatch:
        return self._answer(_BOUNDS, BOUNDED, BOUNDS, columns, row_groups)

    def page_index(self, column: int, row_group: int) -> PageIndex | None:
        return read_page_index(self._fetch, *self.index_places(column, row_group))

    def index_places(self, column: int, row_group: int) -> tuple[Range | None, Range | None]:
        """Where the OffsetIndex and the ColumnIndex of a chunk lie in the file."""
        chunks = self._extract(_INDEXES)[CHUNKS].columns
        (row,) = self._wanted([column], [row_group]).rows_at(self._shape.starts).to_pylist()
        if array_of(chunks["crypto_metadata"])[row].as_py():
            raise NotCarriedError(
                f"column {column} of row group {row_group} is encrypted, and so is its page index"
            )
        at, size, column_at, column_size = (array_of(chunks[name])[row].as_py() for name in INDEXED)
        return range_of(at, size), range_of(column_at, column_size)

    def _answer(
        self,
        plan: ExtractionPlan,
        fields: Sequence[str],
        schema: pa.Schema,
        columns: Sequence[int] | None,
        row_groups: Sequence[int] | None,
    ) -> pa.RecordBatch:
        chunks = self._extract(plan)[CHUNKS].columns
        wanted = self._wanted(columns, row_groups)
        rows = wanted.rows_at(self._shape.starts)
        refuse_absent(wanted, array_of(chunks["meta_data"]).take(rows))
        arrays = [array_of(chunks[name]).take(rows) for name in fields]
        return make_batch([*wanted.ordinals(), *arrays], schema)

    def _wanted(
        self, columns: Sequence[int] | None, row_groups: Sequence[int] | None
    ) -> WantedChunks:
        shape = self._shape
        wanted = WantedChunks(columns, row_groups, shape.leaves.count, len(shape.starts))
        for group in wanted.row_groups:
            if shape.sizes[group] != shape.leaves.count:
                what = f"{count(shape.sizes[group], 'chunk')}, and the schema has {count(shape.leaves.count, 'leaf', 'leaves')}"
                raise InvalidValueError(what, 0, f"row_groups[{group}].columns")
        return wanted

    @property
    def _shape(self) -> _Shape:
        if self._known_shape is None:
            self._known_shape = _Shape(self._extract(_SHAPE_ONLY))
        return self._known_shape

    def _extract(self, plan: ExtractionPlan) -> Mapping[str, ExtractedTable]:
        extraction = extract(plan, [self._data])
        for error in extraction.errors.values():
            raise error
        if self._known_shape is None:
            self._known_shape = _Shape(extraction.tables)
        return extraction.tables


class ThriftWithoutPaths(ThriftDesign):
    """The same whose chunks leave their paths to the schema."""

    name: ClassVar[str] = "thrift-without-paths"

    @classmethod
    def build(cls, contents: FooterContents, offset: int) -> bytes:
        return strip_paths(contents.thrift)


class _Shape:
    """The columns, and where the chunks of each row group begin among all."""

    def __init__(self, tables: Mapping[str, ExtractedTable]) -> None:
        elements = tables[ELEMENTS].columns
        self.leaves = SchemaLeaves(
            lambda: bytes_array_of(elements["name"]),
            array_of(elements["type"]),
            array_of(elements["num_children"]),
        )
        self.sizes: Sequence[int] = array_of(tables[ROW_GROUPS].columns["columns"]).to_pylist()
        self.starts: Sequence[int] = array("q", accumulate(self.sizes[:-1], initial=0))
        if not self.sizes:
            self.starts = ()


def refuse_absent(wanted: WantedChunks, is_there: Array) -> None:
    """Raises NotCarriedError for the first chunk without metadata."""
    if is_there.true_count < len(wanted):
        column, group = wanted.place_of(is_there.to_pylist().index(False))
        raise NotCarriedError(
            f"column {column} of row group {group} has no metadata here: only its key opens them"
        )


def range_of(offset: int | None, length: int | None) -> Range | None:
    """None where either is absent."""
    return None if offset is None or length is None else Range(offset, length)
