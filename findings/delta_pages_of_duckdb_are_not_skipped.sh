#!/usr/bin/env bash
# deltalake 1.6.6 (a file by duckdb 2.0.0): a table of ten numbers is read whole, and not with a filter.
#
# DuckDB writes DELTA_BINARY_PACKED with 256 values a miniblock where PARQUET_VERSION is v2. The format wants a multiple of 32.
# parquet-rs reads such pages, but cannot skip a row in them: a miniblock of 256 is an error there.
# `QueryBuilder` has DataFusion push filters down to the rows, so it skips, by default; DataFusion itself does where
# `pushdown_filters` is on. A count, which needs no other column, works.
#
# Seen, of a table with a file `id, x` of 10 rows:
#   all rows: 10
#   count of id = 3: 1
#   rows of id = 3: Parquet error: cannot skip miniblock of size 256
#   the same of a file by pyarrow: 1
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/python" -m pip install --quiet --disable-pip-version-check deltalake==1.6.6 duckdb==2.0.0 pyarrow==26.0.1
cd "$place"
"$place/venv/bin/python" - <<'PYTHON'
import sys
from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
from deltalake import DeltaTable, QueryBuilder, convert_to_deltalake

for name in ("duckdb", "pyarrow"):
    Path(name).mkdir()
numbers = "select i as id, i * 7 as x from range(10) t(i)"
duckdb.sql(f"copy ({numbers}) to 'duckdb/f.parquet' (format parquet, parquet_version v2)")
table = duckdb.sql(numbers).to_arrow_table()
encodings = {"id": "DELTA_BINARY_PACKED", "x": "DELTA_BINARY_PACKED"}
pq.write_table(table, "pyarrow/f.parquet", use_dictionary=False, column_encoding=encodings)


def ask(folder: str, query: str) -> pa.Table:
    asked = QueryBuilder().register("t", DeltaTable(folder)).execute(query)
    return pa.table(asked.read_all())


for name in ("duckdb", "pyarrow"):
    convert_to_deltalake(name)
try:
    filtered = str(ask("duckdb", "select * from t where id = 3").num_rows)
except Exception as error:
    filtered = str(error)[str(error).rindex("Parquet error") :]
seen = [
    f"all rows: {ask('duckdb', 'select * from t').num_rows}",
    f"count of id = 3: {ask('duckdb', 'select count(*) as n from t where id = 3')['n'][0]}",
    f"rows of id = 3: {filtered}",
    f"the same of a file by pyarrow: {ask('pyarrow', 'select * from t where id = 3').num_rows}",
]
print(*seen, sep="\n")
expected = [
    "all rows: 10",
    "count of id = 3: 1",
    "rows of id = 3: Parquet error: cannot skip miniblock of size 256",
    "the same of a file by pyarrow: 1",
]
if seen != expected:
    sys.exit("deltalake now does something else with the pages that DuckDB writes")
PYTHON
