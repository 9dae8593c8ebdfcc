"""Looking at a file: layout, pages, differences, pruning, text; beside what peers have of it."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Final

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

import inlay
from benchmarks.measure import Contender, measure

SHAPES: Final = ((1_000, 1), (100, 20))
"""Columns and row groups."""

ROWS: Final = 4
"""In each row group: it is the metadata that is looked at."""

METHOD: Final = (
    "Files of so many columns x row groups of four rows, with page indexes, written by pyarrow. Milliseconds of the processor "
    "in one process, medians of 3 rounds in turn. A ratio is ours divided by the peer's: pyarrow reads the footer and goes "
    "through every chunk and its statistics, DuckDB makes a row of each chunk (`parquet_metadata`, one thread). "
    "Neither of them finds pages, compares, or accounts for bytes, so the ratio says what a look costs beside a walk over the metadata."
)


def run() -> str:
    lines = ["## Looking at a file", "", METHOD, ""]
    lines += ["| columns x row groups | what | ms | beside pyarrow | beside DuckDB |"]
    lines += ["|---|---|---:|---:|---:|"]
    with tempfile.TemporaryDirectory() as folder:
        for columns, groups in SHAPES:
            lines += _rows(columns, groups, Path(folder))
    return "\n".join(lines)


def _rows(columns: int, groups: int, folder: Path) -> Iterator[str]:
    old, new = (folder / f"{name}.parquet" for name in ("old", "new"))
    for first, path in enumerate((old, new)):
        _write(path, columns, groups, first)
    with duckdb.connect(config={"threads": 1}) as connection:
        peers: dict[str, Contender] = {
            "pyarrow": partial(_walk_with_pyarrow, old),
            "DuckDB": lambda: connection.sql(
                f"SELECT * FROM parquet_metadata('{old}')"
            ).fetch_arrow_table(),
        }
        times = measure({**peers, **_looks(str(old), str(new))}, rounds=3, clock=time.process_time)
    for name, timing in times.items():
        ratios = [f"{timing.median / times[peer].median:.2f}" for peer in peers]
        yield f"| {columns:,} x {groups} | {name} | {timing.median * 1e3:.1f} | {' | '.join(ratios)} |"


def _write(path: Path, columns: int, groups: int, first: int) -> None:
    values = range(first, first + ROWS * groups)
    table = pa.table({f"column_{at:05}": values for at in range(columns)})
    pq.write_table(table, path, row_group_size=ROWS, write_page_index=True)


def _looks(old: str, new: str) -> dict[str, Callable[[], object]]:
    ledger = inlay.layout(old)
    return {
        "`layout`": partial(inlay.layout, old),
        "its page": ledger.to_html,
        "`pages`, all columns": partial(inlay.page_table, old),
        "`pages`, one column": partial(inlay.page_table, old, paths=["column_00007"]),
        "`diff`, every chunk differs": partial(inlay.diff, old, new),
        "`diff`, of a file and itself": partial(inlay.diff, old, old),
        "`prune`, by one column": partial(inlay.prune, old, "column_00007 > 3"),
        "`dump`": lambda: sum(1 for _ in inlay.dump(old)),
    }


def _walk_with_pyarrow(path: Path) -> int:
    metadata = pq.read_metadata(path)
    return sum(
        chunk.statistics is not None
        for group in map(metadata.row_group, range(metadata.num_row_groups))
        for chunk in map(group.column, range(group.num_columns))
    )
