/**
 * The metadata of Apache Parquet files as Thrift structures: footers, page headers, page indexes,
 * Bloom filter headers and encryption metadata, all serialized with the compact protocol. This file
 * was written for Inlay from the format's definitions as of release 2.14.0: names, ids, types,
 * requiredness and defaults are the format's, the documentation is Inlay's own. The
 * `parquet.thrift` of apache/parquet-format can be dropped in its place.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
namespace cpp parquet
namespace java org.apache.parquet.format

/**
 * How the values of a leaf column are stored. There are few physical types on purpose: what the
 * bytes mean (text, a date, a small integer) is said by `LogicalType`, and how they are laid out by
 * `Encoding`. A column of an unknown type cannot be read.
 */
enum Type {
  /** True or false; one bit per value in `PLAIN` encoding. */
  BOOLEAN = 0
  /** 32-bit integer in two's complement; narrower integers are stored in it as well. */
  INT32 = 1
  /** 64-bit integer in two's complement. */
  INT64 = 2
  /**
   * Deprecated 12-byte timestamp: 8 bytes with the nanoseconds of the day, then 4 bytes with the
   * Julian day, both little-endian. New files use `INT64` with the `TIMESTAMP` logical type.
   */
  INT96 = 3
  /** 32-bit IEEE 754 floating-point number. */
  FLOAT = 4
  /** 64-bit IEEE 754 floating-point number. */
  DOUBLE = 5
  /** A string of bytes, each value with a length of its own. */
  BYTE_ARRAY = 6
  /** A string of bytes whose length, the same for all values, is `SchemaElement.type_length`. */
  FIXED_LEN_BYTE_ARRAY = 7
}

/**
 * Deprecated: the former way to say what a column means, replaced by `LogicalType` and closed to
 * new members. Writers still set the equivalent member beside a logical type so that old readers
 * understand the column; readers prefer the logical type where both are present.
 */
enum ConvertedType {
  /** `BYTE_ARRAY` that holds UTF-8 text; now `STRING`. */
  UTF8 = 0
  /** Group with one repeated group of key and value inside; now `MAP`. */
  MAP = 1
  /**
   * The repeated key and value group inside a `MAP`. On a group that no `MAP` group contains, old
   * writers meant `MAP` itself, and readers treat it so.
   */
  MAP_KEY_VALUE = 2
  /** Group with one repeated field inside that holds the elements; now `LIST`. */
  LIST = 3
  /** `BYTE_ARRAY` that holds the UTF-8 name of an enumeration's member; now `ENUM`. */
  ENUM = 4
  /**
   * Decimal number: an unscaled integer times 10 to the power of minus `scale`, with `scale` and
   * `precision` taken from the `SchemaElement`. In byte arrays the integer is big-endian two's
   * complement. Now `DECIMAL`.
   */
  DECIMAL = 5
  /** `INT32` with the days since 1970-01-01, negative before it; now `DATE`. */
  DATE = 6
  /** `INT32` with the milliseconds since midnight, UTC; now `TIME`. */
  TIME_MILLIS = 7
  /** `INT64` with the microseconds since midnight, UTC; now `TIME`. */
  TIME_MICROS = 8
  /** `INT64` with the milliseconds since 1970-01-01 00:00 UTC; now `TIMESTAMP`. */
  TIMESTAMP_MILLIS = 9
  /** `INT64` with the microseconds since 1970-01-01 00:00 UTC; now `TIMESTAMP`. */
  TIMESTAMP_MICROS = 10
  /** Unsigned 8-bit integer stored as `INT32`; now `INTEGER`. */
  UINT_8 = 11
  /** Unsigned 16-bit integer stored as `INT32`; now `INTEGER`. */
  UINT_16 = 12
  /** Unsigned 32-bit integer in the bits of an `INT32`; now `INTEGER`. */
  UINT_32 = 13
  /** Unsigned 64-bit integer in the bits of an `INT64`; now `INTEGER`. */
  UINT_64 = 14
  /** Signed 8-bit integer stored as `INT32`; now `INTEGER`. */
  INT_8 = 15
  /** Signed 16-bit integer stored as `INT32`; now `INTEGER`. */
  INT_16 = 16
  /** Signed 32-bit integer, which is what a plain `INT32` means too; now `INTEGER`. */
  INT_32 = 17
  /** Signed 64-bit integer, which is what a plain `INT64` means too; now `INTEGER`. */
  INT_64 = 18
  /** `BYTE_ARRAY` that holds a JSON document in UTF-8; now `JSON`. */
  JSON = 19
  /** `BYTE_ARRAY` that holds a BSON document; now `BSON`. */
  BSON = 20
  /**
   * `FIXED_LEN_BYTE_ARRAY` of 12 bytes: months, days and milliseconds, each an unsigned
   * little-endian 32-bit integer and independent of the others. It has no sort order, hence no
   * minimum and maximum, and no logical type replaces it yet.
   */
  INTERVAL = 21
}

/**
 * How often a field occurs inside its parent. Optional and repeated ancestors give a leaf its
 * maximum definition level, repeated ones its maximum repetition level (the leaf itself counted).
 */
enum FieldRepetitionType {
  /** Exactly once: never null. */
  REQUIRED = 0
  /** Once or not at all: null where it is missing. */
  OPTIONAL = 1
  /** Any number of times, none included. */
  REPEATED = 2
}

