#!/usr/bin/env bash
# pyiceberg 0.12.0 (pyarrow 26.0.1): a filter by a partition column that is in no file gives no row, unless that column is selected, too.
#
# Files of Hive and Spark lie in folders `day=1`, and do not have the column `day`.
# By Iceberg's specification ("Column Projection"), its value is that of the partition. A scan of all columns reads it so.
# A scan of other columns looks for `day` in the file, and finds nulls there.
#
# Seen, for `day = 1` in a table with one row of that day: all columns 1 row, `id` and `day` 1 row, `id` 0 rows.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install 'pyiceberg[sql-sqlite]==0.12.0' pyarrow==26.0.1
cd "$folder"
venv/bin/python - <<'PYTHON'
import sys
import warnings
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
from pyiceberg.catalog.sql import SqlCatalog
from pyiceberg.manifest import DataFile, DataFileContent, FileFormat
from pyiceberg.partitioning import PartitionField, PartitionSpec
from pyiceberg.schema import Schema
from pyiceberg.transforms import IdentityTransform
from pyiceberg.typedef import Record
from pyiceberg.types import LongType, NestedField

warnings.simplefilter("ignore")
path = Path("day=1/a.parquet").absolute()
path.parent.mkdir()
field = pa.field("id", pa.int64(), metadata={"PARQUET:field_id": "1"})
pq.write_table(pa.table([pa.array([7])], pa.schema([field])), path)

catalog = SqlCatalog("local", uri="sqlite:///catalog.db", warehouse="file://./lake")
catalog.create_namespace("n")
table = catalog.create_table(
    "n.t",
    Schema(NestedField(1, "id", LongType()), NestedField(2, "day", LongType())),
    partition_spec=PartitionSpec(PartitionField(2, 1000, IdentityTransform(), "day")),
)
file = DataFile.from_args(
    content=DataFileContent.DATA,
    file_path=str(path),
    file_format=FileFormat.PARQUET,
    partition=Record(1),
    record_count=1,
    file_size_in_bytes=path.stat().st_size,
)
file.spec_id = table.spec().spec_id
with table.transaction() as change, change.update_snapshot().fast_append() as append:
    append.append_data_file(file)

table = catalog.load_table("n.t")
seen = {
    fields: table.scan("day = 1", selected_fields=fields).to_arrow().num_rows
    for fields in (("*",), ("id", "day"), ("id",))
}
print(seen)
if seen != {("*",): 1, ("id", "day"): 1, ("id",): 0}:
    sys.exit("pyiceberg now finds other rows by a partition that is not selected")
PYTHON
