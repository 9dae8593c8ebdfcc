"""What `set --sorted-by` says of pages that their column index calls null pages, and something contradicts."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.errors import RefusedError
from inlay.verbs.set.edits import SortedBy
from parquet_format.parquet import ColumnIndex
from tests.support.footers import edit_column_index

DOUBT = "says that all is null, and something contradicts that"


def write(values: list[int | None], *, is_required: bool = False) -> bytes:
    """In pages of two rows."""
    schema = pa.schema([pa.field("n", pa.int64(), nullable=not is_required)])
    options: dict[str, Any] = {"use_dictionary": False, "write_page_index": True}
    sink = io.BytesIO()
    table = pa.table({"n": values}, schema=schema)
    pq.write_table(table, sink, write_batch_size=2, max_rows_per_page=2, **options)
    return sink.getvalue()


def warn(data: bytes, tmp_path: Path) -> list[str]:
    path = tmp_path / "file.parquet"
    path.write_bytes(data)
    return list(inlay.set_metadata(str(path), sorted_by=[SortedBy("n")]).warnings)


@pytest.mark.parametrize(
    ("null_counts", "is_required", "is_doubted"),
    [
        ([0, 2, 0], False, False),
        (None, False, False),
        ([0, 1, 0], False, True),
        ([0, 0, 0], False, True),
        ([0, -1, 0], False, True),
        ([0, 2, 0], True, True),
        (None, True, True),
    ],
)
def test_a_null_page_that_may_have_values_is_told(
    null_counts: list[int] | None, is_required: bool, is_doubted: bool, tmp_path: Path
) -> None:
    def edit(index: ColumnIndex) -> None:
        index.null_pages, index.null_counts = [False, True, False], null_counts
        index.min_values[1] = index.max_values[1] = b""

    data = write([1, 2, 3, 4, 5, 6], is_required=is_required)
    warnings = warn(edit_column_index(data, 0, edit), tmp_path)
    assert sum(DOUBT in warning for warning in warnings) == is_doubted
    if is_doubted:
        assert warnings[-1].startswith("page 1 of 'n' in row group 0: ")


def test_a_bound_of_a_null_page_speaks_against_the_claim(tmp_path: Path) -> None:
    def edit(index: ColumnIndex) -> None:
        index.null_pages = [False, True, False]

    warnings = warn(edit_column_index(write([1, 2, 3, 4, 5, 6]), 0, edit), tmp_path)
    assert DOUBT in warnings[-1]
    with pytest.raises(RefusedError, match="pages 0 and 1"):
        warn(edit_column_index(write([5, 6, 1, 2, 7, 8]), 0, edit), tmp_path)


def test_real_null_pages_are_no_doubt(tmp_path: Path) -> None:
    warnings = warn(write([1, 2, None, None, 5, 6]), tmp_path)
    assert not any(DOUBT in warning for warning in warnings)
    assert inlay.read_metadata(tmp_path / "file.parquet").row_groups[0].sorting_columns