/**
 * What helps to estimate how much memory a column needs once it is decoded: the size of its byte
 * arrays and how often each level occurs. The histograms also tell how many nulls and list elements
 * there are at each level of nesting.
 */
struct SizeStatistics {
  /**
   * Bytes in all non-null values together, as if none were encoded or compressed, without any
   * length prefixes; a value that a dictionary holds once counts at each use. Only set for
   * `BYTE_ARRAY` columns.
   */
  1: optional i64 unencoded_byte_array_data_bytes
  /**
   * Element `n` counts the values with repetition level `n`, so there are as many elements as the
   * maximum repetition level plus 1. It says nothing new, and may be absent, where that maximum is
   * 0.
   */
  2: optional list<i64> repetition_level_histogram
  /**
   * Element `n` counts the values with definition level `n`, so there are as many elements as the
   * maximum definition level plus 1. It may be absent where that maximum is 0, or 1, since the
   * number of nulls says the same.
   */
  3: optional list<i64> definition_level_histogram
}

/**
 * The box that encloses every geometry of a column chunk, in the units of the coordinate reference
 * system. X is always longitude or easting and Y latitude or northing, whatever axis order that
 * system declares. Null and NaN coordinates do not count; without any X or any Y there is no box.
 */
struct BoundingBox {
  /**
   * Westernmost X. It may be greater than `xmax`: the box then crosses the antimeridian, and X lies
   * in it if `x >= xmin` or `x <= xmax`.
   */
  1: required double xmin
  /** Easternmost X, which is less than `xmin` in a box that crosses the antimeridian. */
  2: required double xmax
  /** Southernmost Y; never greater than `ymax`. */
  3: required double ymin
  /** Northernmost Y. */
  4: required double ymax
  /** Least Z, usually a height; absent if no geometry has Z values. */
  5: optional double zmin
  /** Greatest Z; present together with `zmin`. */
  6: optional double zmax
  /** Least M, a measure such as a milepost or a time; absent if no geometry has M values. */
  7: optional double mmin
  /** Greatest M; present together with `mmin`. */
  8: optional double mmax
}

/**
 * Statistics of a `GEOMETRY` or `GEOGRAPHY` column chunk. They take the place of minimum and
 * maximum, which are not defined for these types.
 */
struct GeospatialStatistics {
  /**
   * What encloses all geometries of the chunk; absent if it is not known or there is nothing in it.
   */
  1: optional BoundingBox bbox
  /**
   * The kinds of geometry that occur, each once, as ISO WKB codes: 1 for a point up to 7 for a
   * collection, plus 1000 with Z, 2000 with M, 3000 with both. An empty list means not known.
   */
  2: optional list<i32> geospatial_types
}

/**
 * Statistics of the values of a column chunk or a page. Everything is optional, and what is absent
 * is not known: it must never be taken for zero. Minimum and maximum are in `PLAIN` encoding,
 * except that a `BYTE_ARRAY` has no length prefix.
 */
struct Statistics {
  /**
   * Deprecated by `max_value`: the maximum by signed comparison, whatever the column's order.
   * Readers use it only for columns whose order is signed.
   */
  1: optional binary max
  /**
   * Deprecated by `min_value`: the minimum by signed comparison, whatever the column's order.
   * Readers use it only for columns whose order is signed.
   */
  2: optional binary min
  /** Number of nulls. Writers should set it even where it is 0; absent means not known. */
  3: optional i64 null_count
  /** Number of different values. */
  4: optional i64 distinct_count
  /**
   * An upper bound in the order that `FileMetaData.column_orders` gives; without that list it means
   * nothing. It may be greater than every value, for instance a long string cut short and its last
   * character raised, but it has to be a valid value of the column's type.
   */
  5: optional binary max_value
  /**
   * A lower bound in the order that `FileMetaData.column_orders` gives; without that list it means
   * nothing. It may be less than every value, for instance a long string cut short, but it has to
   * be a valid value of the column's type.
   */
  6: optional binary min_value
  /** True if `max_value` is a value that occurs; if absent, it may be only a bound. */
  7: optional bool is_max_value_exact
  /** True if `min_value` is a value that occurs; if absent, it may be only a bound. */
  8: optional bool is_min_value_exact
  /**
   * Number of NaNs, only for `FLOAT`, `DOUBLE` and `FLOAT16` columns. If absent, any number of
   * values may be NaN.
   */
  9: optional i64 nan_count
}

/** Annotates a `BYTE_ARRAY` that holds UTF-8 text. */
struct StringType {}

/** Annotates a `FIXED_LEN_BYTE_ARRAY` of 16 bytes: a UUID, most significant byte first. */
struct UUIDType {}

/**
 * Annotates a group that is a map: it has one repeated group as its only child, which has a
 * required key first and usually a value second.
 */
struct MapType {}

/**
 * Annotates a group that is a list: it has one repeated group as its only child, which has the
 * element as its only child. Older files use other shapes, for which the format has compatibility
 * rules.
 */
struct ListType {}

/** Annotates a `BYTE_ARRAY` that holds the name of an enumeration's member in UTF-8. */
struct EnumType {}

/** Annotates an `INT32` that counts days since 1970-01-01, negative before it. */
struct DateType {}

/**
 * Annotates a `FIXED_LEN_BYTE_ARRAY` of 2 bytes: an IEEE 754 half-precision number, little-endian.
 */
