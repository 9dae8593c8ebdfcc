"""Larger row groups and other encodings tried: values of a column decoded by Inlay, and written by pyarrow, as `inlay rewrite` has it write, into memory that nobody keeps."""

from __future__ import annotations

import math
from typing import Any, Final, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from inlay.ground.statements.chunk_numbers import HAS_FALLEN
from inlay.pages.engine.range_reader import RangeReader
from inlay.verbs.lint.column_facts import DICTIONARY, ColumnFacts
from inlay.verbs.lint.estimate import Estimate
from inlay.verbs.lint.first_values import read_first
from parquet_format.parquet import CompressionCodec

# Their stubs leave types open.
_compute: Any = pc
_parquet: Any = pq

_SPREAD: Final = 0.05
"""How far from the truth a trial of the whole column may be: other settings of the writer."""
_UNSEEN: Final = 0.3
"""How much further it may be for values that were not tried."""
_LEVELS: Final = 1 / 16
"""Bytes of a repetition level, which the trial leaves out."""
_HEADERS: Final = 128
"""Bytes of a column that the trial does not have: checksums, and its page index."""
_DICTIONARY: Final = 7 << 20
"""Bytes of a dictionary at which `inlay rewrite` goes on without it."""
_LARGE: Final = 1 << 20
"""Bytes without compression of a chunk from which `inlay rewrite` leaves out a dictionary that does not pay."""
_USELESS: Final = 0.95
"""The share that a codec leaves above which it leaves out the codec."""
_PAYING: Final = 0.98
"""The share of a column with a dictionary that another encoding leaves at most."""
_MOST: Final = 0.5
"""The share of values that differ, as `dictionary-fallback` has it, above which a dictionary is useless: with fewer, readers gain by it."""
_GROWING: Final = 0.9
"""The power with which distinct values grow that nearly all differ."""
_SAMPLE: Final = 65_536
"""Rows by which it chooses anew where a dictionary was too large for its writer."""
_CODECS: Final[dict[CompressionCodec, Any]] = {
    CompressionCodec.UNCOMPRESSED: "none",
    CompressionCodec.SNAPPY: "snappy",
    CompressionCodec.GZIP: "gzip",
    CompressionCodec.BROTLI: "brotli",
    CompressionCodec.LZ4: "lz4",
    CompressionCodec.LZ4_RAW: "lz4",
}


class _Written(NamedTuple):
    """Compressed bytes of a dictionary and of all else, and those of the dictionary without compression; on average of the row groups
    that were written, and of all of them."""

    dictionary: float
    plain_dictionary: float
    data: int


def try_merged(
    reader: RangeReader, column: ColumnFacts, rows: int, codec: CompressionCodec, budget: int
) -> Estimate | None:
    """Bytes that the column will have in row groups of `rows` with this codec, by the first of its values: up to `budget` bytes.

    None for what is damaged, or in an encoding that Inlay leaves to pyarrow.
    """
    arrays = read_first(reader, column, budget)
    if not arrays:
        return None
    values = pa.chunked_array(arrays)
    every = max(sum(chunk.meta.num_values for chunk in column.filled), len(values))
    per_row = every / max(sum(chunk.num_rows for chunk in column.filled), 1)
    group = max(int(rows * per_row), 1)
    size = _choose_size(column, values, group, every, codec)
    if column.max_repetition:
        size += every * _LEVELS
    spread = (_SPREAD + _UNSEEN * (1 - len(values) / every)) * size
    return Estimate.between(size - spread, size, size + spread)


def try_encoded(
    reader: RangeReader, column: ColumnFacts, encoding: str, codec: CompressionCodec, budget: int
) -> Estimate | None:
    """Bytes that the column will have in this encoding, without a dictionary, by the first of its values.

    None where few values differ, and where a dictionary is about as good, or better: for all values that were seen in one row group, since
    larger ones share entries.
    """
    arrays = read_first(reader, column, budget)
    if not arrays:
        return None
    values = pa.chunked_array(arrays)
    if not _mostly_differ(values):
        return None
    every = max(sum(chunk.meta.num_values for chunk in column.filled), len(values))
    if len(values) < every and _find_growth(values) < _GROWING:
        return None
    indexed = _write(values, len(values), codec, uses_dictionary=True)
    encoded = _write(values, len(values), codec, uses_dictionary=False, encoding=encoding)
    if encoded.data > _PAYING * (indexed.data + indexed.dictionary):
        return None
    size = encoded.data * every / len(values)
    if column.max_repetition:
        size += every * _LEVELS
    spread = (_SPREAD + _UNSEEN * (1 - len(values) / every)) * size + _HEADERS
    return Estimate.between(size - spread, size, size + spread)


