"""Files that are not to be replaced: their length is written down somewhere else."""

from __future__ import annotations

import os
from typing import Final

from inlay.rewrite.errors import RefusedError
from inlay.rewrite.system import System

_MARKS: Final = {"_delta_log": "a Delta", ".hoodie": "a Hudi"}
_ICEBERG: Final = "metadata"
_ICEBERG_FILE: Final = ".metadata.json"


def refuse_table_file(system: System, path: str, allow: frozenset[str]) -> None:
    """RefusedError if a folder above the file is a table, unless `table` is allowed."""
    if "table" in allow:
        return
    folder = os.path.dirname(path)
    while True:
        if kind := _table_at(system, folder):
            raise RefusedError(
                "table",
                f"it lies in {kind} table ({folder}), whose manifest records its length",
                "--allow table, or -o OUT to write another file",
            )
        above = os.path.dirname(folder)
        if above == folder:
            return
        folder = above


def _table_at(system: System, folder: str) -> str:
    """What kind of table the folder is, with an article; empty if it is none."""
    for mark, kind in _MARKS.items():
        if os.path.basename(folder) == mark or _is_there(system, os.path.join(folder, mark)):
            return kind
    try:
        names = system.names(os.path.join(folder, _ICEBERG))
    except OSError:
        return ""
    return "an Iceberg" if any(name.endswith(_ICEBERG_FILE) for name in names) else ""


def _is_there(system: System, path: str) -> bool:
    try:
        system.status_of(path)
    except OSError:
        return False
    return True
