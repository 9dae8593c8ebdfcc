"""Delta tables of a Spark session that has the connector, and what their logs say."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote, urlsplit

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

CATALOG: Final = {
    "spark.sql.catalog.spark_catalog": "org.apache.spark.sql.delta.catalog.DeltaCatalog"
}
"""What a session says that uses Delta's connector."""

_IMPLIED: Final = {"appendOnly", "invariants"}
"""Features that writers of version 2 have without a list. The connector lists them once there is one, and deltalake does not."""
_OF_THE_MOMENT: Final = ("id", "createdTime")
"""What two tables of the same files do not share."""


def options_of(folder: Path) -> dict[str, Any]:
    return {"to": "delta", "table": str(folder), "allow": {"outside"}}


def list_actions(folder: Path) -> list[tuple[str, dict[str, Any]]]:
    """All of the log but `commitInfo`, each commit's in an order of its own; what is null is not told from what is absent."""
    return [
        action
        for path in sorted((folder / "_delta_log").glob("*.json"))
        for action in sorted(_read(path), key=str)
    ]


def _read(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    for line in path.read_text().splitlines():
        ((kind, fields),) = json.loads(line).items()
        if kind == "commitInfo":
            continue
        said = {
            key: it for key, it in fields.items() if it is not None and key not in _OF_THE_MOMENT
        }
        if kind == "txn":
            said["appId"] = "a job"
        if kind == "protocol":
            said["writerFeatures"] = sorted({*said.get("writerFeatures", ())} - _IMPLIED)
        if kind == "metaData":
            said["schemaString"] = json.loads(said["schemaString"])
        yield kind, said


def list_paths(folder: Path, spark: SparkSession) -> list[str]:
    """As Spark sees the table."""
    files = spark.read.format("delta").load(str(folder)).inputFiles()
    return sorted(unquote(urlsplit(path).path) for path in files)
