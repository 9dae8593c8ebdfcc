/**
 * The modular footer: a root that says where independent modules lie, and modules whose numbers are
 * bit-packed arrays with random access. Readers fetch the root and then only what they need. The
 * documentation is Inlay's own.
 *
 * A file ends in where the footer begins (i64), where the root begins after that (i64), and `MFP1`;
 * offsets count from the start of the footer. All integers are little-endian.
 *
 * This is the draft of September 2026, whose text has been replaced since.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
include "parquet.thrift"

/** How the values of an array are stored. Values are bit-packed, the lowest bit first. */
enum ArrayEncoding {
  /**
   * A value for every position, so that value `i` begins at bit `i * value_bit_width`. If positions
   * are absent, a bitmap of `ceil(num_values / 8)` bytes precedes the values, its lowest bit first,
   * and the value of an absent position means nothing.
   */
  BITSET = 0
  /** The positions that have a value, ascending and bit-packed, and then a value for each of them. */
  PRESENT_INDEX = 1
}

/** What `BITSET` needs to know. */
struct BitsetParameters {
  /** Bits of a value; of strings of bytes, those of an offset. */
  1: required i8 value_bit_width
  /** How many positions have a value. If all have one, there is no bitmap. */
  2: required i32 num_present
}

/** What `PRESENT_INDEX` needs to know. */
struct PresentIndexParameters {
  /** How many positions have a value. */
  1: required i32 num_present
  /** Bits of a position. */
  2: required i8 position_bit_width
  /** Bits of a value; of strings of bytes, those of an offset. */
  3: required i8 value_bit_width
}

/** The parameters of an encoding. */
union ArrayEncodingParameters {
  /** Those of `BITSET`. */
  1: BitsetParameters bitset
  /** Those of `PRESENT_INDEX`. */
  2: PresentIndexParameters present_index
}

/**
 * An array, its bytes included. Strings of bytes are cumulative offsets, one more than there are
 * values, and then the bytes. The type of the values is said by the field that holds the array.
 */
struct ArrayPage {
  /** The bytes of the array. */
  1: required binary data
  /** How they are to be read. */
  2: required ArrayEncoding encoding
  /** The number of positions, absent ones included. */
  3: required i32 num_values
  /** What the encoding needs to know. */
  4: required ArrayEncodingParameters parameters
}

/** Where a module lies. */
struct ModuleLocation {
  /** Its first byte. */
  1: required i64 offset
  /** Its length in bytes. */
  2: required i64 length
}

/** The schema, in the structs of parquet.thrift. */
struct SchemaModule {
  /** The elements, depth first, the root first. */
  1: required list<parquet.SchemaElement> schema
  /** The order of each column. */
  2: optional list<parquet.ColumnOrder> column_orders
}

/**
 * Where the column chunks lie. Arrays hold a value for each chunk, those of one column together:
 * chunk (column, row group) is at `column * num_row_groups + row_group`.
 */
struct PlacementModule {
  /** The offset of the first data page. */
  1: required ArrayPage data_page_offsets
  /** Where the dictionary pages of each chunk begin in `dictionary_page_offsets`, and where the last ones end. */
  2: required ArrayPage first_dictionary_pages
  /** The offsets of all dictionary pages. */
  3: required ArrayPage dictionary_page_offsets
  /** The bytes of the chunk in the file. */
  4: required ArrayPage total_compressed_sizes
  /** The bytes of the chunk without compression. */
  5: required ArrayPage total_uncompressed_sizes
  /** The values of the chunk, nulls included. */
  6: required ArrayPage num_values
  /** The number of the `parquet.CompressionCodec`. */
  7: required ArrayPage codecs
  /** The number of the `parquet.Type`, one for each column. */
  8: required ArrayPage physical_types
  /** Whether all data pages of the chunk are encoded with a dictionary. */
  9: required ArrayPage is_fully_dictionary_encoded
}

/**
 * The statistics of one column; positions are row groups. What the minimum and the maximum of a row
 * group begin with in common is stored once; a row group has all three arrays or none.
 */
struct ColumnStatistics {
  /** How many values are null. */
  1: optional ArrayPage null_counts
  /** The bytes that the minimum and the maximum both begin with. */
  2: optional ArrayPage minmax_prefixes
  /** The rest of the minimum. */
  3: optional ArrayPage min_suffixes
  /** The rest of the maximum. */
  4: optional ArrayPage max_suffixes
  /** 1 if the minimum is a value of the column, 0 if it is a bound below all values. */
  5: optional ArrayPage min_is_exact
  /** 1 if the maximum is a value of the column, 0 if it is a bound above all values. */
  6: optional ArrayPage max_is_exact
  /** How many values are NaN. */
  7: optional ArrayPage nan_counts
}

