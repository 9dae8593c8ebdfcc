"""Variants: small events against Spark's Python code, DuckDB, and `json` as a floor of reference."""

from __future__ import annotations

import json
import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pyarrow as pa

from benchmarks import variant_fields, variant_paths
from benchmarks.measure import Timing, measure, table
from inlay.variant import (
    VariantArray,
    from_json_array,
    infer_schema,
    read_path,
    read_table,
    shred,
    unshred,
    variant_get,
    write_table,
)
from inlay_variant.arrow import kernels
from inlay_variant.arrow.inference import SAMPLE

ROWS: Final = 300_000
SLOW: Final = 5_000
"""Rows for what works row by row in Python; its times are scaled up to all rows."""


def run(rows: int = ROWS) -> str:
    """Every table, in one run."""
    threads = pa.cpu_count(), pa.io_thread_count()
    pa.set_cpu_count(1)
    pa.set_io_thread_count(1)
    try:
        return _run(rows)
    finally:
        pa.set_cpu_count(threads[0])
        pa.set_io_thread_count(threads[1])


def _run(rows: int) -> str:
    documents = events(rows)
    text = pa.array(documents)
    plain = from_json_array(text)
    inferred = infer_schema(plain)
    shredded = shred(plain, inferred.type)
    with tempfile.TemporaryDirectory() as folder:
        files = _files(Path(folder), plain, shredded)
        duckdb = _DuckDB(text, files)
        method = (
            f"{rows:,} small events like GitHub's ({text.nbytes / rows:.0f} bytes each), every contender on one thread; "
            f"rows marked * are measured on {SLOW:,} events and scaled; contenders take turns for 3 rounds, medians of processor time."
        )  # fmt: skip
        parts = [
            _table("Variant: from JSON", method, _from_json(documents, text, duckdb)),
            _table(f"Variant: the schema of {SAMPLE:,} of them", method, _infer(plain)),
            _table("Variant: shred", method, _shred(plain, inferred.type, duckdb)),
            _table("Variant: unshred", method, _unshred(shredded, plain, files, duckdb)),
            _table("Variant: one field", method, _get(plain, shredded, files, duckdb)),
            variant_fields.run(Path(folder)),
            variant_paths.run(Path(folder)),
        ]
    return "\n\n".join(parts)


Contenders = dict[str, tuple[Callable[[], object], float]]
"""What runs, and by how much its time is multiplied."""


def _table(title: str, method: str, contenders: Contenders) -> str:
    calls = {name: call for name, (call, _) in contenders.items()}
    found = measure(calls, rounds=3, clock=time.process_time)
    scaled = {
        name: Timing(timing.median * contenders[name][1], timing.samples)
        for name, timing in found.items()
    }
    return table(title, method, scaled, next(iter(scaled)))


def _from_json(documents: list[str], text: pa.StringArray, duckdb: _DuckDB) -> Contenders:
    scale = len(documents) / SLOW
    few = documents[:SLOW]
    parse: Any = _variant_utils().parse_json
    return {
        "Inlay, from_json_array": (lambda: from_json_array(text), 1),
        "DuckDB, text to VARIANT": (duckdb.from_json, 1),
        "pyspark variant_utils, parse_json *": (lambda: [parse(one) for one in few], scale),
        "json.loads *": (lambda: [json.loads(one) for one in few], scale),
    }


def _shred(plain: VariantArray, schema: pa.DataType, duckdb: _DuckDB) -> Contenders:
    return {
        "Inlay, shred": (lambda: shred(plain, schema), 1),
        "DuckDB, VARIANT to a shredded Parquet file": (duckdb.write, 1),
        "Inlay, shred and write the file": (lambda: duckdb.ours(plain, schema), 1),
    }


def _infer(plain: VariantArray) -> Contenders:
    def infer_in_python() -> None:
        native, kernels.native = kernels.native, None
        try:
            infer_schema(plain)
        finally:
            kernels.native = native

    return {
        "Inlay, infer_schema": (lambda: infer_schema(plain), 1),
        "Inlay, the same in pure Python": (infer_in_python, 1),
    }


def _unshred(
    shredded: VariantArray, plain: VariantArray, files: dict[str, Path], duckdb: _DuckDB
) -> Contenders:
    few = [one for one in plain.slice(0, SLOW).variants() if one is not None]
    decode: Any = _variant_utils().to_python
    return {
        "Inlay, unshred": (lambda: unshred(shredded), 1),
        "Inlay, the shredded file unshredded": (
            lambda: read_table(files["shredded"], unshred=True),
            1,
        ),
        "DuckDB, the same file to VARIANT": (duckdb.read, 1),
        "pyspark variant_utils, decode only *": (
            lambda: [decode(one.value, one.metadata) for one in few],
            len(plain) / SLOW,
        ),
    }


