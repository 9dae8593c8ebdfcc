"""Checks of pages by their headers, page after page, and of what they add up to; nothing is decoded."""

from __future__ import annotations

from typing import Final

from inlay.ground.wording.amounts import count
from inlay.verbs.verify.check import Check
from inlay.verbs.verify.page_subjects import WalkedChunk, WalkedPage
from parquet_format.parquet import CompressionCodec, DataPageHeaderV2, Encoding, PageType

# Names of the module are looked up faster than members of an enum, and pages are many.
_DICTIONARY_PAGE: Final = PageType.DICTIONARY_PAGE
_UNCOMPRESSED: Final = CompressionCodec.UNCOMPRESSED
OF_A_DICTIONARY: Final = (Encoding.PLAIN_DICTIONARY, Encoding.RLE_DICTIONARY)


def page_kind(walked: WalkedPage) -> str | None:
    header, data = walked.page.header, walked.data
    if data is not None or header.type != _DICTIONARY_PAGE:
        if data is None or walked.chunk.dictionary_at is not None:
            return None
        if data.encoding not in OF_A_DICTIONARY:
            return None
        number = walked.chunk.pages
        return f"page {number:,} has indexes into a dictionary, but there is no dictionary page"
    if walked.chunk.pages:
        return (
            f"page {walked.chunk.pages:,} is a dictionary page, but only the first page may be one"
        )
    return (
        "a dictionary page without a header of its own"
        if header.dictionary_page_header is None
        else None
    )


def page_size(walked: WalkedPage) -> str | None:
    header = walked.page.header
    packed, whole = header.compressed_page_size, header.uncompressed_page_size
    number = walked.chunk.pages
    if whole < 0:
        return f"page {number:,} has {count(whole, 'byte')} uncompressed, and sizes are 0 or more"
    v2 = walked.data if isinstance(walked.data, DataPageHeaderV2) else None
    if v2 is not None:
        lengths = (v2.repetition_levels_byte_length, v2.definition_levels_byte_length)
        if min(lengths) < 0 or sum(lengths) > min(packed, whole):
            return f"page {number:,} has {count(sum(lengths), 'byte')} of levels in {min(packed, whole):,}"
    if packed == whole:
        return None
    is_plain = walked.chunk.meta.codec == _UNCOMPRESSED
    if is_plain or (v2 is not None and v2.is_compressed is False):
        said = f"page {number:,} has {count(packed, 'byte')} and {whole:,} uncompressed"
        return f"{said}, and is not compressed"
    return None


def page_crc(walked: WalkedPage) -> str | None:
    said = walked.page.header.crc
    if said is None:
        return None
    actual = walked.chunk.crc(walked.page)
    if actual == said & 0xFFFFFFFF:
        return None
    return f"page {walked.chunk.pages:,} has the CRC {actual:08x}, and its header says {said & 0xFFFFFFFF:08x}"


def page_counts(walked: WalkedPage) -> str | None:
    v2 = walked.data
    if v2 is None:
        dictionary = walked.page.header.dictionary_page_header
        if dictionary is not None and dictionary.num_values < 0:
            return f"the dictionary has {count(dictionary.num_values, 'value')}, and values are 0 or more"
    if not isinstance(v2, DataPageHeaderV2):
        return None
    number = walked.chunk.pages
    if not 0 <= v2.num_nulls <= v2.num_values:
        return (
            f"page {number:,} has {count(v2.num_nulls, 'null')} of {count(v2.num_values, 'value')}"
        )
    leaf = walked.chunk.chunk.leaf
    is_flat = leaf is not None and leaf.max_repetition == 0
    if not 0 <= v2.num_rows <= v2.num_values or (is_flat and v2.num_rows != v2.num_values):
        return f"page {number:,} has {count(v2.num_rows, 'row')} of {count(v2.num_values, 'value')}"
    return None


def check_values_sum(walked: WalkedChunk) -> str | None:
    if walked.values == walked.meta.num_values:
        return None
    return f"{walked.meta.num_values:,}, and the pages have {count(walked.values, 'value')}"


def check_rows_sum(walked: WalkedChunk) -> str | None:
    rows = walked.chunk.group.num_rows
    if walked.rows is None or walked.rows == rows:
        return None
    return f"the pages have {count(walked.rows, 'row')}, and the row group {rows:,}"


def page_offsets(walked: WalkedChunk) -> str | None:
    """Writers say 0 for a kind of page that there is not, and old ones count the dictionary page as data."""
    said, first, dictionary = (
        walked.meta.data_page_offset,
        walked.first_data_at,
        walked.dictionary_at,
    )
    dictionary_offset = walked.meta.dictionary_page_offset
    if first is not None and said != first and (dictionary_offset or said != dictionary):
        return f"data_page_offset is {said:,}, and the first data page is at {first:,}"
    if dictionary_offset and walked.pages and dictionary_offset != dictionary:
        place = f"is at {dictionary:,}" if dictionary is not None else "is not there"
        return f"dictionary_page_offset is {dictionary_offset:,}, and the dictionary page {place}"
    return None


PAGE_CHECKS: Final[tuple[Check[WalkedPage], ...]] = (
    Check(
        "page-kind",
        "",
        "a dictionary page is the first page of its chunk, and is there where pages need one",
        page_kind,
    ),
    Check(
        "page-size",
        "",
        "sizes of a page are 0 or more, hold its levels, and are equal where nothing is compressed",
        page_size,
    ),
    Check("page-crc", "", "a page that has a CRC matches it", page_crc),
    Check(
        "page-count",
        "",
        "a dictionary has 0 values or more, and a version 2 page at most as many nulls and rows as values",
        page_counts,
    ),
)

SUM_CHECKS: Final[tuple[Check[WalkedChunk], ...]] = (
    Check(
        "page-values",
        "meta_data.num_values",
        "the values of the pages add up to those of the chunk",
        check_values_sum,
    ),
    Check(
        "page-rows",
        "",
        "the rows of the pages, if their headers give them, add up to those of the row group",
        check_rows_sum,
    ),
    Check(
        "page-place",
        "meta_data",
        "the offsets of the chunk are those of its first data page and its dictionary page",
        page_offsets,
    ),
)
