"""Changes of page indexes and of the chunk beside them, for files in which one thing is not true."""

from __future__ import annotations

import struct
from collections.abc import Callable

from parquet_format.parquet import (
    ColumnIndex,
    FileMetaData,
    OffsetIndex,
    SizeStatistics,
)
from tests.verbs.verify.files import Change, meta_of

OfColumns = Callable[[ColumnIndex], object]

OfOffsets = Callable[[OffsetIndex], object]


def index(**fields: object) -> OfColumns:
    """A list for a field replaces it, a dict some of its elements, and None takes it away."""

    def change(it: ColumnIndex) -> None:
        for name, value in fields.items():
            if not isinstance(value, dict):
                setattr(it, name, value)
                continue
            whole = list(getattr(it, name))
            for at, one in value.items():
                whole[at] = one
            setattr(it, name, whole)

    return change


def said(column: str, **fields: object) -> Change:
    """Of the chunk: fields of its statistics; `size` is the bytes of its byte arrays, and `levels` those of definition, which are
    absent otherwise."""

    def change(footer: FileMetaData) -> None:
        meta = meta_of(footer, 1, column)
        size, levels = fields.get("size"), fields.get("levels")
        meta.size_statistics = SizeStatistics(
            unencoded_byte_array_data_bytes=size if isinstance(size, int) else None,
            definition_level_histogram=list(levels) if isinstance(levels, list) else None,
        )
        for name in fields.keys() - {"size", "levels"}:
            setattr(meta.statistics, name, fields[name])

    return change


def f64(value: float) -> bytes:
    return struct.pack("<d", value)


def sizes(*numbers: int) -> OfOffsets:
    return lambda it: setattr(it, "unencoded_byte_array_data_bytes", [*numbers])


def first_row(page: int, row: int) -> OfOffsets:
    def change(it: OffsetIndex) -> None:
        it.page_locations[page].first_row_index = row

    return change


def null_pages(*pages: int, counts: list[int] | None) -> OfColumns:
    """These have no bounds."""

    def change(it: ColumnIndex) -> None:
        it.null_counts, it.definition_level_histograms = counts, None
        for page in pages:
            it.null_pages[page] = True
            it.min_values[page] = it.max_values[page] = b""

    return change
