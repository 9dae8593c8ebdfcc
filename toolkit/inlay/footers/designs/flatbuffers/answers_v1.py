"""FlatBuffers that replace the Thrift: every answer is in a slot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

import pyarrow as pa

from inlay.footers.conversion import v1
from inlay.footers.conversion.counterparts import pair_of
from inlay.footers.conversion.errors import ConversionError, convert_each
from inlay.footers.conversion.from_flat import element_of
from inlay.footers.designs.answer_schemas import BOUNDS, PageIndex
from inlay.footers.designs.design import FooterContents, NotCarriedError
from inlay.footers.designs.extracted import Array, array_of
from inlay.footers.designs.flatbuffers.answers import FlatBuffersDesign
from inlay.footers.designs.flatbuffers.packed_bounds import PackedColumn, unpack_bounds
from inlay.footers.designs.flatbuffers.slots import CHUNK, METADATA, STATISTICS, Slots
from inlay.footers.designs.page_indexes import read_page_index
from inlay.footers.designs.wanted import WantedChunks
from inlay.ground.arrow_rows import make_batch
from inlay_runtime.columnar.plan import Kind
from inlay_runtime.errors import InvalidValueError
from inlay_runtime.union import UnknownVariant
from parquet_format import footer, parquet
from parquet_format.parquet import KeyValue, SchemaElement

_KEY_VALUE: Final = pair_of(footer.KeyValue, parquet.KeyValue)


class FlatV1(FlatBuffersDesign):
    """`idl/footer.fbs`: every field of the Thrift has a slot."""

    name: ClassVar[str] = "flatbuffers-v1"

    @classmethod
    def build(cls, contents: FooterContents, offset: int) -> bytes:
        return v1.to_buffer(contents.thrift)

    @property
    def schema(self) -> list[SchemaElement]:
        flat = footer.FileMetaData.decode(self._data, fields=["schema", "remainder"])
        if flat.remainder_ is not None:  # it may have numbers that no slot has room for
            return self._converted.schema
        try:
            return [
                _known(element) for element in convert_each("schema", flat.schema or [], element_of)
            ]
        except ConversionError as error:
            raise InvalidValueError(error.reason, 0, error.path) from error

    @property
    def key_values(self) -> list[KeyValue]:
        flat = footer.FileMetaData.decode(self._data, fields=["kv"])
        return [_KEY_VALUE.to_thrift(pair) for pair in flat.kv or []]

    def bounds(
        self, columns: Sequence[int] | None = None, row_groups: Sequence[int] | None = None
    ) -> pa.RecordBatch:
        wanted = self._wanted(columns, row_groups)
        metadata = self._metadata(self._groups(wanted), wanted)
        statistics = self._tables.tables(metadata, METADATA["statistics"])
        slots = Slots(self._tables, statistics, STATISTICS)
        arrays = [
            self._unpack(slots, "min", wanted),
            self._unpack(slots, "max", wanted),
            array_of(slots.number("is_min_value_exact", Kind.I8)).cast(pa.bool_()),
            array_of(slots.number("is_max_value_exact", Kind.I8)).cast(pa.bool_()),
            array_of(slots.number("null_count", Kind.I64)),
            array_of(slots.number("nan_count", Kind.I64)),
        ]
        return make_batch([*wanted.ordinals(), *arrays], BOUNDS)

    def page_index(self, column: int, row_group: int) -> PageIndex | None:
        wanted = self._wanted([column], [row_group])
        chunk = self._chunks(self._groups(wanted), wanted)
        if self._tables.tables(chunk, CHUNK["crypto_metadata"])[0]:
            raise NotCarriedError(
                f"column {column} of row group {row_group} is encrypted, and so is its page index"
            )
        slots = Slots(self._tables, chunk, CHUNK)
        places = slots.place("offset_index"), slots.place("column_index")
        return read_page_index(self._fetch, *places)

    def _convert(self, data: bytes) -> bytes:
        return v1.to_thrift(footer.FileMetaData.decode(data), buffer=data)

    def _unpack(self, slots: Slots, which: str, wanted: WantedChunks) -> Array:
        """The minimum or the maximum of each chunk: `which` is `min` or `max`."""
        packed = PackedColumn(
            slots.number(f"{which}_lo4", Kind.I32, 0),
            slots.number(f"{which}_lo8", Kind.I64, 0),
            slots.number(f"{which}_hi8", Kind.I64, 0),
            slots.number(f"{which}_len", Kind.I8),
            slots.binary("prefix"),
            slots.binary(f"{which}_value"),
        )
        types = [self._leaves.types[column] for column in wanted.columns]
        return array_of(unpack_bounds(packed, types, len(wanted.row_groups)))


def _known(element: SchemaElement) -> SchemaElement:
    """What FlatBuffers have no member for is kept as the bytes of Thrift, which may know it."""
    if isinstance(element.logicalType, UnknownVariant):
        return SchemaElement.decode(element.encode())
    return element
