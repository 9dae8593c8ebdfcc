"""A Spark Connect server on this machine, whose Python does not know this checkout."""

from __future__ import annotations

import os
import socket
import subprocess
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from tests.pipeline.jobs_check import QUICK_JVM, SITE, bare_python

SERVER = "org.apache.spark.sql.connect.service.SparkConnectServer"
PATIENCE = 90.0


@contextmanager
def connect_server(folder: Path, master: str) -> Generator[str]:
    """Its URL. Raises AssertionError, with its log, if it does not come up."""
    python, port = str(bare_python(folder)), free_port()
    conf = {
        "spark.connect.grpc.binding.address": "127.0.0.1",
        "spark.connect.grpc.binding.port": str(port),
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.ui.enabled": "false",
        "spark.sql.shuffle.partitions": "2",
        "spark.driver.extraJavaOptions": QUICK_JVM,
        "spark.executor.extraJavaOptions": QUICK_JVM,
        "spark.pyspark.python": python,
        "spark.executorEnv.PYTHONPATH": SITE,
        "spark.sql.warehouse.dir": str(folder / "warehouse"),
    }
    command = [f"{SITE}/pyspark/bin/spark-submit", "--master", master, "--class", SERVER]
    for name, value in conf.items():
        command += ["--conf", f"{name}={value}"]
    environment = {
        **os.environ,
        "PYTHONPATH": SITE,
        "PYSPARK_PYTHON": python,
        "SPARK_LOCAL_IP": "127.0.0.1",
    }
    log = folder / "server.log"
    with log.open("wb") as out:
        server = subprocess.Popen(
            [*command, "spark-internal"], cwd=folder, env=environment, stdout=out, stderr=out
        )
    try:
        wait_for(port, server, log)
        yield f"sc://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(60)


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


def wait_for(port: int, server: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with socket.socket() as one:
            if one.connect_ex(("127.0.0.1", port)) == 0:
                return
        assert server.poll() is None, log.read_text()[-4000:]
        time.sleep(0.2)
    raise AssertionError(log.read_text()[-4000:])
