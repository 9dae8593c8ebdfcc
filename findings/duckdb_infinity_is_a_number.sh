#!/usr/bin/env bash
# DuckDB 2.0.0: an infinite date or timestamp is written as the largest number, and only DuckDB takes that for infinite.
#
# DATE 'infinity' and TIMESTAMP 'infinity' become 2^31 - 1 days and 2^63 - 1 microseconds, and '-infinity' their negatives.
# Nothing in the file says what these numbers mean. DuckDB reads them back as infinite; to others they are days and instants far
# away, which pyarrow 26.0.1 cannot make a Python value of.
#
# Seen:
#   DuckDB: infinite, infinite
#   numbers: 2147483647 -2147483647 9223372036854775807 -9223372036854775807
#   pyarrow: OverflowError, OverflowError
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/python" -m pip install --quiet --disable-pip-version-check duckdb==2.0.0 pyarrow==26.0.1
cd "$place"
"$place/venv/bin/python" - <<'PYTHON'
import sys

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

infinite = [f"{sign}infinity" for sign in ("", "-")]
rows = " union all ".join(
    f"select {at} as n, DATE '{text}' as d, TIMESTAMP '{text}' as t" for at, text in enumerate(infinite)
)
duckdb.sql(f"copy ({rows} order by n) to 'far.parquet'")
back = duckdb.sql(f"select not isfinite(d), not isfinite(t) from 'far.parquet'").fetchall()
words = ["infinite" if all(column) else "finite" for column in zip(*back)]
table = pq.read_table("far.parquet")
numbers = [*table["d"].cast(pa.int32()).to_pylist(), *table["t"].cast(pa.int64()).to_pylist()]
errors = []
for name in ("d", "t"):
    try:
        table[name].to_pylist()
        errors.append("a value")
    except Exception as error:
        errors.append(type(error).__name__)
seen = [
    "DuckDB: " + ", ".join(words),
    "numbers: " + " ".join(map(str, numbers)),
    "pyarrow: " + ", ".join(errors),
]
print(*seen, sep="\n")
expected = [
    "DuckDB: infinite, infinite",
    "numbers: 2147483647 -2147483647 9223372036854775807 -9223372036854775807",
    "pyarrow: OverflowError, OverflowError",
]
if seen != expected:
    sys.exit("DuckDB or pyarrow now does something else with infinite dates and timestamps")
PYTHON
