"""What is held while a wide file is looked at, by counted allocations: no object for each chunk."""

from __future__ import annotations

import tracemalloc
from importlib import import_module
from typing import TYPE_CHECKING, Any

import pytest

import inlay
from inlay.footers.footer import read_footer

if TYPE_CHECKING:
    from pathlib import Path

pa: Any = import_module("pyarrow")
pq: Any = import_module("pyarrow.parquet")

COLUMNS = 200


@pytest.mark.needs("native core")
def test_chunks_take_what_the_footer_says_of_them(tmp_path: Path) -> None:
    """Where they are listed once for all rules, they take six times that."""
    path = tmp_path / "wide.parquet"
    table = pa.table({f"c{at}": [0.5, 1.0] for at in range(COLUMNS)})
    peaks: list[int] = []
    footers: list[int] = []
    for groups in (2, 2, 22):  # at first, what is made once
        with pq.ParquetWriter(
            path, table.schema, use_dictionary=False, compression="none"
        ) as writer:
            for _ in range(groups):
                writer.write_table(table)
        peaks.append(measure_peak(path))
        footers.append(len(read_footer(path).data))
    assert peaks[2] - peaks[1] < 2 * (footers[2] - footers[1])


def measure_peak(path: Path) -> int:
    """Bytes."""
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        inlay.lint(path)
        return tracemalloc.get_traced_memory()[1] - before
    finally:
        tracemalloc.stop()
