#!/usr/bin/env bash
# pyiceberg 0.12.0 (pyarrow 26.0.1): once a column was widened, filters by numbers that only the new type has go wrong in the older files.
#
# An Iceberg table may change int to long, and a decimal to one of more digits; its files stay as they are.
# pyiceberg turns a filter into one of the type of each file. A number beyond an int makes `<` true for all rows, nulls too.
# A decimal of more digits than those of the file ends the scan.
#
# Seen: of 1 and null, `x < 1099511627776` gives two rows after int became long, and one where it always was long.
# Of 1.50, `d < 1234567890123.45` raises ArrowInvalid after decimal(9, 2) became decimal(18, 2), and gives a row where it always was that.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install 'pyiceberg[sql-sqlite]==0.12.0' pyarrow==26.0.1
cd "$folder"
venv/bin/python - <<'PYTHON'
import sys
import warnings
from decimal import Decimal

import pyarrow as pa
from pyiceberg.catalog.sql import SqlCatalog
from pyiceberg.types import DecimalType, LongType

warnings.simplefilter("ignore")
catalog = SqlCatalog("local", uri="sqlite:///catalog.db", warehouse="file://./lake")
catalog.create_namespace("n")


def count(name: str, values: pa.Array, wide: object, where: str) -> int | str:
    """Rows that a scan finds, or the name of its error."""
    data = pa.table({"x": values})
    table = catalog.create_table(f"n.{name}", data.schema)
    table.append(data)
    with table.update_schema() as update:
        update.update_column("x", field_type=wide)
    try:
        return table.scan(where).to_arrow().num_rows
    except pa.ArrowInvalid as error:
        return type(error).__name__


LESS = "x < 1099511627776"
COSTS = "x < 1234567890123.45"
PRICE = [Decimal("1.50")]
seen = {
    "int became long": count("int", pa.array([1, None], pa.int32()), LongType(), LESS),
    "long": count("long", pa.array([1, None], pa.int64()), LongType(), LESS),
    "decimal(9, 2) became decimal(18, 2)": count(
        "nine", pa.array(PRICE, pa.decimal128(9, 2)), DecimalType(18, 2), COSTS
    ),
    "decimal(18, 2)": count("more", pa.array(PRICE, pa.decimal128(18, 2)), DecimalType(18, 2), COSTS),
}
print(seen)
expected = {
    "int became long": 2,
    "long": 1,
    "decimal(9, 2) became decimal(18, 2)": "ArrowInvalid",
    "decimal(18, 2)": 1,
}
if seen != expected:
    sys.exit("pyiceberg now filters a widened column in another way than it did")
PYTHON
