#!/usr/bin/env bash
# datafusion 55.0.0 (files by itself and by pyarrow 26.0.1): where a file has one number and NaNs, `SELECT x` gives the number in every row.
#
# parquet.thrift has bounds leave NaNs out: "When looking for NaN values, min and max should be ignored." DataFusion takes two equal
# bounds and no nulls for a column of one value, and puts that value in place of the column. No filter is needed, and sums and copies have
# the number, too. The file has the NaN; without statistics, or with a second number beside it, DataFusion reads it.
#
# Seen, for x of all rows, and their sum:
#   1.5 and NaN: [1.5, 1.5], 3.0
#   the same by DataFusion: [1.5, 1.5], 3.0
#   the same by DataFusion, read by pyarrow: [1.5, nan], nan
#   1.5 and NaN without statistics: [1.5, nan], nan
#   1.5, NaN and 2.5: [1.5, nan, 2.5], nan
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/python" -m pip install --quiet --disable-pip-version-check datafusion==55.0.0 pyarrow==26.0.1
cd "$place"
"$place/venv/bin/python" - <<'PYTHON'
import sys

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from datafusion import SessionContext

NAN = float("nan")


def read(name: str) -> str:
    context = SessionContext()
    context.register_parquet("t", name)
    rows = context.sql("SELECT x FROM t").to_arrow_table()["x"].to_pylist()
    total = context.sql("SELECT sum(x) AS total FROM t").to_arrow_table()["total"][0]
    return f"{rows}, {total}"


def read_of(values: list[float], **options: object) -> str:
    pq.write_table(pa.table({"x": values}), "x.parquet", **options)
    return read("x.parquet")


SessionContext().from_arrow(pa.table({"x": [1.5, NAN]})).write_parquet("own/")
own = pq.read_table("own")["x"]
seen = [
    f"1.5 and NaN: {read_of([1.5, NAN])}",
    f"the same by DataFusion: {read('own/')}",
    f"the same by DataFusion, read by pyarrow: {own.to_pylist()}, {pc.sum(own)}",
    f"1.5 and NaN without statistics: {read_of([1.5, NAN], write_statistics=False)}",
    f"1.5, NaN and 2.5: {read_of([1.5, NAN, 2.5])}",
]
print(*seen, sep="\n")
if seen != [
    "1.5 and NaN: [1.5, 1.5], 3.0",
    "the same by DataFusion: [1.5, 1.5], 3.0",
    "the same by DataFusion, read by pyarrow: [1.5, nan], nan",
    "1.5 and NaN without statistics: [1.5, nan], nan",
    "1.5, NaN and 2.5: [1.5, nan, 2.5], nan",
]:
    sys.exit("datafusion now reads something else of a number and a NaN")
PYTHON
