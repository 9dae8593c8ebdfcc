#!/usr/bin/env bash
# pyarrow 26.0.1: a table of three rows and no columns is written as a file of no rows.
#
# pa.table({"x": [1, 2, 3]}).select([]) has three rows. Parquet has a place for them: num_rows of the file and of a row group.
# write_table says 0 in both, without a word, so that a count of the rows is lost on the way.
#
# Seen:
#   3 rows given, 0 rows in the footer, 1 row group, 0 rows read
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

given = pa.table({"x": [1, 2, 3]}).select([])
pq.write_table(given, "none.parquet")
footer = pq.read_metadata("none.parquet")
read = pq.read_table("none.parquet")
seen = (
    f"{given.num_rows} rows given, {footer.num_rows} rows in the footer, "
    f"{footer.num_row_groups} row group, {read.num_rows} rows read"
)
print(seen)
if seen != "3 rows given, 0 rows in the footer, 1 row group, 0 rows read":
    sys.exit("pyarrow now does something else with a table without columns")
PYTHON