struct Float16Type {}

/**
 * Annotates a column of any physical type in which every value is null, typically because the true
 * type was not known when the file was written.
 */
struct NullType {}

/**
 * Annotates a decimal number: a signed integer divided by 10 to the power of `scale`. It is an
 * `INT32` (up to 9 digits), an `INT64` (up to 18), or a byte array with the integer in big-endian
 * two's complement. For old readers, scale and precision are repeated on the `SchemaElement`.
 */
struct DecimalType {
  /** Digits after the decimal point: from 0 to `precision`. */
  1: required i32 scale
  /** Decimal digits in total, at least 1; the physical type has to be wide enough for them. */
  2: required i32 precision
}

/** Marks the unit millisecond. */
struct MilliSeconds {}

/** Marks the unit microsecond. */
struct MicroSeconds {}

/** Marks the unit nanosecond. */
struct NanoSeconds {}

/**
 * The unit in which a time or timestamp counts. A unit that a reader does not know makes the
 * column's type unsupported; it does not make the file damaged.
 */
union TimeUnit {
  /** Thousandths of a second. */
  1: MilliSeconds MILLIS
  /** Millionths of a second. */
  2: MicroSeconds MICROS
  /** Billionths of a second; no converted type exists for it. */
  3: NanoSeconds NANOS
}

/** Annotates an `INT64` that counts units since the start of 1970-01-01, negative before it. */
struct TimestampType {
  /**
   * True: counted from midnight UTC, a value is an instant. False: a value is what a calendar and a
   * clock on a wall show, in no particular time zone.
   */
  1: required bool isAdjustedToUTC
  /** What is counted. */
  2: required TimeUnit unit
}

/**
 * Annotates a time of day, counted from midnight: `INT32` for milliseconds, `INT64` for finer
 * units.
 */
struct TimeType {
  /**
   * True: a time of day in UTC. False: what a clock on a wall shows, in no particular time zone.
   */
  1: required bool isAdjustedToUTC
  /** What is counted. */
  2: required TimeUnit unit
}

/** Annotates an integer that is narrower than its physical type, or unsigned. */
struct IntType {
  /** 8, 16 or 32, stored as `INT32`, or 64, stored as `INT64`. */
  1: required i8 bitWidth
  /**
   * False for an unsigned integer: its bits are kept in the signed physical type, and it is
   * compared as an unsigned number.
   */
  2: required bool isSigned
}

/** Annotates a `BYTE_ARRAY` that holds a JSON document in UTF-8. */
struct JsonType {}

/** Annotates a `BYTE_ARRAY` that holds a BSON document. */
struct BsonType {}

/**
 * Annotates a group that holds a value of the Variant type: a `metadata` column with names, a
 * `value` column with the encoded value and, if the value is shredded, a `typed_value` field.
 */
struct VariantType {
  /** Which version of the Variant encoding the writer followed; the first is 1. */
  1: optional i8 specification_version
}

/** The line that joins two points of a `GEOGRAPHY` on the surface of the Earth. */
enum EdgeInterpolationAlgorithm {
  /** The shortest line on a sphere. */
  SPHERICAL = 0
  /** A geodesic on the ellipsoid, by Vincenty's formulae. */
  VINCENTY = 1
  /** A geodesic on the ellipsoid, by Thomas's approximation of 1970. */
  THOMAS = 2
  /** A geodesic on the ellipsoid, by the Andoyer method that Thomas described in 1965. */
  ANDOYER = 3
  /** A geodesic on the ellipsoid, by Karney's algorithm of 2013, as in GeographicLib. */
  KARNEY = 4
}

/**
 * Annotates a `BYTE_ARRAY` that holds a geometry as ISO WKB, with straight edges on a plane.
 * Coordinates are in the order X, Y whatever the coordinate reference system says.
 */
struct GeometryType {
  /**
   * The coordinate reference system: `authority:code`, `srid:number`, PROJJSON itself, or
   * `projjson:key` for PROJJSON in the file's key-value metadata. Absent means `OGC:CRS84`, which
   * is longitude and latitude in degrees on WGS 84.
   */
  1: optional string crs
}

/**
 * Annotates a `BYTE_ARRAY` that holds a geometry as ISO WKB, with edges that follow the surface of
 * the Earth. X is a longitude from -180 to 180, Y a latitude from -90 to 90.
 */
struct GeographyType {
  /** The coordinate reference system, a geographic one; absent means `OGC:CRS84`. */
  1: optional string crs
  /** How points are joined; absent means `SPHERICAL`. */
  2: optional EdgeInterpolationAlgorithm algorithm
}

/**
 * Annotates a group that refers to bytes, in another file or in the group itself. Its members, all
 * optional and found by name, are `uri`, `offset`, `size`, `content_type`, `checksum` and `inline`.
 * `offset` and `size` count in the file that `uri` names; no value refers to its own file.
 */
struct FileType {}

/**
 * What the values of a schema element mean. A reader that does not know the variant, or finds it on
 * a physical type it cannot annotate, reads the physical type and ignores the column's statistics.
 * For old readers, writers set the equivalent `ConvertedType` as well, where there is one. Id 9 is
 * kept free for intervals.
 */
