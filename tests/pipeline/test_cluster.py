"""Every job on `local-cluster[1,1,1024]`: an executor apart from the driver, and the code comes as one archive. Twice, on one
cluster: as `spark-submit` runs it, and as a client of the Spark Connect server that the same driver is. `standalone.py` has two
workers: another Java for the same jobs costs as much again as they do.

Neither the cluster nor the submitted driver can import the package from this checkout: they run without site-packages'
`.pth` files. Neither is given what the other one brings: the archives have different names.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from tests.pipeline.jobs_check import (
    SITE,
    bare_python,
    check_jobs,
    environment,
    make_jobs,
    run_jobs,
    settings,
    spark_submit,
)
from tests.pipeline.programs import Program, started

MASTER: Final = "local-cluster[1,1,1024]"
SERVES: Final = {
    "spark.plugins": "org.apache.spark.sql.connect.SparkConnectPlugin",
    "spark.connect.grpc.binding.address": "127.0.0.1",
    "spark.connect.grpc.binding.port": "0",
}


@pytest.fixture(scope="module")
def cluster(java: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """A driver that runs the jobs, and is a server then."""
    root = tmp_path_factory.mktemp("cluster")
    archive, jobs = make_jobs(root)
    python = bare_python(root)
    conf = settings(root, python) | SERVES
    submit = spark_submit(conf, "--master", MASTER, "--py-files", str(archive))
    variables = environment(python, SPARK_HOME=str(_make_home(root / "spark")))
    with started([*submit, *jobs, "serve"], root / "driver.log", variables) as program:
        yield program


def _make_home(folder: Path) -> Path:
    """Spark as it is installed, in a folder of the test: `local-cluster` leaves things there, and the installation may be read-only."""
    folder.mkdir()
    for part in Path(SITE, "pyspark").iterdir():
        if part.name != "work":
            (folder / part.name).symlink_to(part)
    return folder


def test_every_job_from_one_file_and_one_archive(cluster: Program) -> None:
    (answer,) = cluster.said(r'(?m)^\{"executors":.*$')
    submitted: dict[str, Any] = json.loads(answer)
    assert submitted["executors"] == 1
    assert "inlay.zip/" in submitted["driver"]
    assert all("/inlay.zip/" in origin for origin in submitted["origins"])
    check_jobs(submitted)


def test_every_job_on_a_server_that_has_no_inlay(cluster: Program, tmp_path: Path) -> None:
    """The client sends the code: neither the server's planners nor its workers can import it from here."""
    (port,) = cluster.said(r"serves at (\d+)")
    _, jobs = make_jobs(tmp_path)
    client = environment(Path(sys.executable), SPARK_REMOTE=f"sc://127.0.0.1:{port}")
    served = run_jobs([sys.executable, *jobs], client, tmp_path / "work")
    assert served["executors"] == 1
    assert all("/inlay-" in origin for origin in served["origins"]), (
        "a client names it by its digest"
    )
    check_jobs(served)