/** Where the `ColumnStatistics` lie. */
struct RowGroupStatisticsModule {
  /** Where each of them begins, and where the last one ends. A column whose two offsets are equal has none. */
  1: required ArrayPage column_offsets
}

/** Where the pages of one chunk lie; positions are data pages. */
struct OffsetIndexChunk {
  /** The offset of the page. */
  1: required ArrayPage offsets
  /** Its bytes in the file, with the page header. */
  2: required ArrayPage compressed_page_sizes
  /** Its first row, counted in the row group. */
  3: required ArrayPage first_row_indexes
}

/** The statistics of the pages of one chunk; positions are data pages. Bounds are stored as in `ColumnStatistics`. */
struct ColumnIndexChunk {
  /** Whether the bounds ascend or descend. */
  1: required parquet.BoundaryOrder boundary_order
  /** Whether all values of the page are null. */
  2: required ArrayPage null_pages
  /** How many values are null. */
  3: optional ArrayPage null_counts
  /** The bytes that the minimum and the maximum both begin with. */
  4: optional ArrayPage minmax_prefixes
  /** The rest of the minimum. */
  5: optional ArrayPage min_suffixes
  /** The rest of the maximum. */
  6: optional ArrayPage max_suffixes
  /** 1 if the minimum is a value of the page. */
  7: optional ArrayPage min_is_exact
  /** 1 if the maximum is a value of the page. */
  8: optional ArrayPage max_is_exact
  /** How many values are NaN. */
  9: optional ArrayPage nan_counts
}

/** Where the `OffsetIndexChunk`s, or the `ColumnIndexChunk`s, lie: one struct a chunk, those of one column together. */
struct PageIndexModule {
  /** Where each of them begins, and where the last one ends. A chunk whose two offsets are equal has none. */
  1: required ArrayPage chunk_offsets
}

/** What the file says of itself, in the structs of parquet.thrift. */
struct FileMetadataModule {
  /** The writer. */
  1: optional string created_by
  /** The key-value pairs. */
  2: optional list<parquet.KeyValue> key_value_metadata
}

/** From names to columns, without a look at all elements of the schema. */
struct SchemaIndexModule {
  /**
   * A hash table from the path of a leaf to its column. The key is FNV-1a-64 over the names of the
   * path without the root, ASCII letters in lower case, a NUL byte between two. The number of slots
   * is a power of two; the search begins at the hash modulo that number and goes up, around the end.
   * Zero is an empty slot. The low bits are the column plus 1, those above them the top bits of the hash.
   */
  1: required ArrayPage hash_table
  /** How many top bits of the hash each slot repeats. */
  2: required i8 discriminator_bits
  /** How many low bits of a slot hold the column plus 1. */
  3: required i8 ordinal_bits
  /** Where each element begins, counted from the start of the bytes of `SchemaModule`. */
  4: required ArrayPage element_offsets
  /** The element of each column. Absent if the schema is flat: column `n` is element `n + 1`. */
  5: optional ArrayPage leaf_element_indexes
  /** The parent of each element; that of the root and of its children is 0. Absent if the schema is flat. */
  6: optional ArrayPage parent_ordinals
  /** Whether a name has a byte above 0x7F. */
  7: required bool has_non_ascii_names
}

/** The modules. A reader passes over kinds that it does not know. */
enum ModuleKind {
  /** `SchemaModule`, which every footer has. */
  SCHEMA = 0
  /** `PlacementModule`, which every footer has. */
  PLACEMENT = 1
  /** `RowGroupStatisticsModule`. */
  ROW_GROUP_STATISTICS = 2
  /** `PageIndexModule` over `OffsetIndexChunk`s. */
  OFFSET_INDEX = 3
  /** `PageIndexModule` over `ColumnIndexChunk`s. */
  COLUMN_INDEX = 4
  /** `FileMetadataModule`. */
  FILE_METADATA = 5
  /** `SchemaIndexModule`. */
  SCHEMA_INDEX = 6
}

/** One module, and where it is. */
struct ModuleDirectoryEntry {
  /** What it is. */
  1: required ModuleKind kind
  /** Where it is. */
  2: required ModuleLocation location
}

/** The root, which every reader reads. */
struct ModularFooter {
  /** The version of the layout. */
  1: required i32 version
  /** The number of row groups. */
  2: required i32 num_row_groups
  /** The number of leaves of the schema. */
  3: required i32 num_columns
  /** The rows of the file. */
  4: required i64 num_rows
  /** The rows of each row group. */
  5: required list<i64> row_group_num_rows
  /** The modules of this file. */
  6: required list<ModuleDirectoryEntry> modules
}
