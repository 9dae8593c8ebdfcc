#!/usr/bin/env bash
# pyiceberg 0.12.0: in a column of type float, no filter finds an infinity by `=`; in one of type double it does.
#
# Two tables are written by pyiceberg itself, with the values 1.0 and infinity, one as float and one as double.
# Both are asked `x = infinity` and `x > 3.4e38`.
#
# Seen: the float finds 0 rows and 1 row, the double 1 and 1. An infinity is taken to lie beyond all floats when the literal is bound,
# so that nothing is looked at.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install "pyiceberg[sql-sqlite]==0.12.0" pyarrow==26.0.1
cd "$folder"
venv/bin/python - <<'PYTHON'
import os
import sys

import pyarrow as pa
from pyiceberg.catalog import load_catalog
from pyiceberg.expressions import EqualTo, GreaterThan

here = os.getcwd()
catalog = load_catalog("lake", type="sql", uri=f"sqlite:///{here}/lake.db", warehouse=f"file://{here}/lake")
catalog.create_namespace("lake")
seen = {}
for name, kind in (("float", pa.float32()), ("double", pa.float64())):
    data = pa.table({"x": pa.array([1.0, float("inf")], kind)})
    table = catalog.create_table(f"lake.{name}", data.schema)
    table.append(data)
    filters = (EqualTo("x", float("inf")), GreaterThan("x", 3.4e38))
    seen[name] = [table.scan(filter_).to_arrow().num_rows for filter_ in filters]
print(seen)
if seen != {"float": [0, 1], "double": [1, 1]}:
    sys.exit("pyiceberg now finds other rows by an infinity")
PYTHON
