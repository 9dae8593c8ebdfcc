#!/usr/bin/env bash
# duckdb 2.0.0: IS NULL finds all rows of a page of text that has one value and nulls, if the page has no dictionary.
#
# pyarrow says in the header of each page what its least and its largest value are. Where both are one, DuckDB's IS NULL (and IS
# DISTINCT FROM) takes the rows with that value along. The page may be V1 or V2, of any codec. Nothing is wrong without statistics,
# with a dictionary, with a second value, with numbers, and where the nulls are counted without a filter.
#
# Seen, of 200 rows, 100 of which are null:
#   IS NULL: 200
#   IS NOT NULL: 100
#   nulls without a filter: 100
#   IS NULL, file without statistics: 100
#   IS NULL, file with a dictionary: 100
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

table = pa.table({"t": pa.array(["a"] * 100 + [None] * 100)})
pq.write_table(table, "plain.parquet", use_dictionary=False)
pq.write_table(table, "silent.parquet", use_dictionary=False, write_statistics=False)
pq.write_table(table, "dictionary.parquet")


def ask(what: str, name: str = "plain", where: str = "true") -> int:
    return duckdb.sql(f"SELECT {what} FROM '{name}.parquet' WHERE {where}").fetchall()[0][0]


seen = [
    f"IS NULL: {ask('count(*)', where='t IS NULL')}",
    f"IS NOT NULL: {ask('count(*)', where='t IS NOT NULL')}",
    f"nulls without a filter: {ask('count(*) - count(t)')}",
    f"IS NULL, file without statistics: {ask('count(*)', 'silent', 't IS NULL')}",
    f"IS NULL, file with a dictionary: {ask('count(*)', 'dictionary', 't IS NULL')}",
]
print(*seen, sep="\n")
expected = [
    "IS NULL: 200",
    "IS NOT NULL: 100",
    "nulls without a filter: 100",
    "IS NULL, file without statistics: 100",
    "IS NULL, file with a dictionary: 100",
]
if seen != expected:
    sys.exit("duckdb now does something else with nulls of plain pages")
PYTHON
