"""Chunks of which every statement holds, told at a glance: numbers of one width whose bounds are values, and little else said of them.

What is said here to hold, no check finds wrong. Of any other chunk nothing is said: the checks look at it, and they alone find.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, NamedTuple

from inlay.ground.statements.ends import is_float
from inlay.ground.values.orders import CODES, WIDTHS, Key, keys_of
from inlay.verbs.verify.subjects import PlacedLeaf
from inlay.verbs.verify.values.claims import Claimed
from inlay.verbs.verify.values.value_ranges import find_room
from inlay_runtime.core import load_native
from parquet_format.parquet import SchemaElement, Type

_native: Any = load_native("inlay.pages.engine.native_plain_chunk")

_NUMBERS: Final = (Type.INT32, Type.INT64, Type.FLOAT, Type.DOUBLE)


@dataclass(frozen=True, slots=True)
class PlainColumn:
    """Numbers outside of lists, of which every one is right, and that are compared by one key, whose code is `order`."""

    type: Type
    width: int
    order: int
    has_old_bounds: bool
    """Whether deprecated bounds may be by the same key."""

    is_float: bool
    highest: int
    """The definition level of a value."""


def describe_plain(leaf: PlacedLeaf) -> PlainColumn | None:
    """None for a column whose chunks are left to the checks."""
    element, type_ = leaf.element, leaf.element.type
    if type_ is None or type_ not in _NUMBERS or leaf.max_repetition or len(leaf.keys) != 1:
        return None
    (key,) = leaf.keys
    if element.logicalType is None and element.converted_type is None:
        return _describe_bare(type_, key, leaf.max_definition)
    if key not in CODES or find_room(element) is not None:
        return None
    return PlainColumn(
        type_,
        WIDTHS[type_],
        CODES[key],
        key in leaf.deprecated_keys,
        is_float(element),
        leaf.max_definition,
    )


@lru_cache(maxsize=128)
def _describe_bare(type_: Type, key: Key, highest: int) -> PlainColumn | None:
    """Of elements without annotation, as most of a wide schema are."""
    if key not in CODES:
        return None
    element = SchemaElement(name="", type=type_)
    has_old_bounds = key in keys_of(element, None)
    return PlainColumn(type_, WIDTHS[type_], CODES[key], has_old_bounds, is_float(element), highest)


class HeldChunk(NamedTuple):
    values: int
    size: int
    """Bytes of the values."""

    pages: int
    """With that of its dictionary."""


def hold_plainly(
    data: bytes | memoryview, start: int, chunks: Sequence[tuple[Claimed, PlainColumn | None]]
) -> list[HeldChunk | None]:
    """What chunks have without indexes and Bloom filters, and of which all holds that the file says; None where that is not sure, and for
    a chunk without a description. `data` are the bytes of the file from `start` on. Python's lock is let go of meanwhile."""
    if _native is None:
        return [None] * len(chunks)
    held = _native.hold_plain_chunks(data, start, chunks)
    return [HeldChunk(*numbers) if numbers is not None else None for numbers in held]
