#!/usr/bin/env bash
# DuckLake 1.0 (DuckDB 1.5.5): a NaN beside a single number is not found by `<>` that number, though the catalog knows of the NaN.
#
# A table has two files: 1.5 and NaN in the first, 2.5 and 3.5 in the second. The catalog says of the first file: minimum and maximum
# 1.5, `contains_nan` true. The same rows are copied to a table in memory.
#
# Seen: `x <> 1.5` finds three rows in memory, NaN among them, and two in the lake; `x > 1.5` and `isnan(x)` find the same in both.
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
client.execute("CREATE TABLE lake.t (x DOUBLE)")
client.execute("INSERT INTO lake.t VALUES (1.5), ('nan')")
client.execute("INSERT INTO lake.t VALUES (2.5), (3.5)")
client.execute("CREATE TEMP TABLE rows AS SELECT * FROM lake.t")


def count(table: str, condition: str) -> int:
    return client.execute(f"SELECT count(*) FROM {table} WHERE {condition}").fetchall()[0][0]


conditions = ("x <> 1.5", "x > 1.5", "isnan(x)")
seen = {it: [count(table, it) for table in ("lake.t", "rows")] for it in conditions}
print(seen)
if seen != {"x <> 1.5": [2, 3], "x > 1.5": [3, 3], "isnan(x)": [1, 1]}:
    sys.exit("DuckLake now finds other rows beside a NaN")
PYTHON
