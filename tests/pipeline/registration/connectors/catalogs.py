"""Iceberg catalogs of a Spark session, in a folder, and what a table of one has."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pyiceberg.catalog import Catalog
from pyiceberg.manifest import DataFile
from pyiceberg.table import Table

from inlay_spark.registration.connectors.driver_java import find_java_session
from inlay_spark.registration.connectors.iceberg.session_catalog import SessionCatalog

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

NAME: Final = "lake.t"


def settings_of(catalog: str, folder: Path) -> dict[str, str]:
    """Of a session, so that it has the catalog."""
    key = f"spark.sql.catalog.{catalog}"
    return {
        key: "org.apache.iceberg.spark.SparkCatalog",
        f"{key}.type": "hadoop",
        f"{key}.warehouse": f"file://{folder}/warehouse",
    }


def add_catalog(spark: SparkSession, catalog: str, folder: Path) -> dict[str, Any]:
    """Returns the options that name the table in it."""
    for key, value in settings_of(catalog, folder).items():
        spark.conf.set(key, value)
    return {"to": "iceberg", "table": NAME, "catalog": catalog}


def open_catalog(spark: SparkSession, catalog: str) -> Catalog:
    session = find_java_session(spark)
    assert session is not None
    plugin = session.session.sessionState().catalogManager().catalog(catalog)
    return SessionCatalog(session, plugin, catalog)


def list_entries(table: Table) -> list[DataFile]:
    snapshot = table.current_snapshot()
    manifests = [] if snapshot is None else snapshot.manifests(table.io)
    entries = [it for one in manifests for it in one.fetch_manifest_entry(table.io)]
    return sorted((it.data_file for it in entries), key=lambda it: it.file_path)


def describe_entry(entry: DataFile) -> dict[str, Any]:
    """All fields that a manifest has of a file."""
    fields = [name for name in dir(DataFile) if isinstance(getattr(DataFile, name), property)]
    described = {name: getattr(entry, name) for name in fields}
    return {**described, "partition": [entry.partition[at] for at in range(len(entry.partition))]}
