#!/usr/bin/env bash
# DuckLake 1.0 (DuckDB 1.5.5): of its own table of FLOATs, a filter does not find a value whose text has an exponent.
#
# Two files have a FLOAT each, -3e38 and 0.5; the same rows are copied to a table in memory. Both are asked `x = v` for each value.
# The catalog says of the first file: minimum and maximum -3e+38.
#
# Seen: -3e38 is found in memory, and not in the lake; 0.5 in both. As a FLOAT, -3e38 is -3.0000000054977558e38 and less than the
# literal -3e+38 read as a DOUBLE, with which the maximum of the file is compared.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install duckdb==1.5.5 duckdb-extension-ducklake==1.5.5
cd "$folder"
venv/bin/python - <<'PYTHON'
import sys
from pathlib import Path

import duckdb
import duckdb_extension_ducklake

packages = Path(duckdb_extension_ducklake.__file__).parent
(extension,) = packages.glob("extensions/*/ducklake.duckdb_extension")
client = duckdb.connect()
client.execute(f"LOAD '{extension}'")
client.execute("ATTACH 'ducklake:lake.ducklake' AS lake (DATA_PATH 'data/', DATA_INLINING_ROW_LIMIT 0)")
client.execute("CREATE TABLE lake.t (x FLOAT)")
for value in ("-3e38", "0.5"):
    client.execute(f"INSERT INTO lake.t VALUES ('{value}'::FLOAT)")
client.execute("CREATE TEMP TABLE rows AS SELECT * FROM lake.t")


def count(table: str, value: str) -> int:
    return client.execute(f"SELECT count(*) FROM {table} WHERE x = '{value}'::FLOAT").fetchall()[0][0]


seen = {value: [count(table, value) for table in ("lake.t", "rows")] for value in ("-3e38", "0.5")}
print(seen)
if seen != {"-3e38": [0, 1], "0.5": [1, 1]}:
    sys.exit("DuckLake now finds other rows by the bounds of FLOATs")
PYTHON