def _choose_size(
    column: ColumnFacts,
    values: pa.ChunkedArray[Any],
    group: int,
    every: int,
    codec: CompressionCodec,
) -> float:
    """Bytes of it with a dictionary or without, as `inlay rewrite` will choose."""
    plain = _write(values, group, codec, uses_dictionary=False)
    without = plain.data * every / len(values)
    if not any(DICTIONARY & frozenset(it.meta.encodings) for it in column.filled):
        return without
    if column.traits & HAS_FALLEN:
        sample = values.slice(0, _SAMPLE)
        indexed, alone = (_write(sample, _SAMPLE, codec, uses) for uses in (True, False))
        if indexed.data + indexed.dictionary >= alone.data:
            return without
    size = _project(values, group, every, codec)
    is_large = column.uncompressed * min(group, every) > _LARGE * every
    return min(size, without) if is_large else size


def _project(
    values: pa.ChunkedArray[Any],
    group: int,
    every: int,
    codec: CompressionCodec,
) -> float:
    """Bytes of `every` value with dictionaries in row groups of `group`, by those that are there."""
    seen = len(values)
    written = _write(values, group, codec, uses_dictionary=True)
    if seen >= min(group, every):
        return (written.data + written.dictionary * -(-seen // group)) * every / seen
    full = min(group, every)
    groups = -(-every // full)
    growth = _find_growth(values)
    grown: float = (full / seen) ** growth
    if written.plain_dictionary * grown <= _DICTIONARY or not growth:
        return written.data * every / seen + written.dictionary * grown * groups
    share: float = (_DICTIONARY / max(written.plain_dictionary, 1)) ** (1 / growth)
    before = min(seen * share, full)
    plain = _write(values, group, codec, uses_dictionary=False).data
    largest = written.dictionary * _DICTIONARY / max(written.plain_dictionary, 1)
    return (
        written.data * before / seen + plain * (full - before) / seen
    ) * every / full + largest * groups


def _mostly_differ(values: pa.ChunkedArray[Any]) -> bool:
    distinct: int = _compute.count_distinct(values).as_py()
    return distinct > _MOST * (len(values) - values.null_count)


def _find_growth(values: pa.ChunkedArray[Any]) -> float:
    """The power of the number of values with which that of the distinct ones grows: 0 where all were seen early, 1 where each is new."""
    half = max(len(values) // 2, 1)
    first: int = _compute.count_distinct(values.slice(0, half)).as_py()
    every: int = _compute.count_distinct(values).as_py()
    return min(max(math.log2(every / first), 0.0), 1.0) if first else 0.0


def _write(
    values: pa.ChunkedArray[Any],
    group: int,
    codec: CompressionCodec,
    uses_dictionary: bool,
    encoding: str | None = None,
) -> _Written:
    sizes: list[Any] = []
    _parquet.write_table(
        pa.table([values], [""]),
        pa.MockOutputStream(),
        row_group_size=group,
        compression=_CODECS.get(codec, "zstd"),
        use_dictionary=uses_dictionary,
        column_encoding=encoding.upper() if encoding is not None else None,
        dictionary_pagesize_limit=_DICTIONARY,
        store_schema=False,
        metadata_collector=sizes,
    )
    group_of = sizes[0].row_group
    groups = sizes[0].num_row_groups
    chunks = [group_of(number).column(0) for number in range(groups)]
    compressed = sum(chunk.total_compressed_size for chunk in chunks)
    uncompressed = sum(chunk.total_uncompressed_size for chunk in chunks)
    dictionary = plain = 0
    for chunk in chunks:
        start = chunk.dictionary_page_offset
        size = chunk.data_page_offset - start if start is not None else 0
        dictionary += size
        plain += size * chunk.total_uncompressed_size // max(chunk.total_compressed_size, 1)
    if compressed > _USELESS * uncompressed:  # it is written without the codec
        return _Written(plain / groups, plain / groups, uncompressed - plain)
    return _Written(dictionary / groups, plain / groups, compressed - dictionary)
