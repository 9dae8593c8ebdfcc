"""A standalone cluster on this machine, for jobs of tests and benchmarks."""

from __future__ import annotations

import os
from collections.abc import Generator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pyspark

from inlay_spark.session.java import use_java
from tests.pipeline.programs import started

PROGRAM = f"{pyspark.__path__[0]}/bin/spark-class"
DEPLOY = "org.apache.spark.deploy"
LISTENS = r"Starting Spark master at (spark://\S+:[1-9]\d*)"
REGISTERED = r"Registering worker (\S+)"


@contextmanager
def standalone_cluster(hosts: Sequence[str], cores: Sequence[int] = ()) -> Generator[str]:
    """The URL of a master, where a worker on each of these addresses has registered; each runs one task at a time.

    With `cores`, each worker has that core of the machine, and no other.
    """
    use_java()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(ignore_cleanup_errors=True)))
        environment = os.environ | {"SPARK_WORKER_DIR": str(folder), "SPARK_LOCAL_IP": "127.0.0.1"}
        command = [PROGRAM, f"{DEPLOY}.master.Master", "--host", "127.0.0.1", "--port", "0"]
        command += ["--webui-port", "0"]
        master = stack.enter_context(started(command, folder / "master.log", environment))
        (url,) = master.said(LISTENS)
        for at, host in enumerate(hosts):
            command = ["taskset", "--cpu-list", str(cores[at])] if cores else []
            command += [PROGRAM, f"{DEPLOY}.worker.Worker", "--host", host, "--webui-port", "0"]
            command += ["--cores", "1", "--memory", "1g", url]
            stack.enter_context(started(command, folder / f"worker-{at}.log", environment))
        master.said(REGISTERED, len(hosts))
        yield url
