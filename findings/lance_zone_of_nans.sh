#!/usr/bin/env bash
# pylance 14.0.2 (pyarrow 26.0.1): once a column has a zone map, a range no longer gives the NaNs of a zone without numbers.
#
# Lance takes NaN for more than every number, so `x > 0` gives NaNs. Its format counts the NaNs of each zone ("Zone Map Index"): a range
# includes "every zone with nan_count > 0", and the rows are then looked through. It does with NaN and a number, and not with NaNs and
# nulls alone. `BTREE` and `BITMAP` give what the scan gives.
#
# Seen, of a fragment with NaN and null, one with NaN and 3.0, and one with 1.0 and 2.0 (rows 0 to 5), for x > 2.5:
#   no index: [0, 2, 3]
#   BTREE: [0, 2, 3]
#   BITMAP: [0, 2, 3]
#   ZONEMAP: [2, 3]
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/python" -m pip install --quiet --disable-pip-version-check pylance==14.0.2 pyarrow==26.0.1
cd "$place"
"$place/venv/bin/python" - <<'PYTHON'
import sys

import lance
import pyarrow as pa

NAN = float("nan")


def find(index: str | None) -> list[int]:
    folder = f"{index}.lance"
    x = pa.array([NAN, None, NAN, 3.0, 1.0, 2.0], pa.float64())
    lance.write_dataset(pa.table({"r": range(6), "x": x}), folder, max_rows_per_file=2)
    if index is not None:
        lance.dataset(folder).create_scalar_index("x", index)
    return sorted(lance.dataset(folder).to_table(filter="x > 2.5")["r"].to_pylist())


seen = {index or "no index": find(index) for index in (None, "BTREE", "BITMAP", "ZONEMAP")}
for index, rows in seen.items():
    print(f"{index}: {rows}")
every = [0, 2, 3]
if seen != {"no index": every, "BTREE": every, "BITMAP": every, "ZONEMAP": [2, 3]}:
    sys.exit("lance now finds other NaNs than it did")
PYTHON
