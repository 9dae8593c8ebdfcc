/**
 * FileMetaData whose column chunks need not say their path, which the schema says as well. Whatever is written by
 * `parquet.thrift` is read by this, too.
 */
namespace py without_paths

include "../parquet.thrift"

/** The metadata of a chunk; its path may be absent. */
struct ColumnMetaData {
  1: required parquet.Type type
  2: required list<parquet.Encoding> encodings
  3: optional list<string> path_in_schema
  4: required parquet.CompressionCodec codec
  5: required i64 num_values
  6: required i64 total_uncompressed_size
  7: required i64 total_compressed_size
  8: optional list<parquet.KeyValue> key_value_metadata
  9: required i64 data_page_offset
  10: optional i64 index_page_offset
  11: optional i64 dictionary_page_offset
  12: optional parquet.Statistics statistics
  13: optional list<parquet.PageEncodingStats> encoding_stats
  14: optional i64 bloom_filter_offset
  15: optional i32 bloom_filter_length
  16: optional parquet.SizeStatistics size_statistics
  17: optional parquet.GeospatialStatistics geospatial_statistics
}

/** A chunk with such metadata. */
struct ColumnChunk {
  1: optional string file_path
  2: required i64 file_offset = 0
  3: optional ColumnMetaData meta_data
  4: optional i64 offset_index_offset
  5: optional i32 offset_index_length
  6: optional i64 column_index_offset
  7: optional i32 column_index_length
  8: optional parquet.ColumnCryptoMetaData crypto_metadata
  9: optional binary encrypted_column_metadata
}

/** A row group of such chunks. */
struct RowGroup {
  1: required list<ColumnChunk> columns
  2: required i64 total_byte_size
  3: required i64 num_rows
  4: optional list<parquet.SortingColumn> sorting_columns
  5: optional i64 file_offset
  6: optional i64 total_compressed_size
  7: optional i16 ordinal
}

/** A footer of such row groups. */
struct FileMetaData {
  1: required i32 version
  2: required list<parquet.SchemaElement> schema
  3: required i64 num_rows
  4: required list<RowGroup> row_groups
  5: optional list<parquet.KeyValue> key_value_metadata
  6: optional string created_by
  7: optional list<parquet.ColumnOrder> column_orders
  8: optional parquet.EncryptionAlgorithm encryption_algorithm
  9: optional binary footer_signing_key_metadata
}
