"""Small lakes that tests build stores of."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import pyarrow as pa
import pyarrow.parquet as pq

Columns: TypeAlias = "Mapping[str, Sequence[Any] | pa.Array[Any]]"


def write_file(path: Path, columns: Columns, rows: int = 2) -> str:
    """With so many rows in a row group; its path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(pa.table(dict(columns)), path, row_group_size=rows, write_page_index=True)
    return str(path)


def rewrite_unseen(path: str) -> None:
    """Other bytes, which no listing tells from those before."""
    status = os.stat(path)
    Path(path).write_bytes(b"\xff" * status.st_size)
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
