"""Kinds and boxes of geometries, natively: see `inlay.ground.values.wkb`."""

from collections.abc import Sequence

import pyarrow as pa

def measure(
    offsets: pa.Buffer,
    data: pa.Buffer | bytes,
    first: int,
    count: int,
    kinds: pa.Buffer,
    boxes: Sequence[pa.Buffer],
    gaps: pa.Buffer | None,
    first_gap: int,
) -> None: ...
def fold(
    offsets: pa.Buffer, data: pa.Buffer | bytes, first: int, count: int
) -> tuple[list[float], dict[int, int]]: ...
