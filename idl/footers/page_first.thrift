/**
 * The page-first modular footer: a map of all regions of the file, and everything else named by the
 * ordinal of its region. A region is a page with its header, a module, or a struct that a module
 * names. The documentation is Inlay's own.
 *
 * A file ends in where the region map begins (i64), where the root begins (i64), and `PMF1`. The
 * modules for the schema, its index and the file's own metadata are those of page_first_modules.thrift.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
include "page_first_modules.thrift"

/** How the offsets of regions are stored. */
enum RegionOffsetEncoding {
  /** As the encoding of this name in Parquet: blocks of 128 values, four miniblocks in each. */
  DELTA_BINARY_PACKED = 2
}

/** The offsets of regions. */
struct RegionOffsetArray {
  /** The number of offsets. */
  1: required i32 num_values
  /** Their bytes. */
  2: required binary values
  /** How they are to be read. */
  3: required RegionOffsetEncoding encoding
}

/** Where regions begin. */
struct RegionMap {
  /** Where each region begins, and where the last one ends: offsets in the file, each above the one before. */
  1: required RegionOffsetArray region_offsets
}

/**
 * The data pages of one column, those of all row groups in their order. A binary is a byte with the
 * bits of a value, and a value for each page, bit-packed with the lowest bit first; `codecs` alone
 * is encoded as DELTA_BINARY_PACKED.
 */
struct ColumnDataPages {
  /** The number of data pages; 0 if all values of the column are null. */
  1: required i32 num_data_pages
  /** The region of each page. */
  2: required binary region_ordinals
  /** The first row of each page, counted in the file. */
  3: required binary first_row_indexes
  /** Whether all data pages are encoded with a dictionary. */
  4: required bool is_fully_dictionary_encoded
  /** The number of the `CompressionCodec` of each page. */
  5: required binary codecs
  /** The region of the dictionary page plus 1, or 0 for none. */
  6: required binary dictionary_regions
  /** The values of each page, nulls included. */
  7: required binary num_values
  /** The bytes of each page without compression, with its header. */
  8: required binary total_uncompressed_sizes
}

/** Where the `ColumnDataPages` are. */
struct PageDirectory {
  /** The region of each column's. */
  1: required page_first_modules.EncodedArray column_data_page_regions
}

/** The statistics of one column; positions are ranges of rows, which together are all rows. */
struct ColumnRangeStatistics {
  /** The first row of each range, as DELTA_BINARY_PACKED; the first is 0. */
  1: required binary range_start_rows
  /** How many values are null. */
  3: optional page_first_modules.EncodedArray null_counts
  /** The bytes that the minimum and the maximum both begin with. */
  4: optional page_first_modules.EncodedArray minmax_prefixes
  /** The rest of the minimum. */
  5: optional page_first_modules.EncodedArray min_suffixes
  /** The rest of the maximum. */
  6: optional page_first_modules.EncodedArray max_suffixes
  /** 1 if the minimum is a value of the range. */
  7: optional page_first_modules.EncodedArray min_is_exact
  /** 1 if the maximum is a value of the range. */
  8: optional page_first_modules.EncodedArray max_is_exact
  /** How many values are NaN. */
  9: optional page_first_modules.EncodedArray nan_counts
}

/** Where the `ColumnRangeStatistics` are. */
struct ColumnRangeStatisticsDirectory {
  /** The region of each column's; columns without statistics are absent. */
  1: required page_first_modules.EncodedArray column_statistics_regions
}

/** The modules. */
enum ModuleKind {
  /** `SchemaModule`. */
  SCHEMA = 0
  /** `PageDirectory`. */
  PAGE_DIRECTORY = 1
  /** `ColumnRangeStatisticsDirectory`. */
  COLUMN_RANGE_STATISTICS = 4
  /** `FileMetadataModule`. */
  FILE_METADATA = 6
  /** `SchemaIndexModule`. */
  SCHEMA_INDEX = 7
}

/** One module, and where it is. */
struct ModuleDirectoryEntry {
  /** What it is. */
  1: required ModuleKind kind
  /** The region that it fills. */
  2: required i64 region_ordinal
}

/** The root, which every reader reads beside the region map. */
struct PageFirstModularFooter {
  /** The version of the layout. */
  1: required i32 version
  /** The number of leaves of the schema. */
  2: required i32 num_columns
  /** The rows of the file. */
  3: required i64 num_rows
  /** The modules of this file. */
  4: required list<ModuleDirectoryEntry> modules
}
