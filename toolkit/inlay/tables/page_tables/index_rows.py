"""Rows from what stands beside the pages: one per data page, from the indexes of its chunk, and one per Bloom filter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from inlay.pages.engine.bloom_filter import count_bits, estimate_false_positives, read_bloom_filter
from inlay.pages.engine.chosen_chunks import ChosenChunk
from inlay.pages.engine.chunk_indexes import ChunkIndexes, read_indexes
from inlay.pages.engine.range_reader import RangeReader
from parquet_format.parquet import ColumnIndex


def list_index_rows(
    reader: RangeReader, chosen: ChosenChunk, num_rows: int
) -> Iterator[dict[str, Any]]:
    """`num_rows` are those of the row group; none for a chunk without an OffsetIndex. Raises ChunkError."""
    indexes = read_indexes(reader, chosen.chunk)
    if indexes is None:
        return
    starts = [location.first_row_index for location in indexes.offsets.page_locations]
    for number, location in enumerate(indexes.offsets.page_locations):
        end = starts[number + 1] if number + 1 < len(starts) else num_rows
        yield {
            "page": number,
            "offset": location.offset,
            "compressed_page_size": location.compressed_page_size,
            "first_row_index": location.first_row_index,
            "num_rows": end - location.first_row_index,
            **_describe_sizes(indexes, number),
            **(_describe_bounds(indexes.bounds, number) if indexes.bounds is not None else {}),
        }


def _describe_sizes(indexes: ChunkIndexes, number: int) -> dict[str, Any]:
    sizes = indexes.offsets.unencoded_byte_array_data_bytes
    size = sizes[number] if sizes is not None and number < len(sizes) else None
    return {"unencoded_byte_array_data_bytes": size}


def _describe_bounds(index: ColumnIndex, number: int) -> dict[str, Any]:
    is_null = index.null_pages[number]
    pages = len(index.null_pages)
    return {
        "boundary_order": index.boundary_order.name,
        "is_null_page": is_null,
        "null_count": index.null_counts[number] if index.null_counts is not None else None,
        "nan_count": index.nan_counts[number] if index.nan_counts is not None else None,
        "min_value": None if is_null else index.min_values[number],
        "max_value": None if is_null else index.max_values[number],
        "repetition_level_histogram": _slice(index.repetition_level_histograms, number, pages),
        "definition_level_histogram": _slice(index.definition_level_histograms, number, pages),
    }


def _slice(values: Sequence[int] | None, number: int, pages: int) -> Sequence[int] | None:
    """The histograms of all pages lie in one list, each as long as the next."""
    if not values or len(values) % pages:
        return None
    size = len(values) // pages
    return values[number * size : (number + 1) * size]


def list_bloom_rows(
    reader: RangeReader, chosen: ChosenChunk, *, with_bits: bool
) -> Iterator[dict[str, Any]]:
    """One row, or none; its bits are read only where a column needs them. Raises ChunkError."""
    bloom = read_bloom_filter(reader, chosen.meta)
    if bloom is None:
        return
    header, offset = bloom.header, chosen.meta.bloom_filter_offset or 0
    bits = None
    if with_bits and bloom.is_known:
        reader.charge([bloom.bits])
        bits = reader.read(bloom.bits)
    yield {
        "bloom_filter_offset": offset,
        "bloom_filter_length": bloom.start + header.numBytes - offset,
        "header_length": bloom.start - offset,
        "num_bytes": header.numBytes,
        "algorithm": header.algorithm.name,
        "hash": header.hash.name,
        "compression": header.compression.name,
        "bits_set": count_bits(bits) if bits is not None else None,
        "false_positive_rate": estimate_false_positives(bits) if bits is not None else None,
    }
