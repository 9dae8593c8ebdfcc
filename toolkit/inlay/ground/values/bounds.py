"""The minimum and maximum of a column, from whichever fields of Statistics hold them."""

from __future__ import annotations

from typing import NamedTuple

from inlay.ground.values.decode import Decoder, Undecodable, Value, read_value
from parquet_format.parquet import Statistics


class Bound(NamedTuple):
    """`exact` is False where it is said to be a bound only, None where nothing is said.

    `deprecated` if it comes from `min` or `max`, whose order is signed whatever the type.
    """

    value: Value | Undecodable
    exact: bool | None
    deprecated: bool = False


def find_minimum(statistics: Statistics, decode: Decoder) -> Bound | None:
    return _bound(statistics.min_value, statistics.is_min_value_exact, statistics.min, decode)


def find_maximum(statistics: Statistics, decode: Decoder) -> Bound | None:
    return _bound(statistics.max_value, statistics.is_max_value_exact, statistics.max, decode)


def _bound(
    value: bytes | None, exact: bool | None, deprecated: bytes | None, decode: Decoder
) -> Bound | None:
    if value is not None:
        return Bound(read_value(decode, value), exact)
    if deprecated is not None:
        return Bound(read_value(decode, deprecated), None, deprecated=True)
    return None
