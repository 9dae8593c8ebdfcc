#!/usr/bin/env bash
# pyiceberg 0.12.0 (pyarrow 26.0.1): a file with ordinary text cannot be added to a table.
#
# Iceberg keeps 16 code points of an upper bound of text, and raises the last one.
# After U+D7FF (a Hangul letter) come the surrogates, which UTF-8 does not have: the next character is U+E000.
# pyiceberg raises to U+D800, and add_files ends with UnicodeEncodeError.
#
# Seen: text whose 16th character is U+D7FE is added; with U+D7FF in its place nothing is added.
# With 16 characters and no more there is nothing to cut, and U+D7FF is fine.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install 'pyiceberg[sql-sqlite]==0.12.0' pyarrow==26.0.1
cd "$folder"
venv/bin/python - <<'PYTHON'
import sys

import pyarrow as pa
import pyarrow.parquet as pq
from pyiceberg.catalog.sql import SqlCatalog

catalog = SqlCatalog("local", uri="sqlite:///catalog.db", warehouse="file://./lake")
catalog.create_namespace("n")


def outcome(name: str, text: str) -> str:
    table = pa.table({"s": [text]})
    pq.write_table(table, f"{name}.parquet")
    registered = catalog.create_table(f"n.{name}", table.schema)
    try:
        registered.add_files([f"{name}.parquet"])
    except Exception as error:
        return type(error).__name__
    return f"{registered.scan().to_arrow().num_rows} row"


seen = {
    "U+D7FE, then more": outcome("below", "a" * 15 + "\ud7fe" + "more"),
    "U+D7FF, then more": outcome("last", "a" * 15 + "\ud7ff" + "more"),
    "U+D7FF at the end": outcome("whole", "a" * 15 + "\ud7ff"),
}
print(seen)
expected = {"U+D7FE, then more": "1 row", "U+D7FF, then more": "UnicodeEncodeError", "U+D7FF at the end": "1 row"}
if seen != expected:
    sys.exit("pyiceberg now does something else with U+D7FF at the end of a bound")
PYTHON
