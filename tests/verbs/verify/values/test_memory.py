"""What an audit holds at most, by counted allocations: those of Python, and those of pyarrow."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

import inlay

pa: Any = import_module("pyarrow")
pq: Any = import_module("pyarrow.parquet")

ROWS: Final = 50_000
THREADS: Final = 2
CLAIMS: Final = 4 << 20
"""Bytes of small chunks that are read at once, by each thread, with what is not of the chunks."""

POOLS: Final[list[Any]] = []
"""They have to live as long as what was taken from them."""


def build_numbers(rng: Random) -> list[object]:
    return [rng.random() for _ in range(ROWS)]


def build_text(rng: Random) -> list[object]:
    return [f"{rng.getrandbits(128):032x}" for _ in range(ROWS)]


def build_lists(rng: Random) -> list[object]:
    return [[rng.random()] * (at % 3) for at in range(ROWS)]


def build_beginnings(_rng: Random) -> list[object]:
    return [f"the same beginning {at:08}" for at in range(ROWS)]


KINDS: Final[dict[str, tuple[Callable[[Random], list[object]], dict[str, Any]]]] = {
    "numbers": (build_numbers, {"use_dictionary": False}),
    "numbers, with page indexes": (build_numbers, {"write_page_index": True}),
    "text": (build_text, {}),
    "lists": (build_lists, {"use_dictionary": False}),
    "text of which pages hold little": (
        build_beginnings,
        {"use_dictionary": False, "column_encoding": {"c": "DELTA_BYTE_ARRAY"}},
    ),
}


@pytest.mark.parametrize("name", KINDS)
def test_an_audit_holds_two_chunks(name: str, tmp_path: Path) -> None:
    """Each with its pages without levels, its values, and as much for decoding them; however many chunks there are. A circle among what
    is made of a chunk would keep them all."""
    build, options = KINDS[name]
    table = pa.table({"c": build(Random(0))})
    path = tmp_path / "many.parquet"
    with pq.ParquetWriter(path, table.schema, **options) as writer:
        for _ in range(12):
            writer.write_table(table)
    chunk = pq.read_metadata(path).row_group(0).column(0).total_uncompressed_size
    inlay.verify(str(path), values=True)  # what is loaded once
    assert measure_peak(path) < THREADS * 2 * (chunk + table.nbytes) + CLAIMS


def measure_peak(path: Path) -> int:
    """Bytes: the sum of both peaks, which is no less than the peak of the sum."""
    usual = pa.default_memory_pool()
    pool = pa.proxy_memory_pool(usual)
    POOLS.append(pool)
    pa.set_memory_pool(pool)
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        assert not inlay.verify(str(path), values=True).findings
        return int(tracemalloc.get_traced_memory()[1] - before + pool.max_memory())
    finally:
        tracemalloc.stop()
        pa.set_memory_pool(usual)
