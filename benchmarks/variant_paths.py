"""Many paths at once against one by one, casts of Spark against none, and edits: what each costs for a row."""

from __future__ import annotations

import json
import random
import time
from functools import partial
from pathlib import Path
from typing import Any, Final

import pyarrow as pa

from benchmarks.measure import Contender, measure
from inlay.variant import (
    from_json_array,
    read_path,
    shred,
    try_variant_get,
    variant_delete,
    variant_get,
    variant_merge_patch,
    variant_set,
    write_table,
)

ROWS: Final = 20_000
ROUNDS: Final = 3
METHOD: Final = (
    f"{ROWS:,} rows of ten fields, one thread, medians of the processor's time of {ROUNDS} rounds in turn. A share is the time of one "
    "call with all paths, divided by that of a call for each."
)
FIELDS: Final[dict[str, pa.DataType]] = {
    "id": pa.int64(), "row": pa.int32(), "name": pa.string(), "kind": pa.string(), "flag": pa.bool_(), "price": pa.float64(),
    "text": pa.string(), "when": pa.string(), "more": pa.int8(), "last": pa.int64(),
}  # fmt: skip
CASTS: Final[dict[str, tuple[str, pa.DataType]]] = {
    "int64, as it is": ("id", pa.int64()),
    "text of digits as int64": ("text", pa.int64()),
    "text of digits as float64": ("text", pa.float64()),
    "int64 as text": ("id", pa.string()),
    "text as timestamp": ("when", pa.timestamp("us", "UTC")),
    "few different texts as boolean": ("kind", pa.bool_()),
    "float64 as decimal": ("price", pa.decimal128(18, 2)),
    "float64 as text": ("price", pa.string()),
    "objects as JSON": ("$", pa.string()),
}


def run(folder: Path) -> str:
    """Three tables; the caller has set one thread."""
    array: Any = from_json_array(pa.array(_documents()))
    return "\n".join([*_many(array, folder), "", *_casts(array), "", *_edits(array)])


def _many(array: Any, folder: Path) -> list[str]:
    schema = pa.struct(list(FIELDS.items()))
    file, plain = folder / "shredded.parquet", folder / "plain.parquet"
    write_table(pa.table({"v": shred(array, schema)}), file)
    write_table(pa.table({"v": array}), plain)
    lines = ["## Variant: many paths at once", "", METHOD, "", "| | 2 paths | 5 paths | 10 paths |", "|---|---:|---:|---:|"]  # fmt: skip
    sources = {
        "an array": partial(variant_get, array),
        "a shredded array": partial(variant_get, shred(array, schema)),
        "a file": partial(read_path, plain, "v"),
        "a shredded file": partial(read_path, file, "v"),
    }
    for name, get in sources.items():
        lines.append(
            f"| {name} | {' | '.join(f'{_share(get, count):.2f}' for count in (2, 5, 10))} |"
        )
    return lines


def _share(get: Any, count: int) -> float:
    paths = {name: (name, type_) for name, type_ in list(FIELDS.items())[:count]}

    def one_by_one() -> None:
        for path, type_ in paths.values():
            get(path, type_)

    contenders: dict[str, Contender] = {"at once": partial(get, paths), "each": one_by_one}
    timings = measure(contenders, ROUNDS, time.process_time)
    return timings["at once"].median / timings["each"].median


def _casts(array: Any) -> list[str]:
    contenders: dict[str, Contender] = {
        name: partial(try_variant_get, array, path, type_) for name, (path, type_) in CASTS.items()
    }
    return _table("Variant: casts of Spark", contenders)


def _edits(array: Any) -> list[str]:
    contenders: dict[str, Contender] = {
        "set a field to one value": partial(variant_set, array, "$.price", 1.5),
        "set a new field to values of an array": partial(variant_set, array, "$.new.x", pa.array(range(ROWS))),
        "delete a field": partial(variant_delete, array, "$.text"),
        "merge with one object": partial(variant_merge_patch, array, {"kind": None, "a": {"b": 1}}),
    }  # fmt: skip
    return _table("Variant: edits", contenders)


def _table(title: str, contenders: dict[str, Contender]) -> list[str]:
    timings = measure(contenders, ROUNDS, time.process_time)
    lines = [f"## {title}", "", "| | µs a row |", "|---|---:|"]
    return [*lines, *(f"| {name} | {timing.median / ROWS * 1e6:.2f} |" for name, timing in timings.items())]  # fmt: skip


def _documents() -> list[str]:
    draw = random.Random(28)
    return [
        json.dumps(
            {
                "id": draw.randrange(10**12),
                "row": row,
                "name": f"user{draw.randrange(100_000)}",
                "kind": draw.choice(["yes", "no", "push"]),
                "flag": draw.random() < 0.5,
                "price": draw.random() * 1e6,
                "text": str(draw.randrange(10**9)),
                "when": f"2026-0{draw.randrange(1, 10)}-11T12:{draw.randrange(10, 60)}:00Z",
                "more": row % 100,
                "last": -row,
            },
            separators=(",", ":"),
        )
        for row in range(ROWS)
    ]
