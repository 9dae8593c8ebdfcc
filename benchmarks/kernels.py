"""How fast an encoding is by itself, without files."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Final

from inlay.pages.encodings.errors import DeclinedError
from inlay.pages.encodings.plugin_calls import decode_values, encode_pages
from inlay.pages.encodings.plugins import ChunkEncoding, ValueEncoding
from parquet_format.parquet import Type

TIMES: Final = 5


def time_kernels(
    encoding: ValueEncoding, pages: Sequence[tuple[memoryview, int]], type_: Type
) -> tuple[str, str] | None:
    """MB of values a second, encoded and decoded; None where the encoding declines the chunk."""
    try:
        encoded = list(encode_pages(encoding, pages, type_))
    except DeclinedError:
        return None

    def decode() -> None:
        for data, (values, count) in zip(encoded, pages, strict=True):
            decode_values(encoding, memoryview(data), count, type_, len(values))

    megabytes = sum(len(values) for values, _ in pages) / 1e6
    return (
        f"{megabytes / _best(lambda: _encode(encoding, pages, type_)):,.0f}",
        f"{megabytes / _best(decode):,.0f}",
    )


def _encode(encoding: ValueEncoding, pages: Sequence[tuple[memoryview, int]], type_: Type) -> None:
    if isinstance(encoding, ChunkEncoding):
        encode = encoding.prepare(pages, type_)
        for values, count in pages:
            encode(values, count)
        return
    for values, count in pages:
        encoding.encode(values, count, type_)


def _best(work: Callable[[], object]) -> float:
    """Seconds of the processor."""
    best = float("inf")
    for _ in range(TIMES):
        start = time.thread_time()
        work()
        best = min(best, time.thread_time() - start)
    return best
