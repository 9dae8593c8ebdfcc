"""The files of a task, as Spark hands them to it."""

from __future__ import annotations

from pyspark.sql.datasource import InputPartition

from inlay.ground.files.entries import FileEntry
from inlay_spark.jobs.work_items import pack_entries, unpack_entries


class FilePack(InputPartition):
    """Packed, since the driver keeps all of them at once."""

    def __init__(self, files: list[FileEntry]) -> None:
        super().__init__(None)
        self._packed = pack_entries(files)

    @property
    def files(self) -> list[FileEntry]:
        return unpack_entries(self._packed)
