#!/usr/bin/env bash
# deltalake 1.6.6: a table with an entry whose statistics are an empty text is made, and its own queries cannot read it.
#
# `AddAction` wants a text of statistics, and takes an empty one for a file of which nothing is known.
# The commit succeeds, and `to_pyarrow_table` reads the table; every query by `QueryBuilder` ends with an error of its JSON.
#
# Seen: with `{}` in its place, the query gives the row.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install deltalake==1.6.6 pyarrow==26.0.1
cd "$folder"
venv/bin/python - <<'PYTHON'
import os
import sys

import pyarrow as pa
import pyarrow.parquet as pq
from deltalake import DeltaTable, QueryBuilder, Schema
from deltalake.transaction import AddAction, create_table_with_add_actions


def outcome(folder: str, statistics: str) -> dict[str, object]:
    os.mkdir(folder)
    data = pa.table({"x": [1]})
    pq.write_table(data, f"{folder}/a.parquet")
    size = os.path.getsize(f"{folder}/a.parquet")
    action = AddAction("a.parquet", size, {}, 0, True, statistics)
    create_table_with_add_actions(folder, Schema.from_arrow(data.schema), [action])
    table = DeltaTable(folder)
    try:
        rows = pa.table(QueryBuilder().register("t", table).execute("select x from t")).num_rows
    except Exception as error:
        rows = type(error).__name__
    return {"pyarrow": table.to_pyarrow_table().num_rows, "query": rows}


seen = {text or "an empty text": outcome(folder, text) for folder, text in (("a", ""), ("b", "{}"))}
print(seen)
expected = {
    "an empty text": {"pyarrow": 1, "query": "DeltaError"},
    "{}": {"pyarrow": 1, "query": 1},
}
if seen != expected:
    sys.exit("deltalake now reads a table with an entry without statistics otherwise")
PYTHON
