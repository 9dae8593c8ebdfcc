#!/usr/bin/env bash
# pyarrow 26.0.1: whether a date column may be filtered by text depends on the dates in the file.
#
# `read_table(filters=[("d", "in", ["2024-01-01"])])` on a date32 column finds the rows where all dates of a row group are the same: its
# statistics then are a single value, and the filter is worked out from that. With two dates the same call has to compare a date with
# text, and raises ArrowNotImplementedError. A job that was tried on one day's file fails on the first file of two days.
#
# Seen:
#   one date: 2 rows
#   two dates: ArrowNotImplementedError
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/python" -m pip install --quiet --disable-pip-version-check pyarrow==26.0.1
cd "$place"
"$place/venv/bin/python" - <<'PYTHON'
import sys
from datetime import date

import pyarrow as pa
import pyarrow.parquet as pq


def read(days: list[int]) -> str:
    pq.write_table(pa.table({"d": [date(2024, 1, day) for day in days]}), "f.parquet")
    try:
        return f"{pq.read_table('f.parquet', filters=[('d', 'in', ['2024-01-01'])]).num_rows} rows"
    except pa.ArrowNotImplementedError as error:
        return type(error).__name__


seen = [f"one date: {read([1, 1])}", f"two dates: {read([1, 2])}"]
print(*seen, sep="\n")
if seen != ["one date: 2 rows", "two dates: ArrowNotImplementedError"]:
    sys.exit("pyarrow now does something else with a date column that is filtered by text")
PYTHON
