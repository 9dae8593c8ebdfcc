"""How fast are the footers of many small files read, from the page cache and over a network, and what does it hold in memory?"""

from __future__ import annotations

import gc
import importlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import Any, Final

import pyarrow.parquet as pq

import inlay
from benchmarks import footers
from benchmarks.lake_server import serving
from benchmarks.measure import Contender, Timing, measure, table

FILES: Final = 10_000
FAR_FILES: Final = 1_000
SECONDS: Final = 0.02
ROUNDS: Final = 3

CHUNKS: Final = (
    "path", "row_group", "column", "path_in_schema", "physical_type", "num_values", "file_offset", "null_count",
    "distinct_count", "min_text", "max_text", "min_value", "max_value", "codec", "encodings", "index_page_offset",
    "dictionary_page_offset", "data_page_offset", "total_compressed_size", "total_uncompressed_size", "key_values",
    "bloom_filter_offset", "bloom_filter_length", "is_min_value_exact", "is_max_value_exact",
)  # fmt: skip
"""What `parquet_metadata` has, of what the table `column_chunks` has."""

FIRST: Final = "inlay, chunks, the columns of DuckDB"
NEAR: Final = (
    "{count:,} files of 10 columns x 1 row group in one folder, footers of {size:,} bytes, in the page cache. "
    "Contenders take turns for {rounds} rounds, a collection before every sample, medians. Chunks are a row per column chunk, "
    "files a row per file. DuckDB has as many threads as there are processors, two, and lists the folder; so does Inlay. "
    "Polars' `read_parquet_metadata` is given paths, and makes no table: it parses the footer and keeps the key-value metadata. "
    "Target: chunks ahead of both calls of DuckDB, and files ahead of all of Polars'."
)
FAR: Final = (
    "{count:,} such files behind a web server of this machine that answers each request after {latency:.0f} ms; wall clock, "
    "rounds as above, but one for those that take five times as long. Polars and pyarrow read single files in a pool of threads, as many as the name says. httpfs is "
    "{httpfs}: DuckDB reads {over}. Target: ahead of all others."
)
MEMORY: Final = "How much higher memory peaks than at 100 files, each time in a process of its own that takes batch by batch."
CODE: Final = """
import sys, inlay
from pathlib import Path
def resident(name):
    with open("/proc/self/status") as status:
        return int(next(line for line in status if line.startswith(name)).split()[1]) << 10
paths = sorted(map(str, Path(sys.argv[1]).iterdir()))[:int(sys.argv[2])]
for batch in inlay.scan_footers(paths[:100], table=sys.argv[3]):
    pass
Path("/proc/self/clear_refs").write_text("5")  # the peak counts from here
before = resident("VmRSS:")
for batch in inlay.scan_footers(paths, table=sys.argv[3]):
    pass
print(resident("VmHWM:") - before)
"""


def run() -> str:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        size = _write(folder)
        parts = [_near(folder, size), _far(folder), _memory(folder)]
    return "\n\n".join(parts)


def _write(folder: Path) -> int:
    """The bytes of a footer."""
    data = footers.file(10, 1)
    for number in range(FILES):
        (folder / f"part-{number:05}.parquet").write_bytes(data)
    return len(footers.footer_of(data))


def _near(folder: Path, size: int) -> str:
    paths = sorted(str(path) for path in folder.iterdir())
    with ThreadPoolExecutor(2) as two:
        contenders = _near_contenders(folder, paths, two)
        _agree(folder, contenders)
        walls = _measure_walls(contenders)
    lines = [
        f"## Footers of {FILES:,} small files",
        "",
        NEAR.format(count=FILES, size=size, rounds=ROUNDS),
        "",
        f"| contender | ms | times {FIRST} | ms of processors | times |",
        "|---|---:|---:|---:|---:|",
    ]
    first = walls[FIRST]
    for name, (wall, used) in walls.items():
        ratios = wall / first[0], used / first[1]
        lines.append(
            f"| {name} | {wall * 1e3:.0f} | {ratios[0]:.2f} | {used * 1e3:.0f} | {ratios[1]:.2f} |"
        )
    return "\n".join(lines)


