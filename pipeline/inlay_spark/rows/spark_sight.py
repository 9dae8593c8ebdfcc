"""Which files Spark finds under their names, and whose directories it reads right: decided from paths and the
columns that are wanted."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from pyspark.sql import types as spark_types

from inlay.ground.files.entries import FileEntry, is_hidden
from inlay.ground.files.paths import is_url
from inlay_spark.rows.file_columns import FILE_COLUMNS, METADATA, replace_scheme
from inlay_spark.rows.hadoop_checksums import has_stale_checksum
from inlay_spark.rows.partition_types import infer_partition_types
from inlay_spark.rows.session_settings import is_int96_shifted

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_MAGIC: Final = re.compile(r"[\\{}\[\]*?]")
"""Of several paths with one of these, Spark reads each several times, whether they mean something or not."""

_ANY: Final = spark_types.StructType().add("any", spark_types.IntegerType())
"""No text, in which a name may be a word that the session reserves."""

_CLASSES: Final = r"^:? ?(?:\(?(?:\w+\.)+[\w$]+\)?:? )+"
"""Of errors, each within the one before it."""


class SparkSight:
    """Of the files of one lake, for the columns that are wanted. URLs have the `scheme` for Spark. What it cannot open is in
    `unopened`, a bucket with Spark's reason."""

    def __init__(
        self,
        spark: SparkSession,
        files: Iterable[FileEntry],
        wanted: spark_types.StructType,
        scheme: str,
    ) -> None:
        self._spark = spark
        self._scheme = scheme
        self._opens: dict[str, bool] = {}
        self.unopened: dict[str, str] = {}
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
            return self._opens_url(path)
        return not has_stale_checksum(file) and (path.isascii() or self._spells())

    def as_url(self, path: str) -> str:
        """As Spark is given it."""
        return replace_scheme(path, self._scheme) if is_url(path) else f"file://{path}"

    def _opens_url(self, path: str) -> bool:
        """Whether Spark has a file system for it, and may read there. Its settings and keys are not ours: so one file of each bucket is
        tried. A footer of it has been read, so what Spark says then is about Spark."""
        url = self.as_url(path)
        bucket = "/".join(url.split("/", 3)[:3])
        if bucket not in self._opens:
            try:
                reader = self._spark.read.schema(_ANY).option("__globPaths__", "false")
                self._opens[bucket] = bool(reader.parquet(url).columns)
            except Exception as error:  # of Py4J or of gRPC, and both wrap whatever Java threw
                self._opens[bucket] = False
                self.unopened[bucket] = _reason_of(error)
        return self._opens[bucket]

    def _spells(self) -> bool:
        """Java finds no files but those whose names its locale can spell."""
        if self._spells_all is None:
            asked = "reflect('java.lang.System', 'getProperty', 'sun.jnu.encoding')"
            row = self._spark.sql(f"SELECT {asked} AS encoding").first()
            self._spells_all = row is not None and str(row["encoding"]).upper() == "UTF-8"
        return self._spells_all


def _reason_of(error: Exception) -> str:
    """What Java said, in one line: Py4J puts one above it, and both put classes before it and its stack below."""
    lines = str(error).splitlines()
    if lines and lines[0].startswith("An error occurred while calling"):
        del lines[0]
    return re.sub(_CLASSES, "", lines[0]) if lines else type(error).__name__


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
