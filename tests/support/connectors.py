"""Connectors of table formats for Spark. No package index has them: `INLAY_CONNECTORS` names a folder with their jars, for the Spark that is
installed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

_ROOT: Final = Path(__file__).parents[2]
_FOLDER: Final = "INLAY_CONNECTORS"
NAMES: Final = {
    "Iceberg for Spark": "iceberg-spark-runtime-*.jar",
    "Delta for Spark": "delta-spark_*.jar",
}
"""What tests say that they need, and the jar that it is in."""


def list_jars() -> list[Path]:
    folder = os.environ.get(_FOLDER)
    return sorted(Path(folder).glob("*.jar")) if folder else []


def has_connector(name: str) -> bool:
    return any(path.match(NAMES[name]) for path in list_jars())


def run_beside(module: str, *arguments: str) -> None:
    """Runs a module in a process of its own, which has the Spark of this one. Raises CalledProcessError."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-m", module, *arguments]
    subprocess.run(command, cwd=_ROOT, env=environment, check=True)


def list_settings() -> dict[str, str]:
    """What a session has to be started with so that it has the connectors that are here."""
    settings = {"spark.jars": ",".join(map(str, list_jars()))}
    if has_connector("Delta for Spark"):
        settings["spark.sql.extensions"] = "io.delta.sql.DeltaSparkSessionExtension"
        settings["spark.databricks.delta.snapshotPartitions"] = "1"
    return settings
