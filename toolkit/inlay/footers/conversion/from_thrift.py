"""From Thrift to v1, slot by slot. What the slots cannot say is left to the remainder."""

from __future__ import annotations

from collections.abc import Sequence

from inlay.footers.conversion.bounds_policy import NO_LEAF, BoundsPolicy, choose_bounds_policies
from inlay.footers.conversion.chunk_statistics import is_fully_dict_encoded, statistics_to_flat
from inlay.footers.conversion.column_orders import orders_to_flat
from inlay.footers.conversion.enum_bytes import as_byte
from inlay.footers.conversion.leaves import Leaves
from inlay.footers.conversion.records import CHUNK, ELEMENT, FILE, LOGICAL_TYPE, METADATA, ROW_GROUP
from inlay.ground.schema.converted_types import logical_from_converted
from parquet_format import footer, parquet


def slots_of(thrift: parquet.FileMetaData) -> footer.FileMetaData:
    """All slots but the remainder."""
    schema = [_element(element) for element in thrift.schema]
    leaves = Leaves(thrift.schema)
    orders = None
    if thrift.column_orders is not None:
        orders = orders_to_flat(thrift.column_orders, schema, leaves.indexes)
    policies = choose_bounds_policies(schema, leaves.indexes, are_ordered_apart=orders is not None)
    columns = _Columns(leaves, policies)
    flat = root_of(thrift)
    flat.schema = schema
    flat.row_groups = [columns.row_group(group) for group in thrift.row_groups]
    flat.column_orders = orders
    return flat


def root_of(thrift: parquet.FileMetaData) -> footer.FileMetaData:
    """The outermost table without schema, row groups and column orders."""
    flat = FILE.to_flat(thrift)
    if thrift.remainder is not None:
        flat.trailing = thrift.remainder.trailing or None
    return flat


def _element(element: parquet.SchemaElement) -> footer.SchemaElement:
    flat = ELEMENT.to_flat(element)
    shown = element.logicalType
    if shown is None and element.converted_type is not None:
        shown = logical_from_converted(element)
        flat.logical_type_is_derived = shown is not None
    if shown is not None:
        flat.logical_type = LOGICAL_TYPE.to_flat(shown)
    return flat


class _Columns:
    """Row groups, with what the schema says of their columns."""

    def __init__(
        self, leaves: Leaves[parquet.SchemaElement], policies: Sequence[BoundsPolicy]
    ) -> None:
        self._leaves = leaves
        self._policies = policies

    def row_group(self, group: parquet.RowGroup) -> footer.RowGroup:
        flat = ROW_GROUP.to_flat(group)
        num_rows = group.num_rows
        flat.columns = [self._chunk(chunk, at, num_rows) for at, chunk in enumerate(group.columns)]
        return flat

    def _chunk(self, chunk: parquet.ColumnChunk, at: int, num_rows: int) -> footer.ColumnChunk:
        flat = CHUNK.to_flat(chunk)
        metadata = chunk.meta_data
        if metadata is not None:
            flat.metadata = self._metadata(metadata, at, num_rows)
        return flat

    def _metadata(
        self, metadata: parquet.ColumnMetaData, at: int, num_rows: int
    ) -> footer.ColumnMetadata:
        flat = METADATA.to_flat(metadata)
        leaf = self._leaves.at(at)
        num_values, statistics = metadata.num_values, metadata.statistics
        if num_values != num_rows:
            flat.num_values = num_values
        if statistics is not None:
            policy = NO_LEAF if leaf is None else self._policies[at]
            flat.statistics = statistics_to_flat(statistics, policy)
        flat.is_fully_dict_encoded = is_fully_dict_encoded(metadata)
        if leaf is None or leaf.element.type != metadata.type:
            flat.type = as_byte(footer.Type, metadata.type)
        path = metadata.path_in_schema
        if not self._leaves.has_path(leaf, path):
            flat.path_in_schema = list(path)
        return flat