union LogicalType {
  /** UTF-8 text; converted type `UTF8`. */
  1: StringType STRING
  /** A map; converted type `MAP`. */
  2: MapType MAP
  /** A list; converted type `LIST`. */
  3: ListType LIST
  /** A member of an enumeration, by name; converted type `ENUM`. */
  4: EnumType ENUM
  /** A decimal number; converted type `DECIMAL`. */
  5: DecimalType DECIMAL
  /** A calendar date; converted type `DATE`. */
  6: DateType DATE
  /**
   * A time of day; converted type `TIME_MILLIS` or `TIME_MICROS`, for local times too, none for
   * nanoseconds.
   */
  7: TimeType TIME
  /**
   * A date and time; converted type `TIMESTAMP_MILLIS` or `TIMESTAMP_MICROS`, for local times too,
   * none for nanoseconds.
   */
  8: TimestampType TIMESTAMP
  /** An integer of a given width; converted types `INT_8` to `INT_64` and `UINT_8` to `UINT_64`. */
  10: IntType INTEGER
  /** Always null; no converted type. */
  11: NullType UNKNOWN
  /** A JSON document; converted type `JSON`. */
  12: JsonType JSON
  /** A BSON document; converted type `BSON`. */
  13: BsonType BSON
  /** A UUID; no converted type. */
  14: UUIDType UUID
  /** A half-precision floating-point number; no converted type. */
  15: Float16Type FLOAT16
  /** A value of the Variant type; no converted type. */
  16: VariantType VARIANT
  /** A geometry on a plane; no converted type. */
  17: GeometryType GEOMETRY
  /** A geometry on the Earth; no converted type. */
  18: GeographyType GEOGRAPHY
  /** A reference to a file or a part of one; no converted type. */
  19: FileType FILE
}

/**
 * One node of the schema tree: a leaf has `type` and no `num_children`, a group the reverse. The
 * tree is stored as a list, each node before its children, and the first node is the root.
 */
struct SchemaElement {
  /** Physical type of a leaf; absent on a group. */
  1: optional Type type
  /**
   * Bytes per value of a `FIXED_LEN_BYTE_ARRAY`, required there. For other types it was meant as a
   * hint at the greatest number of bits in use; readers ignore it.
   */
  2: optional i32 type_length
  /** How often the field occurs. Every node has it except the root, where it means nothing. */
  3: optional FieldRepetitionType repetition_type
  /**
   * Name of the field, which is one step of `ColumnMetaData.path_in_schema`; the root's is not
   * used.
   */
  4: required string name
  /** Number of direct children of a group; absent on a leaf. */
  5: optional i32 num_children
  /**
   * Deprecated by `logicalType`; writers still set it for old readers where an equivalent exists.
   */
  6: optional ConvertedType converted_type
  /** Deprecated by `DecimalType.scale`; still set beside it. */
  7: optional i32 scale
  /** Deprecated by `DecimalType.precision`; still set beside it. */
  8: optional i32 precision
  /**
   * The identity of the field in the schema it came from, as table formats use to track renames.
   */
  9: optional i32 field_id
  /** What the values mean; it takes precedence over `converted_type`. */
  10: optional LogicalType logicalType
}

/**
 * How values or levels become bytes. Not every encoding suits every type. A reader that meets an
 * encoding it does not know cannot read the pages that use it, but can read the rest of the file.
 * Id 1 was given to an encoding that was never used.
 */
enum Encoding {
  /**
   * Values one after the other: little-endian numbers, bits for `BOOLEAN` from the lowest up, a
   * 4-byte length before each `BYTE_ARRAY`, bare bytes for `FIXED_LEN_BYTE_ARRAY`.
   */
  PLAIN = 0
  /** Deprecated: written for `PLAIN` on dictionary pages and for `RLE_DICTIONARY` on data pages. */
  PLAIN_DICTIONARY = 2
  /**
   * Hybrid of run lengths and bit packing, for levels and `BOOLEAN` values. A 4-byte length comes
   * first, except with the levels of a version 2 data page.
   */
  RLE = 3
  /**
   * Deprecated by `RLE`: levels packed from the highest bit down, without run lengths or a length.
   */
  BIT_PACKED = 4
  /** Differences of successive integers, packed by block, for `INT32` and `INT64`. */
  DELTA_BINARY_PACKED = 5
  /** The lengths of `BYTE_ARRAY` values in `DELTA_BINARY_PACKED`, then all their bytes. */
  DELTA_LENGTH_BYTE_ARRAY = 6
  /**
   * For each byte array, how many bytes it shares with the one before in `DELTA_BINARY_PACKED`,
   * then the remainders in `DELTA_LENGTH_BYTE_ARRAY`.
   */
  DELTA_BYTE_ARRAY = 7
  /** Indexes into the dictionary page: a byte with their bit width, then the hybrid of `RLE`. */
  RLE_DICTIONARY = 8
  /**
   * The first bytes of all values, then all second bytes, and so on, which compresses better. For
   * `FLOAT` and `DOUBLE`; since 2.11 for `INT32`, `INT64` and `FIXED_LEN_BYTE_ARRAY` too.
   */
  BYTE_STREAM_SPLIT = 9
  /**
   * Adaptive lossless compression of `FLOAT` and `DOUBLE`: decimal scaling turns values into
   * integers, which are packed, and what it cannot turn is kept apart as exceptions. A preview in
   * August 2026, to be written only for readers known to support it.
   */
  ALP = 10
}

