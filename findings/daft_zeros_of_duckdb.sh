#!/usr/bin/env bash
# daft 0.7.26 (files by duckdb 2.0.0): a filter for -0.0 or 0.0 finds no row, by the order in which a file has both zeros.
#
# DuckDB 2.0.0 takes both zeros for one value, and writes the first of them as both bounds. The format allows that: readers are to take
# a minimum of 0.0 for -0.0 as well, and a maximum of -0.0 for 0.0. Daft compares zeros by their signs, in rows and in bounds,
# so it passes over the file that has the other zero in it. Without the bounds it finds the row.
#
# Seen, of a file with the rows (1, 0.0), (2, -0.0), and of one with the same rows turned round:
#   0.0 first: daft finds [1] for 0.0, [] for -0.0
#   -0.0 first: daft finds [] for 0.0, [2] for -0.0
#   without bounds: daft finds [1] for 0.0, [2] for -0.0
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/python" -m pip install --quiet --disable-pip-version-check daft==0.7.26 duckdb==2.0.0 pyarrow==25.0.1
cd "$place"
"$place/venv/bin/python" - <<'PYTHON'
import sys

import daft
import duckdb
import pyarrow.parquet as pq


def write(name: str, rows: str) -> None:
    duckdb.sql(f"COPY (SELECT * FROM (VALUES {rows}) t(r, c)) TO '{name}'")


def find(name: str) -> str:
    rows = [
        daft.read_parquet(name).where(daft.col("c") == zero).to_pydict()["r"]
        for zero in (0.0, -0.0)
    ]
    return f"daft finds {rows[0]} for 0.0, {rows[1]} for -0.0"


write("first.parquet", "(1, 0.0::DOUBLE), (2, '-0.0'::DOUBLE)")
write("last.parquet", "(2, '-0.0'::DOUBLE), (1, 0.0::DOUBLE)")
pq.write_table(pq.read_table("first.parquet"), "bare.parquet", write_statistics=False)
seen = [
    f"0.0 first: {find('first.parquet')}",
    f"-0.0 first: {find('last.parquet')}",
    f"without bounds: {find('bare.parquet')}",
]
print(*seen, sep="\n")
expected = [
    "0.0 first: daft finds [1] for 0.0, [] for -0.0",
    "-0.0 first: daft finds [] for 0.0, [2] for -0.0",
    "without bounds: daft finds [1] for 0.0, [2] for -0.0",
]
if seen != expected:
    sys.exit("daft or duckdb now does something else with signed zeros")
PYTHON
