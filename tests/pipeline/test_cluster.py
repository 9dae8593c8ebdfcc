"""Every job on `local-cluster[2,1,1024]`: separate executors, and the code comes as one archive.

Neither driver nor workers can import the package from this checkout: they run without site-packages' `.pth` files.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from inlay_spark.archive import write_job
from tests.pipeline.jobs_check import (
    JOBS,
    SITE,
    bare_python,
    check_jobs,
    make_inputs,
    run_jobs,
    settings,
)

MASTER = "local-cluster[2,1,1024]"


@pytest.mark.timeout(600)
def test_every_job_from_one_file_and_one_archive(java: Path, tmp_path: Path) -> None:
    make_inputs(tmp_path)
    archive, job = write_job(tmp_path / "job")
    python = str(bare_python(tmp_path))
    conf = settings(python) | {
        "spark.pyspark.driver.python": python,
        "spark.sql.warehouse.dir": str(tmp_path / "warehouse"),
    }
    command = [f"{SITE}/pyspark/bin/spark-submit", "--master", MASTER, "--py-files", str(archive)]
    for name, value in conf.items():
        command += ["--conf", f"{name}={value}"]
    environment = {**os.environ, "PYTHONPATH": SITE, "SPARK_LOCAL_IP": "127.0.0.1"}
    for name in ("PYSPARK_PYTHON", "PYSPARK_DRIVER_PYTHON", "INLAY_PURE"):
        environment.pop(name, None)
    found = run_jobs([*command, str(JOBS), str(job), str(tmp_path)], environment, tmp_path / "work")
    assert found["executors"] == 2
    assert "inlay.zip/" in found["driver"]
    check_jobs(found)
