"""What a task leaves in the staging directory when it is done: for the progress of the run, and for the next run where
this one is cut off."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from pyarrow import fs

from inlay_spark.jobs.directory import STAGING, JobDirectory
from inlay_spark.jobs.watching import Advance, Look

SUFFIX: Final = ".done"


def leave_note(
    directory: JobDirectory, run: str, attempt: str, advance: Advance, more: Mapping[str, Any]
) -> None:
    """`attempt` ends in `-` and what tells it from other attempts of its task."""
    counts = {"files": advance.files, "bytes": advance.size, "unreadable": advance.problems}
    note = json.dumps({**counts, **more}).encode()
    directory.write(note, STAGING, run, f"{attempt}{SUFFIX}")


def count_notes(directory: JobDirectory, run: str) -> Look:
    """How far the tasks of a run have come since the last look. A second attempt brings nothing more."""
    seen: set[str] = set()

    def look(_is_over: bool) -> Advance:
        total = Advance(0, 0, 0)
        selector = fs.FileSelector(directory.at(STAGING, run), allow_not_found=True)
        for info in directory.filesystem.get_file_info(selector):
            task = info.base_name.rpartition("-")[0]
            if not info.base_name.endswith(SUFFIX) or task in seen:
                continue
            try:
                note = json.loads(directory.read(STAGING, run, info.base_name))
                advance = Advance(note["files"], note["bytes"], note["unreadable"])
            except (OSError, ValueError, KeyError, TypeError):
                continue  # it is being written
            seen.add(task)
            total += advance
        return total

    return look
