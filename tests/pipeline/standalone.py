"""Every job on a master and two workers of this machine that have no inlay, the whole report too, in three ways:

a session of its own, a client of a Spark Connect server whose master that is, and `spark-submit --remote`.

`python -m tests.pipeline.standalone` takes some minutes. `test_cluster` has the same jobs.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.pipeline.connect_server import connect_server
from tests.pipeline.jobs_check import (
    bare_python,
    check_jobs,
    environment,
    make_jobs,
    run_jobs,
    settings,
    spark_submit,
)
from tests.pipeline.standalone_cluster import standalone_cluster


def main() -> None:
    with TemporaryDirectory() as name, standalone_cluster(["127.0.0.1", "127.0.0.2"]) as master:
        root = Path(name)
        python = bare_python(root)

        def check(way: str, command: Sequence[str], **variables: str) -> None:
            found = run_jobs([*command, "whole"], environment(python, **variables), root / way)
            assert found["executors"] == 2
            assert found["report"]
            check_jobs(found)
            print(way, json.dumps(found, indent=2), flush=True)

        conf = json.dumps(settings(root, python))
        _, jobs = make_jobs(root / "1")
        check("session", [sys.executable, *jobs], JOBS_MASTER=master, JOBS_CONF=conf)
        with connect_server(root, master) as url:
            _, jobs = make_jobs(root / "2")
            check("client", [sys.executable, *jobs], SPARK_REMOTE=url)
            archive, jobs = make_jobs(root / "3")
            submit = spark_submit({}, "--remote", url, "--py-files", str(archive))
            check("submitted client", [*submit, *jobs])


if __name__ == "__main__":
    main()
