"""Batches are of a size that Spark can hold, and nothing is lost in making them."""

from __future__ import annotations

import pyarrow as pa
import pytest

from inlay.tables.scan.batches import MOST_BYTES, MOST_ROWS, batches_of


@pytest.mark.parametrize(
    ("rows", "size"), [(0, 1), (1, 1), (MOST_ROWS, 1), (20_000, 8), (50, 5 << 20), (3, 40 << 20)]
)
def test_rows_and_bytes_are_bounded(rows: int, size: int) -> None:
    table = pa.table({"at": range(rows), "data": [b"x" * size] * rows})
    found = list(batches_of(table))
    for batch in found:
        assert 0 < batch.num_rows <= MOST_ROWS
        assert batch.nbytes <= MOST_BYTES or batch.num_rows == 1
    assert pa.Table.from_batches(found, table.schema).equals(table.combine_chunks())
