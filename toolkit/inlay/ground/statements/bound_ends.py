"""Bounds of a column as its values compare, each by itself: what `verify` holds against whatever else a file says.

`bounds.py` has what a pair of bounds says together, which those who decide by bounds ask for.
"""

from __future__ import annotations

import struct
from typing import Any

from inlay.ground.statements.ends import Ends, may_be_cut
from inlay.ground.statements.keys import has_signed_order
from inlay.ground.values.orders import Key
from parquet_format.parquet import SchemaElement, Statistics


def read_ends(
    key: Key | None, element: SchemaElement, low: bytes | None, high: bytes | None
) -> Ends:
    """None for what cannot be compared: NaN, and bytes that are not a value."""
    return Ends(_read_end(key, element, low), _read_end(key, element, high))


def choose_bounds(
    statistics: Statistics, element: SchemaElement
) -> tuple[bytes | None, bytes | None]:
    """The minimum and the maximum. Where there are only deprecated ones, these, if they are of numbers with a sign, of which both are
    in the same order."""
    low, high = statistics.min_value, statistics.max_value
    if low is not None or high is not None or (statistics.min is None and statistics.max is None):
        return low, high
    return (statistics.min, statistics.max) if has_signed_order(element) else (None, None)


def _read_end(key: Key | None, element: SchemaElement, raw: bytes | None) -> Any:
    if key is None or raw is None or (not raw and not may_be_cut(element)):
        return None
    try:
        return key(raw)
    except (ValueError, struct.error):
        return None
