"""Holds both cores equal on bytes that a fuzzer chooses: `python -m tests.native.fuzz [atheris options]`.

With atheris installed, coverage leads it; without, seeds do: `python -m tests.native.fuzz --seeds 0:10000`. A sample of
the latter is in the tests. Native code is not instrumented: what is explored is the pure reader, which says the same.
"""

from __future__ import annotations

import random
import sys
from typing import Any

from parquet_format.parquet import ColumnMetaData, FileMetaData, PageHeader
from tests.native.comparison import compare
from tests.native.views import mutated
from tests.runtime.compiled import compiled
from tests.runtime.test_properties import CLASSES
from tests.runtime.values import Random
from tests.support.fuzzing import fuzz


def classes() -> list[Any]:
    kitchen = compiled("kitchen")
    return [FileMetaData, ColumnMetaData, PageHeader, *(getattr(kitchen, name) for name in CLASSES)]


def one_input(data: bytes) -> None:
    """The first byte chooses the struct."""
    if data:
        kinds = classes()
        compare(kinds[data[0] % len(kinds)], data[1:], data)


def one_seed(seed: int) -> None:
    rng = random.Random(f"fuzz {seed}")
    kitchen = compiled("kitchen")
    cls = getattr(kitchen, rng.choice(CLASSES))
    data = Random(rng, kitchen).wire_struct(cls.SCHEMA)
    compare(cls, data, seed)
    for at in range(8):
        compare(cls, mutated(data, rng, most=1 + at % 4), (seed, at))


if __name__ == "__main__":
    fuzz(sys.argv[1:], "tests.native.fuzz", one_input, one_seed)
