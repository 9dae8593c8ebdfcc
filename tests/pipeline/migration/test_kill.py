"""One real kill, where files change; `kills.py` and `cluster_kills.py` kill more, and other things."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tests.pipeline.migration.kills import FILES, check_resumed, check_rolled_back, kill_in
from tests.pipeline.migration.lakes import make_lake

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def test_a_driver_that_is_killed_while_it_publishes(spark: SparkSession, tmp_path: Path) -> None:
    lake, journal = tmp_path / "lake", tmp_path / "journal"
    old = make_lake(lake, FILES, folders=3)
    assert kill_in("migrate", "published", journal, lake, 0.05)
    check_resumed(spark, journal, lake, old)
    check_rolled_back(spark, journal, lake, old)
