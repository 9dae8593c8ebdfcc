"""Tables chopped into batches that whoever comes next can hold.

Spark puts no bound on the batches that Python hands it, and keeps each in memory as a whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pyarrow as pa

MOST_ROWS: Final = 8_192
MOST_BYTES: Final = 32 << 20


def batches_of(table: pa.Table) -> Iterator[pa.RecordBatch]:
    """At most 8,192 rows and 32 MiB each, but for a row that is larger by itself; empty ones are left out."""
    for batch in table.combine_chunks().to_batches(max_chunksize=MOST_ROWS):
        yield from _halve(batch)


def _halve(batch: pa.RecordBatch) -> Iterator[pa.RecordBatch]:
    if batch.num_rows == 0:
        return
    if batch.num_rows == 1 or batch.nbytes <= MOST_BYTES:
        yield batch
        return
    half = batch.num_rows // 2
    yield from _halve(batch.slice(0, half))
    yield from _halve(batch.slice(half))
