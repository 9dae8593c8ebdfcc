#!/usr/bin/env bash
# pyiceberg 0.12.0 (pyarrow 26.0.1): `delete` removes rows that `scan` does not find by the same filter, in a table of its own.
#
# For a delete, pyiceberg asks the statistics of a file whether all of its rows match, and then drops the file whole.
# A column without a count of NaNs counts as one without NaNs there, and its own writer counts none.
# For "not equal", a null counts as a match there, and nowhere else.
#
# Seen: of 1.0, NaN and 5.0, `x >= 1.0` finds two rows, and deletes three.
# Of 7 and null, `x != 5` finds one row, and deletes two.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install 'pyiceberg[sql-sqlite]==0.12.0' pyarrow==26.0.1
cd "$folder"
venv/bin/python - <<'PYTHON'
import sys
import warnings

import pyarrow as pa
from pyiceberg.catalog.sql import SqlCatalog

warnings.simplefilter("ignore")
catalog = SqlCatalog("local", uri="sqlite:///catalog.db", warehouse="file://./lake")
catalog.create_namespace("n")


def outcome(name: str, values: list, where: str) -> tuple[int, int]:
    """Rows that a scan finds, and rows that a delete leaves."""
    data = pa.table({"x": values})
    table = catalog.create_table(f"n.{name}", data.schema)
    table.append(data)
    found = table.scan(where).to_arrow().num_rows
    table.delete(where)
    return found, table.scan().to_arrow().num_rows


seen = {
    "1.0, NaN, 5.0 by x >= 1.0": outcome("nan", [1.0, float("nan"), 5.0], "x >= 1.0"),
    "7, null by x != 5": outcome("nulls", [7, None], "x != 5"),
}
print(seen)
expected = {"1.0, NaN, 5.0 by x >= 1.0": (2, 0), "7, null by x != 5": (1, 0)}
if seen != expected:
    sys.exit("pyiceberg now deletes other rows than it did")
PYTHON
