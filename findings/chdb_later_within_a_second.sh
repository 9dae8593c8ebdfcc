#!/usr/bin/env bash
# chdb 4.4.0 (ClickHouse 26.9; a file by pyarrow 26.0.1): a filter for what is later than a second leaves rows of that second out.
#
# A column of timestamps in milliseconds is a DateTime64(3), and TIMESTAMP '2024-01-01 00:00:00' a DateTime, of whole seconds.
# To hold the bounds of a row group against it, ClickHouse takes their fractions away, so what is a millisecond later is not later.
# The same filter is right where the text has no type, on a table in memory, and with `input_format_parquet_filter_push_down=0`.
#
# Seen, of 2024-01-01 00:00:00.000, 00:00:00.001 and the day after, in a row group each:
#   later than TIMESTAMP '2024-01-01 00:00:00': 1
#   not pushed down: 2
#   of a table in memory: 2
#   later than '2024-01-01 00:00:00': 2
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/python" -m pip install --quiet --disable-pip-version-check chdb==4.4.0 pyarrow==26.0.1
cd "$place"
"$place/venv/bin/python" - <<'PYTHON'
import sys
from datetime import datetime

import pyarrow as pa
import pyarrow.parquet as pq
from chdb import session

moments = [datetime(2024, 1, 1), datetime(2024, 1, 1, 0, 0, 0, 1000), datetime(2024, 1, 2)]
pq.write_table(pa.table({"t": pa.array(moments, pa.timestamp("ms"))}), "f.parquet", row_group_size=1)
opened = session.Session("state")
opened.query("create database d engine = Atomic")
opened.query("create table d.memory engine = Memory as select * from file('f.parquet', Parquet)")


def count(source: str, moment: str, settings: str = "") -> int:
    return int(str(opened.query(f"select count() from {source} where t > {moment} {settings}")))


FILE, TYPED = "file('f.parquet', Parquet)", "TIMESTAMP '2024-01-01 00:00:00'"
seen = [
    f"later than {TYPED}: {count(FILE, TYPED)}",
    f"not pushed down: {count(FILE, TYPED, 'settings input_format_parquet_filter_push_down = 0')}",
    f"of a table in memory: {count('d.memory', TYPED)}",
    f"later than '2024-01-01 00:00:00': {count(FILE, repr('2024-01-01 00:00:00'))}",
]
print(*seen, sep="\n")
expected = [
    "later than TIMESTAMP '2024-01-01 00:00:00': 1",
    "not pushed down: 2",
    "of a table in memory: 2",
    "later than '2024-01-01 00:00:00': 2",
]
if seen != expected:
    sys.exit("ClickHouse now holds other moments against the bounds of a row group")
PYTHON
