#!/usr/bin/env bash
# deltalake 1.6.6 (pyarrow 26.0.1): a required member of a struct that is null reads as 0, and counts in averages.
#
# A struct may be null, and its member may not: where the struct is there, so is the member. Avro and Protobuf give such schemas.
# `QueryBuilder` (DataFusion) takes the member of a null struct for a value, in a table of deltalake's own. So it is no null either.
#
# Seen, for {y: 5} and null: the members are 5 and 0, their average is 2.5, and `x['y'] IS NULL` gives no row.
# With a member that may be null: 5 and null, 5.0, and one row.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/python" -m pip install --quiet --disable-pip-version-check deltalake==1.6.6 pyarrow==26.0.1
cd "$place"
"$place/venv/bin/python" - <<'PYTHON'
import sys

import pyarrow as pa
from deltalake import DeltaTable, QueryBuilder, write_deltalake


def ask(*, nullable: bool) -> tuple[list, list, int]:
    name = f"nullable_{nullable}"
    type_ = pa.struct([pa.field("y", pa.int64(), nullable=nullable)])
    write_deltalake(name, pa.table({"x": pa.array([{"y": 5}, None], type_)}))
    table = QueryBuilder().register("t", DeltaTable(name))

    def select(sql: str) -> list:
        return [*pa.table(table.execute(sql)).to_pydict().values()][0]

    nulls = "SELECT count(*) FROM t WHERE x['y'] IS NULL"
    return select("SELECT x['y'] FROM t"), select("SELECT avg(x['y']) FROM t"), select(nulls)[0]


seen = {"required": ask(nullable=False), "optional": ask(nullable=True)}
print(seen)
if seen != {"required": ([5, 0], [2.5], 0), "optional": ([5, None], [5.0], 1)}:
    sys.exit("deltalake now reads other members of null structs than it did")
PYTHON
