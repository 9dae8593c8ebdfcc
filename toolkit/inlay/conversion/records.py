"""The records of a footer, as far as Thrift and v1 say the same of them; `from_thrift` and `from_flat` do the rest."""

from __future__ import annotations

from typing import Final

from inlay.conversion.chunk_statistics import GEOSPATIAL, PAGES, SIZES
from inlay.conversion.encryption import column_crypto_to_flat, column_crypto_to_thrift
from inlay.conversion.pairs import (
    Pair,
    converted,
    enum,
    record,
    renamed,
    required,
    same,
    to_flat_only,
)
from parquet_format import footer, parquet

KEY_VALUE: Final = Pair(
    parquet.KeyValue, footer.KeyValue, [required("key"), renamed("value", "val")]
)
SORTING: Final = Pair(
    parquet.SortingColumn,
    footer.SortingColumn,
    same("column_idx", "descending", "nulls_first"),
)
ELEMENT: Final = Pair(
    parquet.SchemaElement,
    footer.SchemaElement,
    [
        enum("type", parquet.Type, footer.Type),
        enum("repetition_type", parquet.FieldRepetitionType, footer.FieldRepetitionType),
        required("name"),
        enum("converted_type", parquet.ConvertedType, footer.ConvertedType),
        *same("type_length", "scale", "precision", "field_id"),
        *to_flat_only("num_children"),
    ],
)
ROW_GROUP: Final = Pair(
    parquet.RowGroup,
    footer.RowGroup,
    [
        *same("total_byte_size", "num_rows", "ordinal"),
        record("sorting_columns", SORTING, is_list=True),
        *to_flat_only("file_offset", "total_compressed_size"),
    ],
)
CHUNK: Final = Pair(
    parquet.ColumnChunk,
    footer.ColumnChunk,
    [
        *same("file_path", "file_offset", "offset_index_offset", "offset_index_length"),
        *same("column_index_offset", "column_index_length", "encrypted_column_metadata"),
        converted("crypto_metadata", column_crypto_to_flat, column_crypto_to_thrift),
    ],
)
METADATA: Final = Pair(
    parquet.ColumnMetaData,
    footer.ColumnMetadata,
    [
        enum("encodings", parquet.Encoding, footer.Encoding, is_list=True),
        enum("codec", parquet.CompressionCodec, footer.CompressionCodec),
        *same("total_uncompressed_size", "total_compressed_size"),
        record("key_value_metadata", KEY_VALUE, is_list=True),
        *same("data_page_offset", "index_page_offset", "dictionary_page_offset"),
        record("encoding_stats", PAGES, is_list=True),
        record("size_statistics", SIZES),
        record("geospatial_statistics", GEOSPATIAL),
    ],
)
