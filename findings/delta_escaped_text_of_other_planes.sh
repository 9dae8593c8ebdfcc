#!/usr/bin/env bash
# deltalake 1.6.6: statistics of text whose JSON is escaped are read as other characters from U+20000 on, and the row is not found.
#
# JSON may write a character beyond U+FFFF as two escapes, as Python's `json.dumps` does: U+20000 is `\ud840\udc00`.
# A table is made of one file with one text, whose entry has that text as its minimum and its maximum.
#
# Seen: U+20000 is read as U+10000, and U+10FFFF as U+FFFFF; a query for the text finds nothing. With the same statistics
# in plain UTF-8 it finds the row, and so it does with U+10000 and U+30000, escaped or not.
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
import tempfile

import pyarrow as pa
import pyarrow.parquet as pq
from deltalake import DeltaTable, QueryBuilder, Schema
from deltalake.transaction import AddAction, create_table_with_add_actions


def outcome(text: str, escaped: bool) -> tuple[str, int]:
    folder = tempfile.mkdtemp(dir=".")
    data = pa.table({"x": [text]})
    pq.write_table(data, f"{folder}/a.parquet")
    said = {"numRecords": 1, "minValues": {"x": text}, "maxValues": {"x": text}, "nullCount": {"x": 0}}
    size = os.path.getsize(f"{folder}/a.parquet")
    action = AddAction("a.parquet", size, {}, 0, True, json.dumps(said, ensure_ascii=escaped))
    create_table_with_add_actions(folder, Schema.from_arrow(data.schema), [action])
    table = DeltaTable(folder)
    read = pa.table(table.get_add_actions(flatten=True)).to_pylist()[0]["min.x"]
    query = QueryBuilder().register("t", table).execute(f"select x from t where x = '{text}'")
    return f"U+{ord(read):X}", pa.table(query).num_rows


texts = ("\U00010000", "\U00020000", "\U00030000", "\U0010ffff")
seen = {f"U+{ord(text):X}": (outcome(text, True), outcome(text, False)) for text in texts}
print(seen)
expected = {
    "U+10000": (("U+10000", 1), ("U+10000", 1)),
    "U+20000": (("U+10000", 0), ("U+20000", 1)),
    "U+30000": (("U+30000", 1), ("U+30000", 1)),
    "U+10FFFF": (("U+FFFFF", 0), ("U+10FFFF", 1)),
}
if seen != expected:
    sys.exit("deltalake now reads escaped statistics otherwise")
PYTHON
