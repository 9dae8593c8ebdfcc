"""Chunks of numbers that are looked at natively: whether all holds that the file says of them, and what their values are like.

What is said here to hold, no look at the values finds wrong. Of any other chunk nothing is said.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, NamedTuple, Protocol

from inlay.ground.statements.ends import is_float
from inlay.ground.values.orders import CODES, PASS_CODES, WIDTHS, Key, is_total, keys_of
from inlay_runtime.core import load_native
from parquet_format.parquet import (
    ColumnChunk,
    ColumnMetaData,
    ColumnOrder,
    RowGroup,
    SchemaElement,
    Type,
)

_native: Any = load_native("inlay.pages.engine.native_plain_chunk")

_CODES: Final = {**CODES, **{key: code for key, code in PASS_CODES.items() if is_total(key)}}

_NUMBERS: Final = (Type.INT32, Type.INT64, Type.FLOAT, Type.DOUBLE)


@dataclass(frozen=True, slots=True)
class PlainColumn:
    """Numbers outside of lists that are compared by one key, whose code is `order`."""

    type: Type
    width: int
    order: int
    has_old_bounds: bool
    """Whether deprecated bounds may be by the same key, or by that of its type where this one is the total order."""

    is_float: bool
    highest: int
    """The definition level of a value."""


def describe_numbers(element: SchemaElement, key: Key, highest: int) -> PlainColumn | None:
    """Of a column outside of lists. None for one whose chunks are left alone."""
    if element.type is None or element.type not in _NUMBERS or key not in _CODES:
        return None
    if element.logicalType is None and element.converted_type is None:
        return _describe_bare(element.type, key, highest)
    return _describe(element, element.type, key, highest)


@lru_cache(maxsize=128)
def _describe_bare(type_: Type, key: Key, highest: int) -> PlainColumn:
    """Of elements without annotation, as most of a wide schema are."""
    return _describe(SchemaElement(name="", type=type_), type_, key, highest)


def _describe(element: SchemaElement, type_: Type, key: Key, highest: int) -> PlainColumn:
    of_type = keys_of(element, ColumnOrder.TYPE_ORDER) if is_total(key) else (key,)
    has_old_bounds = of_type[0] in keys_of(element, None)
    order = _CODES[key]
    return PlainColumn(type_, WIDTHS[type_], order, has_old_bounds, is_float(element), highest)


class ChunkInGroup(Protocol):
    """A chunk with what is said of it."""

    @property
    def group(self) -> RowGroup: ...
    @property
    def chunk(self) -> ColumnChunk: ...
    @property
    def meta(self) -> ColumnMetaData | None: ...


class HeldChunk(NamedTuple):
    """`low` and `high` are None where no value compares."""

    values: int
    size: int
    """Bytes of the values."""

    pages: int
    """With that of its dictionary."""

    data_pages: int
    nans: int
    low: bytes | None
    high: bytes | None
    definitions: Sequence[int]
    """How often each definition level is there."""

    kept: bytes | None
    """The values themselves, where they were kept."""

    column: PlainColumn


def hold_plainly(
    data: bytes | memoryview,
    start: int,
    chunks: Sequence[tuple[ChunkInGroup, PlainColumn | None]],
    extents: Sequence[tuple[int, int]],
    keep: int = 0,
) -> list[HeldChunk | None]:
    """What chunks have without indexes and Bloom filters, and of which all holds that the file says; None where that is not sure, and for
    a chunk without a description. `extents` are where the pages of each begin and end, `data` are the bytes of the file from `start` on. Python's lock is let go of meanwhile. Values are kept
    of the first chunks that may have `keep` bytes of them together."""
    if _native is None:
        return [None] * len(chunks)
    held = _native.hold_plain_chunks(data, start, chunks, extents, keep)
    return [HeldChunk._make(numbers) if numbers is not None else None for numbers in held]
