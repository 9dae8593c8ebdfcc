#!/usr/bin/env bash
# duckdb 2.0.0: integers that lie far apart are written with deltas of 33 bits, in a column of 32; others refuse or misread them.
#
# Where PARQUET_VERSION is v2, an INTEGER goes into DELTA_BINARY_PACKED of INT32, whose deltas wrap at 32 bits by the format.
# DuckDB subtracts in 64. It reads its file, as Polars does; pyarrow and DataFusion refuse it.
# fastparquet and ClickHouse give other numbers for some of the rows, without an error.
#
# Seen, of the INTEGERs 0, -2147483648, 2147483647, 5:
#   duckdb 2.0.0: [0, -2147483648, 2147483647, 5]
#   polars 2.1.0: [0, -2147483648, 2147483647, 5]
#   pyarrow 26.0.1: delta bit width larger than integer bit width
#   datafusion 55.0.0: Invalid delta bit width 33 which is larger than expected 32
#   fastparquet 2026.9.0: [0, -2147483648, 2147483647, -1]
#   chdb 4.4.0: [0, -2147483648, 0, -2147483648]
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/python" -m pip install --quiet --disable-pip-version-check \
    duckdb==2.0.0 pyarrow==26.0.1 polars==2.1.0 datafusion==55.0.0 fastparquet==2026.9.0
"$place/venv/bin/python" -m pip install --quiet --disable-pip-version-check --target "$place/chdb" chdb==4.4.0
cd "$place"
"$place/venv/bin/python" - <<'PYTHON'
import sys
from collections.abc import Callable

import duckdb
import fastparquet
import polars
import pyarrow.parquet as pq
from datafusion import SessionContext

FILE = "f.parquet"
values = "(values (0), (-2147483648), (2147483647), (5)) t(x)"
duckdb.sql(f"copy (select x::integer as x from {values}) to '{FILE}' (format parquet, parquet_version v2)")


def by_datafusion() -> list[int]:
    context = SessionContext()
    context.register_parquet("f", FILE)
    return [x for batch in context.sql("select x from f").collect() for x in batch.column(0).to_pylist()]


def by_chdb() -> list[int]:
    sys.path.append("chdb")
    import chdb

    return [int(x) for x in str(chdb.query(f"select x from file('{FILE}', Parquet)", "TabSeparated")).split()]


def ask(read: Callable[[], list[int]]) -> str:
    try:
        return str(read())
    except Exception as error:
        return str(error).splitlines()[0].rpartition("error: ")[2].strip()


seen = [
    f"duckdb 2.0.0: {ask(lambda: [x for x, in duckdb.sql(f'from {FILE!r}').fetchall()])}",
    f"polars 2.1.0: {ask(lambda: polars.read_parquet(FILE)['x'].to_list())}",
    f"pyarrow 26.0.1: {ask(lambda: pq.read_table(FILE)['x'].to_pylist())}",
    f"datafusion 55.0.0: {ask(by_datafusion)}",
    f"fastparquet 2026.9.0: {ask(lambda: fastparquet.ParquetFile(FILE).to_pandas()['x'].tolist())}",
    f"chdb 4.4.0: {ask(by_chdb)}",
]
print(*seen, sep="\n")
expected = [
    "duckdb 2.0.0: [0, -2147483648, 2147483647, 5]",
    "polars 2.1.0: [0, -2147483648, 2147483647, 5]",
    "pyarrow 26.0.1: delta bit width larger than integer bit width",
    "datafusion 55.0.0: Invalid delta bit width 33 which is larger than expected 32",
    "fastparquet 2026.9.0: [0, -2147483648, 2147483647, -1]",
    "chdb 4.4.0: [0, -2147483648, 0, -2147483648]",
]
if seen != expected:
    sys.exit("one of these now does something else with deltas of 33 bits")
PYTHON
