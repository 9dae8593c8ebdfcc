#!/usr/bin/env bash
# pyarrow 26.0.1 (pandas 3.1.1): a list of filters finds another row than the moment of pandas that it is given.
#
# A column of timestamps in nanoseconds has the moments 0, 1 and 2. `pq.read_table(filters=[("t", "=", pd.Timestamp(1))])` gives the
# row of 0: the moment becomes a scalar of microseconds on its way, and its nanosecond is gone. The same moment as a scalar of
# nanoseconds, in an expression, gives the row of 1. `in` does the same.
#
# Seen:
#   list, =: [0]
#   list, !=: [1, 2]
#   list, in: [0]
#   expression with a scalar of nanoseconds, =: [1]
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/python" -m pip install --quiet --disable-pip-version-check pyarrow==26.0.1 pandas==3.1.1
cd "$place"
"$place/venv/bin/python" - <<'PYTHON'
import sys
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

pq.write_table(pa.table({"t": pa.array([0, 1, 2], pa.timestamp("ns"))}), "moments.parquet")
moment = pd.Timestamp(1)


def read(filters: Any) -> list[int]:
    return pq.read_table("moments.parquet", filters=filters)["t"].cast(pa.int64()).to_pylist()


exact = pc.field("t") == pa.scalar(moment, pa.timestamp("ns"))
seen = [
    f"list, =: {read([('t', '=', moment)])}",
    f"list, !=: {read([('t', '!=', moment)])}",
    f"list, in: {read([('t', 'in', [moment])])}",
    f"expression with a scalar of nanoseconds, =: {read(exact)}",
]
print(*seen, sep="\n")
expected = [
    "list, =: [0]",
    "list, !=: [1, 2]",
    "list, in: [0]",
    "expression with a scalar of nanoseconds, =: [1]",
]
if seen != expected:
    sys.exit("pyarrow now does something else with a moment of nanoseconds")
PYTHON
