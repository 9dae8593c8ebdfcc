"""The tables that the report asks, as Spark sees them: those of a catalog, and the drift of its files."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Final

from inlay.ground.drift.find import SchemaOfFile
from inlay.verbs.report.drift_table import PART_COLUMNS, list_drift_rows, part_of
from inlay_spark.catalog.views import open_catalog

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_DRIFT: Final = (
    "path string, folder string, rank int, difference string, column_path string, expected string, found string, "
    "reference string, alike bigint"
)
_SCHEMAS: Final = f"""
SELECT path, parts, sha2(to_json(parts), 256) AS digest FROM (
  SELECT path, array_sort(collect_list(struct(element, {", ".join(PART_COLUMNS)}))) AS parts
  FROM inlay_schema WHERE element > 0 GROUP BY path
)
"""


def open_report_tables(
    spark: SparkSession, directory: str, wanted: Collection[str]
) -> dict[str, DataFrame]:
    """Those of `open_catalog`, and `drift` if it is wanted. Raises CatalogError for a directory in which there is no catalog."""
    tables = open_catalog(spark, directory)
    if "drift" in wanted:
        tables["drift"] = spark.createDataFrame(
            [*list_drift_rows(_list_schemas(spark, tables))], _DRIFT
        )
    return tables


def _list_schemas(spark: SparkSession, tables: Mapping[str, DataFrame]) -> Iterator[SchemaOfFile]:
    """A schema comes to the driver once, however many files have it."""
    tables["schema"].createOrReplaceTempView("inlay_schema")
    tables["files"].createOrReplaceTempView("inlay_files")
    spark.sql(_SCHEMAS).createOrReplaceTempView("inlay_schemas")
    distinct = spark.sql("SELECT digest, first(parts) AS parts FROM inlay_schemas GROUP BY digest")
    # Each part begins with its number, by which it was sorted.
    schemas = {
        row.digest: tuple(part_of(*part[1:]) for part in row.parts) for row in distinct.collect()
    }
    files = spark.sql(
        "SELECT path, num_rows, digest FROM inlay_files JOIN inlay_schemas USING (path)"
    )
    for row in files.collect():
        yield SchemaOfFile(row.path, row.num_rows or 0, schemas[row.digest])
