#!/usr/bin/env bash
# pyarrow 26.0.1: `isin` of 0.0 does not find the 0.0 of its own file, if no other number stands there.
#
# Statistics of zeros are -0.0 and 0.0, whichever zeros there are: the format asks for that.
# The dataset takes two equal bounds for one value in all rows, the first of them. `isin` tells both zeros apart, `==` does not.
# So pyiceberg, which filters by `isin` for `IN`, does not find the row either.
#
# Seen, for a row of 0.0: `isin` of 0.0 gives no row of the file, and one of the table in memory; `==` gives one of both.
# Without statistics in the file, or with 1.5 beside the zero, `isin` gives the row.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install pyarrow==26.0.1
cd "$folder"
venv/bin/python - <<'PYTHON'
import sys

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.dataset as ds
import pyarrow.parquet as pq

ZERO = pa.array([0.0])
X = pc.field("x")


def count(filter_: pc.Expression, values: list[float], *, statistics: bool = True) -> tuple[int, int]:
    """Rows of the file, and of the table in memory."""
    table = pa.table({"x": values})
    pq.write_table(table, "x.parquet", write_statistics=statistics)
    return ds.dataset("x.parquet").to_table(filter=filter_).num_rows, table.filter(filter_).num_rows


seen = {
    "isin": count(X.isin(ZERO), [0.0]),
    "==": count(X == 0.0, [0.0]),
    "isin without statistics": count(X.isin(ZERO), [0.0], statistics=False),
    "isin beside 1.5": count(X.isin(ZERO), [0.0, 1.5]),
}
print(seen)
if seen != {"isin": (0, 1), "==": (1, 1), "isin without statistics": (1, 1), "isin beside 1.5": (1, 1)}:
    sys.exit("pyarrow now finds other zeros than it did")
PYTHON
