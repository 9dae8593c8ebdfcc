"""Page headers and what lies in pages."""

from __future__ import annotations

from typing import Final

from tests.crafted.deviation import (
    CHOOSE,
    DICTIONARY,
    ID_PAGE,
    NAME_PAGE,
    REFUSE,
    TAGS_PAGE,
    Deviation,
    Edit,
)

PAGES: Final = {
    "page-type-unknown": Deviation(
        CHOOSE, "a page has the type 99", Edit("1 type: i32 0", "1 type: i32 99", ID_PAGE)
    ),
    "page-without-its-header": Deviation(
        REFUSE,
        "a data page has no data_page_header",
        Edit("5 data_page_header", "98 data_page_header", ID_PAGE),
    ),
    "page-size-negative": Deviation(
        REFUSE,
        "compressed_page_size is negative",
        Edit(
            "3 compressed_page_size: i32 &g0.c0.p0.end - &g0.c0.p0.body",
            "3 compressed_page_size: i32 -22",
            ID_PAGE,
        ),
    ),
    "page-size-beyond-the-chunk": Deviation(
        REFUSE,
        "compressed_page_size leads behind the chunk",
        Edit(
            "3 compressed_page_size: i32 &g0.c0.p0.end - &g0.c0.p0.body",
            "3 compressed_page_size: i32 100000",
            ID_PAGE,
        ),
    ),
    "page-size-less": Deviation(
        REFUSE,
        "compressed_page_size is one too small",
        Edit(
            "3 compressed_page_size: i32 &g0.c0.p0.end - &g0.c0.p0.body",
            "3 compressed_page_size: i32 &g0.c0.p0.end - &g0.c0.p0.body - 1",
            ID_PAGE,
        ),
    ),
    "plain-size-negative": Deviation(
        REFUSE,
        "uncompressed_page_size is negative",
        Edit("2 uncompressed_page_size: i32 9", "2 uncompressed_page_size: i32 -9", NAME_PAGE),
    ),
    "plain-size-less": Deviation(
        REFUSE,
        "uncompressed_page_size is one too small",
        Edit("2 uncompressed_page_size: i32 9", "2 uncompressed_page_size: i32 8", NAME_PAGE),
    ),
    "page-values-more": Deviation(
        REFUSE,
        "a page says 20 values, and holds 2",
        Edit("1 num_values: i32 2", "1 num_values: i32 20", ID_PAGE),
    ),
    "page-encoding-unknown": Deviation(
        REFUSE,
        "a page has the encoding 99",
        Edit("2 encoding: i32 0", "2 encoding: i32 99", ID_PAGE),
    ),
    "levels-encoding-lies": Deviation(
        CHOOSE,
        "levels in RLE are said to be BIT_PACKED",
        Edit("3 definition_level_encoding: i32 3", "3 definition_level_encoding: i32 4", ID_PAGE),
    ),
    "levels-encoding-unknown": Deviation(
        CHOOSE,
        "levels have the encoding 99",
        Edit("3 definition_level_encoding: i32 3", "3 definition_level_encoding: i32 99", ID_PAGE),
    ),
    "crc-wrong": Deviation(
        CHOOSE,
        "the CRC of a page is not that of its bytes",
        Edit("5 data_page_header", "4 crc: i32 1\n5 data_page_header", ID_PAGE),
    ),
    "levels-longer-than-the-page": Deviation(
        REFUSE,
        "the levels of a page take 255 bytes, and it has 22",
        Edit('x"02000000', 'x"ff000000', ID_PAGE),
    ),
    "levels-of-negative-length": Deviation(
        REFUSE, "the levels of a page take -1 bytes", Edit('x"02000000', 'x"ffffffff', ID_PAGE)
    ),
    "levels-above-the-most": Deviation(
        REFUSE,
        "a definition level is 3 where the most is 1",
        Edit('x"020000000401', 'x"020000000403', ID_PAGE),
    ),
    "levels-end-early": Deviation(
        REFUSE,
        "there is a level for one of two values",
        Edit('x"020000000401', 'x"020000000201', ID_PAGE),
    ),
    "run-of-no-values": Deviation(
        CHOOSE,
        "an RLE run of levels has the length 0",
        Edit('x"020000000401', 'x"0400000000010401', ID_PAGE),
        Edit("2 uncompressed_page_size: i32 22", "2 uncompressed_page_size: i32 24", ID_PAGE),
    ),
    "text-longer-than-the-page": Deviation(
        REFUSE,
        "a string in a PLAIN page says 200 bytes",
        Edit('0100000061"', 'c800000061"', TAGS_PAGE),
    ),
    "text-of-negative-length": Deviation(
        REFUSE,
        "a string in a PLAIN page says -1 bytes",
        Edit('0100000061"', 'ffffffff61"', TAGS_PAGE),
    ),
    "text-no-utf8": Deviation(
        CHOOSE, "a string is not UTF-8", Edit('0100000061"', '01000000ff"', TAGS_PAGE)
    ),
    "bytes-behind-the-values": Deviation(
        CHOOSE,
        "a page has a byte that no value needs",
        Edit('0200000000000000"', '020000000000000000"', ID_PAGE),
        Edit("2 uncompressed_page_size: i32 22", "2 uncompressed_page_size: i32 23", ID_PAGE),
    ),
    "snappy-garbage": Deviation(
        REFUSE, "a compressed page is not Snappy", Edit('x"09200200', 'x"09ff0200', NAME_PAGE)
    ),
    "snappy-of-another-size": Deviation(
        REFUSE, "Snappy says 8 bytes, and the header 9", Edit('x"09200200', 'x"08200200', NAME_PAGE)
    ),
    "snappy-of-4-gib": Deviation(
        REFUSE,
        "Snappy says 4,294,967,295 bytes",
        Edit('x"09200200', 'x"ffffffff0f200200', NAME_PAGE),
    ),
    "dictionary-values-more": Deviation(
        REFUSE,
        "a dictionary says 3 values, and holds 2",
        Edit("1 num_values: i32 2", "1 num_values: i32 3", DICTIONARY),
    ),
    "dictionary-values-less": Deviation(
        CHOOSE,
        "a dictionary says 1 value, and pages use 2",
        Edit("1 num_values: i32 2", "1 num_values: i32 1", DICTIONARY),
    ),
    "dictionary-values-negative": Deviation(
        REFUSE,
        "a dictionary says -2 values",
        Edit("1 num_values: i32 2", "1 num_values: i32 -2", DICTIONARY),
    ),
    "dictionary-encoding-unknown": Deviation(
        CHOOSE,
        "a dictionary has the encoding 99",
        Edit("2 encoding: i32 0", "2 encoding: i32 99", DICTIONARY),
    ),
    "dictionary-is-a-data-page": Deviation(
        REFUSE,
        "the dictionary says that it is a data page",
        Edit("1 type: i32 2", "1 type: i32 0", DICTIONARY),
    ),
}
