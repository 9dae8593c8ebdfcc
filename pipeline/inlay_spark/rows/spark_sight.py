"""Which files Spark finds under their names, and whose directories it reads right: decided from paths and the
columns that are wanted."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from pyspark.sql import types as spark_types

from inlay.files.entries import FileEntry, is_hidden
from inlay.files.paths import is_url
from inlay_spark.rows.file_columns import FILE_COLUMNS, METADATA
from inlay_spark.rows.partition_types import infer_partition_types
from inlay_spark.rows.session_settings import is_int96_shifted

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_MAGIC: Final = re.compile(r"[\\{}\[\]*?]")
"""Of several paths with one of these, Spark reads each several times, whether they mean something or not."""


class SparkSight:
    """Of the files of one lake, for the columns that are wanted."""

    def __init__(
        self, spark: SparkSession, files: Iterable[FileEntry], wanted: spark_types.StructType
    ) -> None:
        self._spark = spark
        self._spells_all: bool | None = None
        types = infer_partition_types(files)
        self._misread = {name for name, type_ in types.items() if _misreads(name, type_, wanted)}
        own = [field for field in wanted.fields if field.name in FILE_COLUMNS]
        self._is_right = (
            all(field.dataType == FILE_COLUMNS[field.name] for field in own)
            and not (own and METADATA in _fold(wanted.names))
            and not (is_int96_shifted(spark) and '"timestamp"' in wanted.json())
        )
        self._own = {*_fold([field.name for field in own]), METADATA} if own else set[str]()

    def sees(self, file: FileEntry) -> bool:
        """Whether Spark finds the file, takes it for whole, and has the same values for its partitions and its name."""
        return self._is_right and self._reads_directories(file) and self._finds(file)

    def _reads_directories(self, file: FileEntry) -> bool:
        partition = file.partition
        if not partition:
            return True
        names = _fold(partition)
        # A folder too many has no name or no value, or says again what another one has said.
        return (
            file.path.count("/", file.root) == len(partition) == len(names)
            and "" not in partition.values()
            and self._misread.isdisjoint(partition)
            and self._own.isdisjoint(names)
        )

    def _finds(self, file: FileEntry) -> bool:
        path = file.path
        within = path.partition("://")[2].partition("/")[2] if is_url(path) else path
        below = path[file.root :].split("/")
        if ":" in within or _MAGIC.search(path) or any(map(is_hidden, [*below, _name(path)])):
            return False
        if is_url(path):
            return True
        return not _has_stale_checksum(file) and (path.isascii() or self._spells())

    def _spells(self) -> bool:
        """Java finds no files but those whose names its locale can spell."""
        if self._spells_all is None:
            asked = "reflect('java.lang.System', 'getProperty', 'sun.jnu.encoding')"
            row = self._spark.sql(f"SELECT {asked} AS encoding").first()
            self._spells_all = row is not None and str(row["encoding"]).upper() == "UTF-8"
        return self._spells_all


def _misreads(name: str, inferred: spark_types.DataType, wanted: spark_types.StructType) -> bool:
    """Whether Spark may have other values. It takes 5 as `decimal(10,2)` for 0.05, and 300 as `tinyint` for 44."""
    folded = name.casefold()
    return any(
        field.dataType != inferred and not isinstance(field.dataType, spark_types.StringType)
        for field in wanted.fields
        if field.name.casefold() == folded
    )


def _fold(names: Iterable[str]) -> set[str]:
    return {name.casefold() for name in names}


def _name(path: str) -> str:
    return path.rpartition("/")[2]


def _has_stale_checksum(file: FileEntry) -> bool:
    """Spark leaves `.crc` files beside local ones, and then refuses a file that others have written anew."""
    folder, name = os.path.split(file.path)
    try:
        written = os.stat(os.path.join(folder, f".{name}.crc")).st_mtime_ns
    except OSError:
        return False
    return written // 1000 < file.mtime
