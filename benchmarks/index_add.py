"""What a writer left out, added to a file of pyarrow, beside pyarrow writing the file anew with it: processor time of one core."""

from __future__ import annotations

import gc
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import inlay

ROWS: Final = 2_000_000
_GROUP: Final = 500_000
_TIMES: Final = 25
_FILES: Final = (
    *(("1.0", codec) for codec in ("none", "snappy", "lz4", "gzip", "zstd")),
    ("2.0", "snappy"),
)
"""Versions of pages, and codecs."""

_EVERY: Final = (
    *("null-counts", "nan-counts", "bounds", "exact-flags", "sizes"),
    *("encoding-stats", "offset-index", "column-index", "bloom-filter"),
)


def run() -> str:
    table, without = _make_table(0.05), _make_table(0.0)
    with tempfile.TemporaryDirectory() as name:
        rows = [
            _measure_file(table, without, Path(name), codec, version) for version, codec in _FILES
        ]
    return "\n".join(
        [
            "## What a writer left out\n",
            f"{ROWS:,} rows of numbers, doubles, times, texts and words, 5% of each null at random, in {ROWS // _GROUP} row groups, by pyarrow without "
            f"statistics, with pages of 20,000 rows. Processor time of this process with its threads, the least of {_TIMES}, and of up to three rewrites; of "
            "ours nothing is written. *Levels* are null counts, *places* offset indexes, in GB/s of the file, *no nulls* the levels of the same rows "
            "without any; *all* is every statement, with Bloom filters of all columns, by the clock. Ratios are the time in which pyarrow reads the file and writes it anew, divided by ours: "
            "without more for levels and places, for *all* with page index and the same filters. Aims: 3 GB/s and 5 times, *all* 3 times.\n",
            "| pages | codec | MB | levels | no nulls | places | pyarrow / levels | pyarrow / places | pyarrow / all |",
            "|---|---|---|---|---|---|---|---|---|",
            *rows,
        ]
    )


def _make_table(nulls: float) -> pa.Table:
    """`nulls` is a share."""
    random = np.random.default_rng(53)
    words = np.array([f"word {it}" for it in range(500)])
    columns: dict[str, Any] = {
        "number": random.integers(0, 1 << 40, ROWS),
        "double": random.normal(0, 1e6, ROWS).round(3),
        "time": np.cumsum(random.integers(0, 5_000, ROWS)).astype("datetime64[us]"),
        "text": np.char.add("https://example.org/", random.integers(0, 1 << 30, ROWS).astype(str)),
        "word": words[random.integers(0, len(words), ROWS)],
    }
    return pa.table(
        {name: pa.array(it, mask=random.random(ROWS) < nulls) for name, it in columns.items()}
    )


def _measure_file(
    table: pa.Table, without: pa.Table, folder: Path, codec: str, version: str
) -> str:
    path, output = folder / "file.parquet", folder / "anew.parquet"
    options: dict[str, Any] = {
        "compression": codec,
        "data_page_version": version,
        "row_group_size": _GROUP,
        "use_dictionary": ["word"],
    }
    write: Any = pq.write_table
    write(without, path, write_statistics=False, **options)
    no_nulls = path.stat().st_size / _measure(lambda: _add(path, ["null-counts"]))
    write(table, path, write_statistics=False, **options)
    filters = {name: {"ndv": _GROUP, "fpp": 0.01} for name in table.column_names}

    def rewrite(**more: Any) -> None:
        write(pq.read_table(path), output, **options, **more)

    levels = _measure(lambda: _add(path, ["null-counts"]))
    places = _measure(lambda: _add(path, ["offset-index"]))
    again = 1 if codec == "gzip" else 3  # a rewrite takes half a minute
    every = _measure(lambda: _add(path, _EVERY), 3, time.perf_counter)
    plain = _measure(rewrite, again)
    indexed = _measure(
        lambda: rewrite(write_page_index=True, bloom_filter_options=filters),
        again,
        time.perf_counter,
    )
    size = path.stat().st_size
    return (
        f"| V{version[0]} | {codec} | {size / 1e6:,.0f} | {size / levels / 1e9:.1f} GB/s | {no_nulls / 1e9:.1f} GB/s | {size / places / 1e9:.1f} GB/s | "
        f"{plain / levels:,.0f} | {plain / places:,.0f} | {indexed / every:.1f} |"
    )


def _add(path: Path, what: Sequence[str]) -> None:
    inlay.add_index(path, what=what, target=inlay.Target(dry_run=True))


def _measure(
    do: Callable[[], object], times: int = _TIMES, clock: Callable[[], float] = time.process_time
) -> float:
    """Seconds, the least of some."""
    if times > 1:
        do()  # what is imported when it is first needed
    least = float("inf")
    for _ in range(times):
        gc.collect()
        begin = clock()
        do()
        least = min(least, clock() - begin)
    return least
