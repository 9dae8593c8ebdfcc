"""Row groups and column chunks."""

from __future__ import annotations

from typing import Final

from tests.crafted.deviation import (
    CHOOSE,
    GROUPS,
    ID,
    ID_AGAIN,
    NAME,
    READ,
    REFUSE,
    Deviation,
    Edit,
)

CHUNKS: Final = {
    "group-rows-more": Deviation(
        REFUSE,
        "a row group says 3 rows, and its columns have 2",
        Edit("3 num_rows: i64 2", "3 num_rows: i64 3", GROUPS),
    ),
    "last-group-rows-negative": Deviation(
        REFUSE,
        "the last row group says -2 rows",
        Edit("3 num_rows: i64 2", "3 num_rows: i64 -2", ID_AGAIN),
    ),
    "group-size-negative": Deviation(
        READ,
        "total_byte_size is negative",
        Edit("2 total_byte_size: i64 165", "2 total_byte_size: i64 -165", ID_AGAIN),
    ),
    "values-more": Deviation(
        CHOOSE,
        "a chunk says 3 values, and its page has 2",
        Edit("5 num_values: i64 2", "5 num_values: i64 3", ID),
    ),
    "values-negative": Deviation(
        REFUSE, "a chunk says -2 values", Edit("5 num_values: i64 2", "5 num_values: i64 -2", ID)
    ),
    "chunk-without-metadata": Deviation(
        REFUSE, "meta_data of a chunk has another id", Edit("3 meta_data", "98 meta_data", ID)
    ),
    "chunk-type-unknown": Deviation(
        REFUSE, "a chunk has the type 99", Edit("1 type: i32 2", "1 type: i32 99", ID)
    ),
    "chunk-of-another-path": Deviation(
        CHOOSE,
        "the path of a chunk is not that of the schema",
        Edit('binary "id"', 'binary "di"', ID),
    ),
    "chunk-in-another-file": Deviation(
        CHOOSE,
        "a chunk lies in another file, which is not there",
        Edit("2 file_offset", '1: binary "elsewhere.parquet"\n2 file_offset', ID),
    ),
    "codec-unknown": Deviation(
        REFUSE, "the codec is 99", Edit("4 codec: i32 0", "4 codec: i32 99", ID)
    ),
    "codec-snappy-for-plain-bytes": Deviation(
        REFUSE,
        "the codec is SNAPPY, and the pages are not compressed",
        Edit("4 codec: i32 0", "4 codec: i32 1", ID),
    ),
    "codec-none-for-snappy": Deviation(
        REFUSE,
        "the codec is UNCOMPRESSED, and the pages are SNAPPY",
        Edit("4 codec: i32 1", "4 codec: i32 0", NAME),
    ),
    "encoding-unknown-in-the-list": Deviation(
        CHOOSE, "encodings of a chunk has 99", Edit("i32 3", "i32 99", ID)
    ),
    "data-offset-zero": Deviation(
        CHOOSE,
        "data_page_offset is 0",
        Edit("9 data_page_offset: i64 &g0.c0.p0", "9 data_page_offset: i64 0", ID),
    ),
    "data-offset-beyond-the-file": Deviation(
        REFUSE,
        "data_page_offset lies behind the file",
        Edit("9 data_page_offset: i64 &g0.c0.p0", "9 data_page_offset: i64 1000000", ID),
    ),
    "data-offset-huge": Deviation(
        REFUSE,
        "data_page_offset is 2**63 - 1",
        Edit("9 data_page_offset: i64 &g0.c0.p0", f"9 data_page_offset: i64 {(1 << 63) - 1}", ID),
    ),
    "data-offset-in-a-page": Deviation(
        REFUSE,
        "data_page_offset lies one byte behind the header's begin",
        Edit("9 data_page_offset: i64 &g0.c0.p0", "9 data_page_offset: i64 &g0.c0.p0 + 1", ID),
    ),
    "chunks-share-pages": Deviation(
        CHOOSE,
        "two chunks of a column have the same pages",
        Edit("9 data_page_offset: i64 &g1.c0.p0", "9 data_page_offset: i64 &g0.c0.p0", ID_AGAIN),
    ),
    "dictionary-offset-zero": Deviation(
        CHOOSE,
        "dictionary_page_offset is 0, and there is a dictionary",
        Edit(
            "11 dictionary_page_offset: i64 &g0.c1.dictionary",
            "11 dictionary_page_offset: i64 0",
            NAME,
        ),
    ),
    "dictionary-offset-behind-data": Deviation(
        CHOOSE,
        "dictionary_page_offset is that of the data page",
        Edit(
            "11 dictionary_page_offset: i64 &g0.c1.dictionary",
            "11 dictionary_page_offset: i64 &g0.c1.p0",
            NAME,
        ),
    ),
    "chunk-size-beyond-the-file": Deviation(
        CHOOSE,
        "total_compressed_size is larger than the file",
        Edit(
            "7 total_compressed_size: i64 &g0.c0.end - &g0.c0",
            "7 total_compressed_size: i64 1000000",
            ID,
        ),
    ),
    "statistics-crossed": Deviation(
        READ,
        "the minimum of a chunk is above its maximum",
        Edit(
            '6 min_value: binary x"0100000000000000"', '6 min_value: binary x"0900000000000000"', ID
        ),
    ),
    "statistics-short": Deviation(
        CHOOSE,
        "a minimum of an INT64 has 3 bytes",
        Edit('6 min_value: binary x"0100000000000000"', '6 min_value: binary x"010000"', ID),
    ),
    "statistics-nulls-negative": Deviation(
        CHOOSE,
        "null_count of a chunk is negative",
        Edit("3 null_count: i64 0", "3 null_count: i64 -1", ID),
    ),
    "statistics-of-another-type": Deviation(
        CHOOSE,
        "the minimum of a chunk is an i64 in Thrift",
        Edit('6 min_value: binary x"0100000000000000"', "6 min_value: i64 1", ID),
    ),
    "sorted-by-no-column": Deviation(
        CHOOSE,
        "a row group is sorted by column 99",
        Edit("1 column_idx: i32 0", "1 column_idx: i32 99", GROUPS),
    ),
}
