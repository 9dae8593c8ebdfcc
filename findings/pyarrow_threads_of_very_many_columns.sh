#!/usr/bin/env bash
# pyarrow 26.0.1: `read_table` of a file of several row groups takes memory that grows with the square of the number of columns.
#
# The values are 64 bytes a column, and ParquetFile.read, which also has two threads, takes what grows with the columns. `read_table`
# goes through a dataset. With threads it takes hundreds of MiB for 6,000 columns, four times as much for 12,000, and 6.9 GiB for a file
# of 20,000 columns x 5 row groups, of 20 MB; without threads, or of a file of one row group, it does not. The pool of memory knows
# nothing of that: its greatest amount is 1 MB for each 1,000 columns. How much it is depends on which thread is faster.
#
# Seen, beyond what one thread takes for it:
#   6,000 columns x 4 row groups: read_table 290 to 570 MiB, ParquetFile.read none
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/python" -m pip install --quiet --disable-pip-version-check pyarrow==26.0.1
cd "$place"
cat >write.py <<'PYTHON'
import pyarrow as pa
import pyarrow.parquet as pq

columns = {f"c{number}": pa.array([float(number)] * 8) for number in range(6000)}
pq.write_table(pa.table(columns), "wide.parquet", row_group_size=2)
PYTHON
cat >read.py <<'PYTHON'
import resource
import sys

import pyarrow.parquet as pq

if sys.argv[1] == "file":
    table = pq.ParquetFile("wide.parquet").read(use_threads=True)
else:
    table = pq.read_table("wide.parquet", use_threads=sys.argv[1] == "threads")
assert table.shape == (8, 6000)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10)
PYTHON
export OMP_NUM_THREADS=2
"$place/venv/bin/python" write.py
least=$("$place/venv/bin/python" read.py alone)
threads=$("$place/venv/bin/python" read.py threads)
file=$("$place/venv/bin/python" read.py file)
echo "6,000 columns x 4 row groups: read_table $((threads - least)) MiB, ParquetFile.read $((file - least)) MiB more than one thread"
((threads - least > 100 && file - least < 50)) || {
  echo "pyarrow now takes no more memory with threads"
  exit 1
}
