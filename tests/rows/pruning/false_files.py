"""Files with a statement that is false and contradicted by another, one for each kind that lost rows of public files."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import partial
from typing import Final

import pyarrow as pa
import pyarrow.parquet as pq

from parquet_format.parquet import ColumnIndex, FileMetaData, Statistics
from tests.support.footers import edit_column_index, edit_footer

Values = list[int | None]
Edit = Callable[[bytes], bytes]


def write_pages(values: Values, *, is_required: bool) -> bytes:
    """In pages of one row."""
    schema = pa.schema([pa.field("v", pa.int64(), nullable=not is_required)])
    sink = io.BytesIO()
    pq.write_table(
        pa.table({"v": values}, schema=schema),
        sink,
        use_dictionary=False,
        write_page_index=True,
        write_batch_size=1,
        max_rows_per_page=1,
    )
    return sink.getvalue()


def _set_index(
    data: bytes, null_pages: list[bool], null_counts: list[int] | None, *, has_bounds: bool = False
) -> bytes:
    def edit(index: ColumnIndex) -> None:
        assert len(index.null_pages) == len(null_pages)
        index.null_pages, index.null_counts = null_pages, null_counts
        if not has_bounds:
            pairs = zip(null_pages, index.min_values, index.max_values, strict=True)
            ends = [(b"", b"") if is_null else (low, high) for is_null, low, high in pairs]
            index.min_values, index.max_values = [it[0] for it in ends], [it[1] for it in ends]

    return edit_column_index(data, 0, edit)


def _set_nulls(data: bytes, nulls: int, *, writer: str | None = None) -> bytes:
    def edit(metadata: FileMetaData) -> None:
        meta = metadata.row_groups[0].columns[0].meta_data
        assert meta is not None
        meta.statistics = (meta.statistics or Statistics()).replace(null_count=nulls)
        metadata.created_by = writer or metadata.created_by

    return edit_footer(data, edit)


def _set_bounds(data: bytes, low: int, high: int) -> bytes:
    def edit(metadata: FileMetaData) -> None:
        meta = metadata.row_groups[0].columns[0].meta_data
        assert meta is not None
        raw = [value.to_bytes(8, "little") for value in (low, high)]
        meta.statistics = Statistics(null_count=0, min_value=raw[0], max_value=raw[1])

    return edit_footer(data, edit)


_CASES: Final[dict[str, tuple[Values, bool, Edit]]] = {
    "a null page without nulls": (
        [1, None, 3],
        False,
        partial(_set_index, null_pages=[True, True, False], null_counts=[0, 1, 0]),
    ),
    "null pages of a required column": (
        [1, 2, 3],
        True,
        partial(_set_index, null_pages=[True, True, False], null_counts=None),
    ),
    "null pages whose nulls are unknown": (
        [1, None, 3],
        False,
        partial(_set_index, null_pages=[True, True, False], null_counts=[-1, 1, 0]),
    ),
    "nulls of a required column": ([1, 2, 3], True, partial(_set_nulls, nulls=3)),
    "no nulls where a page has one": ([1, None, 3], False, partial(_set_nulls, nulls=0)),
    "no nulls where there is nothing else": (
        [None, None],
        False,
        partial(_set_nulls, nulls=0, writer="parquet-rs version 4.0.0 (build )"),
    ),
    "only nulls beside bounds": ([1, None, 3], False, partial(_set_nulls, nulls=3)),
    "a maximum below that of a page": ([1, 2, 20], False, partial(_set_bounds, low=1, high=2)),
    "a minimum above that of a page": ([1, 5, 7], False, partial(_set_bounds, low=5, high=7)),
    "one value, and others in the pages": ([1, 2, 20], True, partial(_set_bounds, low=1, high=1)),
    "a whole page of nulls beside bounds": (
        [1, None, 3],
        False,
        partial(
            _set_index, null_pages=[False, True, False], null_counts=[1, 1, 0], has_bounds=True
        ),
    ),
}

NAMES: Final = tuple(_CASES)


def false_file(name: str) -> tuple[bytes, Values]:
    """The file, and the values of its column `v`."""
    values, is_required, edit = _CASES[name]
    return edit(write_pages(values, is_required=is_required)), values
