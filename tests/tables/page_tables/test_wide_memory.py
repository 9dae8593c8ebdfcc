"""What is held while the pages of a wide file are counted, by counted allocations: the chunks of one row group."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.tables.page_tables.tables import read_first_rows

COLUMNS = 200


@pytest.mark.needs("native core")
@pytest.mark.parametrize("table", ["pages", "page_indexes"])
def test_no_more_than_the_chunks_of_one_row_group_are_held(
    table: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of all take 780 bytes each."""
    monkeypatch.setattr("inlay.pages.engine.chunk_indexes._CHUNKS", COLUMNS)
    # At first, what is made once.
    peaks = [measure_peak(tmp_path, groups, table) for groups in (2, 2, 22)]
    assert peaks[2] - peaks[1] < 300 * 20 * COLUMNS


def measure_peak(folder: Path, groups: int, table: str) -> int:
    """Bytes."""
    path = folder / f"{groups}.parquet"
    content = pa.table({f"c{at}": [0.5] * groups for at in range(COLUMNS)})
    pq.write_table(content, path, row_group_size=1, use_dictionary=False)
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        read_first_rows(path, table, ("offset",), 10, findings=[])
        return tracemalloc.get_traced_memory()[1] - before
    finally:
        tracemalloc.stop()
