#!/usr/bin/env bash
# pyarrow 26.0.1: a filter for NaN does not find the NaN of its own file, if a number stands beside it.
#
# Statistics of floating-point columns leave NaNs out, so the bounds of 1.5 and NaN are 1.5 and 1.5.
# The dataset takes them for a promise about all values, and `is_nan` of a value between 1.5 and 1.5 is false.
#
# Seen: `is_nan` of a file with 1.5 and NaN gives no row.
# Without statistics in the file, or with NaN alone in the row group, it gives the row.
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

NAN = float("nan")


def count(values: list[float], *, statistics: bool) -> int:
    pq.write_table(pa.table({"x": values}), "x.parquet", write_statistics=statistics)
    return ds.dataset("x.parquet").to_table(filter=pc.is_nan(pc.field("x"))).num_rows


seen = {
    "1.5 and NaN": count([1.5, NAN], statistics=True),
    "the same without statistics": count([1.5, NAN], statistics=False),
    "NaN alone": count([NAN], statistics=True),
}
print(seen)
if seen != {"1.5 and NaN": 0, "the same without statistics": 1, "NaN alone": 1}:
    sys.exit("pyarrow now finds other NaNs than it did")
PYTHON
