"""Statistics and page indexes of a modular footer, from one descriptor to an answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import pyarrow as pa

from inlay.footers.designs.answer_schemas import PAGES, PageIndex
from inlay.footers.designs.arrow_buffers import (
    wrap_binaries,
    wrap_expanded_bools,
    wrap_expanded_int64s,
    wrap_int32s,
    wrap_int64s,
)
from inlay.footers.designs.modular.array_pages import locate_array, locate_dense
from inlay.footers.designs.modular.placement import find_native
from inlay.ground.arrow_rows import make_batch
from inlay.ground.wording.amounts import count
from inlay_runtime.errors import InvalidValueError, MissingFieldError
from inlay_runtime.packed import (
    Expanded,
    ExpandedBytes,
    Fields,
    PackedArray,
    PackedBits,
    Runs,
    check_same_positions,
    expand,
    expand_bits,
    join_bytes,
    read_small_fields,
    take,
)
from parquet_format.parquet import BoundaryOrder


class BoundColumns(NamedTuple):
    """What bounds are answered with, in Arrow's design; None for what is nowhere said."""

    minimum: ExpandedBytes | None
    maximum: ExpandedBytes | None
    min_is_exact: Expanded | None
    max_is_exact: Expanded | None
    null_count: Expanded | None
    nan_count: Expanded | None


_BYTES = (1, 2, 3)
"""Prefixes and both suffixes, among the seven arrays."""

native_bounds = find_native("locate_bounds")
native_answer = find_native("expand_bounds")
NOTHING = BoundColumns(None, None, None, None, None, None)


def read_statistics(
    data: bytes | memoryview, row_groups: int, runs: Runs, *, absent_means_exact: bool
) -> BoundColumns:
    """The bounds of one column, from its descriptor. Raises DecodeError for what breaks a rule."""
    if not len(data):
        return NOTHING
    arrays = None
    if native_bounds is not None:
        arrays = native_bounds(data, row_groups, PackedArray, PackedBits)
    if arrays is None:
        fields = read_small_fields(data, 0, len(data))
        arrays = _locate_bounds(data, fields, 1, row_groups)
    return _expand_bounds(data, arrays, runs, absent_means_exact=absent_means_exact)


def read_all_statistics(
    pieces: Sequence[bytes | memoryview], row_groups: int, *, absent_means_exact: bool
) -> BoundColumns | None:
    """The same of all row groups of many columns at once, one column behind the other; None for what is to be read one by one."""
    answer = (
        None
        if native_answer is None
        else native_answer(list(pieces), row_groups, absent_means_exact)
    )
    if answer is None:
        return None
    minimum, maximum, *others = answer
    return BoundColumns(
        ExpandedBytes(*minimum), ExpandedBytes(*maximum), *(Expanded(*each) for each in others)
    )


def _locate_bounds(
    data: bytes | memoryview, fields: Fields, first_id: int, domain: int
) -> list[PackedArray | None]:
    """The seven arrays that begin at this field. Raises DecodeError for what breaks a rule."""
    return [
        locate_array(data, fields, first_id + at, domain, is_bytes=at in _BYTES) for at in range(7)
    ]


def _expand_bounds(
    data: bytes | memoryview,
    arrays: Sequence[PackedArray | None],
    runs: Runs,
    *,
    absent_means_exact: bool,
) -> BoundColumns:
    """What those arrays say. Raises DecodeError for arrays that do not fit each other."""

    def counts(located: PackedArray | None) -> Expanded | None:
        return None if located is None else expand(data, located, runs, 8)

    null_count, nan_count = counts(arrays[0]), counts(arrays[6])
    pairs, exact = arrays[1:4], arrays[4:6]
    there = [array for array in pairs if array is not None]
    if not there:
        if any(exact):
            raise MissingFieldError("exactness of bounds that are not there", 0)
        return BoundColumns(None, None, None, None, null_count, nan_count)
    if len(there) < 3:
        raise MissingFieldError("a bound without its partner, or without their prefix", 0)
    prefixes, minima, maxima = there
    check_same_positions(data, prefixes, minima)
    check_same_positions(data, prefixes, maxima)
    minimum = join_bytes(data, prefixes, minima, runs)
    flags = [_flags(data, array, runs, minimum, absent_means_exact) for array in exact]
    return BoundColumns(
        minimum, join_bytes(data, prefixes, maxima, runs), flags[0], flags[1], null_count, nan_count
    )


