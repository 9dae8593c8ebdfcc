"""Folders that keep a manifest of their files, and so are tables: which files count, and how long they are, is written
down there."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from typing import Final, NamedTuple, Protocol


class Folders(Protocol):
    """Local ones, or those of an object store. What cannot be read is not there."""

    def is_there(self, path: str) -> bool: ...
    def names(self, folder: str) -> Iterable[str]: ...


class TableFormat(NamedTuple):
    """`noun` says what such a folder is; `reader` is what reads its rows in Spark."""

    noun: str
    reader: str


class TableFolder(NamedTuple):
    """`folder` is where its files lie."""

    format: TableFormat
    folder: str


DELTA: Final = TableFormat("a Delta table", 'format("delta")')
HUDI: Final = TableFormat("a Hudi table", 'format("hudi")')
ICEBERG: Final = TableFormat("an Iceberg table", 'format("iceberg")')
PAIMON: Final = TableFormat("a Paimon table", 'format("paimon")')
DUCKLAKE: Final = TableFormat("a DuckLake table", "DuckDB with its extension `ducklake`")
STREAM_SINK: Final = TableFormat("the sink of a Spark stream", 'format("inlay")')

SINK_LOG: Final = "_spark_metadata"

_MARKS: Final = {".hoodie": HUDI, "_delta_log": DELTA, SINK_LOG: STREAM_SINK}
"""Folders whose being there says it; in the order of names, in which a store finds them with fewest requests."""

_MANIFESTS: Final = {
    "metadata": (re.compile(r".*\.metadata\.json(\.gz)?|version-hint\.text"), ICEBERG),
    "schema": (re.compile(r"schema-\d+"), PAIMON),
}
"""Folders with names that others have as well, and the names of files that say it."""

_DUCKLAKE_FOLDER: Final = ".ducklake.files"
_DUCKLAKE_FILE: Final = re.compile(r"ducklake-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[.-].*")
"""The manifest of a DuckLake is a database, which may lie anywhere: what it puts into folders has these names."""


class Tables:
    """The tables that folders are, or lie in; each folder is looked at once."""

    def __init__(self, folders: Folders) -> None:
        self._folders = folders
        self._known: dict[str, TableFolder | None] = {}

    def of_file(self, path: str) -> TableFolder | None:
        folder, name = os.path.split(path)
        if _DUCKLAKE_FILE.fullmatch(name):
            return TableFolder(DUCKLAKE, folder)
        return self.around(folder)

    def around(self, folder: str) -> TableFolder | None:
        """The nearest one."""
        if folder not in self._known:
            table_format, above = format_of(self._folders, folder), os.path.dirname(folder)
            if table_format is not None:
                self._known[folder] = TableFolder(table_format, folder)
            else:
                is_top = above in (folder, "") or above.endswith(
                    ":/"
                )  # of a path, of a key, of a URL
                self._known[folder] = None if is_top else self.around(above)
        return self._known[folder]


def format_of(folders: Folders, folder: str) -> TableFormat | None:
    """What kind of table the folder itself is; None if it is none."""
    own = os.path.basename(folder)
    if own.endswith(_DUCKLAKE_FOLDER):
        return DUCKLAKE
    for mark, kind in _MARKS.items():
        if own == mark or folders.is_there(os.path.join(folder, mark)):
            return kind
    for below, (pattern, kind) in _MANIFESTS.items():
        try:
            names = folders.names(os.path.join(folder, below))
        except OSError:
            continue
        if any(map(pattern.fullmatch, names)):
            return kind
    return None
