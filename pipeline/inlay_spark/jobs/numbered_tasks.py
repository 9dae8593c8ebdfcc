"""Tasks that get a number and give back a text: neither the plan nor the JVM holds what they are about."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Final, TypeAlias

import pyarrow as pa

from inlay.footers.designs.build import batch_from

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

Work: TypeAlias = Callable[[int], str]
"""Travels to the tasks."""

_SCHEMA: Final = pa.schema([pa.field("message", pa.string())])


def run_numbered(spark: SparkSession, count: int, work: Work) -> list[str]:
    """What `work` says of each of the numbers, a task for each."""
    # One number for each task: a shuffle would put several into some and none into others.
    numbers = spark.range(0, count, 1, count)
    rows = numbers.mapInArrow(_Numbered(work), "message string").collect()
    return [row.message for row in rows]


class _Numbered:
    def __init__(self, work: Work) -> None:
        self._work = work

    def __call__(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            for number in batch.column(0).to_pylist():
                message = self._work(int(number or 0))
                yield batch_from([{"message": message}], _SCHEMA)
