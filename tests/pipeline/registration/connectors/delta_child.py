"""Delta's connector, killed: `python -m tests.pipeline.registration.connectors.delta_child LAKE FOLDER`."""

from __future__ import annotations

from pathlib import Path

from inlay_spark.registration.connectors.delta.session_client import SessionClient
from inlay_spark.registration.lake import register_lake
from inlay_spark.session.start import session
from tests.pipeline.registration.connectors.delta_tables import CATALOG, options_of
from tests.pipeline.registration.connectors.killed_runs import kill_runs
from tests.support.connectors import list_settings


def run(paths: str, folder: Path) -> None:
    conf = {**list_settings(), **CATALOG, "spark.ui.enabled": "false"}
    spark = session("local[2]", conf=conf)
    register_lake(
        spark, paths, str(folder / "journal"), create=True, **options_of(folder / "table")
    )


if __name__ == "__main__":
    kill_runs(SessionClient, "create", run)
