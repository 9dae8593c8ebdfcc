"""FlatBuffers footers: slots are gathered from the tables of the chunks that are asked for, and nothing is converted.

The slots of v1 are those of v0, and more behind them. What the slots of v0 leave open is in its remainder, which only the
conversion to Thrift understands: such questions are asked of the Thrift (`docs/next_footer.md`).
"""

from __future__ import annotations

from abc import abstractmethod
from array import array
from collections.abc import Sequence
from functools import cached_property

import pyarrow as pa

from inlay.footers.conversion.enum_bytes import UNFIT
from inlay.footers.conversion.errors import ConversionError
from inlay.footers.designs.answer_schemas import PLACEMENT, PageIndex
from inlay.footers.designs.build import make_scalar
from inlay.footers.designs.design import FooterDesign
from inlay.footers.designs.extracted import Array, array_of, bytes_array_of
from inlay.footers.designs.fetch import CountedFetch, Range
from inlay.footers.designs.flatbuffers.slots import CHUNK, ELEMENT, FILE, METADATA, ROW_GROUP, Slots
from inlay.footers.designs.in_memory import fetch_from
from inlay.footers.designs.page_indexes import read_page_index
from inlay.footers.designs.thrift.leaves import SchemaLeaves
from inlay.footers.designs.thrift.walked import ThriftDesign, refuse_absent
from inlay.footers.designs.wanted import WantedChunks
from inlay.ground.arrow_functions import compute
from inlay.ground.arrow_rows import make_batch
from inlay.ground.wording import amounts
from inlay_runtime.columnar import ExtractedColumn
from inlay_runtime.columnar.plan import Kind
from inlay_runtime.errors import InvalidValueError
from inlay_runtime.flat.gather import Positions, TableGatherer
from parquet_format.parquet import KeyValue, SchemaElement


class FlatBuffersDesign(FooterDesign):
    """What v0 and v1 have in common."""

    def __init__(self, fetch: CountedFetch, footer: Range) -> None:
        super().__init__(fetch, footer)
        (data,) = fetch([footer])
        self._data = bytes(data)
        self._tables = TableGatherer(self._data)
        self._root: Positions = array("q", [self._tables.root])

    @property
    def num_columns(self) -> int:
        return self._leaves.count

    @property
    def num_row_groups(self) -> int:
        return self._tables.lengths(self._root, FILE["row_groups"])[0]

    def find(self, paths: Sequence[str]) -> pa.Int32Array:
        return self._leaves.find(paths, self.refuse_shared_path)

    def place(
        self, columns: Sequence[int] | None = None, row_groups: Sequence[int] | None = None
    ) -> pa.RecordBatch:
        wanted = self._wanted(columns, row_groups)
        groups = self._groups(wanted)
        metadata = self._metadata(groups, wanted)
        slots = Slots(self._tables, metadata, METADATA)
        codec = array_of(slots.number("codec", Kind.I8, 0)).cast(pa.int32())
        if compute.any(compute.equal(codec, make_scalar(UNFIT, pa.int32()))).as_py():
            return self._converted.place(columns, row_groups)
        num_values = array_of(slots.number("num_values", Kind.I64))
        if num_values.null_count:
            num_rows = self._tables.numbers(groups, ROW_GROUP["num_rows"], Kind.I64, 0)
            num_values = compute.coalesce(num_values, _repeated(num_rows, len(wanted.columns)))
        arrays = [
            array_of(slots.number("data_page_offset", Kind.I64, 0)),
            array_of(slots.number("dictionary_page_offset", Kind.I64)),
            array_of(slots.number("total_compressed_size", Kind.I64, 0)),
            array_of(slots.number("total_uncompressed_size", Kind.I64, 0)),
            num_values,
            codec,
        ]
        return make_batch([*wanted.ordinals(), *arrays], PLACEMENT)

    @property
    def schema(self) -> list[SchemaElement]:
        return self._converted.schema

    @property
    def key_values(self) -> list[KeyValue]:
        return self._converted.key_values

    def bounds(
        self, columns: Sequence[int] | None = None, row_groups: Sequence[int] | None = None
    ) -> pa.RecordBatch:
        return self._converted.bounds(columns, row_groups)

    def page_index(self, column: int, row_group: int) -> PageIndex | None:
        return read_page_index(self._fetch, *self._converted.index_places(column, row_group))

    @cached_property
    def _converted(self) -> ThriftDesign:
        """The Thrift that this footer stands for, all of it. Raises InvalidValueError where Thrift cannot hold it."""
        try:
            data = self._convert(self._data)
        except ConversionError as error:
            raise InvalidValueError(error.reason, 0, error.path) from error
        return ThriftDesign.open(fetch_from(data), Range(0, len(data)))

    @abstractmethod
    def _convert(self, data: bytes) -> bytes: ...

    def _wanted(
        self, columns: Sequence[int] | None, row_groups: Sequence[int] | None
    ) -> WantedChunks:
        return WantedChunks(columns, row_groups, self._leaves.count, self.num_row_groups)

    def _groups(self, wanted: WantedChunks) -> Positions:
        groups = self._tables.elements(self._root, FILE["row_groups"], wanted.row_groups)
        leaves = self._leaves.count
        sizes = self._tables.lengths(groups, ROW_GROUP["columns"])
        for group, size in zip(wanted.row_groups, sizes, strict=True):
            if size != leaves:
                what = f"{amounts.count(size, 'chunk')}, and the schema has {amounts.count(leaves, 'leaf', 'leaves')}"
                raise InvalidValueError(what, 0, f"row_groups[{group}].columns")
        return groups

    def _chunks(self, groups: Positions, wanted: WantedChunks) -> Positions:
        return self._tables.elements(groups, ROW_GROUP["columns"], wanted.columns)

    def _metadata(self, groups: Positions, wanted: WantedChunks) -> Positions:
        metadata = self._tables.tables(self._chunks(groups, wanted), CHUNK["metadata"])
        if 0 in metadata:
            refuse_absent(wanted, pa.array([bool(at) for at in metadata]))
        return metadata

    @cached_property
    def _leaves(self) -> SchemaLeaves:
        count = self._tables.lengths(self._root, FILE["schema"])[0]
        elements = self._tables.elements(self._root, FILE["schema"], range(count))
        slots = Slots(self._tables, elements, ELEMENT)
        return SchemaLeaves(
            lambda: bytes_array_of(slots.binary("name")),
            array_of(slots.number("type", Kind.I8)),
            array_of(slots.number("num_children", Kind.I32, 0)),
        )


def _repeated(column: ExtractedColumn, times: int) -> Array:
    """Numbers without a null, all of them so many times."""
    values = pa.py_buffer(bytes(column.values) * times)
    numbers: type[Array] = pa.Array
    return numbers.from_buffers(pa.int64(), column.length * times, [None, values])