/**
 * How the bytes of pages are compressed. A reader without the codec of a column chunk cannot read
 * that chunk, but can read the metadata and the other chunks.
 */
enum CompressionCodec {
  /** Stored as they are. */
  UNCOMPRESSED = 0
  /** Raw Snappy blocks, without Snappy's framing. */
  SNAPPY = 1
  /** The gzip format of RFC 1952, not zlib or bare deflate; best written as a single member. */
  GZIP = 2
  /** As the LZO library does; rarely supported. */
  LZO = 3
  /** The format of RFC 7932; since 2.4. */
  BROTLI = 4
  /**
   * Deprecated by `LZ4_RAW`: LZ4 in the undocumented framing of Hadoop, with variants; since 2.4.
   */
  LZ4 = 5
  /** The Zstandard format of RFC 8878; since 2.4. */
  ZSTD = 6
  /** Bare LZ4 blocks, without any framing; since 2.9. */
  LZ4_RAW = 7
}

/**
 * What a page holds. Pages of further types may come, and are meant to be skipped by old readers.
 */
enum PageType {
  /** Levels and values, compressed as a whole. */
  DATA_PAGE = 0
  /** Set aside and never specified; readers skip it. */
  INDEX_PAGE = 1
  /** The values that dictionary-encoded data pages of the same chunk refer to. */
  DICTIONARY_PAGE = 2
  /** Levels outside the compressed part, then values. */
  DATA_PAGE_V2 = 3
}

/**
 * Whether the bounds in a `ColumnIndex` are sorted, so that a reader may search them by bisection.
 * Pages with only nulls are left out of account.
 */
enum BoundaryOrder {
  /** Not sorted, or not known to be. */
  UNORDERED = 0
  /** Neither `min_values` nor `max_values` ever decreases. */
  ASCENDING = 1
  /** Neither `min_values` nor `max_values` ever increases. */
  DESCENDING = 2
}

/**
 * Header of a version 1 data page. What follows it is compressed as a whole: repetition levels,
 * definition levels, values; levels whose maximum is 0 are left out.
 */
struct DataPageHeader {
  /**
   * Number of values, nulls included, which is also the number of levels of each kind. Without an
   * offset index a row may continue on the next page.
   */
  1: required i32 num_values
  /** Encoding of the values. */
  2: required Encoding encoding
  /** Encoding of the definition levels: `RLE`, or `BIT_PACKED` in old files. */
  3: required Encoding definition_level_encoding
  /** Encoding of the repetition levels: `RLE`, or `BIT_PACKED` in old files. */
  4: required Encoding repetition_level_encoding
  /** Statistics of this page alone; readers that use the `ColumnIndex` have no need of them. */
  5: optional Statistics statistics
}

/** Header of an index page, a type of page that was never specified. */
struct IndexPageHeader {}

/**
 * Header of the dictionary page, of which a column chunk has at most one, before all its data
 * pages. Its values are compressed with the chunk's codec.
 */
struct DictionaryPageHeader {
  /** How many values the dictionary has. */
  1: required i32 num_values
  /** Encoding of the dictionary's values: `PLAIN`, or `PLAIN_DICTIONARY` with the same meaning. */
  2: required Encoding encoding
  /** True if the values are in ascending order; absent means not known. */
  3: optional bool is_sorted
}

/**
 * Header of a version 2 data page. What follows it is repetition levels, definition levels, values,
 * and only the values are compressed, so levels can be read without decompression. Levels are in
 * `RLE` without a length prefix.
 */
struct DataPageHeaderV2 {
  /** Number of values, nulls included. */
  1: required i32 num_values
  /** Number of nulls; the page stores `num_values` less this many values. */
  2: required i32 num_nulls
  /** Number of rows; a version 2 page always starts and ends between rows. */
  3: required i32 num_rows
  /** Encoding of the values. */
  4: required Encoding encoding
  /** Bytes of definition levels, which follow the repetition levels; 0 if there are none. */
  5: required i32 definition_levels_byte_length
  /** Bytes of repetition levels, which come first; 0 if there are none. */
  6: required i32 repetition_levels_byte_length
  /**
   * False if the values are stored uncompressed whatever the chunk's codec is; absent means true.
   */
  7: optional bool is_compressed = true
  /** Statistics of this page alone; readers that use the `ColumnIndex` have no need of them. */
  8: optional Statistics statistics
}

/**
 * Marks a Bloom filter made of 256-bit blocks: a value sets one bit in each of a block's 8 words.
 */
struct SplitBlockAlgorithm {}

/**
 * How a Bloom filter sets bits. A reader that does not know the variant does without the filter.
 */
union BloomFilterAlgorithm {
  /** The split-block algorithm, the only one so far. */
  1: SplitBlockAlgorithm BLOCK
}

/** Marks the 64-bit variant of xxHash with seed 0. */
struct XxHash {}

/**
 * The function that hashes values for a Bloom filter. Its input is a value in `PLAIN` encoding, a
 * `BYTE_ARRAY` without its length. A reader that does not know the variant does without the filter.
 */
union BloomFilterHash {
  /** xxHash, the only one so far. */
  1: XxHash XXHASH
}

/** Marks a bitset that is stored as it is. */
struct Uncompressed {}

/**
 * How a Bloom filter is compressed. A reader that does not know the variant does without the
 * filter.
 */
union BloomFilterCompression {
  /** Not at all, which is the only choice so far. */
  1: Uncompressed UNCOMPRESSED
}

