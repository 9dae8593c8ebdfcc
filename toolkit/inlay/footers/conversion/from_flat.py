"""From v1 to Thrift, by the slots alone: the struct whose canonical bytes are the base."""

from __future__ import annotations

from inlay.footers.conversion.chunk_statistics import statistics_to_thrift
from inlay.footers.conversion.column_orders import orders_to_thrift
from inlay.footers.conversion.errors import ConversionError, convert_each, require_present
from inlay.footers.conversion.leaves import Leaves, SchemaLeaf
from inlay.footers.conversion.records import CHUNK, ELEMENT, FILE, LOGICAL_TYPE, METADATA, ROW_GROUP
from inlay.footers.conversion.residue import refuse_extension
from inlay_runtime.errors import EncodeError
from inlay_runtime.remainder import Remainder
from parquet_format import footer, parquet


def flat_to_thrift(flat: footer.FileMetaData) -> parquet.FileMetaData:
    """Raises ConversionError, with the path, for what Thrift cannot hold."""
    flat_schema = flat.schema or []
    schema = convert_each("schema", flat_schema, element_of)
    leaves = Leaves(schema)
    orders = orders_to_thrift(flat.column_orders, flat_schema, leaves.indexes)
    row_groups = convert_each("row_groups", flat.row_groups or [], _Columns(leaves).row_group)
    thrift = FILE.to_thrift(flat)
    thrift.schema, thrift.row_groups, thrift.column_orders = schema, row_groups, orders
    if flat.trailing:
        thrift.remainder = (thrift.remainder or Remainder()).with_trailing(flat.trailing)
    return thrift


def base_of(flat: footer.FileMetaData) -> bytes:
    """The canonical bytes of that struct."""
    try:
        return flat_to_thrift(flat).encode()
    except EncodeError as error:
        raise ConversionError(error.reason, error.path) from error


def element_of(flat: footer.SchemaElement) -> parquet.SchemaElement:
    """An element of the schema by itself; its column order is in a list of its own in Thrift."""
    thrift = ELEMENT.to_thrift(flat)
    logical = flat.logical_type
    if logical is not None and not flat.logical_type_is_derived:
        thrift.logicalType = LOGICAL_TYPE.to_thrift(logical)
    return thrift


class _Columns:
    """Row groups, with what the schema says of their columns."""

    def __init__(self, leaves: Leaves[parquet.SchemaElement]) -> None:
        self._leaves = leaves

    def row_group(self, flat: footer.RowGroup) -> parquet.RowGroup:
        thrift = ROW_GROUP.to_thrift(flat)
        columns: list[parquet.ColumnChunk] = []
        num_rows, leaves = flat.num_rows, self._leaves
        try:
            for at, chunk in enumerate(flat.columns or []):
                columns.append(self._chunk(chunk, leaves.at(at), num_rows))
        except ConversionError as error:
            error.under(f"columns[{len(columns)}]")
            raise
        thrift.columns = columns
        return thrift

    def _chunk(
        self,
        flat: footer.ColumnChunk,
        leaf: SchemaLeaf[parquet.SchemaElement] | None,
        num_rows: int,
    ) -> parquet.ColumnChunk:
        thrift = CHUNK.to_thrift(flat)
        metadata = flat.metadata
        if metadata is not None:
            thrift.meta_data = self._metadata(metadata, leaf, num_rows)
        return thrift

    def _metadata(
        self,
        flat: footer.ColumnMetadata,
        leaf: SchemaLeaf[parquet.SchemaElement] | None,
        num_rows: int,
    ) -> parquet.ColumnMetaData:
        thrift = METADATA.to_thrift(flat)
        type_ = None if leaf is None else leaf.element.type
        if flat.type is not None:
            thrift.type = parquet.Type(flat.type)
        else:
            thrift.type = require_present(type_, "metadata.type")
        path = flat.path_in_schema
        thrift.path_in_schema = self._leaves.path(leaf) if path is None else list(path)
        num_values = flat.num_values
        thrift.num_values = num_rows if num_values is None else num_values
        statistics, bloom_filter = flat.statistics, flat.bloom_filter
        if statistics is not None:
            thrift.statistics = statistics_to_thrift(statistics, type_)
        if bloom_filter is not None:
            refuse_extension(bloom_filter.extension, "metadata.bloom_filter.extension")
        return thrift
