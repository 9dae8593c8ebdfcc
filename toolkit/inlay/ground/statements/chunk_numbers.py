"""Numbers and traits of the chunks of a footer: natively in one pass over its bytes, else from each chunk that is decoded.

A trait is a bit that says of a chunk what many questions begin with. So of a file with very many columns only those chunks are
decoded in which something is to be seen.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import isnan
from struct import calcsize, unpack
from typing import Any, Final, NamedTuple

from inlay.ground.statements.native_pass import count_chunks
from inlay_runtime.limits import DEFAULT_LIMITS
from parquet_format.parquet import (
    ColumnChunk,
    ColumnMetaData,
    CompressionCodec,
    Encoding,
    PageType,
    SizeStatistics,
    Statistics,
    Type,
)

# As chunk_numbers.pxi has them. These are only of chunks that have values:
IS_FILLED: Final = 1 << 0
IS_UNPACKED: Final = 1 << 1
HAS_NO_COLUMN_INDEX: Final = 1 << 2
HAS_NO_OFFSET_INDEX: Final = 1 << 3
"""And not just one data page, by the counts of pages."""
HIDES_ENCODINGS: Final = 1 << 4
"""There is a dictionary, and no counts of pages."""
HAS_FALLEN: Final = 1 << 5
"""From the dictionary to plain pages, by the counts of pages."""
HAS_NO_DICTIONARY: Final = 1 << 6
HAS_NO_BOUNDS: Final = 1 << 7
HAS_HALF: Final = 1 << 8
"""A minimum without a maximum, or the reverse."""
HIDES_NULLS: Final = 1 << 9
"""There are bounds, and no number of nulls."""
HAS_OLD_ONLY: Final = 1 << 10
"""Of bounds only the deprecated ones."""
HIDES_EXACTNESS: Final = 1 << 11
HAS_ODD_FLOAT: Final = 1 << 12
"""In a column of FLOAT or DOUBLE, a bound that is NaN or of another width."""
HAS_BLOOM_FILTER: Final = 1 << 13
HAS_NO_SIZES: Final = 1 << 14
HAS_BOX: Final = 1 << 15
"""Statistics of geometries."""
# And these of any:
COUNTS_DISTINCT: Final = 1 << 16
HAS_NEW_BOUNDS: Final = 1 << 17
HAS_BOUNDS: Final = 1 << 18
"""One at least, the deprecated ones as well."""
IS_EXTENDED: Final = 1 << 19
"""There may be fields that nobody knows, and so extensions."""
IS_ALL_NULL: Final = 1 << 20
"""There are as many nulls as values."""
IS_ALL_NAN: Final = 1 << 21
"""There are as many nulls and NaNs together."""
COUNTS_NULLS: Final = 1 << 22
IS_DOUBTFUL: Final = 1 << 23
"""It is not sure that nothing contradicts a number of 0 nulls."""
IS_PACKED: Final = 1 << 24
"""It has a codec, and bytes."""
HAS_PAGES_1: Final = 1 << 25
HAS_PAGES_2: Final = 1 << 26
COUNTS_PAGES: Final = 1 << 27
COUNTS_TEXTS: Final = 1 << 28
"""The bytes of all its texts."""
HAS_STATISTICS: Final = 1 << 29
HAS_INDEXES_ONLY: Final = 1 << 30
"""In all data pages, by the counts of pages; this is only of chunks that have values."""

OTHER: Final = 1 << 31
"""The bit of all codecs, or encodings, that have no other."""
_MOST: Final = 31
_PLAIN: Final = 1 << Encoding.PLAIN
DICTIONARY_BITS: Final = 1 << Encoding.PLAIN_DICTIONARY | 1 << Encoding.RLE_DICTIONARY
_CODES: Final = {Type.FLOAT: "<f", Type.DOUBLE: "<d"}


class ChunkNumbers(NamedTuple):
    """Of a chunk. `codec` is a bit, `encodings` one for each. Sizes are in bytes: `dictionary` is that of its page, if the footer says
    where it is, `texts` of all texts where they are counted, `bounds` of min_value and max_value, `longest` of the longest bound.
    `nulls` are 0 where they are not counted; `pages` are data pages, as far as they are."""

    traits: int
    encodings: int
    codec: int
    values: int
    compressed: int
    uncompressed: int
    dictionary: int
    nulls: int
    pages: int
    texts: int
    bounds: int
    longest: int


class ColumnNumbers(NamedTuple):
    """Of all chunks of a column: what any of them has, what all have in `common`, sums, and the largest of each."""

    traits: int
    common: int
    encodings: int
    codecs: int
    values: int
    compressed: int
    uncompressed: int
    nulls: int
    pages: int
    longest: int
    largest: int
    dictionary: int


def count_footer(data: bytes, types: Iterable[Type | None]) -> Any:
    """Of all chunks in a footer that was decoded from `data`, by leaf, whose types these are. None where the native pass is not built, and for what it
    leaves to `count_chunk`: chunks that are encrypted or elsewhere, and numbers that no file has.
    """
    if count_chunks is None:
        return None
    return count_chunks(
        data,
        DEFAULT_LIMITS.depth,
        bytes(it if it is not None and 0 < it < 8 else 0 for it in types),
    )


def count_chunk(
    chunk: ColumnChunk, meta: ColumnMetaData, num_rows: int, type_: Type | None
) -> ChunkNumbers:
    """The same of one chunk, in a row group of `num_rows`."""
    statistics = meta.statistics
    encodings = _bits_of(meta.encodings)
    start, end = meta.dictionary_page_offset, meta.data_page_offset
    stats = meta.encoding_stats or ()
    data_pages = [it for it in stats if it.page_type in (PageType.DATA_PAGE, PageType.DATA_PAGE_V2)]
    sizes = meta.size_statistics
    texts = sizes.unencoded_byte_array_data_bytes if sizes is not None else None
    traits = _traits_of_statements(meta, num_rows, type_)
    if meta.codec != CompressionCodec.UNCOMPRESSED and meta.total_uncompressed_size:
        traits |= IS_PACKED
    if stats:
        traits |= COUNTS_PAGES
    for it in data_pages:
        if it.count:
            traits |= HAS_PAGES_1 if it.page_type == PageType.DATA_PAGE else HAS_PAGES_2
    if meta.num_values > 0:
        traits |= _traits_of_values(chunk, meta, encodings)
    bounds = _list_bounds(statistics)
    return ChunkNumbers(
        traits,
        encodings,
        _bits_of([meta.codec]),
        meta.num_values,
        meta.total_compressed_size,
        meta.total_uncompressed_size,
        max(end - start, 0) if start else 0,
        statistics.null_count or 0 if statistics is not None else 0,
        sum(it.count for it in data_pages if it.count > 0),
        texts or 0,
        sum(map(len, bounds[:2])),
        max(map(len, bounds)),
    )


def add_chunks(chunks: Iterable[ChunkNumbers]) -> ColumnNumbers:
    """Those of a column."""
    traits = encodings = codecs = values = compressed = uncompressed = nulls = pages = 0
    longest = largest = dictionary = 0
    common = 0xFFFFFFFF
    for it in chunks:
        traits |= it.traits
        common &= it.traits
        encodings |= it.encodings
        codecs |= it.codec
        values += it.values
        compressed += it.compressed
        uncompressed += it.uncompressed
        nulls += it.nulls
        pages += it.pages
        longest = max(longest, it.longest)
        largest = max(largest, it.uncompressed)
        dictionary = max(dictionary, it.dictionary)
    return ColumnNumbers(
        traits,
        common,
        encodings,
        codecs,
        values,
        compressed,
        uncompressed,
        nulls,
        pages,
        longest,
        largest,
        dictionary,
    )


def _bits_of(numbers: Iterable[int]) -> int:
    bits = 0
    for number in numbers:
        bits |= 1 << number if 0 <= number < _MOST else OTHER
    return bits


def _list_bounds(statistics: Statistics | None) -> list[bytes]:
    """The present ones first; empty for one that is not there."""
    if statistics is None:
        return [b""]
    every = (statistics.min_value, statistics.max_value, statistics.min, statistics.max)
    return [bound or b"" for bound in every]


def _traits_of_values(chunk: ColumnChunk, meta: ColumnMetaData, encodings: int) -> int:
    """Of a chunk that has some."""
    traits = IS_FILLED
    stats = meta.encoding_stats or ()
    data_pages = [it for it in stats if it.page_type in (PageType.DATA_PAGE, PageType.DATA_PAGE_V2)]
    if meta.codec == CompressionCodec.UNCOMPRESSED:
        traits |= IS_UNPACKED
    if chunk.column_index_offset is None:
        traits |= HAS_NO_COLUMN_INDEX
    if chunk.offset_index_offset is None and sum(it.count for it in data_pages) != 1:
        traits |= HAS_NO_OFFSET_INDEX
    used = _bits_of(it.encoding for it in data_pages if it.count)
    if not encodings & DICTIONARY_BITS:
        traits |= HAS_NO_DICTIONARY
    elif not stats:
        traits |= HIDES_ENCODINGS
    elif used & _PLAIN and used & DICTIONARY_BITS:
        traits |= HAS_FALLEN
    if used and not used & ~DICTIONARY_BITS:
        traits |= HAS_INDEXES_ONLY
    if meta.bloom_filter_offset is not None or meta.bloom_filter_length is not None:
        traits |= HAS_BLOOM_FILTER
    if meta.size_statistics is None:
        traits |= HAS_NO_SIZES
    if meta.geospatial_statistics is not None:
        traits |= HAS_BOX
    return traits


def _traits_of_statements(meta: ColumnMetaData, num_rows: int, type_: Type | None) -> int:
    statistics, sizes, values = meta.statistics, meta.size_statistics, meta.num_values
    traits = IS_EXTENDED if meta.extension is not None else 0
    if sizes is not None and sizes.unencoded_byte_array_data_bytes is not None:
        traits |= COUNTS_TEXTS
    if statistics is None:
        return traits | IS_DOUBTFUL | (HAS_NO_BOUNDS if values > 0 else 0)
    traits |= HAS_STATISTICS
    nulls, nans, distinct = statistics.null_count, statistics.nan_count, statistics.distinct_count
    if distinct is not None:
        traits |= COUNTS_DISTINCT
    if nulls is not None:
        traits |= COUNTS_NULLS
        if nulls == values:
            traits |= IS_ALL_NULL
        if nans is not None and nans + nulls == values:
            traits |= IS_ALL_NAN
    is_held = nans is None and distinct is None and _fits_all(statistics, sizes, values, type_)
    if not (values == num_rows > 1 and is_held):
        traits |= IS_DOUBTFUL
    return traits | _traits_of_bounds(statistics, values, type_)


def _fits_all(
    statistics: Statistics, sizes: SizeStatistics | None, values: int, type_: Type | None
) -> bool:
    """Whether sizes surely contradict neither that no value is null, nor the bounds."""
    if sizes is None:
        return True
    levels, texts = sizes.definition_level_histogram, sizes.unencoded_byte_array_data_bytes
    if levels is not None and (not levels or levels[-1] != values):
        return False
    if texts is None or type_ != Type.BYTE_ARRAY:
        return True
    return texts > 0 and statistics.max_value != b"" and statistics.max != b""


def _traits_of_bounds(statistics: Statistics, values: int, type_: Type | None) -> int:
    low, high, old = statistics.min_value, statistics.max_value, (statistics.min, statistics.max)
    has_low, has_high = (low, old[0]) != (None, None), (high, old[1]) != (None, None)
    is_new = low is not None or high is not None
    traits = (HAS_BOUNDS if has_low or has_high else 0) | (HAS_NEW_BOUNDS if is_new else 0)
    if values <= 0:
        return traits
    if not (has_low or has_high):
        return traits | HAS_NO_BOUNDS
    if has_low != has_high:
        traits |= HAS_HALF
    if statistics.null_count is None:
        traits |= HIDES_NULLS
    if not is_new:
        traits |= HAS_OLD_ONLY
    hides_low = low is not None and statistics.is_min_value_exact is None
    if hides_low or (high is not None and statistics.is_max_value_exact is None):
        traits |= HIDES_EXACTNESS
    code = _CODES.get(type_) if type_ is not None else None
    every = [bound for bound in (low, high, *old) if bound is not None]
    if code is not None and any(_is_odd(code, bound) for bound in every):
        traits |= HAS_ODD_FLOAT
    return traits


def _is_odd(code: str, bound: bytes) -> bool:
    return len(bound) != calcsize(code) or isnan(unpack(code, bound)[0])
