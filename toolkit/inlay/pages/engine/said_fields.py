"""Which statements there are of chunks, as a number: of a wide file, most chunks have the same, and one of them stands for all."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import Any, Final

from inlay.pages.engine.chunk_metadata import metadata_of
from inlay_runtime.core import load_native
from parquet_format.parquet import ColumnChunk

_native: Any = load_native("inlay.pages.engine.native_plain_chunk")

UNMARKED: Final = -1
"""Of a chunk about which there is more to know than which fields it has."""

_OF_CHUNK: Final = attrgetter("offset_index_offset", "column_index_offset")
_OF_META: Final = attrgetter("bloom_filter_offset", "size_statistics")
_OF_STATISTICS: Final = attrgetter(
    "null_count", "nan_count", "min_value", "max_value", "is_min_value_exact", "is_max_value_exact"
)


def mark_said_fields(chunks: Sequence[ColumnChunk]) -> list[int]:
    """Of each chunk, which has metadata, the same number as of others that have the same of these: page indexes, a Bloom filter, size
    statistics, encoding statistics that are not empty, statistics, and each field of these but the deprecated bounds and the distinct
    count. UNMARKED of a chunk with statistics of geometries."""
    if _native is not None:
        marks: list[int] = _native.mark_said_fields(chunks)
        return marks
    return [_mark(chunk) for chunk in chunks]


def _mark(chunk: ColumnChunk) -> int:
    meta = metadata_of(chunk)
    if meta.geospatial_statistics is not None:
        return UNMARKED
    said = meta.statistics
    fields = [*_OF_CHUNK(chunk), *_OF_META(meta), meta.encoding_stats or None, said]
    fields += _OF_STATISTICS(said) if said is not None else ()
    return sum((it is not None) << bit for bit, it in enumerate(fields))
