"""Bounds against values: no value lies beyond one, and one that is said to be exact is a value."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from inlay.ground.statements.ends import is_bound
from inlay.ground.values.extremes import Extremes
from inlay.ground.values.orders import Key, rank
from inlay.ground.wording.amounts import count
from inlay.verbs.verify.check import Check
from inlay.verbs.verify.statistics import format_bound
from inlay.verbs.verify.values.audited import AuditedChunk, AuditedPage
from parquet_format.parquet import ColumnOrder, SchemaElement, Statistics

_Find = Callable[[Key], Extremes]


def check_bounds(chunk: AuditedChunk) -> str | None:
    said = chunk.statistics
    if said is None:
        return None
    pair = (("min_value", said.min_value), ("max_value", said.max_value))
    return find_beyond(pair, chunk.leaf.keys, chunk.find_extremes, chunk.element)


def check_old_bounds(chunk: AuditedChunk) -> str | None:
    """By every order that writers of deprecated bounds have used."""
    said = chunk.statistics
    if said is None or said.min is said.max is None:
        return None
    pair = (("min", said.min), ("max", said.max))
    return find_beyond(pair, chunk.leaf.deprecated_keys, chunk.find_extremes, chunk.element)


def check_exact(chunk: AuditedChunk) -> str | None:
    """Of bounds that hold; of those that do not, that is said."""
    if chunk.statistics is None or not chunk.is_whole:
        return None
    loose = find_loose(chunk.statistics, chunk.leaf.keys, chunk.find_extremes, chunk.element)
    return loose if loose is not None and check_bounds(chunk) is None else None


def check_unordered(chunk: AuditedChunk) -> str | None:
    """Readers are to leave such bounds alone, and some do not."""
    said = chunk.statistics
    if said is None or chunk.leaf.keys or chunk.leaf.order != ColumnOrder.TYPE_ORDER:
        return None
    for name, raw in (("min_value", said.min_value), ("max_value", said.max_value)):
        if is_bound(raw, chunk.element.type):
            return f"{name} has {count(len(raw or b''), 'byte')}, and values of this type have no order"
    return None


def check_index_bounds(page: AuditedPage) -> str | None:
    index = page.chunk.column_index
    if index is None or page.read_index("null_pages") is not False:
        return None
    pair = (
        (f"min_values[{page.number}]", page.read_index("min_values")),
        (f"max_values[{page.number}]", page.read_index("max_values")),
    )
    return find_beyond(pair, page.chunk.leaf.keys, page.find_extremes, page.chunk.element)


def check_header_bounds(page: AuditedPage) -> str | None:
    said = page.levels.header.statistics
    if said is None:
        return None
    leaf, element = page.chunk.leaf, page.chunk.element
    pair = (("min_value", said.min_value), ("max_value", said.max_value))
    beyond = find_beyond(pair, leaf.keys, page.find_extremes, element)
    if beyond is not None or said.min is said.max is None:
        return beyond
    old = (("min", said.min), ("max", said.max))
    return find_beyond(old, leaf.deprecated_keys, page.find_extremes, element)


def check_header_exact(page: AuditedPage) -> str | None:
    said = page.levels.header.statistics
    if said is None or page.levels.damage:
        return None
    loose = find_loose(said, page.chunk.leaf.keys, page.find_extremes, page.chunk.element)
    return loose if loose is not None and check_header_bounds(page) is None else None


def find_beyond(
    pair: tuple[tuple[str, bytes | None], tuple[str, bytes | None]],
    keys: tuple[Key, ...],
    find: _Find,
    element: SchemaElement,
) -> str | None:
    """Which bound is none by every key that may be meant, and the value that lies beyond it."""
    if not keys:
        return None
    ends = find(keys[0])
    if pair[0][1] == ends.low is not None and pair[1][1] == ends.high:  # as of most bounds
        return None
    for (name, raw), is_low in zip(pair, (True, False), strict=True):
        if raw is None or not is_bound(raw, element.type) or raw == _end_of(ends, not is_low):
            continue
        values = [_value_beyond(raw, key, find(key), is_low=is_low) for key in keys]
        if None not in values:
            side = "less" if is_low else "more"
            value, bound = (
                format_bound(raw_value or b"", element) for raw_value in (values[0], raw)
            )
            return f"{name} is {bound}, and a value is {side}: {value}"
    return None


def find_loose(
    said: Statistics, keys: tuple[Key, ...], find: _Find, element: SchemaElement
) -> str | None:
    """Which bound is said to be exact, and is not a value by any key that may be meant."""
    bounds = (
        ("min_value", said.min_value, said.is_min_value_exact),
        ("max_value", said.max_value, said.is_max_value_exact),
    )
    for at, (name, raw, is_exact) in enumerate(bounds):
        if not is_exact or raw is None or not keys or raw == _end_of(find(keys[0]), at):
            continue
        ends = [(rank(key, raw), _end_of(find(key), at), key) for key in keys]
        if all(end is not None and mine not in (None, rank(key, end)) for mine, end, key in ends):
            nearest, bound = (
                format_bound(raw_value or b"", element) for raw_value in (ends[0][1], raw)
            )
            kind = "least" if at == 0 else "largest"
            return f"is_{name}_exact, {name} is {bound}, and the {kind} value is {nearest}"
    return None


def _end_of(values: Extremes, at: int | bool) -> bytes | None:
    return values.high if at else values.low


def _value_beyond(raw: bytes, key: Key, values: Extremes, *, is_low: bool) -> bytes | None:
    end = values.low if is_low else values.high
    if end is None:
        return None
    bound, value = rank(key, raw), rank(key, end)
    if bound is None or value is None:
        return None
    return end if (bound > value if is_low else bound < value) else None


CHUNKS: Final[tuple[Check[AuditedChunk], ...]] = (
    Check(
        "value-bounds",
        "meta_data.statistics",
        "no value is less than the minimum or more than the maximum, in the order of the column",
        check_bounds,
    ),
    Check(
        "value-old-bounds",
        "meta_data.statistics",
        "no value lies beyond the deprecated bounds, in some order that their writers have used",
        check_old_bounds,
    ),
    Check(
        "value-exact",
        "meta_data.statistics",
        "a bound that is said to be exact is a value",
        check_exact,
    ),
    Check(
        "value-no-order",
        "meta_data.statistics",
        "there are no bounds where the column order defines none",
        check_unordered,
    ),
)

PAGES: Final[tuple[Check[AuditedPage], ...]] = (
    Check(
        "value-index-bounds",
        "",
        "no value of a page lies beyond its bounds in the column index",
        check_index_bounds,
    ),
    Check(
        "value-header-bounds",
        "",
        "no value of a page lies beyond the bounds in its header",
        check_header_bounds,
    ),
    Check(
        "value-header-exact",
        "",
        "a bound in a page header that is said to be exact is a value",
        check_header_exact,
    ),
)
