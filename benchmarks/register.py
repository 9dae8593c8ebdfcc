"""Files that exist become tables: beside what pyiceberg, deltalake and DuckLake do with the same files, and over a network."""

from __future__ import annotations

import gc
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

import inlay
from benchmarks.lake_server import serving
from tests.readers.place import PLACE, find_ducklake

FILES: Final = 2_000
MANY: Final = 24_000
FAR: Final = 7_670
SECONDS: Final = 0.05
PLANS: Final = 9
METHOD: Final = (
    "Files of 15 row groups x 16 columns by pyarrow (the shape of ducklake#898; a hundred that differ, copied), in the page cache; "
    f"footers of {{size:,}} bytes. {FILES:,} of them become a new table, by Inlay and by the client library's own call, once each, wall "
    f"clock in one process (DuckLake's in a process of its own, without its start). `planned` is a scan by pyiceberg with a filter that "
    f"three files pass, medians of {PLANS} in turn. Aims: 10 times pyiceberg, 5 times DuckLake, not behind deltalake."
)


def run() -> str:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        size = _write(folder / "lake", FILES)
        lines = ["## Register files", "", METHOD.format(size=size), ""]
        lines += ["| table | Inlay s | its own call s | times |", "|---|---:|---:|---:|"]
        for kind, (ours, theirs) in _measure(folder).items():
            lines.append(f"| {kind} | {ours:.2f} | {theirs:.2f} | {theirs / ours:.1f} |")
        lines += ["", "### Records", "", "| files | s | aim |", "|---|---:|---:|"]
        shutil.rmtree(folder / "lake")
        _write(folder / "lake", MANY)
        near = _time(partial(_register_records, [str(folder / "lake")], folder / "near.parquet"))
        lines.append(f"| {MANY:,} in the page cache | {near:.1f} | 5 |")
        lines.append(
            f"| {FAR:,} behind {SECONDS * 1e3:.0f} ms a request | {_far(folder):.1f} | 15 |"
        )
    return "\n".join(lines)


def _write(folder: Path, count: int) -> int:
    """The bytes of a footer."""
    folder.mkdir()
    rng = Random(0)
    size = 0
    for number in range(count):
        path = folder / f"part-{number:05}.parquet"
        if number < 100:
            pq.write_table(_build(rng, number), path, row_group_size=4)
            size = pq.read_metadata(path).serialized_size
        else:
            shutil.copyfile(folder / f"part-{number % 100:05}.parquet", path)
    return size


def _build(rng: Random, number: int) -> pa.Table:
    rows = range(60)
    columns: dict[str, pa.Array[Any]] = {"id": pa.array(range(60 * number, 60 * number + 60))}
    for at in range(5):
        columns[f"count_{at}"] = pa.array([rng.randrange(1000) for _ in rows], pa.int32())
        columns[f"amount_{at}"] = pa.array([round(rng.random() * 100, 2) for _ in rows])
    for at in range(3):
        columns[f"text_{at}"] = pa.array([f"text {rng.randrange(10**6)}" for _ in rows])
    for at in range(2):
        columns[f"time_{at}"] = pa.array([10**15 + number * 10**9 + row for row in rows]).cast(
            pa.timestamp("us")
        )
    return pa.table(columns)


def _time(work: Callable[[], object]) -> float:
    gc.collect()  # what the one left behind is not the other's
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _register_records(paths: list[str], out: Path) -> None:
    inlay.register(paths, to="records", output=str(out))


def _measure(folder: Path) -> Mapping[str, tuple[float, float]]:
    """Seconds of ours and of theirs."""
    return {**_measure_iceberg(folder), **_measure_delta(folder), **_measure_ducklake(folder)}


def _measure_iceberg(folder: Path) -> Mapping[str, tuple[float, float]]:
    from pyiceberg.catalog import load_catalog

    lake = folder / "lake"
    paths = [str(path) for path in sorted(lake.iterdir())]
    options = {
        "type": "sql",
        "uri": f"sqlite:///{folder}/catalog.db",
        "warehouse": str(folder / "warehouse"),
    }
    catalog = load_catalog("bench", **options)
    catalog.create_namespace("n")
    theirs = catalog.create_table("n.theirs", pq.read_schema(paths[0]))

    def register() -> object:
        return inlay.register(
            [str(lake)],
            to="iceberg",
            table="n.ours",
            create=True,
            catalog="bench",
            properties=options,
        )

    times = _time(register), _time(partial(theirs.add_files, paths))

    def plan(name: str) -> object:
        table = catalog.load_table(name)
        return list(table.scan(row_filter="id = 7").plan_files())

    for name in ("n.theirs", "n.ours"):
        plan(name)  # what the first one imports is nobody's
    turns = [
        (_time(partial(plan, "n.ours")), _time(partial(plan, "n.theirs"))) for _ in range(PLANS)
    ]
    ours, other = (median(each) for each in zip(*turns, strict=True))
    return {"Iceberg, `add_files`": times, "Iceberg, planned": (ours, other)}


def _measure_delta(folder: Path) -> Mapping[str, tuple[float, float]]:
    from deltalake import convert_to_deltalake

    lake, copy = folder / "lake", folder / "copy"
    shutil.copytree(lake, copy)

    def register() -> object:
        return inlay.register([str(lake)], to="delta", table=str(lake), create=True)

    times = _time(register), _time(partial(convert_to_deltalake, str(copy)))
    shutil.rmtree(lake / "_delta_log")
    shutil.rmtree(copy)
    return {"Delta, `convert_to_deltalake`": times}


def _measure_ducklake(folder: Path) -> Mapping[str, tuple[float, float]]:
    extension = find_ducklake()
    if extension is None:
        return {}
    catalog, lake = folder / "lake.ducklake", folder / "lake"
    script = (
        "import duckdb, json, sys, time\n"
        "client = duckdb.connect()\nclient.execute('SET enable_progress_bar = false')\n"
        "for statement in json.loads(sys.argv[1]):\n"
        "    start = time.perf_counter()\n"
        "    client.execute(statement)\n"
        "print(time.perf_counter() - start)\n"
    )
    statements = [
        f"LOAD '{extension}'",
        f"ATTACH 'ducklake:{catalog}' AS lake (DATA_PATH '{folder}/data/')",
        f"CREATE TABLE lake.theirs AS FROM '{lake}/part-00000.parquet' LIMIT 0",
        f"CALL ducklake_add_data_files('lake', 'theirs', '{lake}/*.parquet')",
    ]
    theirs = subprocess.run(
        [sys.executable, "-c", script, json.dumps(statements)],
        env={**os.environ, "PYTHONPATH": str(PLACE / "ducklake")},
        capture_output=True,
        text=True,
        check=True,
    )
    copy = folder / "copy"  # one file is never in two tables of a catalog
    shutil.copytree(lake, copy)

    def register() -> object:
        allow = {"ownership"}
        return inlay.register(
            [str(copy)], to="ducklake", catalog=str(catalog), table="ours", create=True, allow=allow
        )

    times = _time(register), float(theirs.stdout)
    shutil.rmtree(copy)
    return {"DuckLake, `ducklake_add_data_files`": times}


def _far(folder: Path) -> float:
    with serving(folder, SECONDS) as url:
        paths = [f"{url}/lake/part-{number:05}.parquet" for number in range(FAR)]
        return _time(partial(_register_records, paths, folder / "far.parquet"))
