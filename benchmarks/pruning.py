"""What a filter leaves out, and what `verify --data` finds, beside reading the footer alone: each row has what it was before a file's
statements were held against each other."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from pyarrow import compute

import inlay
from benchmarks.measure import Contender, measure

ROUNDS: Final = 9
FOOTER: Final = "pyarrow.parquet.read_metadata"
METHOD: Final = (
    "1,000 row groups of 21 columns with one page each; 20 row groups with 400 pages a column; 500 row groups with two Bloom filters each. "
    f"One thread, medians of the processor's time of {ROUNDS} rounds in turn, as times of what `{FOOTER}` takes for the same file. "
    "`before` is what the commit took that held no statement of a file against another, on the machine of development: "
    "the aim is at most 1.05 of it."
)


class Measured(NamedTuple):
    """`before` is in times of reading the footer."""

    what: str
    run: Contender
    before: float


def run() -> str:
    threads = pa.cpu_count()
    pa.set_cpu_count(1)
    lines = [
        "## Pruning: filters beside the footer",
        "",
        METHOD,
        "",
        _HEAD,
        "|---|---|---:|---:|---:|",
    ]
    try:
        with tempfile.TemporaryDirectory() as folder:
            for name, file, rows in _list_files(Path(folder)):
                lines += _measure(name, file, rows)
    finally:
        pa.set_cpu_count(threads)
    return "\n".join(lines)


_HEAD: Final = "| file | what | ms | times the footer | before |"


def _measure(name: str, file: Path, rows: list[Measured]) -> Iterator[str]:
    contenders: dict[str, Contender] = {FOOTER: partial(pq.read_metadata, file)}
    contenders.update((row.what, row.run) for row in rows)
    timings = measure(contenders, ROUNDS, time.process_time)
    footer = timings[FOOTER].median
    for row in rows:
        median = timings[row.what].median
        yield f"| {name} | {row.what} | {median * 1e3:.1f} | {median / footer:.2f} | {row.before:.2f} |"


def _list_files(folder: Path) -> Iterator[tuple[str, Path, list[Measured]]]:
    groups = folder / "groups.parquet"
    write_groups(groups)
    first: Any = compute.field("id") < 500
    yield (
        "row groups",
        groups,
        [
            Measured("`prune`, none left", partial(inlay.prune, groups, "text < 'a'"), 1.18),
            Measured("`prune`, all left", partial(inlay.prune, groups, "text > 'a'"), 6.3),
            Measured("`prune`, `is null`", partial(inlay.prune, groups, "number is null"), 0.93),
            Measured("`read_table`, text", _read(groups, "id < 500"), 5.2),
            Measured("`read_table`, lists", _read(groups, [("id", "<", 500)]), 4.5),
            Measured("`read_table`, expression", _read(groups, first), 4.5),
            Measured("`verify --data`", partial(inlay.verify, groups, data=True), 92),
        ],
    )
    pages = folder / "pages.parquet"
    write_pages(pages)
    yield (
        "pages",
        pages,
        [
            Measured("`prune`, all left", partial(inlay.prune, pages, "number > 0"), 225),
            Measured("`prune`, few left", partial(inlay.prune, pages, "id < 500"), 12.9),
            Measured("`verify --data`", partial(inlay.verify, pages, data=True), 780),
        ],
    )
    blooms = folder / "blooms.parquet"
    write_blooms(blooms)
    yield (
        "Bloom filters",
        blooms,
        [
            Measured("`prune`, none left", partial(inlay.prune, blooms, "odd = 500001"), 3.4),
            Measured("`prune`, one left", partial(inlay.prune, blooms, "odd = 50000"), 9.3),
            Measured("`prune`, text, none left", partial(inlay.prune, blooms, "text = 'v5'"), 3.0),
            Measured("`read_table`, text", _read(blooms, "text = 'v5'"), 6.9),
            Measured("`verify --data`", partial(inlay.verify, blooms, data=True), 58),
        ],
    )


def _read(file: Path, filters: Any) -> Contender:
    return partial(inlay.read_table, file, filters=filters)


def make_table(rows: int, columns: int) -> pa.Table:
    """`id` and `text` ascend; `number` and what is behind it do not."""
    random = np.random.default_rng(1)
    named: dict[str, Any] = {
        "id": np.arange(rows),
        "text": [f"text {number:09}" for number in range(rows)],
        "number": pa.array(random.integers(1, 1 << 40, rows)),
    }
    for at in range(columns - len(named)):
        values = random.random(rows) if at % 2 else random.integers(0, 1 << 30, rows)
        named[f"c{at}"] = pa.array(values, mask=random.random(rows) < 0.05)
    return pa.table(named)


def write_groups(file: Path) -> None:
    pq.write_table(make_table(100_000, 21), file, row_group_size=100, write_page_index=True)


def write_pages(file: Path) -> None:
    pq.write_table(
        make_table(1_000_000, 4),
        file,
        row_group_size=50_000,
        write_page_index=True,
        data_page_size=1024,
        write_batch_size=128,
        use_dictionary=False,
    )


def write_blooms(file: Path) -> None:
    random = np.random.default_rng(2)
    rows = 100_000
    odd = random.permutation(rows) * 2
    table = make_table(rows, 4).drop_columns(["text"])
    table = table.append_column("odd", pa.array(odd))
    table = table.append_column("text", pa.array([f"v{number:07}" for number in odd]))
    wanted: Any = {"odd": {"ndv": 200}, "text": {"ndv": 200}}
    pq.write_table(
        table, file, row_group_size=200, write_page_index=True, bloom_filter_options=wanted
    )
