"""New files as a stream.

An offset has to say which files were seen, in the few bytes of a checkpoint: all that are older than `floor`,
and of the younger ones those whose keys it has. A file that appears later than others and is older than they are,
by up to `lateness`, is therefore still found.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from pyspark.sql.datasource import DataSourceStreamReader, InputPartition
from pyspark.sql.streaming.datasource import (
    ReadAllAvailable,
    ReadLimit,
    ReadMaxFiles,
    SupportsTriggerAvailableNow,
)

from inlay.ground.files.entries import FileEntry
from inlay_spark.footers.file_pack import FilePack
from inlay_spark.footers.scanning import FooterScan
from inlay_spark.jobs.file_groups import group_files
from inlay_spark.sources.input_errors import hide_traceback

if TYPE_CHECKING:
    from pyarrow import RecordBatch

LATENESS: Final = 3_600
_KEY: Final = 8


class FooterStreamReader(DataSourceStreamReader, SupportsTriggerAvailableNow):
    def __init__(self, scan: FooterScan) -> None:
        self._scan = scan
        self._available: list[FileEntry] | None = None

    def initialOffset(self) -> dict[str, Any]:
        return {"floor": 0, "seen": ""}

    def getDefaultReadLimit(self) -> ReadLimit:
        most = self._scan.options.number("maxFilesPerTrigger")
        return ReadAllAvailable() if most is None else ReadMaxFiles(most)

    @hide_traceback
    def prepareForTriggerAvailableNow(self) -> None:
        """What comes after this moment is for the next run."""
        self._available = list(self._scan.options.files())

    @hide_traceback
    def latestOffset(self, start: dict[str, Any], limit: ReadLimit) -> dict[str, Any]:
        offset = Offset.of(start)
        there = self._available if self._available is not None else self._scan.options.files()
        files = sorted(there, key=lambda file: (file.mtime, file.path))
        new = [file for file in files if file not in offset]
        if isinstance(limit, ReadMaxFiles):
            new = new[: limit.max_files]
        if not new:
            return start
        lateness = (self._scan.options.number("lateness") or LATENESS) * 1_000_000
        floor = max(offset.floor, new[-1].mtime - lateness)
        seen = {key_of(file) for file in files if file.mtime >= floor and file in offset}
        seen |= {key_of(file) for file in new if file.mtime >= floor}
        return {"floor": floor, "seen": "".join(sorted(seen))}

    @hide_traceback
    def partitions(self, start: dict[str, Any], end: dict[str, Any]) -> list[InputPartition]:
        before, after = Offset.of(start), Offset.of(end)
        options = self._scan.options
        files = [file for file in options.files() if file in after and file not in before]
        return [
            FilePack(group) for group in group_files(files, options.number("filesPerPartition"))
        ]

    def read(self, partition: InputPartition) -> Iterator[RecordBatch]:
        return self._scan.read(partition)


class Offset:
    """A set of files. A file that was written anew is another one: size and time are part of its key."""

    def __init__(self, floor: int, seen: frozenset[str]) -> None:
        self.floor = floor
        self.seen = seen

    @classmethod
    def of(cls, value: dict[str, Any]) -> Offset:
        keys, length = str(value["seen"]), 2 * _KEY
        seen = frozenset(keys[at : at + length] for at in range(0, len(keys), length))
        return cls(int(value["floor"]), seen)

    def __contains__(self, file: FileEntry) -> bool:
        return file.mtime < self.floor or key_of(file) in self.seen


def key_of(file: FileEntry) -> str:
    text = f"{file.path}\0{file.size}\0{file.mtime}".encode("utf-8", "surrogateescape")
    return hashlib.blake2b(text, digest_size=_KEY).hexdigest()
