"""How much more memory somebody takes for a longer footer, by counted allocations."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from pathlib import Path

from inlay.footers.footer import read_footer
from tests.pages.encodings.files import pa, pq

COLUMNS = 200


def measure_growth(path: Path, do: Callable[[], object], few: int = 2) -> float:
    """Bytes of the peak for each byte of a footer, which says the same of 20 row groups more than of `few`; the file at `path` has 200
    columns."""
    table = pa.table({f"c{at}": [0.5, 1.0] for at in range(COLUMNS)})
    peaks: list[int] = []
    footers: list[int] = []
    for groups in (few, few, few + 20):  # at first, what is made once
        with pq.ParquetWriter(
            path, table.schema, use_dictionary=False, compression="none"
        ) as writer:
            for _ in range(groups):
                writer.write_table(table)
        peaks.append(_measure_peak(do))
        footers.append(len(read_footer(path).data))
    return (peaks[2] - peaks[1]) / (footers[2] - footers[1])


def _measure_peak(do: Callable[[], object]) -> int:
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        do()
        return tracemalloc.get_traced_memory()[1] - before
    finally:
        tracemalloc.stop()
