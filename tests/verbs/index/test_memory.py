"""What is held while statements are added, by counted allocations: some chunks and their values, however many new parts there are."""

from __future__ import annotations

import sys
import tracemalloc
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from random import Random
from subprocess import run
from typing import Any, Final

import pytest

import inlay
from inlay.ground.files import spill
from tests.support.footer_growth import measure_growth

pa: Any = import_module("pyarrow")
pq: Any = import_module("pyarrow.parquet")

ROWS: Final = 40_000
POOLS: Final[list[Any]] = []
"""They have to live as long as what was taken from them."""

HELD: Final = 3
"""Chunks: two that threads read, and one that is looked at."""

ROOM: Final = 4 << 20
"""For what is not of a chunk."""


@pytest.mark.parametrize("groups", [4, 16])
def test_some_chunks_are_held_however_many_there_are(
    groups: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spill, "IN_MEMORY", 1000)
    rng = Random(0)
    table = pa.table({"c": [f"{rng.getrandbits(128):032x}" for _ in range(ROWS)]})
    path, output = tmp_path / "many.parquet", tmp_path / "output.parquet"
    with pq.ParquetWriter(path, table.schema, write_statistics=False) as writer:
        for _ in range(groups):
            writer.write_table(table)
    chunk = pq.read_metadata(path).row_group(0).column(0).total_uncompressed_size
    inlay.add_index(path, what=["all"], target=inlay.Target(dry_run=True))  # what is loaded once
    peak = measure_peak(path, output)
    parts = output.stat().st_size - path.stat().st_size
    assert parts > groups * ROWS
    assert peak < HELD * 2 * (chunk + table.nbytes) + ROOM
    assert inlay.verify(output).findings == ()


def test_the_structs_of_one_row_group_are_held(tmp_path: Path) -> None:
    """Those of others are bytes again: structs of a chunk take 2,500."""
    path, columns = tmp_path / "wide.parquet", 200
    table = pa.table({f"c{at}": [0.5, 1.0] for at in range(columns)})
    peaks: list[int] = []
    for groups in (2, 2, 12):  # at first, what is made once
        with pq.ParquetWriter(path, table.schema, use_dictionary=False) as writer:
            for _ in range(groups):
                writer.write_table(table)
        peaks.append(measure_peak(path, tmp_path / f"{len(peaks)}.parquet", "auto"))
    assert peaks[2] - peaks[1] < 1200 * 10 * columns


def measure_peak(path: Path, output: Path, what: str = "all") -> int:
    """Bytes: the sum of both peaks, which is no less than the peak of the sum."""
    usual = pa.default_memory_pool()
    pool = pa.proxy_memory_pool(usual)
    POOLS.append(pool)
    pa.set_memory_pool(pool)
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        inlay.add_index(path, what=[what], target=inlay.Target(output))
        return int(tracemalloc.get_traced_memory()[1] - before + pool.max_memory())
    finally:
        tracemalloc.stop()
        pa.set_memory_pool(usual)


@pytest.mark.needs("native core")
def test_chunks_and_their_parts_take_little_more_than_their_bytes(tmp_path: Path) -> None:
    """With an object for each new part, and for the chunk that leads to it, this is 13."""
    path, output = tmp_path / "wide.parquet", tmp_path / "output.parquet"

    def add() -> None:
        inlay.add_index(path, what=["all"], target=inlay.Target(output, overwrite=True))

    # Of more chunks than are looked at together.
    assert measure_growth(path, add, few=6) < 5.3


@pytest.mark.needs("native core")
@pytest.mark.parametrize("change", [inlay.fix_index, partial(inlay.strip_index, what=["all"])])
def test_chunks_that_are_looked_at_are_let_go_of(
    change: Callable[..., object], tmp_path: Path
) -> None:
    """Kept as structs, they take ten times the footer, and where values are checked besides, twenty."""
    path, output = tmp_path / "wide.parquet", tmp_path / "output.parquet"
    target = inlay.Target(output, overwrite=True)
    assert measure_growth(path, lambda: change(path, target=target), few=6) < 3.5


WITHOUT_PYARROW: Final = """
import sys
import inlay
inlay.add_index(sys.argv[1], what=["all"], target=inlay.Target(sys.argv[2]))
print("pyarrow" in sys.modules)
"""


@pytest.mark.needs("native core")
def test_pyarrow_is_not_loaded_for_plain_numbers(tmp_path: Path) -> None:
    """It takes 50 MiB, which is the footer of a file with 100,000 columns."""
    path, output = tmp_path / "plain.parquet", tmp_path / "output.parquet"
    pq.write_table(pa.table({"c": [0.5, 1.0]}), path, use_dictionary=False)
    arguments = [sys.executable, "-c", WITHOUT_PYARROW, str(path), str(output)]
    done = run(arguments, check=False, capture_output=True)
    assert done.stdout.split() == [b"False"], done.stderr.decode()
