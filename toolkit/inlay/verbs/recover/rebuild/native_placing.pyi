"""Chunks that are told apart by their headers, natively: see `inlay.verbs.recover.rebuild.grouping`."""

from array import array
from collections.abc import Mapping

def place_columns(
    facts: array[int],
    going_on: bytes,
    roles: bytes,
    fits: Mapping[int, array[int]],
    kinds: array[int],
    column: int,
    at: int,
    stop: int,
    rows: int,
    left: int,
    ends: array[int],
    /,
) -> tuple[int, int, int]: ...
