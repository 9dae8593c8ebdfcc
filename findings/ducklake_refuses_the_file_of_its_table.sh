#!/usr/bin/env bash
# DuckLake (duckdb 1.5.5, duckdb-extension-ducklake 1.5.5): a table made from a file refuses that file.
#
# `create table t as from 'f.parquet' limit 0` gives a time of milliseconds or nanoseconds the type TIME, and FLOAT16 the type FLOAT,
# as DuckDB reads both. `ducklake_add_data_files` then compares the physical type in the file, which is INTEGER, BIGINT or BLOB,
# and says that it cannot map the column. Times of microseconds are added.
#
# Seen: "Expected TIME, found type INTEGER" (ms), "Expected TIME, found type BIGINT" (ns), "Expected FLOAT, found type BLOB" (FLOAT16).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install duckdb==1.5.5 duckdb-extension-ducklake==1.5.5 pyarrow==26.0.1
cd "$folder"
venv/bin/python - <<'PYTHON'
import importlib.util
import sys
from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

package = Path(importlib.util.find_spec("duckdb_extension_ducklake").origin).parent
extension = next(package.rglob("ducklake.duckdb_extension"))
connection = duckdb.connect()
connection.execute(f"load '{extension}'")
connection.execute("attach 'ducklake:catalog.db' as lake (data_path 'data')")


def outcome(name: str, column: pa.Array) -> str:
    pq.write_table(pa.table({"x": column}), f"{name}.parquet")
    connection.execute(f"create table lake.{name} as from '{name}.parquet' limit 0")
    try:
        connection.execute(f"call ducklake_add_data_files('lake', '{name}', '{name}.parquet')")
    except duckdb.InvalidInputException as error:
        return str(error).splitlines()[1].removeprefix("* ")
    return f"{connection.execute(f'select count(*) from lake.{name}').fetchone()[0]} rows"


seen = {
    "time32[ms]": outcome("millis", pa.array([1, 2], pa.time32("ms"))),
    "time64[us]": outcome("micros", pa.array([1, 2], pa.time64("us"))),
    "time64[ns]": outcome("nanos", pa.array([1000, 2000], pa.time64("ns"))),
    "float16": outcome("half", pa.array([1.0, 2.0]).cast(pa.float16())),
}
print(seen)
expected = {
    "time32[ms]": "Expected TIME, found type INTEGER",
    "time64[us]": "2 rows",
    "time64[ns]": "Expected TIME, found type BIGINT",
    "float16": "Expected FLOAT, found type BLOB",
}
if seen != expected:
    sys.exit("DuckLake now does something else with the file that a table was made from")
PYTHON
