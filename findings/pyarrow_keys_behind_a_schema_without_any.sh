#!/usr/bin/env bash
# pyarrow 26.0.1: the key-value pairs of a file are no longer part of its schema once the file has an ARROW:schema without pairs.
#
# A pair that is added while a file is written (`ParquetWriter.add_key_value_metadata`) goes into the footer,
# and the copy of the schema in ARROW:schema, written before, does not have it. Reading takes the pairs of the copy alone:
# `read_schema` and `read_table` give a schema without metadata, `read_metadata` has the pair.
# Without the copy (`store_schema=False`) `read_schema` has the pair, too.
#
# Seen:
#   with ARROW:schema: footer True, schema False, table False
#   without: footer True, schema True, table True
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/python" -m pip install --quiet --disable-pip-version-check pyarrow==26.0.1
cd "$place"
"$place/venv/bin/python" - <<'PYTHON'
import sys

import pyarrow as pa
import pyarrow.parquet as pq


def look(store_schema: bool) -> str:
    table = pa.table({"a": [1]})
    with pq.ParquetWriter("a.parquet", table.schema, store_schema=store_schema) as writer:
        writer.write_table(table)
        writer.add_key_value_metadata({"k": "v"})
    pairs = {
        "footer": pq.read_metadata("a.parquet").metadata,
        "schema": pq.read_schema("a.parquet").metadata,
        "table": pq.read_table("a.parquet").schema.metadata,
    }
    return ", ".join(f"{name} {b'k' in (found or {})}" for name, found in pairs.items())


seen = [f"with ARROW:schema: {look(True)}", f"without: {look(False)}"]
print(*seen, sep="\n")
expected = ["with ARROW:schema: footer True, schema False, table False", "without: footer True, schema True, table True"]
if seen != expected:
    sys.exit("pyarrow now does something else with pairs that its copy of the schema does not have")
PYTHON
