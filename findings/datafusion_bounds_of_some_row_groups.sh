#!/usr/bin/env bash
# datafusion 55.0.0 (a file by pyarrow 26.0.1): rows of a row group without bounds are not found.
#
# pyarrow writes no bounds of a row group that has a text over 4 KiB. DataFusion makes bounds of the file of those that other row groups
# have, as if these were all, and passes over the whole file for a filter beyond them. `max` is wrong for the same reason.
#
# Seen, of a file with a row group of "a" and one of 5,000 "z":
#   rows above "m": []
#   max is above "m": False
#   rows above "m", without statistics: [2]
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/python" -m pip install --quiet --disable-pip-version-check datafusion==55.0.0 pyarrow==26.0.1
cd "$place"
"$place/venv/bin/python" - <<'PYTHON'
import sys

import pyarrow as pa
import pyarrow.parquet as pq
from datafusion import SessionContext


def ask(name: str, query: str) -> list[object]:
    context = SessionContext()
    context.register_parquet("t", name)
    (column,) = context.sql(query).to_pydict().values()
    return column


table = pa.table({"r": [1, 2], "c": ["a", "z" * 5000]})
pq.write_table(table, "some.parquet", row_group_size=1)
pq.write_table(table, "bare.parquet", row_group_size=1, write_statistics=False)
above = "select r from t where c > 'm'"
seen = [
    f"rows above \"m\": {ask('some.parquet', above)}",
    f"max is above \"m\": {ask('some.parquet', 'select max(c) > chr(109) from t')[0]}",
    f"rows above \"m\", without statistics: {ask('bare.parquet', above)}",
]
print(*seen, sep="\n")
expected = [
    'rows above "m": []',
    'max is above "m": False',
    'rows above "m", without statistics: [2]',
]
if seen != expected:
    sys.exit("datafusion or pyarrow now does something else with row groups without bounds")
PYTHON
