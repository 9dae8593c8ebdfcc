"""The code of these jobs for the workers of a session, and our data sources for the session."""

from __future__ import annotations

import atexit
import shutil
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Any, Final

from inlay_runtime.distribution import DISTRIBUTION, find_version
from inlay_spark.session.archive import write_archive
from inlay_spark.session.native_modules import archive_in_use

if TYPE_CHECKING:
    from pyspark.sql import SparkSession
    from pyspark.sql.datasource import DataSource

SENT: Final = "inlay.shipped"
"""A setting of the session, so that nothing is sent a second time."""

SOURCES: Final = {
    "parquet_footer": "inlay_spark.footers.source",
    "inlay": "inlay_spark.rows.source",
}


def ship(spark: SparkSession) -> None:
    """Gives the workers of this session the code, and it our data sources; does nothing the second time.

    Workers that have this version already, installed or by `spark-submit --py-files`, are given nothing.
    """
    if spark.conf.get(SENT, "") != "":
        return
    name = ""
    if _version_there(spark) != find_version():
        archive = _name_by_content()
        name = archive.name
        spark.addArtifacts(str(archive), pyfile=True)
    # Spark finds them by itself where the package is installed: in an archive it does not look.
    for source, module in SOURCES.items():
        register_source(spark, _source_in(name, source, module))
    spark.conf.set(SENT, name or "found")


def register_source(spark: SparkSession, source: type[DataSource]) -> None:
    """Spark 4.0 refuses a second one of the same name, and a server with the package installed has found the first."""
    try:
        spark.dataSource.register(source)
    except Exception as error:
        if "DATA_SOURCE_ALREADY_EXISTS" not in str(error):
            raise


def _name_by_content() -> Path:
    """The archive under a name that no other has: sessions of one server share a directory."""
    folder = Path(mkdtemp(prefix="inlay-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    written = folder / "inlay.zip"
    used = archive_in_use()
    if used is None:
        write_archive(written)
    else:
        shutil.copyfile(used, written)
    return written.rename(folder / f"inlay-{sha256(written.read_bytes()).hexdigest()[:16]}.zip")


def _source_in(archive: str, name_: str, module: str) -> type[DataSource]:
    """A stand-in for the data source of a module, which is pickled by value.

    It makes an instance of the true one, wherever Spark asks for that. Where Spark Connect plans a stream, it has
    put the archive beside its files and not on the path, for the thread of a stream knows nothing of its session.
    """
    from pyspark.sql.datasource import DataSource

    class Source(DataSource):
        @classmethod
        def name(cls) -> str:
            return name_

        def __new__(cls, options: Any) -> Any:
            import sys
            from importlib import import_module
            from importlib.util import find_spec
            from pathlib import Path

            from pyspark import SparkFiles

            if find_spec("inlay_spark") is None and archive:
                archives = Path(SparkFiles.getRootDirectory()).glob(f"*/{archive}")
                sys.path[1:1] = [str(path) for path in archives][:1]
            return import_module(module).DefaultSource(options)

    return Source


def _version_there(spark: SparkSession) -> str | None:
    """What a worker has of this package: a version, nothing that is known of one (""), or no package."""
    distribution = DISTRIBUTION

    def look(batches: Iterator[Any]) -> Iterator[Any]:
        from importlib.metadata import PackageNotFoundError, version
        from importlib.util import find_spec

        import pyarrow

        for _ in batches:
            number = None
            if find_spec("inlay_spark") is not None:
                try:
                    number = version(distribution)
                except PackageNotFoundError:
                    number = ""
            yield pyarrow.RecordBatch.from_pydict({"found": pyarrow.array([number], "string")})

    # By value: a worker without the package could not import what is pickled by reference.
    look.__module__ = "__main__"
    rows = spark.range(0, 1, 1, 1).mapInArrow(look, "found string").collect()
    number: str | None = rows[0]["found"]
    return number
