"""From v1 to Thrift, by the slots alone: the struct whose canonical bytes are the base."""

from __future__ import annotations

from collections.abc import Sequence

from inlay.conversion.carried import restore
from inlay.conversion.chunk_statistics import (
    encoding_stats_to_thrift,
    geospatial_to_thrift,
    sizes_to_thrift,
    statistics_to_thrift,
)
from inlay.conversion.column_orders import orders_to_thrift
from inlay.conversion.encryption import algorithm_to_thrift, column_crypto_to_thrift
from inlay.conversion.enum_bytes import as_optional
from inlay.conversion.errors import ConversionError, each, present
from inlay.conversion.leaves import Leaf, Leaves
from inlay.conversion.logical_types import logical_type_to_thrift
from inlay_runtime.errors import EncodeError
from inlay_runtime.remainder import Remainder
from parquet_format import footer, parquet


def struct_of(flat: footer.FileMetaData) -> parquet.FileMetaData:
    """Raises ConversionError, with the path, for what Thrift cannot hold."""
    flat_schema = flat.schema or []
    schema = each("schema", flat_schema, _element)
    leaves = Leaves(schema)
    orders = orders_to_thrift(flat.column_orders, flat_schema, leaves.indexes)
    columns = _Columns(leaves)
    algorithm = flat.encryption_algorithm
    thrift = parquet.FileMetaData(
        version=flat.version,
        schema=schema,
        num_rows=flat.num_rows,
        row_groups=each("row_groups", flat.row_groups or [], columns.row_group),
        key_value_metadata=_key_values("kv", flat.kv),
        created_by=flat.created_by,
        column_orders=orders,
        encryption_algorithm=None if algorithm is None else algorithm_to_thrift(algorithm),
        footer_signing_key_metadata=flat.footer_signing_key_metadata,
    )
    restore(flat, thrift)
    if flat.trailing:
        thrift.remainder = (thrift.remainder or Remainder()).with_trailing(flat.trailing)
    return thrift


def base_of(flat: footer.FileMetaData) -> bytes:
    """The canonical bytes of that struct."""
    try:
        return struct_of(flat).encode()
    except EncodeError as error:
        raise ConversionError(error.reason, error.path) from error


def _element(flat: footer.SchemaElement) -> parquet.SchemaElement:
    logical = None if flat.logical_type_is_derived else flat.logical_type
    has_children = flat.num_children or flat.explicit_num_children
    thrift = parquet.SchemaElement(
        type=as_optional(parquet.Type, flat.type),
        type_length=flat.type_length,
        repetition_type=as_optional(parquet.FieldRepetitionType, flat.repetition_type),
        name=present(flat.name, "name"),
        num_children=flat.num_children if has_children else None,
        converted_type=as_optional(parquet.ConvertedType, flat.converted_type),
        scale=flat.scale,
        precision=flat.precision,
        field_id=flat.field_id,
        logicalType=None if logical is None else logical_type_to_thrift(logical),
    )
    return restore(flat, thrift)


def _key_values(
    name: str, entries: Sequence[footer.KeyValue] | None
) -> list[parquet.KeyValue] | None:
    return None if entries is None else each(name, entries, _key_value)


def _key_value(flat: footer.KeyValue) -> parquet.KeyValue:
    return restore(flat, parquet.KeyValue(key=present(flat.key, "key"), value=flat.val))


