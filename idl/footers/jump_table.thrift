/**
 * An index beside the Thrift footer ("jump table"): FileMetaData stays as it is, and this says where
 * in its bytes each column chunk and each element of the schema begins. A reader without knowledge
 * of it reads the file as before. The documentation is Inlay's own.
 *
 * The proposal points to the index from a field that parquet.thrift does not have yet,
 * `FileMetaData 10: optional binary footer_index_pointer`, which it wants written before all other
 * fields: a version byte (1 as it is, 2 compressed with zstd, 3 with LZ4_RAW), and then three
 * little-endian i64: where the index begins in the file, its length there, and the length of
 * FileMetaData. Inlay reads that, and writes the index as an extension of FileMetaData.
 *
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * A hash table from the path of an element to its ordinal, groups included. The key is FNV-1a-64
 * over the names of the path without the root, ASCII letters in lower case, a NUL byte between two.
 *
 * A slot is `table.length / num_slots` bytes, little-endian. Its low bits are the ordinal of the
 * element plus 1, its top `discriminator_bits` are those of the hash; zero is an empty slot. A match
 * is a hint: the names of the element and of its ancestors decide.
 */
struct NameHashTable {
  /** The number of slots. */
  1: required i32 num_slots
  /** How many top bits of the hash each slot repeats; 0 if absent. */
  2: optional i32 discriminator_bits
  /** The slots, one after another. */
  3: required binary table
}

/** No element of the schema has a `field_id`. */
struct NoFieldIds {}

/** The `field_id` of every leaf is its column ordinal. */
struct FieldIdIsColumnOrdinal {}

/** How the `field_id`s of leaves map to column ordinals. */
union FieldIdMapping {
  /** There are no ids to look for. */
  1: NoFieldIds none
  /** Ids are ordinals. */
  2: FieldIdIsColumnOrdinal identity
  /** The ordinal of each id. */
  3: map<i32, i32> explicit
}

/** Where each element of the schema begins, and how many children it has: depth first, the root first. */
struct SchemaLayout {
  /** The number of elements, the root included. */
  1: required i32 num_schema_elements
  /**
   * One little-endian offset an element, counted from the start of FileMetaData, each
   * `offsets.length / num_schema_elements` bytes wide.
   */
  2: required binary offsets
  /**
   * The number of children of each element, packed as the offsets are. Absent if the schema is flat:
   * all elements but the root are leaves, and element `n + 1` is column `n`.
   */
  3: optional binary num_children
  /** From paths to ordinals of elements. */
  4: optional NameHashTable name_hash_table
  /** From `field_id`s to columns. */
  5: optional FieldIdMapping field_id_mapping
  /** Whether a name has a byte above 0x7F. */
  6: optional bool has_non_ascii_names
}

/** The index: where the parts of one FileMetaData begin. All offsets count from its first byte. */
struct FileMetadataFooterIndex {
  /** The number of leaves of the schema. */
  1: required i32 num_leaf_columns
  /** The number of row groups. */
  2: required i32 num_row_groups
  /**
   * For each row group `num_leaf_columns + 1` little-endian offsets: where each ColumnChunk begins,
   * and where the last one ends. All have the same width in whole bytes, which is the length divided
   * by the number of offsets.
   */
  3: required binary column_chunk_offsets
  /** Where the fields of FileMetaData begin that are there, by their ids. */
  4: optional map<i16, i64> field_offsets
  /** Where the elements of the schema begin. */
  5: optional SchemaLayout schema_layout
}