def _measure_walls(contenders: Mapping[str, Contender]) -> dict[str, tuple[float, float]]:
    """Medians of the wall clock and of the time of all processors, in the same rounds."""
    samples: dict[str, list[tuple[float, float]]] = {name: [] for name in contenders}
    for _ in range(ROUNDS):
        for name, contender in contenders.items():
            gc.collect()
            wall, used = time.perf_counter(), time.process_time()
            result = contender()
            samples[name].append((time.perf_counter() - wall, time.process_time() - used))
            del result
    return {
        name: (median(wall for wall, _ in some), median(used for _, used in some))
        for name, some in samples.items()
    }


def _near_contenders(
    folder: Path, paths: list[str], two: ThreadPoolExecutor
) -> dict[str, Contender]:
    polars: Any = importlib.import_module("polars")
    duckdb: Any = importlib.import_module("duckdb").connect(config={"threads": os.cpu_count()})
    glob = f"{folder}/*.parquet"

    def ask(function: str) -> Contender:
        return lambda: duckdb.sql(f"select * from {function}('{glob}')").to_arrow_table()

    def scan(kind: str, *columns: str) -> Contender:
        wanted = columns or None
        return lambda: inlay.scan_footers(folder, table=kind, columns=wanted).read_all()

    return {
        FIRST: scan("column_chunks", *CHUNKS),
        "inlay, files, all columns": scan("files"),
        "inlay, files, path and num_rows": scan("files", "path", "num_rows"),
        "DuckDB, parquet_metadata": ask("parquet_metadata"),
        "DuckDB, parquet_file_metadata": ask("parquet_file_metadata"),
        "Polars, rows of scan_parquet": lambda: (
            polars.scan_parquet(glob).select(polars.len()).collect()
        ),
        "Polars, read_parquet_metadata": lambda: [*map(polars.read_parquet_metadata, paths)],
        "Polars, read_parquet_metadata, two threads": lambda: [
            *two.map(polars.read_parquet_metadata, paths)
        ],
        "pyarrow, read_metadata, two threads": lambda: [*two.map(pq.read_metadata, paths)],
    }


def _agree(folder: Path, contenders: Mapping[str, Contender]) -> None:
    """All did the work: what is spelled alike is equal."""
    ours: Any = contenders[FIRST]()
    theirs: Any = contenders["DuckDB, parquet_metadata"]()
    theirs = theirs.sort_by([("file_name", "ascending"), ("column_id", "ascending")])
    same = {
        "path": "file_name",
        "physical_type": "type",
        "codec": "compression",
        "num_values": "num_values",
        "data_page_offset": "data_page_offset",
        "null_count": "stats_null_count",
        "total_compressed_size": "total_compressed_size",
    }
    for own, other in same.items():
        assert ours.column(own).to_pylist() == theirs.column(other).to_pylist(), own
    files: Any = contenders["inlay, files, path and num_rows"]()
    count: Any = contenders["Polars, rows of scan_parquet"]()
    assert sum(files.column("num_rows").to_pylist()) == count.item()


def _far(folder: Path) -> str:
    with ExitStack() as stack:
        root = stack.enter_context(serving(folder, SECONDS))
        urls = [f"{root}/part-{number:05}.parquet" for number in range(FAR_FILES)]
        sixteen, many = (stack.enter_context(ThreadPoolExecutor(size)) for size in (16, 64))
        contenders, words = _far_contenders(urls, sixteen, many)
        wanted = inlay.scan_footers(folder, columns=["num_rows", "file_size"]).read_all()
        far: Any = contenders[FAR_FIRST]()
        assert far.select(["num_rows", "file_size"]).equals(wanted.slice(0, FAR_FILES))
        timings = _measure_once_each(contenders)
    method = FAR.format(count=FAR_FILES, latency=SECONDS * 1e3, **words)
    return table(f"Footers of {FAR_FILES:,} files over a network", method, timings, FAR_FIRST)


