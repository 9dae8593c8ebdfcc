"""Runs of Iceberg's connector that kill themselves: `python -m tests.pipeline.registration.connectors.iceberg_child LAKE FOLDER`.

FOLDER has a folder for each moment, in which the catalog and the journal are. Each run has a JVM of its own.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final
from unittest import mock

from inlay_spark.registration.connectors.iceberg.session_catalog import SessionCatalog
from inlay_spark.registration.lake import register_lake
from inlay_spark.session.start import session
from tests.pipeline.registration.child import die
from tests.pipeline.registration.connectors.catalogs import NAME, settings_of
from tests.support.connectors import list_jars

_real: Final = SessionCatalog.commit_table


def _commit_and_die(*given: Any) -> Any:
    _real(*given)
    die()


MOMENTS: Final[dict[str, Callable[..., Any]]] = {
    "before": die,
    "after": _commit_and_die,
}


def run(paths: str, folder: Path) -> None:
    jars = ",".join(map(str, list_jars()))
    conf = {**settings_of("lake", folder), "spark.jars": jars, "spark.ui.enabled": "false"}
    spark = session("local[2]", conf=conf)
    journal = str(folder / "journal")
    register_lake(spark, paths, journal, to="iceberg", table=NAME, catalog="lake", create=True)


if __name__ == "__main__":
    for moment, commit in MOMENTS.items():
        if (child := os.fork()) == 0:
            with mock.patch.object(SessionCatalog, "commit_table", commit):
                run(sys.argv[1], Path(sys.argv[2]) / moment)
            os._exit(1)
        _, status = os.waitpid(child, 0)
        if os.waitstatus_to_exitcode(status) != -signal.SIGKILL:
            sys.exit(f"{moment}: it was to be killed")
