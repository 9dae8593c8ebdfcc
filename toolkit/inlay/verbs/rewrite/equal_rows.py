"""Several streams of rows side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pyarrow as pa


def pair_rows(
    streams: Sequence[Iterator[pa.RecordBatch]],
) -> Iterator[tuple[pa.RecordBatch, ...]]:
    """Equal numbers of rows of all, until one of them ends."""
    waiting = [next(stream, None) for stream in streams]
    while True:
        batches = tuple(batch for batch in waiting if batch is not None)
        if len(batches) < len(streams):
            return
        size = min(batch.num_rows for batch in batches)
        yield tuple(batch.slice(0, size) for batch in batches)
        waiting = [
            batch.slice(size) if batch.num_rows > size else next(stream, None)
            for batch, stream in zip(batches, streams, strict=True)
        ]
