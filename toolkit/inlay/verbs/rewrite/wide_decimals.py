"""Decimals in more bytes than they need, as DuckDB writes them: pyarrow knows their bytes and not their order.

Big-endian two's complement: numbers of one sign are in the order of their bytes.
"""

from __future__ import annotations

from typing import Any, cast

import pyarrow as pa

from inlay.ground.schema.meaning import find_meaning
from inlay.ground.schema.tree import Node
from inlay.ground.values.orders import keys_of
from inlay.verbs.rewrite.bare_schema import has_type_order, is_least_width
from inlay.verbs.rewrite.leaf_columns import is_repeated
from inlay_variant.storage.arrow_classes import ChunkedArray, pc
from parquet_format.parquet import ColumnOrder, DecimalType, SchemaElement, Statistics, Type


def is_wide_decimal(element: SchemaElement) -> bool:
    meaning = find_meaning(element)
    is_fixed = element.type == Type.FIXED_LEN_BYTE_ARRAY and bool(element.type_length)
    is_decimal = isinstance(meaning, DecimalType) and not is_least_width(element, meaning)
    return is_fixed and is_decimal and bool(keys_of(element, ColumnOrder.TYPE_ORDER))


def gets_bounds(leaf: Node, order: ColumnOrder | None) -> bool:
    """Whether bounds are found here, where pyarrow finds none."""
    return is_wide_decimal(leaf.element) and has_type_order(order) and not is_repeated(leaf)


def is_not_negative(column: ChunkedArray) -> ChunkedArray:
    """By the highest bit."""
    width = column.type.byte_width
    lowest = cast("Any", pa.scalar)(b"\x80" + bytes(width - 1), column.type)
    signs: ChunkedArray = pc.less(column, lowest)
    return signs


def find_bounds(column: ChunkedArray) -> Statistics:
    statistics = Statistics(null_count=column.null_count)
    if column.null_count == len(column):
        return statistics
    signs: Any = is_not_negative(column)
    positive, negative = column.filter(signs), column.filter(pc.invert(signs))
    ends = [pc.min_max(part) for part in (negative, positive) if len(part)]
    statistics.min_value, statistics.max_value = ends[0]["min"].as_py(), ends[-1]["max"].as_py()
    statistics.is_min_value_exact = statistics.is_max_value_exact = True
    return statistics
