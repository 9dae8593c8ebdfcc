"""A filter on a path of a shredded Variant that one row group of a hundred answers: beside reading everything, and beside DuckDB."""

from __future__ import annotations

import importlib
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import Any, Final

import pyarrow as pa

import inlay
from benchmarks.measure import Contender, measure
from inlay.variant import from_json_array, read_path, shred, write_table

GROUPS: Final = 100
SIZES: Final = (10_000, 30_000)
"""Rows of a row group: what does not shrink with them counts the more, the fewer they are."""

ROUNDS: Final = 5
WANTED: Final = 1_000
METHOD: Final = (
    f"{GROUPS} row groups with pages of 8 KiB; `at` ascends, and a filter `at between ...` is true of {WANTED:,} rows of one row group. "
    f"One thread each, medians of the processor's time of {ROUNDS} rounds in turn. Target: at most 0.1 of reading all rows, and ahead "
    "of DuckDB."
)


def run() -> str:
    threads = pa.cpu_count()
    pa.set_cpu_count(1)
    lines = ["## Variant: a filter that skips", "", METHOD]
    try:
        with tempfile.TemporaryDirectory() as folder:
            for rows in SIZES:
                lines += ["", *_measure(Path(folder) / f"{rows}.parquet", rows)]
    finally:
        pa.set_cpu_count(threads)
    return "\n".join(lines)


def _measure(file: Path, rows: int) -> list[str]:
    write_events(file, rows)
    first = GROUPS * rows // 2
    last = first + WANTED - 1
    connection: Any = importlib.import_module("duckdb").connect(config={"threads": 1})
    connection.execute("SET enable_progress_bar = false")
    where = f"event.at::BIGINT BETWEEN {first} AND {last}"
    make = "CREATE OR REPLACE TABLE matching AS SELECT"
    filter_ = f"variant_get(event, '$.at') between {first} and {last}"
    contenders: dict[str, Contender] = {
        "`read_path`, all rows": partial(read_path, file, "event", "$.name", pa.string()),
        "`read_path(filter=)`": partial(
            read_path, file, "event", "$.name", pa.string(), filter=filter_
        ),
        "DuckDB, the same": partial(
            connection.execute, f"{make} event.name::VARCHAR AS name FROM '{file}' WHERE {where}"
        ),
        "`read_table`, all rows": partial(inlay.read_table, file),
        "`read_table(filters=)`": partial(inlay.read_table, file, filters=filter_),
        "DuckDB, whole rows": partial(connection.execute, f"{make} * FROM '{file}' WHERE {where}"),
    }
    theirs = connection.execute(f"SELECT count(*) FROM '{file}' WHERE {where}").fetchone()[0]
    assert len(read_path(file, "event", "$.name", filter=filter_)) == theirs == WANTED
    timings = measure(contenders, ROUNDS, time.process_time)
    lines = [f"| row groups of {rows:,} rows | ms | of all rows |", "|---|---:|---:|"]
    names = list(contenders)
    for base, some in ((names[0], names[:3]), (names[3], names[3:])):
        for name in some:
            median = timings[name].median
            lines.append(f"| {name} | {median * 1e3:.1f} | {median / timings[base].median:.3f} |")
    return lines


def write_events(file: Path, rows: int) -> None:
    documents = [
        f'{{"at":{at},"name":"user{at * 7919 % 100_003}","kind":"k{at % 5}","more":{{"x":{at % 97}}}}}'
        for at in range(GROUPS * rows)
    ]
    fields: list[tuple[str, pa.DataType]] = [
        ("at", pa.int64()),
        ("name", pa.string()),
        ("kind", pa.string()),
    ]
    events = shred(from_json_array(pa.array(documents)), pa.struct(fields))
    write_table(
        pa.table({"event": events}),
        file,
        row_group_size=rows,
        write_page_index=True,
        data_page_size=8192,
    )
