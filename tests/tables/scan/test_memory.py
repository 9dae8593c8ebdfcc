"""What is held of footers while somebody takes the rows of their tables."""

from __future__ import annotations

import tracemalloc
from collections import deque
from typing import TYPE_CHECKING

import pyarrow as pa

import inlay
from inlay.footers.footer import read_footer
from tests.tables.scan.test_requests import write

if TYPE_CHECKING:
    from pathlib import Path


def _scan(path: Path) -> pa.RecordBatchReader:
    return inlay.scan_footers(path, table="column_chunks", columns=["codec"])


def test_no_footer_is_there_while_its_rows_are_taken(tmp_path: Path) -> None:
    path = tmp_path / "wide.parquet"
    write(path, 2_000)
    deque(_scan(path), maxlen=0)  # what is imported on first need
    tracemalloc.start()
    try:
        batches = _scan(path)
        assert next(batches).num_rows
        held, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    size = len(read_footer(path).data)
    assert held < size < most
