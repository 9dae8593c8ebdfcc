#!/usr/bin/env bash
# duckdb 1.5.5: a filter for bytes that are no plain text finds no row in a file that it wrote itself.
#
# DuckDB writes Bloom filters of dictionaries, of blobs as well, by their bytes. A filter asks them for the blob as DuckDB spells it as
# text: \xFF for the byte FF. So row groups that have the value are left out. duckdb 2.0.0 finds the rows.
#
# Seen, of 10,000 rows of three values:
#   61: 3333 rows
#   ff00: 0 rows
#   ff00, compared behind the scan: 3334 rows
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/python" -m pip install --quiet --disable-pip-version-check duckdb==1.5.5
cd "$place"
"$place/venv/bin/python" - <<'PYTHON'
import sys

import duckdb

duckdb.sql(
    "COPY (SELECT unhex(['ff00', '61', 'fe'][i % 3 + 1]) c FROM range(10000) t(i)) TO 'a.parquet'"
)


def count(where: str) -> int:
    return duckdb.sql(f"SELECT count(*) FROM 'a.parquet' WHERE {where}").fetchall()[0][0]


seen = [
    f"61: {count('c = unhex($$61$$)')} rows",
    f"ff00: {count('c = unhex($$ff00$$)')} rows",
    f"ff00, compared behind the scan: {count('c || $$$$::BLOB = unhex($$ff00$$)')} rows",
]
print(*seen, sep="\n")
expected = ["61: 3333 rows", "ff00: 0 rows", "ff00, compared behind the scan: 3334 rows"]
if seen != expected:
    sys.exit("duckdb now does something else with a filter of bytes")
PYTHON
