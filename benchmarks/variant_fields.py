"""One field of a shredded file, in many types and files, against DuckDB: how often is it slower?"""

from __future__ import annotations

import importlib
import json
import random
import time
from functools import partial
from pathlib import Path
from typing import Any, Final

import pyarrow as pa

from benchmarks.measure import Contender, measure
from inlay.variant import from_json_array, read_path, shred, write_table

ROWS: Final = 100_000
ROUNDS: Final = 5
METHOD: Final = (
    f"DuckDB's time as a multiple of ours: {ROWS:,} rows, one thread each, medians of the processor's time of {ROUNDS} rounds in "
    "turn. `hex` is random, 40 digits; of `half` and `half text` every other row is null. Target: at least 1 everywhere."
)
FIELDS: Final[dict[str, tuple[pa.DataType, str]]] = {
    "id": (pa.int64(), "BIGINT"),
    "row": (pa.int64(), "BIGINT"),
    "name": (pa.string(), "VARCHAR"),
    "hex": (pa.string(), "VARCHAR"),
    "kind": (pa.string(), "VARCHAR"),
    "flag": (pa.bool_(), "BOOLEAN"),
    "half": (pa.int64(), "BIGINT"),
    "half text": (pa.string(), "VARCHAR"),
}
FILES: Final[dict[str, dict[str, Any]]] = {
    "Snappy": {},
    "Snappy, CRCs": {"write_page_checksum": True},
    "Snappy, CRCs, no dictionaries": {"write_page_checksum": True, "use_dictionary": False},
    "Snappy, pages of v2": {"data_page_version": "2.0"},
    "Snappy, CRCs, pages of 8 KiB": {"write_page_checksum": True, "data_page_size": 8192},
    "LZ4, CRCs": {"compression": "lz4", "write_page_checksum": True},
    "Zstandard": {"compression": "zstd"},
    "gzip": {"compression": "gzip"},
    "Brotli": {"compression": "brotli"},
    "none": {"compression": "none"},
}


def run(folder: Path) -> str:
    """The table; the caller has set one thread."""
    table = pa.table({"event": _shredded()})
    connection: Any = importlib.import_module("duckdb").connect(config={"threads": 1})
    lines = ["## Variant: one field, in many files", "", METHOD, ""]
    lines += [f"| file | {' | '.join(FIELDS)} |", f"|---|{'---:|' * len(FIELDS)}"]
    for name, options in FILES.items():
        path = folder / "fields.parquet"
        write_table(table, path, **options)
        ratios = [_ratio(connection, path, field) for field in FIELDS]
        lines.append(f"| {name} | {' | '.join(f'{ratio:.2f}' for ratio in ratios)} |")
    return "\n".join(lines)


def _ratio(connection: Any, path: Path, field: str) -> float:
    type_, sql = FIELDS[field]
    query = f"CREATE OR REPLACE TABLE field AS SELECT event.\"{field}\"::{sql} FROM '{path}'"
    contenders: dict[str, Contender] = {
        "ours": partial(read_path, path, "event", f"$['{field}']", type_),
        "theirs": partial(connection.execute, query),
    }
    timings = measure(contenders, ROUNDS, time.process_time)
    return timings["theirs"].median / timings["ours"].median


def _shredded() -> pa.Array[Any]:
    fields = [(name, type_) for name, (type_, _) in FIELDS.items()]
    return shred(from_json_array(pa.array(_documents())), pa.struct(fields))


def _documents() -> list[str]:
    draw = random.Random(24)
    documents: list[str] = []
    for row in range(ROWS):
        event: dict[str, object] = {
            "id": draw.randrange(10**7),
            "row": row,
            "name": f"user{draw.randrange(100_000)}",
            "hex": f"{draw.getrandbits(160):040x}",
            "kind": draw.choice(["push", "watch", "issues"]),
            "flag": draw.random() < 0.5,
        }
        if draw.random() < 0.5:
            event["half"] = draw.randrange(10**6)
            event["half text"] = f"{draw.getrandbits(80):020x}"
        documents.append(json.dumps(event, separators=(",", ":")))
    return documents
