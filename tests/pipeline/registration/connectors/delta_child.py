"""Runs of Delta's connector that kill themselves: `python -m tests.pipeline.registration.connectors.delta_child LAKE FOLDER`.

FOLDER has a folder for each moment, in which the table and the journal are. Each run has a JVM of its own.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final
from unittest import mock

from inlay_spark.registration.connectors.delta.session_client import SessionClient
from inlay_spark.registration.lake import register_lake
from inlay_spark.session.start import session
from tests.pipeline.registration.child import die
from tests.pipeline.registration.connectors.delta_tables import CATALOG, options_of
from tests.support.connectors import list_settings

_real: Final = SessionClient.create


def _create_and_die(*given: Any) -> Any:
    _real(*given)
    die()


MOMENTS: Final[dict[str, Callable[..., Any]]] = {
    "before": die,
    "after": _create_and_die,
}


def run(paths: str, folder: Path) -> None:
    conf = {**list_settings(), **CATALOG, "spark.ui.enabled": "false"}
    spark = session("local[2]", conf=conf)
    register_lake(
        spark, paths, str(folder / "journal"), create=True, **options_of(folder / "table")
    )


if __name__ == "__main__":
    for moment, create in MOMENTS.items():
        if (child := os.fork()) == 0:
            with mock.patch.object(SessionClient, "create", create):
                run(sys.argv[1], Path(sys.argv[2]) / moment)
            os._exit(1)
        _, status = os.waitpid(child, 0)
        if os.waitstatus_to_exitcode(status) != -signal.SIGKILL:
            sys.exit(f"{moment}: it was to be killed")
