"""A file of many columns in two row groups, without compression and dictionaries."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq


def write_wide(folder: Path, columns: int) -> str:
    path = str(folder / f"wide_{columns}.parquet")
    numbers = pa.array([0.5, -1.0, 2.0, 4.0])
    table = pa.table({f"c{at}": numbers for at in range(columns)})
    pq.write_table(table, path, row_group_size=2, compression="none", use_dictionary=False)
    return path
