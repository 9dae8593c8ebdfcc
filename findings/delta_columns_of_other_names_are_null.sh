#!/usr/bin/env bash
# deltalake 1.6.6, pyarrow 26.0.1: where a Delta table maps its columns to other names in the files, `to_pyarrow_table` gives nulls.
#
# A table with `columnMapping` in its list of reader features is refused there, with an error that says so.
# A table of reader version 2, which means the same and has no list of features, is not: every value is null, without an error.
#
# Seen: a query by `QueryBuilder` gives the values of both tables.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install deltalake==1.6.6 pyarrow==26.0.1
cd "$folder"
venv/bin/python - <<'PYTHON'
import json
import os
import sys

import pyarrow as pa
import pyarrow.parquet as pq
from deltalake import DeltaTable, QueryBuilder

PROTOCOLS = {
    "version 2": {"minReaderVersion": 2, "minWriterVersion": 5},
    "version 3": {
        "minReaderVersion": 3,
        "minWriterVersion": 7,
        "readerFeatures": ["columnMapping"],
        "writerFeatures": ["columnMapping"],
    },
}


def write_table(folder: str, protocol: dict[str, object]) -> None:
    os.makedirs(f"{folder}/_delta_log")
    stored = pa.field("col-1", pa.int64(), metadata={"PARQUET:field_id": "1"})
    pq.write_table(pa.table([[7, 8]], schema=pa.schema([stored])), f"{folder}/a.parquet")
    column = {
        "name": "id",
        "type": "long",
        "nullable": True,
        "metadata": {"delta.columnMapping.id": 1, "delta.columnMapping.physicalName": "col-1"},
    }
    metadata = {
        "id": "3f6c1a52-0000-4000-8000-000000000000",
        "format": {"provider": "parquet", "options": {}},
        "schemaString": json.dumps({"type": "struct", "fields": [column]}),
        "partitionColumns": [],
        "configuration": {"delta.columnMapping.mode": "name", "delta.columnMapping.maxColumnId": "1"},
        "createdTime": 0,
    }
    add = {
        "path": "a.parquet",
        "partitionValues": {},
        "size": os.path.getsize(f"{folder}/a.parquet"),
        "modificationTime": 0,
        "dataChange": True,
        "stats": json.dumps({"numRecords": 2}),
    }
    actions = [{"protocol": protocol}, {"metaData": metadata}, {"add": add}]
    with open(f"{folder}/_delta_log/{0:020}.json", "w") as log:
        log.write("\n".join(map(json.dumps, actions)))


def read(folder: str) -> dict[str, object]:
    table = DeltaTable(folder)
    try:
        values: object = table.to_pyarrow_table()["id"].to_pylist()
    except Exception as error:
        values = type(error).__name__
    query = QueryBuilder().register("t", table).execute("select id from t")
    return {"pyarrow": values, "query": pa.table(query)["id"].to_pylist()}


seen = {}
for name, protocol in PROTOCOLS.items():
    write_table(name, protocol)
    seen[name] = read(name)
print(seen)
expected = {
    "version 2": {"pyarrow": [None, None], "query": [7, 8]},
    "version 3": {"pyarrow": "DeltaProtocolError", "query": [7, 8]},
}
if seen != expected:
    sys.exit("deltalake now reads tables that map their columns otherwise")
PYTHON
