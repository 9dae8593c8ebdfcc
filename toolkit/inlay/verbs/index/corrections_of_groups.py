"""What row groups say, put right by their chunks or taken out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from inlay.pages.engine.chunk_metadata import metadata_of
from parquet_format.parquet import RowGroup


class GroupCorrection(NamedTuple):
    """`put_right` changes the row group; where it takes a statement out, it returns why, as a clause, empty otherwise."""

    name: str
    fields: tuple[str, ...]
    findings: tuple[str, ...]
    put_right: Callable[[RowGroup], str]


def _add_up_sizes(group: RowGroup) -> str:
    group.total_byte_size = sum(metadata_of(it).total_uncompressed_size for it in group.columns)
    return ""


def _add_up_compressed_sizes(group: RowGroup) -> str:
    sizes = [metadata_of(it).total_compressed_size for it in group.columns]
    group.total_compressed_size = sum(sizes)
    return ""


def _take_sorting_out(group: RowGroup) -> str:
    group.sorting_columns = None
    return "its rows are not sorted so"


GROUP_CORRECTIONS: Final = (
    GroupCorrection("sizes-of-row-groups", ("total_byte_size",), ("group-size",), _add_up_sizes),
    GroupCorrection(
        "sizes-of-row-groups",
        ("total_compressed_size",),
        ("group-compressed",),
        _add_up_compressed_sizes,
    ),
    GroupCorrection(
        "sorting-columns",
        ("sorting_columns",),
        ("sorting-columns", "value-sorting"),
        _take_sorting_out,
    ),
)