class _Columns:
    """Row groups, with what the schema says of their columns."""

    def __init__(self, leaves: Leaves[parquet.SchemaElement]) -> None:
        self._leaves = leaves

    def row_group(self, flat: footer.RowGroup) -> parquet.RowGroup:
        num_rows = flat.num_rows

        def chunk(place: tuple[int, footer.ColumnChunk]) -> parquet.ColumnChunk:
            return self._chunk(place[1], self._leaves.at(place[0]), num_rows)

        sorting = flat.sorting_columns
        has_offset = flat.file_offset or flat.explicit_file_offset
        has_size = flat.total_compressed_size or flat.explicit_total_compressed_size
        thrift = parquet.RowGroup(
            columns=each("columns", enumerate(flat.columns or []), chunk),
            total_byte_size=flat.total_byte_size,
            num_rows=num_rows,
            sorting_columns=None if sorting is None else each("sorting_columns", sorting, _sorting),
            file_offset=flat.file_offset if has_offset else None,
            total_compressed_size=flat.total_compressed_size if has_size else None,
            ordinal=flat.ordinal,
        )
        return restore(flat, thrift)

    def _chunk(
        self, flat: footer.ColumnChunk, leaf: Leaf[parquet.SchemaElement] | None, num_rows: int
    ) -> parquet.ColumnChunk:
        metadata, crypto = flat.metadata, flat.crypto_metadata
        thrift = parquet.ColumnChunk(
            file_path=flat.file_path,
            file_offset=flat.file_offset,
            meta_data=None if metadata is None else self._metadata(metadata, leaf, num_rows),
            offset_index_offset=flat.offset_index_offset,
            offset_index_length=flat.offset_index_length,
            column_index_offset=flat.column_index_offset,
            column_index_length=flat.column_index_length,
            crypto_metadata=None if crypto is None else column_crypto_to_thrift(crypto),
            encrypted_column_metadata=flat.encrypted_column_metadata,
        )
        return restore(flat, thrift)

    def _metadata(
        self, flat: footer.ColumnMetadata, leaf: Leaf[parquet.SchemaElement] | None, num_rows: int
    ) -> parquet.ColumnMetaData:
        type_ = None if leaf is None else leaf.element.type
        if flat.type is not None:
            chunk_type = parquet.Type(flat.type)
        else:
            chunk_type = present(type_, "metadata.type")
        path = flat.path_in_schema
        statistics, sizes = flat.statistics, flat.size_statistics
        geospatial, stats = flat.geospatial_statistics, flat.encoding_stats
        bloom_offset, bloom_length = _bloom_filter(flat.bloom_filter)
        thrift = parquet.ColumnMetaData(
            type=chunk_type,
            encodings=[parquet.Encoding(encoding) for encoding in flat.encodings or []],
            path_in_schema=self._leaves.path(leaf) if path is None else list(path),
            codec=parquet.CompressionCodec(flat.codec),
            num_values=num_rows if flat.num_values is None else flat.num_values,
            total_uncompressed_size=flat.total_uncompressed_size,
            total_compressed_size=flat.total_compressed_size,
            key_value_metadata=_key_values("key_value_metadata", flat.key_value_metadata),
            data_page_offset=flat.data_page_offset,
            index_page_offset=flat.index_page_offset,
            dictionary_page_offset=flat.dictionary_page_offset,
            statistics=None if statistics is None else statistics_to_thrift(statistics, type_),
            encoding_stats=None if stats is None else encoding_stats_to_thrift(stats),
            bloom_filter_offset=bloom_offset,
            bloom_filter_length=bloom_length,
            size_statistics=None if sizes is None else sizes_to_thrift(sizes),
            geospatial_statistics=None if geospatial is None else geospatial_to_thrift(geospatial),
        )
        return restore(flat, thrift)


def _bloom_filter(flat: footer.BloomFilterInfo | None) -> tuple[int | None, int | None]:
    if flat is None:
        return None, None
    if flat.extension is not None:
        reason = "no Thrift struct stands behind this table"
        raise ConversionError(reason, "metadata.bloom_filter.extension")
    has_offset = flat.offset or flat.explicit_offset
    has_length = flat.length or flat.explicit_length
    return flat.offset if has_offset else None, flat.length if has_length else None


def _sorting(flat: footer.SortingColumn) -> parquet.SortingColumn:
    thrift = parquet.SortingColumn(
        column_idx=flat.column_idx,
        descending=flat.descending,
        nulls_first=flat.nulls_first,
    )
    return restore(flat, thrift)