def _flags(
    data: bytes | memoryview,
    array: PackedArray | None,
    runs: Runs,
    bound: ExpandedBytes,
    absent_means_exact: bool,
) -> Expanded | None:
    """Whether bounds are exact; where there is no array, all are, or nothing is said."""
    if array is None:
        if not absent_means_exact:
            return None
        rows = len(bound.offsets) // 4 - 1
        return Expanded(b"\xff" * ((rows + 7) // 8), bound.validity, bound.null_count)
    flags = expand_bits(data, array, runs)
    if flags.validity is not None and bound.validity is not None:
        said, there = (int.from_bytes(bits, "little") for bits in (flags.validity, bound.validity))
        if said & ~there:
            raise InvalidValueError("exactness of a bound that is not there", array.values.start)
    elif bound.validity is not None:
        raise InvalidValueError("exactness of a bound that is not there", array.values.start)
    return flags


def arrays_of_bounds(columns: BoundColumns, rows: int) -> list[pa.Array[Any]]:
    """Minimum, maximum, their exactness, counts of nulls and NaNs: as `BOUNDS` has them."""
    return [
        wrap_binaries(columns.minimum, rows),
        wrap_binaries(columns.maximum, rows),
        wrap_expanded_bools(columns.min_is_exact, rows),
        wrap_expanded_bools(columns.max_is_exact, rows),
        wrap_expanded_int64s(columns.null_count, rows),
        wrap_expanded_int64s(columns.nan_count, rows),
    ]


def read_page_index(offsets: bytes | memoryview, bounds: bytes | memoryview) -> PageIndex:
    """The pages of one chunk from both descriptors; `bounds` is empty for a chunk without a ColumnIndex.

    Raises DecodeError for what breaks a rule.
    """
    fields = read_small_fields(offsets, 0, len(offsets))
    page = fields.get(1)
    pages = page.get(3) if isinstance(page, dict) else None
    if not isinstance(pages, int) or pages > 64 * len(offsets):
        raise InvalidValueError(f"num_values is {pages} in {count(len(offsets), 'byte')}", 0)
    streams = [locate_dense(offsets, fields, at, pages) for at in (1, 2, 3)]
    places, sizes, rows = take(offsets, streams, ((0, pages),), (8, 4, 8))
    columns, null_pages, order = NOTHING, None, None
    if len(bounds):
        said = read_small_fields(bounds, 0, len(bounds))
        number = said.get(1)
        if not isinstance(number, int):
            raise MissingFieldError("the boundary order is missing", 0)
        order = BoundaryOrder(number)
        located = locate_array(bounds, said, 2, pages)
        if located is None or located.num_present != pages:
            raise MissingFieldError("pages of which it is not said whether they are null", 0)
        runs = ((0, pages),)
        null_pages = expand_bits(bounds, located, runs)
        arrays = _locate_bounds(bounds, said, 3, pages)
        columns = _expand_bounds(bounds, arrays, runs, absent_means_exact=True)
    _, *counts = arrays_of_bounds(columns, pages)
    batch = make_batch(
        [
            wrap_int64s(places, pages),
            wrap_int32s(sizes, pages),
            wrap_int64s(rows, pages),
            wrap_expanded_bools(null_pages, pages),
            wrap_binaries(columns.minimum, pages),
            counts[0],
            counts[3],
            counts[4],
        ],
        PAGES,
    )
    return PageIndex(order, batch)
