"""A Fetch of bytes that are in memory already."""

from __future__ import annotations

from collections.abc import Sequence

from inlay.layouts.fetch import Fetch, Range
from inlay_runtime.errors import TruncatedError


def fetch_from(data: bytes | memoryview, offset: int = 0) -> Fetch:
    """The bytes of a part of a file that begins at `offset`. Raises TruncatedError for ranges outside of it."""
    view = memoryview(data)
    everything = Range(offset, len(data))

    def fetch(ranges: Sequence[Range]) -> list[bytes | memoryview]:
        return [
            data if part == everything else _part(view, part.offset - offset, part.length)
            for part in ranges
        ]

    return fetch


def _part(data: memoryview, at: int, length: int) -> memoryview:
    if at < 0 or length < 0 or at + length > len(data):
        raise TruncatedError(f"{length} bytes are asked for, and there are {len(data)}", at)
    return data[at : at + length]
