"""The tables of a catalog as Spark sees them: the parts that the manifest names, and no others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inlay.tables.scan.schemas import TABLES
from inlay_spark.catalog.directory import CatalogDirectory, CatalogError
from inlay_spark.catalog.work import columns_of
from inlay_spark.jobs.read_literal_paths import read_literal_paths
from inlay_spark.sources.arrow_schema import format_ddl

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession


def open_catalog(spark: SparkSession, directory: str) -> dict[str, DataFrame]:
    """A data frame for each table, one that nothing is in included.

    Raises CatalogError for a directory in which there is no catalog.
    """
    target = CatalogDirectory(directory)
    manifest = target.manifest()
    if not manifest.run:
        raise CatalogError(f"{target.path} is not a catalog: `inlay spark catalog` writes one")
    target.require_whole(manifest)
    frames: dict[str, DataFrame] = {}
    for table in TABLES:
        parts = [name for name, part in manifest.parts.items() if part.rows.get(table)]
        schema = format_ddl(columns_of(table).schema)
        paths = [target.url(f"{table}/{part}.parquet") for part in parts]
        frames[table] = read_literal_paths(spark, schema, paths)
    return frames
