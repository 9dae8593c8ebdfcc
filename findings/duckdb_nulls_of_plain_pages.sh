#!/usr/bin/env bash
# duckdb 2.0.0: of a text column without a dictionary, IS NULL finds more rows than there are, if a chunk has several pages with nulls.
#
# The file has 200 rows: a page of 100 values, and one of 100 nulls (pyarrow, PLAIN, pages V1; V2 is the same). All nulls are found
# twice over by IS NULL, and so is IS DISTINCT FROM; counts without a filter, and IS NOT NULL, are right. So is a column of integers
# for IS NULL, and a chunk of one page.
#
# Seen:
#   rows: 200
#   nulls without a filter: 100
#   IS NULL: 200
#   IS NOT NULL: 100
#   IS NULL, one page: 100
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
pq.write_table(table, "two.parquet", use_dictionary=False, max_rows_per_page=100)
pq.write_table(table, "one.parquet", use_dictionary=False)


def ask(what: str, name: str = "two", where: str = "true") -> int:
    return duckdb.sql(f"SELECT {what} FROM '{name}.parquet' WHERE {where}").fetchall()[0][0]


seen = [
    f"rows: {ask('count(*)')}",
    f"nulls without a filter: {ask('count(*) - count(t)')}",
    f"IS NULL: {ask('count(*)', where='t IS NULL')}",
    f"IS NOT NULL: {ask('count(*)', where='t IS NOT NULL')}",
    f"IS NULL, one page: {ask('count(*)', 'one', 't IS NULL')}",
]
print(*seen, sep="\n")
expected = [
    "rows: 200",
    "nulls without a filter: 100",
    "IS NULL: 200",
    "IS NOT NULL: 100",
    "IS NULL, one page: 100",
]
if seen != expected:
    sys.exit("duckdb now does something else with nulls of plain pages")
PYTHON
