#!/usr/bin/env bash
# DuckDB 2.0.0: TIME '24:00:00' is written as 86,400,000,000 microseconds since midnight, which is no time of a day.
#
# SQL of DuckDB (as PostgreSQL's) has this time. Parquet's TIME counts from midnight, and a day ends before 86,400,000,000.
# The column says TIME(MICROS). DuckDB reads 24:00:00 again; pyarrow 26.0.1 gives midnight, the beginning of the day.
#
# Seen:
#   86400000000 in a column of time64[us]
#   DuckDB: 24:00:00
#   pyarrow: datetime.time(0, 0)
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

duckdb.sql("""copy (select TIME '24:00:00' as t) to 'day.parquet'""")
column = pq.read_table("day.parquet")["t"]
((text,),) = duckdb.sql("select t::VARCHAR from 'day.parquet'").fetchall()
try:
    came = repr(column.to_pylist()[0])
except Exception as error:
    came = type(error).__name__
seen = [
    f"{column.cast(pa.int64()).to_pylist()[0]} in a column of {column.type}",
    f"DuckDB: {text}",
    f"pyarrow: {came}",
]
print(*seen, sep="\n")
if seen != ["86400000000 in a column of time64[us]", "DuckDB: 24:00:00", "pyarrow: datetime.time(0, 0)"]:
    sys.exit("DuckDB or pyarrow now does something else with the end of a day")
PYTHON
