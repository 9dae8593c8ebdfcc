#!/usr/bin/env bash
# duckdb 2.0.1 (files by pyarrow 26.0.1): `=` and IN find no FLOAT16 in a file with Bloom filters.
#
# parquet.thrift has the hash of a Bloom filter taken "of a column value using plain encoding". A FLOAT16 is two bytes there. DuckDB reads
# the column as FLOAT, asks the Bloom filter for the four bytes of the FLOAT, and passes over the row group. Ranges, and the same files
# without Bloom filters or with FLOAT in place of FLOAT16, give the rows.
#
# Seen, of the rows 1.0, 2.5 and -3.0:
#   FLOAT16 with Bloom filters: = 2.5 []; in (1, 2.5) []; between 2 and 3 [2]; = 2.5 behind the scan [2]
#   FLOAT16 without: = 2.5 [2]; in (1, 2.5) [1, 2]; between 2 and 3 [2]; = 2.5 behind the scan [2]
#   FLOAT with Bloom filters: = 2.5 [2]; in (1, 2.5) [1, 2]; between 2 and 3 [2]; = 2.5 behind the scan [2]
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/python" -m pip install --quiet --disable-pip-version-check duckdb==2.0.1 pyarrow==26.0.1
cd "$place"
"$place/venv/bin/python" - <<'PYTHON'
import sys

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

FILTERS = {
    "= 2.5": "x = 2.5::FLOAT",
    "in (1, 2.5)": "x IN (1::FLOAT, 2.5::FLOAT)",
    "between 2 and 3": "x BETWEEN 2::FLOAT AND 3::FLOAT",
    "= 2.5 behind the scan": "x + random() * 0 = 2.5::FLOAT",
}


def find(type_: pa.DataType, *, bloom: bool) -> str:
    x = pa.array([1.0, 2.5, -3.0], pa.float32()).cast(type_)
    options = {"bloom_filter_options": {"x": True}} if bloom else {}
    pq.write_table(pa.table({"r": [1, 2, 3], "x": x}), "x.parquet", **options)
    rows = {
        name: [r for (r,) in duckdb.sql(f"FROM 'x.parquet' SELECT r WHERE {filter_} ORDER BY r").fetchall()]
        for name, filter_ in FILTERS.items()
    }
    return "; ".join(f"{name} {each}" for name, each in rows.items())


seen = [
    f"FLOAT16 with Bloom filters: {find(pa.float16(), bloom=True)}",
    f"FLOAT16 without: {find(pa.float16(), bloom=False)}",
    f"FLOAT with Bloom filters: {find(pa.float32(), bloom=True)}",
]
print(*seen, sep="\n")
RIGHT = "= 2.5 [2]; in (1, 2.5) [1, 2]; between 2 and 3 [2]; = 2.5 behind the scan [2]"
if seen != [
    "FLOAT16 with Bloom filters: = 2.5 []; in (1, 2.5) []; between 2 and 3 [2]; = 2.5 behind the scan [2]",
    f"FLOAT16 without: {RIGHT}",
    f"FLOAT with Bloom filters: {RIGHT}",
]:
    sys.exit("duckdb now finds other numbers of two bytes than it did")
PYTHON
