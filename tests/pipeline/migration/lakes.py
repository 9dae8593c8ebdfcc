"""Small lakes to migrate, and what may be asked of one afterwards."""

from __future__ import annotations

import hashlib
from collections import Counter
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from inlay.forms.tail import read_tail


def make_lake(folder: Path, files: int, folders: int = 1) -> dict[str, str]:
    """Files with 1, 2, 3, ... rows; SHA-256 of each by its path below the folder."""
    for index in range(files):
        table = pa.table({"a": list(range(index + 1)), "s": ["x"] * (index + 1)})
        inside = folder / f"part={index % folders}"
        inside.mkdir(parents=True, exist_ok=True)
        pq.write_table(table, inside / f"{index:04}.parquet")
    return digests(folder)


def digests(folder: Path) -> dict[str, str]:
    """Of everything that a listing finds."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.startswith((".", "_"))
    }


def forms(folder: Path) -> Counter[str]:
    return Counter(read_tail(str(path)).form.value for path in folder.rglob("*.parquet"))


def hidden(folder: Path) -> list[str]:
    """What an attempt, or Hadoop, left behind."""
    return [str(path) for path in folder.rglob(".*") if path.is_file()]
