"""Folders of small files, and what a reader finds there."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq

from inlay_spark.migration.grouping import group_listed
from inlay_spark.migration.operations import COMPACT, Operation
from inlay_spark.migration.rows import FileGroup, ListedFile

JOB = "inlay-0123456789ab"
LARGE = Operation(COMPACT, target_size=1 << 30)


def write_small_files(folder: Path, count: int, *, rows: int = 10) -> list[str]:
    """Files with the numbers that follow those of the file before."""
    folder.mkdir(parents=True, exist_ok=True)
    paths: list[str] = []
    for number in range(count):
        numbers = list(range(number * rows, (number + 1) * rows))
        table = pa.table({"a": numbers, "s": [f"s{each}" for each in numbers]})
        path = folder / f"part-{number:03}.parquet"
        pq.write_table(table, path)
        paths.append(str(path))
    return paths


def group_of(paths: list[str]) -> FileGroup:
    return FileGroup(
        paths[0], sum(Path(path).stat().st_size for path in paths), "", json.dumps(paths)
    )


def groups_of(sizes: dict[str, int], target_size: int) -> list[list[str]]:
    listed = [ListedFile(path, size) for path, size in sizes.items()]
    return [json.loads(group.files) for group in group_listed(listed, target_size)]


def numbers_in(folder: Path) -> list[int]:
    """What a reader of the folder finds, sorted."""
    table = ds.dataset(str(folder), format="parquet", partitioning="hive").to_table(columns=["a"])
    return sorted(number for number in table["a"].to_pylist() if number is not None)


def snapshot(folder: Path) -> dict[str, tuple[bytes, int, int]]:
    """Of every file, hidden or not: bytes, inode and time of modification."""
    return {
        str(path.relative_to(folder)): (
            path.read_bytes(),
            path.stat().st_ino,
            path.stat().st_mtime_ns,
        )
        for path in folder.rglob("*")
        if path.is_file()
    }
