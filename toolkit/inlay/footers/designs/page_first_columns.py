"""The data pages of one column of a page-first footer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from inlay.footers.designs.encoded_arrays import locate_stream
from inlay_runtime.errors import InvalidValueError, MissingFieldError
from inlay_runtime.packed import decode_deltas, read_small_fields, take

if TYPE_CHECKING:
    from inlay.footers.designs.page_first_root import PageFirstRoot

_PAGES_A_BYTE = 64
_STREAMS = (2, 3, 6, 7, 8)


class ColumnPages(NamedTuple):
    """One entry for each data page, in the order of its rows."""

    regions: Sequence[int]
    first_rows: Sequence[int]
    dictionary_regions: Sequence[int]
    num_values: Sequence[int]
    uncompressed_sizes: Sequence[int]
    codecs: Sequence[int]


def read_column_pages(data: bytes | memoryview, root: PageFirstRoot, num_rows: int) -> ColumnPages:
    """From the descriptor of a column. Raises DecodeError for what breaks a rule."""
    fields = read_small_fields(data, 0, len(data))
    count = fields.get(1)
    if not isinstance(count, int) or not 0 <= count <= _PAGES_A_BYTE * len(data):
        raise InvalidValueError(f"{count} pages in {len(data)} bytes", 0)
    streams = []
    for at in _STREAMS:
        place = fields.get(at)
        if not isinstance(place, tuple):
            raise MissingFieldError(f"array {at} is missing", 0)
        streams.append(locate_stream(data, *place, count))
    codecs = fields.get(5)
    if not isinstance(codecs, tuple) or not isinstance(fields.get(4), int):
        raise MissingFieldError("the codecs or the flag of dictionaries are missing", 0)
    taken = take(data, streams, ((0, count),), (8,) * len(streams))
    taken.append(decode_deltas(data, *codecs, count))
    pages = ColumnPages._make(memoryview(values).cast("q") for values in taken)
    regions = len(root.boundaries) - 1
    if count:
        if max(pages.regions) >= regions or max(pages.dictionary_regions) > regions:
            raise InvalidValueError(f"a page is in a region behind the last one, {regions - 1}", 0)
        if max(pages.first_rows) > num_rows or sorted(pages.first_rows) != list(pages.first_rows):
            raise InvalidValueError("the first rows of pages are out of order", 0)
        if min(pages.codecs) < 0 or max(pages.codecs) >> 31:
            raise InvalidValueError("a codec is no i32", 0)
    return pages
