"""A sample of `python -m tests.pipeline.changed_lake`: each job once, beside somebody who changes the lake."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING

from tests.pipeline.changed_lake import fill, go_round
from tests.pipeline.changing.ten_writers import write_templates

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def test_each_job_once(spark: SparkSession, tmp_path: Path) -> None:
    write_templates(tmp_path / "templates", spark)
    fill(tmp_path / "one", tmp_path / "templates", 60, random.Random(1))
    rounds = list(go_round(tmp_path / "one", 1, 0.005, quiet_too=False))
    assert [(job, wrong) for job, _, wrong in rounds if wrong] == []
    assert len(rounds) == 8
    assert any(changes for _, changes, _ in rounds)
