#!/usr/bin/env bash
# deltalake 1.6.6 (pyarrow 26.0.1): a filter on a column without bounds finds no row.
#
# A file may have statistics of some columns only, or of none. `convert_to_deltalake` takes what is there into the log.
# `to_pyarrow_table(filters=)` then takes the bounds that are absent for null, tests `x >= null and x <= null`, and leaves the file out.
# `QueryBuilder` (DataFusion) on the same table finds the row.
#
# Seen, for x = 500 in a file that has it once:
#   bounds of both columns: to_pyarrow_table 1, QueryBuilder 1
#   bounds of the other column: to_pyarrow_table 0, QueryBuilder 1
#   no bounds: to_pyarrow_table 0, QueryBuilder 1
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/python" -m pip install --quiet --disable-pip-version-check deltalake==1.6.6 pyarrow==26.0.1
cd "$place"
"$place/venv/bin/python" - <<'PYTHON'
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
from deltalake import DeltaTable, QueryBuilder, convert_to_deltalake


def count(name: str, statistics: bool | list[str]) -> str:
    Path(name).mkdir()
    table = pa.table({"x": pa.array([1, 500], pa.int64()), "k": pa.array([0, 1], pa.int64())})
    pq.write_table(table, f"{name}/f.parquet", write_statistics=statistics)
    convert_to_deltalake(name)
    table = DeltaTable(name)
    scanned = table.to_pyarrow_table(filters=[("x", "=", 500)]).num_rows
    asked = QueryBuilder().register("t", table).execute("select x from t where x = 500")
    return f"to_pyarrow_table {scanned}, QueryBuilder {pa.table(asked.read_all()).num_rows}"


seen = [
    f"bounds of both columns: {count('both', True)}",
    f"bounds of the other column: {count('other', ['k'])}",
    f"no bounds: {count('none', False)}",
]
print(*seen, sep="\n")
expected = [
    "bounds of both columns: to_pyarrow_table 1, QueryBuilder 1",
    "bounds of the other column: to_pyarrow_table 0, QueryBuilder 1",
    "no bounds: to_pyarrow_table 0, QueryBuilder 1",
]
if seen != expected:
    sys.exit("deltalake now does something else with a column without bounds")
PYTHON
