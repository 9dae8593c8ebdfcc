"""Files that are not to be replaced: their length is written down somewhere else."""

from __future__ import annotations

import os
from typing import Final, Protocol

from inlay.rewrite.errors import RefusedError

_MARKS: Final = {"_delta_log": "a Delta", ".hoodie": "a Hudi"}
_ICEBERG: Final = "metadata"
_ICEBERG_FILE: Final = ".metadata.json"


class Folders(Protocol):
    """Local ones, or those of an object store. What cannot be read is not there."""

    def is_there(self, path: str) -> bool: ...
    def names(self, folder: str) -> list[str]: ...


def refuse_table_file(folders: Folders, path: str, allow: frozenset[str]) -> None:
    """RefusedError if a folder above the file is a table, unless `table` is allowed."""
    if "table" in allow:
        return
    folder = os.path.dirname(path)
    while True:
        if kind := _table_at(folders, folder):
            raise RefusedError(
                "table",
                f"it lies in {kind} table ({folder}), whose manifest records its length",
                "--allow table, or -o OUT to write another file",
            )
        above = os.path.dirname(folder)
        if above in (folder, ""):
            return
        folder = above


def _table_at(folders: Folders, folder: str) -> str:
    """What kind of table the folder is, with an article; empty if it is none."""
    for mark, kind in _MARKS.items():
        if os.path.basename(folder) == mark or folders.is_there(os.path.join(folder, mark)):
            return kind
    try:
        names = folders.names(os.path.join(folder, _ICEBERG))
    except OSError:
        return ""
    return "an Iceberg" if any(name.endswith(_ICEBERG_FILE) for name in names) else ""
