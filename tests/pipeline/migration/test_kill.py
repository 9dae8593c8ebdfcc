"""One real kill, where files change; `kills.py` and `cluster_kills.py` kill more, and other things."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tests.pipeline.migration.kills import check_resumed, check_rolled_back, kill_in, lake_for

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def test_a_driver_that_is_killed_while_it_publishes(spark: SparkSession, tmp_path: Path) -> None:
    lake = lake_for("private", tmp_path)
    assert kill_in("migrate", "published", lake, 0.05)
    check_resumed(spark, lake)
    check_rolled_back(spark, lake)
