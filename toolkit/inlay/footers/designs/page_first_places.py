"""Where the chunks of a page-first footer lie: the pages of their columns added up, and what Thrift says beyond them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import pyarrow as pa

from inlay.footers.designs.answers import PLACEMENT
from inlay.footers.designs.build import array_from
from inlay.footers.designs.modular.placement import find_native
from inlay.footers.designs.page_first_columns import ColumnPages, read_column_pages
from inlay.footers.designs.page_first_root import PageFirstRoot
from inlay.footers.designs.page_first_supplement import PackedSequence, PageFirstSupplement
from inlay.footers.designs.ranges import Placed
from inlay.footers.designs.wanted import WantedChunks
from inlay_runtime.errors import InvalidValueError

native_pages = find_native("place_pages")

Descriptors = Mapping[int, tuple[int, bytes | memoryview]]
"""What describes the pages of a column, and where it lies in the file."""


class _Place(NamedTuple):
    data_page_offset: int
    dictionary_page_offset: int | None
    compressed_size: int
    uncompressed_size: int
    num_values: int
    codec: int


def answer_places(
    root: PageFirstRoot,
    supplement: PageFirstSupplement,
    descriptors: Descriptors,
    wanted: WantedChunks,
) -> pa.RecordBatch:
    """The answer, `PLACEMENT`. Raises DecodeError for what breaks a rule."""
    batch = _place_natively(root, supplement, descriptors, wanted)
    if batch is not None:
        return batch
    places = list[_Place]()
    pages = read_pages(root, descriptors)
    for column in wanted.columns:
        places += [_place(root, supplement, column, at, pages[column]) for at in wanted.row_groups]
    values = zip(*places, strict=True) if places else [()] * len(_Place._fields)
    try:
        arrays = [
            array_from(list(column), PLACEMENT.field(at + 2).type)
            for at, column in enumerate(values)
        ]
    except OverflowError:
        raise InvalidValueError("a sum over pages that no integer holds", root.place) from None
    return pa.RecordBatch.from_arrays([*wanted.ordinals(), *arrays], schema=PLACEMENT)


def _place_natively(
    root: PageFirstRoot,
    supplement: PageFirstSupplement,
    descriptors: Descriptors,
    wanted: WantedChunks,
) -> pa.RecordBatch | None:
    """None for what is left to Python."""
    if native_pages is None:
        return None
    lists = [*vars(supplement.chunks).values()][:-1]
    packed = [each for each in lists if isinstance(each, PackedSequence)]
    if len(packed) < len(lists):  # they do not come from a file
        return None
    batch: pa.RecordBatch | None = native_pages(
        root.boundaries,
        packed[0].buffer,
        [each.stream for each in packed],
        root.footer.num_rows,
        len(supplement.row_groups),
        [descriptors[column][1] for column in wanted.columns],
        wanted.columns,
        wanted.row_groups,
        pa.RecordBatch,
        PLACEMENT,
    )
    return batch


def read_pages(root: PageFirstRoot, descriptors: Descriptors) -> dict[int, ColumnPages]:
    """The pages of each column. Raises DecodeError for a descriptor that breaks a rule."""
    pages = dict[int, ColumnPages]()
    for column, (place, data) in descriptors.items():
        with Placed(place, "pages"):
            pages[column] = read_column_pages(data, root, root.footer.num_rows)
    return pages


def range_of_pages(
    root: PageFirstRoot,
    supplement: PageFirstSupplement,
    column: int,
    group: int,
    pages: ColumnPages,
) -> tuple[int, int]:
    """The first data page of a chunk, and the one behind its last. Raises InvalidValueError for pages that are not there."""
    first = supplement.chunks.first_pages
    at = column * (len(supplement.row_groups) + 1) + group
    begin, end = first[at], first[at + 1]
    if not begin <= end <= len(pages.regions):
        what = f"the pages of row group {group} are from {begin} to {end} of {len(pages.regions)}"
        raise InvalidValueError(what, root.place)
    return begin, end


def _place(
    root: PageFirstRoot,
    supplement: PageFirstSupplement,
    column: int,
    group: int,
    pages: ColumnPages,
) -> _Place:
    chunks, boundaries = supplement.chunks, root.boundaries
    chunk = column * len(supplement.row_groups) + group
    begin, end = range_of_pages(root, supplement, column, group, pages)

    def sizes_of(regions: Sequence[int]) -> int:
        return sum(boundaries[at + 1] - boundaries[at] for at in regions)

    compressed = sizes_of(pages.regions[begin:end])
    dictionary = chunks.dictionaries[chunk]
    place = None
    if dictionary:
        region = dictionary // 2 - 1
        if not 0 <= region < len(boundaries) - 1:
            raise InvalidValueError(f"there is no region {region}", root.place)
        place = boundaries[region] if dictionary % 2 else None
        compressed += sizes_of([region])
    first = boundaries[pages.regions[begin]] if begin < end else 0
    return _Place(
        first + chunks.data_page_offsets[chunk],
        place,
        compressed + chunks.compressed[chunk],
        sum(pages.uncompressed_sizes[begin:end]) + chunks.uncompressed[chunk],
        sum(pages.num_values[begin:end]) + chunks.num_values[chunk],
        pages.codecs[begin] if begin < end else chunks.codecs[chunk] - 1,
    )
