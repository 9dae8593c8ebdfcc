"""One real kill, where files change; `kills.py` and `cluster_kills.py` kill more, and other things."""

from __future__ import annotations

import fcntl
from pathlib import Path
from typing import TYPE_CHECKING, Final

from inlay_spark.migration import phases
from tests.pipeline.migration.kills import check_resumed, check_rolled_back, kill_in, lake_for
from tests.pipeline.migration.test_lake import run_until

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

FILES: Final = phases._FEW + 6
"""So many that workers publish them."""


def test_a_driver_that_is_killed_while_it_publishes(spark: SparkSession, tmp_path: Path) -> None:
    lake = lake_for("private", tmp_path, FILES)
    run_until("staged", spark, lake.folder, str(lake.journal))
    with open(lake.folder / next(iter(lake.old)), "rb") as waited_for:
        # However slow a machine we are on: publishing is not over before the kill.
        fcntl.flock(waited_for, fcntl.LOCK_EX)
        assert kill_in("migrate", "published", lake, 0.05)
    check_resumed(spark, lake)
    check_rolled_back(spark, lake)
