"""From Thrift to v1, slot by slot. What the slots cannot say is left to the remainder."""

from __future__ import annotations

from collections.abc import Sequence

from inlay.conversion.bounds_policy import NO_LEAF, BoundsPolicy, bounds_policies
from inlay.conversion.carried import carry
from inlay.conversion.chunk_statistics import (
    encoding_stats_to_flat,
    geospatial_to_flat,
    is_fully_dict_encoded,
    sizes_to_flat,
    statistics_to_flat,
)
from inlay.conversion.column_orders import orders_to_flat
from inlay.conversion.converted_types import implied_by_converted
from inlay.conversion.encryption import algorithm_to_flat, column_crypto_to_flat
from inlay.conversion.enum_bytes import as_byte, as_optional_byte
from inlay.conversion.leaves import Leaf, Leaves
from inlay.conversion.logical_types import logical_type_to_flat
from parquet_format import footer, parquet


def slots_of(thrift: parquet.FileMetaData) -> footer.FileMetaData:
    """All slots but the remainder."""
    schema = [_element(element) for element in thrift.schema]
    leaves = Leaves(thrift.schema)
    orders = None
    if thrift.column_orders is not None:
        orders = orders_to_flat(thrift.column_orders, schema, leaves.indexes)
    policies = bounds_policies(schema, leaves.indexes, are_ordered_apart=orders is not None)
    columns = _Columns(leaves, policies)
    algorithm = thrift.encryption_algorithm
    flat = footer.FileMetaData(
        version=thrift.version,
        schema=schema,
        num_rows=thrift.num_rows,
        row_groups=[columns.row_group(group) for group in thrift.row_groups],
        kv=_key_values(thrift.key_value_metadata),
        created_by=thrift.created_by,
        encryption_algorithm=None if algorithm is None else algorithm_to_flat(algorithm),
        footer_signing_key_metadata=thrift.footer_signing_key_metadata,
        column_orders=orders,
        trailing=(thrift.remainder.trailing or None) if thrift.remainder is not None else None,
    )
    return carry(thrift, flat)


def _element(element: parquet.SchemaElement) -> footer.SchemaElement:
    logical = element.logicalType
    derived = implied_by_converted(element) if logical is None else None
    shown = logical or derived
    flat = footer.SchemaElement(
        type=as_optional_byte(footer.Type, element.type),
        type_length=element.type_length,
        repetition_type=as_optional_byte(footer.FieldRepetitionType, element.repetition_type),
        name=element.name,
        num_children=element.num_children or 0,
        field_id=element.field_id,
        logical_type=None if shown is None else logical_type_to_flat(shown),
        converted_type=as_optional_byte(footer.ConvertedType, element.converted_type),
        scale=element.scale,
        precision=element.precision,
        logical_type_is_derived=derived is not None,
        explicit_num_children=element.num_children == 0,
    )
    return carry(element, flat)


def _key_values(entries: Sequence[parquet.KeyValue] | None) -> list[footer.KeyValue] | None:
    if entries is None:
        return None
    return [carry(entry, footer.KeyValue(key=entry.key, val=entry.value)) for entry in entries]


class _Columns:
    """Row groups, with what the schema says of their columns."""

    def __init__(
        self, leaves: Leaves[parquet.SchemaElement], policies: Sequence[BoundsPolicy]
    ) -> None:
        self._leaves = leaves
        self._policies = policies

    def row_group(self, group: parquet.RowGroup) -> footer.RowGroup:
        sorting = group.sorting_columns
        flat = footer.RowGroup(
            columns=[
                self._chunk(chunk, at, group.num_rows) for at, chunk in enumerate(group.columns)
            ],
            total_byte_size=group.total_byte_size,
            num_rows=group.num_rows,
            sorting_columns=None if sorting is None else [_sorting(column) for column in sorting],
            file_offset=group.file_offset or 0,
            total_compressed_size=group.total_compressed_size or 0,
            ordinal=group.ordinal,
            explicit_file_offset=group.file_offset == 0,
            explicit_total_compressed_size=group.total_compressed_size == 0,
        )
        return carry(group, flat)

    def _chunk(self, chunk: parquet.ColumnChunk, at: int, num_rows: int) -> footer.ColumnChunk:
        metadata, crypto = chunk.meta_data, chunk.crypto_metadata
        flat = footer.ColumnChunk(
            metadata=None if metadata is None else self._metadata(metadata, at, num_rows),
            crypto_metadata=None if crypto is None else column_crypto_to_flat(crypto),
            encrypted_column_metadata=chunk.encrypted_column_metadata,
            file_path=chunk.file_path,
            file_offset=chunk.file_offset,
            offset_index_offset=chunk.offset_index_offset,
            offset_index_length=chunk.offset_index_length,
            column_index_offset=chunk.column_index_offset,
            column_index_length=chunk.column_index_length,
        )
        return carry(chunk, flat)

    def _metadata(
        self, metadata: parquet.ColumnMetaData, at: int, num_rows: int
    ) -> footer.ColumnMetadata:
        leaf = self._leaves.at(at)
        policy = NO_LEAF if leaf is None else self._policies[at]
        statistics, sizes = metadata.statistics, metadata.size_statistics
        geospatial, stats = metadata.geospatial_statistics, metadata.encoding_stats
        has_path = self._leaves.has_path(leaf, metadata.path_in_schema)
        flat = footer.ColumnMetadata(
            codec=as_byte(footer.CompressionCodec, metadata.codec),
            num_values=None if metadata.num_values == num_rows else metadata.num_values,
            total_uncompressed_size=metadata.total_uncompressed_size,
            total_compressed_size=metadata.total_compressed_size,
            key_value_metadata=_key_values(metadata.key_value_metadata),
            data_page_offset=metadata.data_page_offset,
            index_page_offset=metadata.index_page_offset,
            dictionary_page_offset=metadata.dictionary_page_offset,
            statistics=None if statistics is None else statistics_to_flat(statistics, policy),
            is_fully_dict_encoded=is_fully_dict_encoded(metadata),
            bloom_filter=_bloom_filter(metadata),
            geospatial_statistics=None if geospatial is None else geospatial_to_flat(geospatial),
            type=_type_unless(leaf, metadata),
            encodings=[as_byte(footer.Encoding, e) for e in metadata.encodings] or None,
            path_in_schema=None if has_path else list(metadata.path_in_schema),
            encoding_stats=None if stats is None else encoding_stats_to_flat(stats),
            size_statistics=None if sizes is None else sizes_to_flat(sizes),
        )
        return carry(metadata, flat)


def _type_unless(
    leaf: Leaf[parquet.SchemaElement] | None, metadata: parquet.ColumnMetaData
) -> footer.Type | None:
    """The type of a chunk, unless it is that of its leaf."""
    if leaf is not None and leaf.element.type == metadata.type:
        return None
    return as_byte(footer.Type, metadata.type)


def _bloom_filter(metadata: parquet.ColumnMetaData) -> footer.BloomFilterInfo | None:
    offset, length = metadata.bloom_filter_offset, metadata.bloom_filter_length
    if offset is None and length is None:
        return None
    return footer.BloomFilterInfo(
        offset=offset or 0,
        length=length or 0,
        explicit_offset=offset == 0,
        explicit_length=length == 0,
    )


def _sorting(column: parquet.SortingColumn) -> footer.SortingColumn:
    flat = footer.SortingColumn(
        column_idx=column.column_idx,
        descending=column.descending,
        nulls_first=column.nulls_first,
    )
    return carry(column, flat)
