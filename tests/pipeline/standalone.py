"""Every job on a master and two workers of this machine, the whole report too; the code is sent by the session.

`python -m tests.pipeline.standalone` takes some minutes. `test_cluster` and `test_connect` have the same jobs.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

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
from tests.pipeline.migration.cluster_kills import standalone


def main() -> None:
    with TemporaryDirectory() as name, standalone() as master:
        folder = Path(name)
        make_inputs(folder)
        _, job = write_job(folder / "job")
        python = str(bare_python(folder))
        conf = settings(python) | {"spark.executor.memory": "512m"}
        environment = {
            **os.environ,
            "PYTHONPATH": SITE,
            "PYSPARK_PYTHON": python,
            "SPARK_LOCAL_IP": "127.0.0.1",
            "JOBS_MASTER": master,
            "JOBS_CONF": json.dumps(conf),
        }
        command = [sys.executable, str(JOBS), str(job), str(folder), "whole"]
        found = run_jobs(command, environment, folder / "work", seconds=1_200)
        assert found["executors"] == 2
        assert found["report"]
        check_jobs(found)
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