/** What stands before the bitset of a Bloom filter, at `ColumnMetaData.bloom_filter_offset`. */
struct BloomFilterHeader {
  /** Bytes of the bitset, which follows this header; a multiple of 32 for split blocks. */
  1: required i32 numBytes
  /** How bits are set. */
  2: required BloomFilterAlgorithm algorithm
  /** How values are hashed. */
  3: required BloomFilterHash hash
  /** How the bitset is compressed. */
  4: required BloomFilterCompression compression
}

/**
 * What stands before each page. Of the four specific headers, the one that `type` names is present.
 * In an encrypted column chunk the header is encrypted too, apart from its page.
 */
struct PageHeader {
  /** Says which of the specific headers is set. */
  1: required PageType type
  /** Bytes of the page without compression and encryption; this header is not counted. */
  2: required i32 uncompressed_page_size
  /**
   * Bytes of the page in the file, compressed and possibly encrypted; this header is not counted,
   * the levels of a version 2 page are.
   */
  3: required i32 compressed_page_size
  /**
   * CRC-32, as gzip computes it, of the page's bytes as they are in the file, without this header;
   * its 32 bits are stored as a signed integer. Absent if the writer computes no checksums.
   */
  4: optional i32 crc
  /** Set if `type` is `DATA_PAGE`. */
  5: optional DataPageHeader data_page_header
  /** Set if `type` is `INDEX_PAGE`. */
  6: optional IndexPageHeader index_page_header
  /** Set if `type` is `DICTIONARY_PAGE`. */
  7: optional DictionaryPageHeader dictionary_page_header
  /** Set if `type` is `DATA_PAGE_V2`. */
  8: optional DataPageHeaderV2 data_page_header_v2
}

/** An entry of an application's own metadata. */
struct KeyValue {
  /** Name of the entry; `ARROW:schema` and `pandas` are well-known ones. */
  1: required string key
  /** Its text; binary contents have to be armored, usually in Base64. */
  2: optional string value
}

/** One of the columns by which the rows of a row group are sorted. */
struct SortingColumn {
  /** Position of the column in `RowGroup.columns`, from 0. */
  1: required i32 column_idx
  /** True if values decrease from row to row. */
  2: required bool descending
  /** True if nulls come before all values, false if after them. */
  3: required bool nulls_first
}

/** How many pages of a column chunk have a given type and encoding. */
struct PageEncodingStats {
  /** Type of the pages counted. */
  1: required PageType page_type
  /** Encoding of their values. */
  2: required Encoding encoding
  /** Number of such pages. */
  3: required i32 count
}

/**
 * What is in a column chunk and where. All offsets are bytes from the start of the file that holds
 * the pages. The chunk starts at its dictionary page, or at its first data page if it has none, and
 * is `total_compressed_size` long.
 */
struct ColumnMetaData {
  /** Physical type, the same as in the schema. */
  1: required Type type
  /**
   * Every encoding in use, for levels too; readers can tell from it whether they can read the
   * chunk.
   */
  2: required list<Encoding> encodings
  /** Names of the schema nodes from below the root down to the leaf. */
  3: required list<string> path_in_schema
  /** Codec of all pages. */
  4: required CompressionCodec codec
  /**
   * Number of values, nulls and empty lists included, so it differs from the number of rows where a
   * field is repeated.
   */
  5: required i64 num_values
  /** Bytes of all pages and page headers if the pages were not compressed. */
  6: required i64 total_uncompressed_size
  /** Bytes of all pages and page headers in the file, compressed and possibly encrypted. */
  7: required i64 total_compressed_size
  /** The application's own metadata about this chunk. */
  8: optional list<KeyValue> key_value_metadata
  /** Where the header of the first data page starts. */
  9: required i64 data_page_offset
  /** Where an index page would start; readers ignore it, since index pages were never specified. */
  10: optional i64 index_page_offset
  /**
   * Where the header of the dictionary page starts; absent if there is no such page. Some writers
   * leave it out, or set it to 0, even so: the chunk then starts at `data_page_offset`.
   */
  11: optional i64 dictionary_page_offset
  /** Statistics of the whole chunk. */
  12: optional Statistics statistics
  /**
   * Pages by type and encoding, which tells for instance whether all data pages use the dictionary.
   */
  13: optional list<PageEncodingStats> encoding_stats
  /** Where the header of the Bloom filter starts; absent if there is no filter. */
  14: optional i64 bloom_filter_offset
  /**
   * Bytes of the Bloom filter, header and bitset, so that one read fetches it. Files older than
   * 2.10 lack it: the size is then known once the header has been read.
   */
  15: optional i32 bloom_filter_length
  /** What the chunk takes in memory, and how its levels are distributed. */
  16: optional SizeStatistics size_statistics
  /** Statistics of a `GEOMETRY` or `GEOGRAPHY` column; absent on others. */
  17: optional GeospatialStatistics geospatial_statistics
}

/** Marks a column that is encrypted with the key of the footer. */
struct EncryptionWithFooterKey {}

/** Says that a column is encrypted with a key of its own, and how to find that key. */
struct EncryptionWithColumnKey {
  /** The column, as in `ColumnMetaData.path_in_schema`, which may itself be encrypted. */
  1: required list<string> path_in_schema
  /** What the key management needs to find the key; absent if the caller knows the key. */
  2: optional binary key_metadata
}

