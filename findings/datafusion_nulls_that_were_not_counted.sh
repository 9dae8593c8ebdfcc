#!/usr/bin/env bash
# datafusion 55.0.0 (files by polars 2.1.0): where a file does not say how many nulls a column has, they are read as values, or not found.
#
# Polars writes bounds without a count of nulls for `statistics={"min": True, "max": True, "null_count": False}`. parquet.thrift asks for
# care: "If null_count is not present, readers MUST NOT assume null_count == 0." DataFusion assumes that. Two equal bounds then stand for
# the column in every row, `IS NULL` gives no row, and `count(x)` counts nulls. With counts, or without any statistics, it is right.
#
# Seen, of 5 and null:
#   bounds alone: x [5, 5], null in rows [], count 2
#   bounds and counts: x [5, None], null in rows [1], count 1
#   no statistics: x [5, None], null in rows [1], count 1
# Of 5, 6 and null:
#   bounds alone: x [5, 6, None], null in rows [], count 3
#   bounds and counts: x [5, 6, None], null in rows [2], count 2
#   no statistics: x [5, 6, None], null in rows [2], count 2
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/python" -m pip install --quiet --disable-pip-version-check datafusion==55.0.0 polars==2.1.0 pyarrow==26.0.1
cd "$place"
"$place/venv/bin/python" - <<'PYTHON'
import sys

import polars as pl
from datafusion import SessionContext

BOUNDS = {"min": True, "max": True, "distinct_count": False, "null_count": False}
STATISTICS = {"bounds alone": BOUNDS, "bounds and counts": BOUNDS | {"null_count": True}, "no statistics": False}


def read(values: list[int | None], statistics: bool | dict[str, bool]) -> str:
    rows = pl.DataFrame({"r": range(len(values)), "x": values})
    rows.write_parquet("x.parquet", statistics=statistics)
    context = SessionContext()
    context.register_parquet("t", "x.parquet")
    x, nulls, count = (
        context.sql(query).to_arrow_table()[0].to_pylist()
        for query in ("SELECT x FROM t", "SELECT r FROM t WHERE x IS NULL", "SELECT count(x) FROM t")
    )
    return f"x {x}, null in rows {nulls}, count {count[0]}"


seen = [
    f"{name}: {read(values, statistics)}"
    for values in ([5, None], [5, 6, None])
    for name, statistics in STATISTICS.items()
]
print(*seen, sep="\n")
if seen != [
    "bounds alone: x [5, 5], null in rows [], count 2",
    "bounds and counts: x [5, None], null in rows [1], count 1",
    "no statistics: x [5, None], null in rows [1], count 1",
    "bounds alone: x [5, 6, None], null in rows [], count 3",
    "bounds and counts: x [5, 6, None], null in rows [2], count 2",
    "no statistics: x [5, 6, None], null in rows [2], count 2",
]:
    sys.exit("datafusion now reads nulls that were not counted in another way, or polars writes something else")
PYTHON