FAR_FIRST: Final = "inlay, files"


def _far_contenders(
    urls: list[str], sixteen: ThreadPoolExecutor, many: ThreadPoolExecutor
) -> tuple[dict[str, Contender], dict[str, str]]:
    polars: Any = importlib.import_module("polars")
    web: Any = importlib.import_module("fsspec").filesystem("http")

    def read_arrow(url: str) -> Any:
        with web.open(url) as file:
            return pq.read_metadata(file)

    duckdb, words = _far_duckdb(web)
    return {
        FAR_FIRST: lambda: inlay.scan_footers(
            urls, columns=["path", "file_size", "num_rows"]
        ).read_all(),
        "inlay, chunks, the columns of DuckDB": lambda: inlay.scan_footers(
            urls, table="column_chunks", columns=CHUNKS
        ).read_all(),
        "Polars, read_parquet_metadata, 16": lambda: [
            *sixteen.map(polars.read_parquet_metadata, urls)
        ],
        "Polars, read_parquet_metadata, 64": lambda: [
            *many.map(polars.read_parquet_metadata, urls)
        ],
        "Polars, rows of scan_parquet": lambda: (
            polars.scan_parquet(urls).select(polars.len()).collect()
        ),
        "pyarrow over fsspec, 64": lambda: [*many.map(read_arrow, urls)],
        "DuckDB, parquet_metadata": lambda: duckdb.sql(
            f"select * from parquet_metadata({urls!r})"
        ).to_arrow_table(),
    }, words


def _far_duckdb(web: Any) -> tuple[Any, dict[str, str]]:
    """DuckDB with its own client where it is installed, and else with fsspec's, which does not say when a file changed."""
    duckdb: Any = importlib.import_module("duckdb")
    connection = duckdb.connect(config={"threads": os.cpu_count()})
    try:
        connection.load_extension("httpfs")
    except duckdb.Error:
        epoch: Any = importlib.import_module("datetime").datetime(1970, 1, 1)
        own: Any = type("Web", (type(web),), {"modified": lambda *_: epoch})
        connection.register_filesystem(own(skip_instance_cache=True))
        return connection, {"httpfs": "not installed", "over": "through fsspec"}
    return connection, {"httpfs": "installed", "over": "through it"}


def _measure_once_each(contenders: Mapping[str, Contender]) -> dict[str, Timing]:
    """Those that take many times as long as the first take part in one round only."""
    contenders[FAR_FIRST]()  # with all imports
    started = {name: _seconds(contender) for name, contender in contenders.items()}
    slow = {name for name, seconds in started.items() if seconds > 5 * started[FAR_FIRST]}
    quick = {name: it for name, it in contenders.items() if name not in slow}
    timings = measure(quick, ROUNDS)
    return {
        name: timings[name] if name in timings else Timing(started[name], 1) for name in contenders
    }


def _seconds(contender: Contender) -> float:
    start = time.perf_counter()
    contender()
    return time.perf_counter() - start


def _memory(folder: Path) -> str:
    lines = [
        "### Memory of a scan",
        "",
        MEMORY,
        "",
        "| files | table | peak, MiB |",
        "|---:|---|---:|",
    ]
    for kind in ("files", "column_chunks"):
        for count in (1_000, FILES):
            command = [sys.executable, "-c", CODE, str(folder), str(count), kind]
            done = subprocess.run(command, check=True, capture_output=True, text=True)
            lines.append(f"| {count:,} | {kind} | {int(done.stdout) / (1 << 20):.1f} |")
    return "\n".join(lines)


if __name__ == "__main__":
    print(run())