/** Which key a column is encrypted with. */
union ColumnCryptoMetaData {
  /** The footer's. */
  1: EncryptionWithFooterKey ENCRYPTION_WITH_FOOTER_KEY
  /** One of its own. */
  2: EncryptionWithColumnKey ENCRYPTION_WITH_COLUMN_KEY
}

/** One column of a row group: its metadata, and where its page index is. */
struct ColumnChunk {
  /**
   * The file that holds the pages, relative to this one; absent if it is this one. It is used in
   * summary files (`_metadata`), which gather the footers of many files, and nowhere else.
   */
  1: optional string file_path
  /**
   * Deprecated: writers disagreed about what it points at. Writers set it to 0, readers ignore it
   * and use the offsets in `meta_data`.
   */
  2: required i64 file_offset = 0
  /**
   * What is in the chunk. Readers rely on it, and it is absent only where the column has a key of
   * its own and the footer is encrypted as well.
   */
  3: optional ColumnMetaData meta_data
  /**
   * Where the `OffsetIndex` starts, in bytes from the start of the file; absent if there is none.
   */
  4: optional i64 offset_index_offset
  /** Bytes of the `OffsetIndex`. */
  5: optional i32 offset_index_length
  /**
   * Where the `ColumnIndex` starts, in bytes from the start of the file; absent if there is none. A
   * chunk with a column index has an offset index too.
   */
  6: optional i64 column_index_offset
  /** Bytes of the `ColumnIndex`. */
  7: optional i32 column_index_length
  /** Which key the column is encrypted with; absent if the column is not encrypted. */
  8: optional ColumnCryptoMetaData crypto_metadata
  /**
   * A serialized `ColumnMetaData`, encrypted with the column's key, where the footer does not
   * protect it: the column has a key of its own, or the footer is plaintext. In a plaintext footer,
   * `meta_data` is there as well, without the statistics.
   */
  9: optional binary encrypted_column_metadata
}

/** A horizontal slice of the table: some rows, all columns. */
struct RowGroup {
  /** One chunk for each leaf of the schema, in the order of the schema. */
  1: required list<ColumnChunk> columns
  /** Bytes of all column data if it were not compressed. */
  2: required i64 total_byte_size
  /** Number of rows. */
  3: required i64 num_rows
  /**
   * By what the rows are sorted, the most significant column first; absent if not known to be
   * sorted.
   */
  4: optional list<SortingColumn> sorting_columns
  /** Where the first page, data or dictionary, starts, in bytes from the start of the file. */
  5: optional i64 file_offset
  /** Bytes of all column data in the file, compressed and possibly encrypted. */
  6: optional i64 total_compressed_size
  /**
   * Position of this row group in the file, from 0. It is part of what authenticates encrypted
   * modules; without it, readers count for themselves.
   */
  7: optional i16 ordinal
}

/** Marks the order that the logical type defines or, where there is none, the physical type. */
struct TypeDefinedOrder {}

/** Marks the total order of IEEE 754, in which NaNs and both zeros have a place of their own. */
struct IEEE754TotalOrder {}

/** Marks the order of `INT96` timestamps by time. */
struct Int96TimestampOrder {}

/**
 * The order in which a column's minimum and maximum are meant. A reader that does not know the
 * variant ignores minimum and maximum of that column, in `Statistics` and `ColumnIndex` alike.
 */
union ColumnOrder {
  /**
   * By value for numbers, dates and times, signed or unsigned as the type says; false before true;
   * by unsigned bytes for text and other byte arrays; none for `INT96`, intervals, Variant,
   * geospatial types and groups, whose bounds are ignored. For floating-point numbers, a NaN bound
   * is ignored, and a bound of zero stands for zero of either sign.
   */
  1: TypeDefinedOrder TYPE_ORDER
  /**
   * For `FLOAT`, `DOUBLE` and `FLOAT16` only, and preferred there: negative NaNs, numbers with -0
   * before +0, positive NaNs. Writers count NaNs in `nan_count`, and bounds are NaN only if every
   * value that is not null is NaN.
   */
  2: IEEE754TotalOrder IEEE_754_TOTAL_ORDER
  /** For `INT96` only: by day as a signed number, then by nanoseconds of the day. */
  3: Int96TimestampOrder INT96_TIMESTAMP_ORDER
}

/** Where a data page is and with which row it starts. */
struct PageLocation {
  /** Where the header of the page starts, in bytes from the start of the file. */
  1: required i64 offset
  /**
   * Bytes of the page in the file, its header included, unlike the field of that name in
   * `PageHeader`.
   */
  2: required i32 compressed_page_size
  /**
   * Number, in its row group and from 0, of the first row on the page; pages start between rows.
   */
  3: required i64 first_row_index
}

/**
 * The half of the page index that leads from rows to pages: where each data page of a column chunk
 * is. It may exist without a `ColumnIndex`.
 */
struct OffsetIndex {
  /**
   * The data pages, not the dictionary page, by increasing offset; `first_row_index` increases
   * strictly from each to the next.
   */
  1: required list<PageLocation> page_locations
  /** For each page, what `SizeStatistics` says of a chunk; only set for `BYTE_ARRAY` columns. */
  2: optional list<i64> unencoded_byte_array_data_bytes
}

