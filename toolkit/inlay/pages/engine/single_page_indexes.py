"""The page indexes of chunks with one data page whose values were looked at natively: without the native core there are none."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from inlay_runtime.core import load_native

_native: Any = load_native("inlay.pages.engine.native_plain_chunk")

NOT_SAID: Final = -1


class SinglePage(NamedTuple):
    """What a column index says of the only page of a chunk of numbers."""

    low: bytes | None
    """The least value; None where no value compares."""

    high: bytes | None
    nulls: int
    nans: int
    """NOT_SAID of what cannot be NaN."""

    definitions: Sequence[int] | None
    """How often each definition level is there; None where there is only one."""

    real_width: int
    """Bytes of a floating-point number whose order takes both zeros for one; 0 of other numbers."""


def encode_offset_indexes(pages: Iterable[tuple[int, int]]) -> list[bytes]:
    """Each of a single page, by the offset of its header and its size with that."""
    encoded: list[bytes] = _native.encode_offset_indexes(pages)
    return encoded


def encode_column_indexes(pages: Iterable[SinglePage]) -> list[bytes]:
    """Each of a single page. Of both zeros, the bounds have those that lose no reader."""
    encoded: list[bytes] = _native.encode_column_indexes(pages)
    return encoded
