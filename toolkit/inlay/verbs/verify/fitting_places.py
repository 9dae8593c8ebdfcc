"""Whether all that a footer tells of lies where it may, by columns of numbers: an object for each chunk takes longer, and room for ten footers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from inlay.pages.engine.chunk_places import see_places
from inlay.verbs.verify.offsets import FIRST
from inlay_runtime.columnar import ExtractedColumn, ExtractionPlan, extract
from inlay_runtime.errors import InlayError
from parquet_format.parquet import FileMetaData

_CHUNKS: Final = "row_groups[].columns[]"
_PARTS: Final = (
    ("column_index_offset", "column_index_length"),
    ("offset_index_offset", "offset_index_length"),
    ("meta_data.bloom_filter_offset", "meta_data.bloom_filter_length"),
)
_PLAN: Final = ExtractionPlan(
    FileMetaData, {_CHUNKS: tuple(name for part in _PARTS for name in part)}
)


def find_fitting_end(thrift: bytes, footer: int) -> int | None:
    """Where the last thing ends that a FileMetaData tells of, if `check_offsets` has nothing to say of a footer at this offset. None where it
    has, or may have."""
    try:
        places = see_places(thrift)
        order = places.order(footer)
        if order is None:
            return None
        end = order.ends[-1] if order.ends else FIRST
        if not places.has_parts:
            return end
        columns = extract(_PLAN, [thrift]).tables[_CHUNKS].columns
    except InlayError:
        return None
    for start, size in _PARTS:
        for first, length in _list_extents(columns[start], columns[size]):
            if first < FIRST or first + length > footer:
                return None
            end = max(end, first + length)
    return end


def _list_extents(starts: ExtractedColumn, sizes: ExtractedColumn) -> Iterator[tuple[int, int]]:
    """Of parts that are there; a size is 0 where it is not said."""
    if starts.null_count == starts.length:
        return
    firsts, lengths = memoryview(starts.values).cast("q"), memoryview(sizes.values).cast("i")
    for at, first in enumerate(firsts):
        if _is_there(starts, at):
            yield first, lengths[at] if _is_there(sizes, at) else 0


def _is_there(column: ExtractedColumn, at: int) -> bool:
    if column.null_count in (0, column.length):
        return not column.null_count
    bits = column.validity
    return bits is None or bool(bits[at >> 3] >> (at & 7) & 1)
