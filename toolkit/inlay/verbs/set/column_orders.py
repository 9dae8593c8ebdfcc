"""Another order of floating-point bounds, where all that is said in the old one is as true in the new.

In the order of types both zeros are one, and NaN has no place; in that of IEEE 754, -0 is before +0. So bounds of numbers mean the same in
both, but for zeros, where no value is NaN.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping
from math import copysign, isnan
from typing import Final

from inlay.ground.files.source import Seekable
from inlay.ground.mistakes import RequestError
from inlay.ground.refusals import RefusedError
from inlay.ground.schema.names import NamedChildren
from inlay.ground.statements.ends import is_float
from inlay.verbs.set.elements import AmendedElements
from inlay.verbs.set.page_index import read_index
from parquet_format.parquet import (
    ColumnChunk,
    ColumnIndex,
    ColumnMetaData,
    ColumnOrder,
    FileMetaData,
    Statistics,
)

ORDERS: Final[Mapping[str, ColumnOrder]] = {
    "type": ColumnOrder.TYPE_ORDER,
    "ieee754": ColumnOrder.IEEE_754_TOTAL_ORDER,
}
"""By the words of `--column-order`."""

_FORMATS: Final = {2: "<e", 4: "<f", 8: "<d"}


def change_orders(
    metadata: FileMetaData,
    elements: AmendedElements,
    wanted: Mapping[str, str],
    source: Seekable,
) -> None:
    """Declares these orders, of columns by their paths. Zeros in statistics get the sign that the order of types wants.

    Raises RequestError for a path that is not a column and for a word that is not an order, RefusedError for a column that has one order only,
    and where what is said in the old order is not as true in the new.
    """
    names = NamedChildren()
    orders = list(metadata.column_orders or ())
    for path, word in wanted.items():
        at = elements.leaf(path, names)
        if word not in ORDERS:
            raise RequestError(f"{path}={word}: an order is {' or '.join(ORDERS)}")
        _change(metadata, elements, path, at, word, source, orders)
    if orders != (metadata.column_orders or []):
        metadata.column_orders = orders


def _change(
    metadata: FileMetaData,
    elements: AmendedElements,
    path: str,
    at: int,
    word: str,
    source: Seekable,
    orders: list[ColumnOrder],
) -> None:
    """`orders` are those of all columns."""
    order = ORDERS[word]
    if not is_float(elements.tree.leaves[at].element):
        reason = f"{path!r}: only FLOAT, DOUBLE and FLOAT16 have this order and another"
        raise RefusedError("order", reason)
    if at >= len(orders):
        reason = (
            f"{path!r}: the file declares no column orders, so nobody knows what its bounds mean"
        )
        raise RefusedError("order", reason)
    if orders[at] == order:
        return
    for number, group in enumerate(metadata.row_groups):
        chunk = group.columns[at] if at < len(group.columns) else None
        if chunk is None or chunk.meta_data is None:
            raise RefusedError("schema", f"row group {number} has no chunk of {path!r}")
        if reason := _explain_unfit(chunk, chunk.meta_data, order, source):
            what = f"{path!r}, row group {number}: {reason}"
            if order == ColumnOrder.TYPE_ORDER and _has_nan(chunk.meta_data):
                what += ": Spark, and DuckDB before 2.0, would lose them by bounds in this order"
            else:
                what += f", so the footer does not prove it: `inlay index add --what {word}-order` looks at the values"
            raise RefusedError("order", what)
        if order == ColumnOrder.TYPE_ORDER and chunk.meta_data.statistics is not None:
            _widen_zeros(chunk.meta_data.statistics)
    orders[at] = order


def _explain_unfit(
    chunk: ColumnChunk, meta: ColumnMetaData, order: ColumnOrder, source: Seekable
) -> str:
    """A clause; empty where the new order may be declared."""
    said = meta.statistics or Statistics()
    has_bounds = said.min_value is not None or said.max_value is not None
    if not has_bounds and chunk.column_index_offset is None:
        return ""
    if said.nan_count is None:
        return "its NaNs are not counted"
    if said.nan_count:
        return f"{said.nan_count:,} of its values are NaN"
    is_total = order == ColumnOrder.IEEE_754_TOTAL_ORDER
    lows, highs = [_number(said.min_value)], [_number(said.max_value)]
    if is_total and _are_narrow_zeros(lows, highs):
        return "a bound is a zero that may stand for another one"
    for bound, is_exact in (
        (lows[0], said.is_min_value_exact),
        (highs[0], said.is_max_value_exact),
    ):
        if is_total and bound == 0 and is_exact:
            return "a bound that is said to be a value is a zero of either sign"
    if chunk.column_index_offset is not None:
        place = chunk.column_index_offset, chunk.column_index_length
        index = read_index(ColumnIndex, chunk, *place, source)
        if index is None:
            return "its column index cannot be read"
        page_lows = list(map(_number, index.min_values))
        page_highs = list(map(_number, index.max_values))
        if _are_narrow_zeros(page_lows, page_highs):
            return "a bound of its column index is a zero that may stand for another one"
        lows, highs = lows + page_lows, highs + page_highs
    if any(number is not None and isnan(number) for number in lows + highs):
        return "a bound is NaN"
    return ""


def _has_nan(meta: ColumnMetaData) -> bool:
    return meta.statistics is not None and bool(meta.statistics.nan_count)


def _are_narrow_zeros(lows: Iterable[float | None], highs: Iterable[float | None]) -> bool:
    """Whether a minimum is +0 or a maximum -0: in the order of types the other zero may be among the values."""
    return any(it == 0 and copysign(1, it) > 0 for it in lows) or any(
        it == 0 and copysign(1, it) < 0 for it in highs
    )


def _number(raw: bytes | None) -> float | None:
    """None for what is none, such as the bound of a page of nulls."""
    if raw is None or len(raw) not in _FORMATS:
        return None
    (number,) = struct.unpack(_FORMATS[len(raw)], raw)
    return float(number)


def _widen_zeros(said: Statistics) -> None:
    low, high = said.min_value, said.max_value
    if low is not None and _number(low) == 0:
        said.min_value = struct.pack(_FORMATS[len(low)], -0.0)
    if high is not None and _number(high) == 0:
        said.max_value = struct.pack(_FORMATS[len(high)], 0.0)
