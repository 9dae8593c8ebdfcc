#!/usr/bin/env bash
# DuckLake 1.0 (DuckDB 1.5.5): of its own tables of FLOATs and DOUBLEs, a filter does not find a value whose text is read as another one.
#
# Files have a FLOAT each, -3e38, 0.20897399 and 0.5, or a DOUBLE, 0.41532661167070317 and 0.5; the same rows are copied to tables in memory.
# All are asked `x = v` for each value. The catalog says of the first file: minimum and maximum -3e+38.
#
# Seen: 0.5 is found everywhere, the others in memory alone. Bounds are compared with the text of the value as it stands. As a FLOAT, -3e38
# is -3.0000000054977558e38 and less than the literal -3e+38, which is a DOUBLE. The others are decimals as literals, and rounded twice
# when they are cast: `0.41532661167070317::DOUBLE` is the number above 0.41532661167070317.
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
NUMBERS = {"FLOAT": ("-3e38", "0.20897399", "0.5"), "DOUBLE": ("0.41532661167070317", "0.5")}
seen = {}
for kind, values in NUMBERS.items():
    client.execute(f"CREATE OR REPLACE TABLE lake.t (x {kind})")
    for value in values:
        client.execute(f"INSERT INTO lake.t VALUES ('{value}'::{kind})")
    client.execute("CREATE OR REPLACE TEMP TABLE rows AS SELECT * FROM lake.t")
    for value in values:
        counts = (
            client.execute(f"SELECT count(*) FROM {table} WHERE x = '{value}'::{kind}").fetchall()
            for table in ("lake.t", "rows")
        )
        seen[f"{value}::{kind}"] = [count for ((count,),) in counts]
print(seen)
if seen != {
    "-3e38::FLOAT": [0, 1],
    "0.20897399::FLOAT": [0, 1],
    "0.5::FLOAT": [1, 1],
    "0.41532661167070317::DOUBLE": [0, 1],
    "0.5::DOUBLE": [1, 1],
}:
    sys.exit("DuckLake now finds other rows by the bounds of floats")
PYTHON