/**
 * The half of the page index that leads from values to pages: bounds and counts for each data page
 * of a column chunk. It needs the `OffsetIndex`: entry `i` of each list is about entry `i` of
 * `OffsetIndex.page_locations`.
 */
struct ColumnIndex {
  /** True for a page with nothing but nulls; readers ignore the bounds of such a page. */
  1: required list<bool> null_pages
  /**
   * A lower bound for each page, as in `Statistics.min_value`, and empty for a page with nothing
   * but nulls. It is NaN only if every value is null or NaN, and only in `IEEE_754_TOTAL_ORDER`: in
   * `TYPE_ORDER`, a column with such a page has no column index.
   */
  2: required list<binary> min_values
  /**
   * An upper bound for each page, as in `Statistics.max_value`, and empty or NaN where `min_values`
   * is.
   */
  3: required list<binary> max_values
  /** Whether the bounds are sorted. Even if so, the ranges of neighboring pages may overlap. */
  4: required BoundaryOrder boundary_order
  /** Number of nulls on each page; absent means not known, never zero. */
  5: optional list<i64> null_counts
  /**
   * The histograms of repetition levels, page after page. Each has as many elements as the maximum
   * level plus 1, so the whole list has that times the number of pages.
   */
  6: optional list<i64> repetition_level_histograms
  /**
   * The histograms of definition levels, page after page. Each has as many elements as the maximum
   * level plus 1, so the whole list has that times the number of pages.
   */
  7: optional list<i64> definition_level_histograms
  /**
   * Number of NaNs on each page, only for `FLOAT`, `DOUBLE` and `FLOAT16` columns. If absent, any
   * page may hold NaNs.
   */
  8: optional list<i64> nan_counts
}

/**
 * Encryption and authentication of every module of the file with AES in GCM mode. The authenticated
 * data of a module (AAD) is the prefix, if any, followed by what identifies the file and the
 * module.
 */
struct AesGcmV1 {
  /**
   * What identifies the file to its users, so that it cannot pass for another; absent if there is
   * none, or if it is not stored.
   */
  1: optional binary aad_prefix
  /** Random bytes, chosen by the writer, that tell this file from all others. */
  2: optional binary aad_file_unique
  /** True if a prefix was used but not stored: whoever reads the file has to supply it. */
  3: optional bool supply_aad_prefix
}

/**
 * As `AesGcmV1`, except that pages are encrypted in CTR mode, which is faster but does not detect
 * tampering; everything else, page headers included, stays in GCM mode.
 */
struct AesGcmCtrV1 {
  /**
   * What identifies the file to its users, so that it cannot pass for another; absent if there is
   * none, or if it is not stored.
   */
  1: optional binary aad_prefix
  /** Random bytes, chosen by the writer, that tell this file from all others. */
  2: optional binary aad_file_unique
  /** True if a prefix was used but not stored: whoever reads the file has to supply it. */
  3: optional bool supply_aad_prefix
}

/**
 * How a file is encrypted. A reader that does not know the variant cannot decrypt anything in it.
 */
union EncryptionAlgorithm {
  /** GCM for everything. */
  1: AesGcmV1 AES_GCM_V1
  /** CTR for pages, GCM for the rest. */
  2: AesGcmCtrV1 AES_GCM_CTR_V1
}

/**
 * The footer: what is in the file and where. It stands before the last 8 bytes of the file: its
 * length, 4 bytes little-endian, and the magic `PAR1`, or `PARE` if the footer is encrypted.
 */
struct FileMetaData {
  /**
   * 1 or 2, which readers treat alike, since what makes a file version 2 was never agreed; 1 is the
   * safe one to write.
   */
  1: required i32 version
  /**
   * The schema tree as a list, each node before its children, the root first. Its leaves are the
   * columns, in the order of `RowGroup.columns`.
   */
  2: required list<SchemaElement> schema
  /** Number of rows in all row groups together. */
  3: required i64 num_rows
  /** The row groups, in the order of the rows. */
  4: required list<RowGroup> row_groups
  /** The application's own metadata about the file. */
  5: optional list<KeyValue> key_value_metadata
  /**
   * What wrote the file, as `application version 1.2.3 (build hash)`. Readers use it to work around
   * known defects of writers.
   */
  6: optional string created_by
  /**
   * The order of each column's minimum and maximum: one entry for each leaf of the schema, none for
   * groups. Without it, `min_value` and `max_value`, and the bounds in column indexes, mean
   * nothing; the deprecated `min` and `max` do not depend on it.
   */
  7: optional list<ColumnOrder> column_orders
  /**
   * How columns are encrypted in a file whose footer is plaintext; absent in all others. An
   * encrypted footer has it in `FileCryptoMetaData`.
   */
  8: optional EncryptionAlgorithm encryption_algorithm
  /**
   * What the key management needs to find the key that signed a plaintext footer. The signature, 28
   * bytes, follows this struct and is counted in the footer's length.
   */
  9: optional binary footer_signing_key_metadata
}

/**
 * What stands, in plaintext, before an encrypted footer, in files that start and end with `PARE`.
 * The footer's length covers both.
 */
struct FileCryptoMetaData {
  /** How the footer and the columns are encrypted. */
  1: required EncryptionAlgorithm encryption_algorithm
  /**
   * What the key management needs to find the key of the footer, which columns may share; absent if
   * the caller knows the key.
   */
  2: optional binary key_metadata
}