def _get(
    plain: VariantArray, shredded: VariantArray, files: dict[str, Path], duckdb: _DuckDB
) -> Contenders:
    few = [one for one in plain.slice(0, SLOW).variants() if one is not None]
    decode: Any = _variant_utils().to_python
    return {
        "Inlay, a field of the shredded file": (
            lambda: read_path(files["shredded"], "event", "$.actor.id", pa.int64()),
            1,
        ),
        "DuckDB, the same": (lambda: duckdb.get(files["shredded"]), 1),
        "Inlay, a field of text of that file": (
            lambda: read_path(files["shredded"], "event", "$.actor.login", pa.string()),
            1,
        ),
        "DuckDB, the same text": (
            lambda: duckdb.get(files["shredded"], "event.actor.login::VARCHAR"),
            1,
        ),
        "Inlay, of shredded columns in memory": (
            lambda: variant_get(shredded, "$.actor.id", pa.int64()),
            1,
        ),
        "Inlay, of encoded values in memory": (
            lambda: variant_get(plain, "$.actor.id", pa.int64()),
            1,
        ),
        "DuckDB, of VARIANT in memory": (duckdb.get_in_memory, 1),
        "pyspark variant_utils, row by row *": (
            lambda: [decode(one.value, one.metadata)["actor"]["id"] for one in few],
            len(plain) / SLOW,
        ),
    }


def _variant_utils() -> Any:
    from pyspark.sql.variant_utils import VariantUtils

    return VariantUtils


class _DuckDB:
    """DuckDB on one thread, with the same events as text and as VARIANT."""

    def __init__(self, text: pa.StringArray, files: dict[str, Path]) -> None:
        import duckdb

        self._files = files
        connection = duckdb.connect(config={"threads": 1})
        connection.execute("SET enable_progress_bar = false")
        connection.register("given", pa.table({"t": text}))
        self._run = connection.execute
        self._folder = files["shredded"].parent
        self._run("CREATE TABLE source AS SELECT t FROM given")
        self._run("CREATE TABLE events AS SELECT t::JSON::VARIANT AS event FROM source")

    def from_json(self) -> None:
        self._run("CREATE OR REPLACE TABLE made AS SELECT t::JSON::VARIANT AS v FROM source")

    def write(self) -> None:
        self._run(f"COPY events TO '{self._folder / 'theirs.parquet'}' (FORMAT parquet)")

    def ours(self, plain: VariantArray, schema: pa.DataType) -> None:
        made = pa.table({"event": plain})
        write_table(made, self._folder / "ours.parquet", shred={"event": schema})

    def read(self) -> None:
        self._run(f"CREATE OR REPLACE TABLE back AS FROM '{self._files['shredded']}'")

    def get(self, file: Path, field: str = "event.actor.id::BIGINT") -> None:
        self._run(f"CREATE OR REPLACE TABLE field AS SELECT {field} FROM '{file}'")

    def get_in_memory(self) -> None:
        self._run("CREATE OR REPLACE TABLE field AS SELECT event.actor.id::BIGINT FROM events")


def _files(folder: Path, plain: VariantArray, shredded: VariantArray) -> dict[str, Path]:
    files = {"plain": folder / "plain.parquet", "shredded": folder / "shredded.parquet"}
    write_table(pa.table({"event": plain}), files["plain"])
    write_table(pa.table({"event": shredded}), files["shredded"])
    return files


def events(count: int) -> list[str]:
    """JSON in the shapes of GitHub's event stream."""
    draw = random.Random(7)
    made: list[str] = []
    for number in range(count):
        kind = draw.choice(["PushEvent", "WatchEvent", "IssuesEvent"])
        login = f"user{draw.randrange(100_000)}"
        payload: dict[str, object] = {"action": "started"}
        if kind == "PushEvent":
            shas = [f"{draw.getrandbits(160):040x}" for _ in range(draw.randrange(3))]
            payload = {
                "push_id": draw.randrange(10**9),
                "size": len(shas),
                "ref": "refs/heads/main",
                "commits": [{"sha": sha, "distinct": True} for sha in shas],
            }
        elif kind == "IssuesEvent":
            issue = {"number": draw.randrange(1000), "title": "x" * draw.randrange(50)}
            payload = {"action": "opened", "issue": {**issue, "score": draw.random()}}
        event = {
            "id": str(10**10 + number),
            "type": kind,
            "actor": {
                "id": draw.randrange(10**7),
                "login": login,
                "url": f"https://api.github.com/users/{login}",
            },
            "repo": {"id": draw.randrange(10**8), "name": f"owner/repo{draw.randrange(10_000)}"},
            "payload": payload,
            "public": True,
            "created_at": f"2026-01-01T00:00:{number % 60:02}Z",
        }
        made.append(json.dumps(event, separators=(",", ":")))
    return made


if __name__ == "__main__":
    print(run())
