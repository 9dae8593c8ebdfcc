#!/usr/bin/env bash
# datafusion 55.0.0 (files by pyarrow 26.0.1): ORDER BY of a file whose row groups are sorted, but not one behind the other, is wrong.
#
# parquet.thrift lets a row group say by what its rows are sorted. DataFusion takes what the first one says for the order of the whole file,
# leaves out the sort, and with LIMIT loses rows.
#
# Seen, of a row group of 5, 6 and one of 1, 2, both sorted:
#   by a: [5, 6, 1, 2]
#   the first two by a: [5, 6]
#   the first two by a, where nothing says that it is sorted: [1, 2]
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/python" -m pip install --quiet --disable-pip-version-check datafusion==55.0.0 pyarrow==26.0.1
cd "$place"
"$place/venv/bin/python" - <<'PYTHON'
import sys

import pyarrow as pa
import pyarrow.parquet as pq
from datafusion import SessionContext


def write(name: str, **options: object) -> None:
    groups = [pa.table({"a": numbers}) for numbers in ([5, 6], [1, 2])]
    with pq.ParquetWriter(name, groups[0].schema, **options) as writer:
        for group in groups:
            writer.write_table(group)


def ask(name: str, query: str) -> list[object]:
    context = SessionContext()
    context.register_parquet("t", name)
    (column,) = context.sql(query).to_pydict().values()
    return column


write("sorted.parquet", sorting_columns=[pq.SortingColumn(0)])
write("silent.parquet")
by_a = "select a from t order by a asc nulls last"
seen = [
    f"by a: {ask('sorted.parquet', by_a)}",
    f"the first two by a: {ask('sorted.parquet', f'{by_a} limit 2')}",
    f"the first two by a, where nothing says that it is sorted: {ask('silent.parquet', f'{by_a} limit 2')}",
]
print(*seen, sep="\n")
expected = [
    "by a: [5, 6, 1, 2]",
    "the first two by a: [5, 6]",
    "the first two by a, where nothing says that it is sorted: [1, 2]",
]
if seen != expected:
    sys.exit("datafusion or pyarrow now does something else with row groups out of order")
PYTHON
