"""Iceberg's connector, killed: `python -m tests.pipeline.registration.connectors.iceberg_child LAKE FOLDER`."""

from __future__ import annotations

from pathlib import Path

from inlay_spark.registration.connectors.iceberg.session_catalog import SessionCatalog
from inlay_spark.registration.lake import register_lake
from inlay_spark.session.start import session
from tests.pipeline.registration.connectors.catalogs import NAME, settings_of
from tests.pipeline.registration.connectors.killed_runs import kill_runs
from tests.support.connectors import list_jars


def run(paths: str, folder: Path) -> None:
    jars = ",".join(map(str, list_jars()))
    conf = {**settings_of("lake", folder), "spark.jars": jars, "spark.ui.enabled": "false"}
    spark = session("local[2]", conf=conf)
    journal = str(folder / "journal")
    register_lake(spark, paths, journal, to="iceberg", table=NAME, catalog="lake", create=True)


if __name__ == "__main__":
    kill_runs(SessionCatalog, "commit_table", run)
