"""The code of these jobs in one archive, for workers that have not installed it.

Pure Python: a compiled core cannot be imported from an archive, so workers that have the wheel installed are
faster. pyarrow has to be there already, as it has to be for any Python on Spark.
"""

from __future__ import annotations

import py_compile
import zipfile
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyspark.sql import SparkSession

PACKAGES: Final = (
    "inlay",
    "inlay_runtime",
    "inlay_spark",
    "parquet_format",
    "pyspark_inlay",
    "pyspark_parquet_footer",
    "flatbuffers",
    "click",
    "fsspec",
)
"""Ours, and those that they need and that are Python alone."""

SENT: Final = "inlay.shipped"
_EPOCH: Final = (1980, 1, 1, 0, 0, 0)

JOB: Final = '''"""`spark-submit --py-files {archive} {job} catalog PATH --out DIR`, and so on: `inlay spark --help`."""

import sys

from inlay_spark.submitted import main

sys.exit(main(sys.argv[1:]))
'''


def write_archive(target: Path) -> Path:
    """Writes the archive: sources, and beside them what this Python makes of them.

    From sources alone every worker would compile some ten thousand lines each time that it starts. Another Python than
    this one takes the sources.
    """
    with (
        zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive,
        TemporaryDirectory() as made,
    ):
        for name, source in sorted(_files()):
            _add(archive, name, source.read_bytes())
            if source.suffix == ".py":
                compiled = py_compile.compile(
                    str(source),
                    cfile=str(Path(made) / "one.pyc"),
                    dfile=name,
                    doraise=True,
                    invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
                )
                _add(archive, f"{name}c", Path(str(compiled)).read_bytes())
    return target


def _add(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    info = zipfile.ZipInfo(name, _EPOCH)
    info.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(info, data)


def write_job(folder: Path) -> tuple[Path, Path]:
    """The one archive and the one file that `spark-submit` takes."""
    folder.mkdir(parents=True, exist_ok=True)
    archive, job = folder / "inlay.zip", folder / "inlay_job.py"
    write_archive(archive)
    job.write_text(JOB.format(archive=archive.name, job=job.name), encoding="utf-8")
    return archive, job


def ship(spark: SparkSession) -> None:
    """Gives the workers of this session the code, and it our data sources; does nothing the second time."""
    if spark.conf.get(SENT, None) is not None:
        return
    if (already := _archive_in_use()) is not None:
        sent = str(already)  # by spark-submit
    elif _is_installed(spark):
        sent = "installed"  # perhaps with the native core, which an archive would hide
    else:
        archive = write_archive(Path(mkdtemp(prefix="inlay-")) / "inlay.zip")
        spark.addArtifacts(str(archive), pyfile=True)
        sent = str(archive)
    _register(spark)
    spark.conf.set(SENT, sent)


def _register(spark: SparkSession) -> None:
    """What Spark finds by itself where the package is installed: in an archive it does not look."""
    from inlay_spark.footers.source import DefaultSource as Footers
    from inlay_spark.rows.source import DefaultSource as Rows

    spark.dataSource.register(Footers)
    spark.dataSource.register(Rows)


def _is_installed(spark: SparkSession) -> bool:
    """Whether a worker has the package already."""

    def look(batches: Iterator[Any]) -> Iterator[Any]:
        from importlib.util import find_spec

        import pyarrow

        for _ in batches:
            there = [find_spec("inlay_spark") is not None]
            yield pyarrow.RecordBatch.from_pydict({"there": there})

    # By value: a worker without the package could not import what is pickled by reference.
    look.__module__ = "__main__"
    rows = spark.range(0, 1, 1, 1).mapInArrow(look, "there boolean").collect()
    return bool(rows[0].there)


def _archive_in_use() -> Path | None:
    """The archive that this very module was imported from."""
    here = Path(__file__)
    return next((parent for parent in here.parents if zipfile.is_zipfile(parent)), None)


def _files() -> Iterator[tuple[str, Path]]:
    for package in PACKAGES:
        spec = find_spec(package)
        if spec is None or spec.submodule_search_locations is None:
            continue
        for folder in map(Path, spec.submodule_search_locations):
            for path in folder.rglob("*"):
                if path.suffix in (".py", ".typed") and "__pycache__" not in path.parts:
                    yield f"{package}/{path.relative_to(folder).as_posix()}", path
