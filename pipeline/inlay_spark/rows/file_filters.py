"""Filters on partitions, which a listing answers: what they leave out is never opened."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable
from datetime import datetime, tzinfo
from typing import Any, Final

import pyarrow as pa

from inlay.ground.files.entries import FileEntry
from inlay.rows.pruning.filters import ColumnTest, FilterTree, list_tests, may_be_true
from inlay_spark.rows.errors import UnreadableError
from inlay_spark.rows.partition_values import read_partition_value

_ORDERINGS: Final[dict[str, Callable[[Any, Any], bool]]] = {
    "=": operator.eq,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def may_have_rows(
    entry: FileEntry, filters: Iterable[FilterTree], schema: pa.Schema, zone: tzinfo | None
) -> bool:
    """False only where a filter is about the partitions of a file alone, and is false or unknown for it."""
    partition = entry.partition
    for tree in filters:
        tests = list(list_tests(tree))
        if not all(test.names[0] in partition and test.names[0] in schema.names for test in tests):
            continue
        results = {test: _may_hold(test, entry, schema, zone) for test in tests}
        if not may_be_true(tree, results.__getitem__):
            return False
    return True


def _may_hold(test: ColumnTest, entry: FileEntry, schema: pa.Schema, zone: tzinfo | None) -> bool:
    try:
        value = read_partition_value(schema.field(test.names[0]), entry, zone).as_py()
    except UnreadableError:
        return True  # whoever reads it says why
    if test.operator == "is null":
        return (value is None) != test.is_negated
    if value is None:
        return False
    if not _is_comparable(value) or not all(map(_is_comparable, test.values)):
        return True
    try:
        if test.operator == "in":
            holds = value in test.values
        else:
            holds = _ORDERINGS[test.operator](value, test.values[0])
    except (KeyError, TypeError):
        return True
    return holds != test.is_negated


def _is_comparable(value: object) -> bool:
    """NaN is the largest number to Spark, and none to Python; a local time is a moment in one zone alone."""
    is_local = isinstance(value, datetime) and value.tzinfo is None
    is_nan = isinstance(value, float) and math.isnan(value)
    return not is_local and not is_nan
