"""Variants to typed columns and back, beside pyarrow, which makes the same table of the same JSON."""

from __future__ import annotations

import io
import json
import random
import time
from typing import Any, Final

import pyarrow as pa
import pyarrow.json as pj

from benchmarks.measure import Timing, measure, table
from inlay.variant import from_arrow, from_json_array, infer_schema, shred, to_python, variant_get

ROWS: Final = 200_000
BASE: Final = "pyarrow, JSON to the table"
SLOW: Final = 5_000
"""Rows for what makes objects of Python; its time is scaled up."""


def run() -> str:
    threads = pa.cpu_count()
    pa.set_cpu_count(1)
    try:
        return _run()
    finally:
        pa.set_cpu_count(threads)


def _run() -> str:
    lines = [json.dumps(record).encode() for record in records(ROWS)]
    text = b"\n".join(lines)
    options = pj.ReadOptions(use_threads=False)
    typed = pj.read_json(io.BytesIO(text), read_options=options).combine_chunks()
    type_ = pa.struct(list(typed.schema))
    documents = pa.array(lines, pa.binary())
    variants: Any = from_json_array(documents)
    shredded = shred(variants, infer_schema(variants).type)
    few = typed.slice(0, SLOW)
    rows: Any = variant_get(variants, "$", type_)
    assert pa.Table.from_struct_array(rows).equals(typed)
    calls = {
        BASE: lambda: pj.read_json(io.BytesIO(text), read_options=options),
        "JSON to Variants": lambda: from_json_array(documents),
        "Variants to the table": lambda: variant_get(variants, "$", type_),
        "shredded Variants to the table": lambda: variant_get(shredded, "$", type_),
        "one list of them, `items[*].price`": lambda: variant_get(
            variants, "items[*].price", pa.float64()
        ),
        "the table to Variants": lambda: from_arrow(typed),
        "the table to objects of Python *": few.to_pylist,
        "Variants to objects of Python *": lambda: to_python(variants.slice(0, SLOW)),
    }
    timings = measure(calls, rounds=5, clock=time.process_time)
    scaled = {
        name: Timing(timing.median * (ROWS / SLOW if name.endswith("*") else 1), timing.samples)
        for name, timing in timings.items()
    }
    method = (
        f"{ROWS:,} records of five fields, a list of structs and a struct among them; {len(text) / 1e6:.0f} MB of JSON. Every "
        "contender on one thread, in turn, 5 rounds, medians of processor time; * on "
        f"{SLOW:,} records, scaled. Target: Variants to the table at least as fast as pyarrow reads their JSON."
    )
    return table("Variant: to Arrow and back", method, scaled, BASE)


def records(count: int) -> list[dict[str, object]]:
    rng = random.Random(7)
    return [
        {
            "id": number,
            "kind": rng.choice(["view", "order", "return"]),
            "score": rng.random(),
            "items": [
                {"price": rng.randrange(10_000) / 128, "count": rng.randrange(9)}
                for _ in range(rng.randrange(4))
            ],
            "who": {"name": f"user{number % 997}", "age": rng.randrange(90)},
        }
        for number in range(count)
    ]
