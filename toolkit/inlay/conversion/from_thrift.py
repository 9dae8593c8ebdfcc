"""From Thrift to v1, slot by slot. What the slots cannot say is left to the remainder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from inlay.conversion.bounds_policy import NO_LEAF, BoundsPolicy, bounds_policies
from inlay.conversion.carried import CARRIED, carry
from inlay.conversion.chunk_statistics import (
    GEOSPATIAL_TO_FLAT,
    PAGES_TO_FLAT,
    SIZES_TO_FLAT,
    is_fully_dict_encoded,
    statistics_to_flat,
)
from inlay.conversion.column_orders import orders_to_flat
from inlay.conversion.converted_types import implied_by_converted
from inlay.conversion.copying import Copier, Rule, same
from inlay.conversion.encryption import algorithm_to_flat, column_crypto_to_flat
from inlay.conversion.enum_bytes import as_byte, byte_rule
from inlay.conversion.leaves import Leaves
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


_KEY_VALUE: Final = Copier(
    parquet.KeyValue,
    footer.KeyValue,
    [Rule("key", "key"), Rule("value", "val")],
    finish=carry,
    when=CARRIED,
)
_SORTING: Final = Copier(
    parquet.SortingColumn,
    footer.SortingColumn,
    same("column_idx", "descending", "nulls_first"),
    finish=carry,
    when=CARRIED,
)
_ELEMENT: Final = Copier(
    parquet.SchemaElement,
    footer.SchemaElement,
    [
        *same("type_length", "name", "num_children", "field_id", "scale", "precision"),
        byte_rule("type", "type", footer.Type),
        byte_rule("repetition_type", "repetition_type", footer.FieldRepetitionType),
        byte_rule("converted_type", "converted_type", footer.ConvertedType),
    ],
    finish=carry,
    when=CARRIED,
)
_ROW_GROUP: Final = Copier(
    parquet.RowGroup,
    footer.RowGroup,
    [
        *same("total_byte_size", "num_rows", "file_offset", "total_compressed_size", "ordinal"),
        Rule("sorting_columns", "sorting_columns", _SORTING, is_list=True),
    ],
    finish=carry,
    when=CARRIED,
)
_CHUNK: Final = Copier(
    parquet.ColumnChunk,
    footer.ColumnChunk,
    [
        Rule("crypto_metadata", "crypto_metadata", column_crypto_to_flat),
        *same("encrypted_column_metadata", "file_path", "file_offset"),
        *same("offset_index_offset", "offset_index_length"),
        *same("column_index_offset", "column_index_length"),
    ],
    finish=carry,
    when=CARRIED,
)
_METADATA: Final = Copier(
    parquet.ColumnMetaData,
    footer.ColumnMetadata,
    [
        byte_rule("codec", "codec", footer.CompressionCodec),
        *same("total_uncompressed_size", "total_compressed_size"),
        Rule("key_value_metadata", "key_value_metadata", _KEY_VALUE, is_list=True),
        *same("data_page_offset", "index_page_offset", "dictionary_page_offset"),
        Rule("geospatial_statistics", "geospatial_statistics", GEOSPATIAL_TO_FLAT),
        byte_rule("encodings", "encodings", footer.Encoding, is_list=True),
        Rule("encoding_stats", "encoding_stats", PAGES_TO_FLAT, is_list=True),
        Rule("size_statistics", "size_statistics", SIZES_TO_FLAT),
    ],
    finish=carry,
    when=CARRIED,
)


def _element(element: parquet.SchemaElement) -> footer.SchemaElement:
    flat = _ELEMENT(element)
    shown = element.logicalType
    if shown is None and element.converted_type is not None:
        shown = implied_by_converted(element)
        flat.logical_type_is_derived = shown is not None
    if shown is not None:
        flat.logical_type = logical_type_to_flat(shown)
    if element.num_children == 0:
        flat.explicit_num_children = True
    return flat


def _key_values(entries: Sequence[parquet.KeyValue] | None) -> list[footer.KeyValue] | None:
    return None if entries is None else [_KEY_VALUE(entry) for entry in entries]


class _Columns:
    """Row groups, with what the schema says of their columns."""

    def __init__(
        self, leaves: Leaves[parquet.SchemaElement], policies: Sequence[BoundsPolicy]
    ) -> None:
        self._leaves = leaves
        self._policies = policies

    def row_group(self, group: parquet.RowGroup) -> footer.RowGroup:
        flat = _ROW_GROUP(group)
        num_rows = group.num_rows
        flat.columns = [self._chunk(chunk, at, num_rows) for at, chunk in enumerate(group.columns)]
        flat.explicit_file_offset = group.file_offset == 0
        flat.explicit_total_compressed_size = group.total_compressed_size == 0
        return flat

    def _chunk(self, chunk: parquet.ColumnChunk, at: int, num_rows: int) -> footer.ColumnChunk:
        flat = _CHUNK(chunk)
        metadata = chunk.meta_data
        if metadata is not None:
            flat.metadata = self._metadata(metadata, at, num_rows)
        return flat

    def _metadata(
        self, metadata: parquet.ColumnMetaData, at: int, num_rows: int
    ) -> footer.ColumnMetadata:
        flat = _METADATA(metadata)
        leaf = self._leaves.at(at)
        num_values, statistics = metadata.num_values, metadata.statistics
        if num_values != num_rows:
            flat.num_values = num_values
        if statistics is not None:
            policy = NO_LEAF if leaf is None else self._policies[at]
            flat.statistics = statistics_to_flat(statistics, policy)
        flat.is_fully_dict_encoded = is_fully_dict_encoded(metadata)
        flat.bloom_filter = _bloom_filter(metadata)
        if not flat.encodings:
            flat.encodings = None
        if leaf is None or leaf.element.type != metadata.type:
            flat.type = as_byte(footer.Type, metadata.type)
        path = metadata.path_in_schema
        if not self._leaves.has_path(leaf, path):
            flat.path_in_schema = list(path)
        return flat


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
