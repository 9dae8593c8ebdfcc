"""The tables of a catalogue as Spark sees them: the parts that the manifest names, and no others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inlay.scan.schemas import TABLES
from inlay_spark.arrow_schema import ddl
from inlay_spark.catalog.place import CatalogError, Place
from inlay_spark.catalog.work import columns_of
from inlay_spark.own_parquet import read_own

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession


def open_catalog(spark: SparkSession, directory: str) -> dict[str, DataFrame]:
    """A data frame for each table, one that nothing is in included.

    Raises CatalogError for a directory in which there is no catalogue.
    """
    place = Place(directory)
    manifest = place.manifest()
    if not manifest.run:
        raise CatalogError(f"{place.directory} is no catalogue: `inlay spark catalog` makes one")
    place.require_whole(manifest)
    frames: dict[str, DataFrame] = {}
    for table in TABLES:
        parts = [name for name, part in manifest.parts.items() if part.rows.get(table)]
        schema = ddl(columns_of(table).schema)
        paths = [f"{place.directory}/{table}/{part}.parquet" for part in parts]
        frames[table] = read_own(spark, schema, paths)
    return frames
