"""How far a phase is: from the rows that its tasks have left in the journal."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

import pyarrow.parquet as pq
from pyarrow import fs

from inlay_spark.jobs.directory import JobDirectory
from inlay_spark.jobs.watching import Advance, Look
from inlay_spark.migration.rows import PROBLEM


def count_rows(directory: JobDirectory, phase: str) -> Look:
    """What is new in the parts of a phase since the last look. Parts keep their names when Spark commits the job."""
    seen: set[str] = set()

    def look(is_over: bool) -> Advance:
        total = Advance(0, 0, 0)
        for path in _parts(directory, phase, is_over):
            name = posixpath.basename(path)
            if name in seen:
                continue
            try:
                with directory.filesystem.open_input_file(path) as file:
                    table = pq.ParquetFile(file).read(columns=["state", "size"])
            except (OSError, ValueError):
                continue  # it was moved; the next look finds it again
            seen.add(name)
            problems = table["state"].to_pylist().count(PROBLEM)
            size = sum(filter(None, table["size"].to_pylist()))
            total += Advance(table.num_rows, size, problems)
        return total

    return look


def _parts(directory: JobDirectory, phase: str, is_over: bool) -> Iterator[str]:
    """Until the job is committed, Spark keeps what a task has committed in `_temporary/0/task_...`."""
    top = directory.at(phase) if is_over else directory.at(phase, "_temporary")
    selector = fs.FileSelector(top, recursive=not is_over, allow_not_found=True)
    try:
        there = directory.filesystem.get_file_info(selector)
    except OSError:
        return  # how far a phase is, is worth no failure of it
    for info in there:
        folder = posixpath.basename(posixpath.dirname(info.path))
        if info.path.endswith(".parquet") and (is_over or folder.startswith("task_")):
            yield info.path
