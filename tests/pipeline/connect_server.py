"""A Spark Connect server on this machine, whose Python does not know this checkout."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from tests.pipeline.jobs_check import bare_python, environment, settings, spark_submit
from tests.pipeline.programs import started

SERVER = "org.apache.spark.sql.connect.service.SparkConnectServer"
LISTENS = r"Spark Connect server started at: \S+:(\d+)"


@contextmanager
def connect_server(folder: Path, master: str) -> Generator[str]:
    """Its URL."""
    python = bare_python(folder)
    conf = settings(folder, python) | {
        "spark.connect.grpc.binding.address": "127.0.0.1",
        "spark.connect.grpc.binding.port": "0",
        "spark.log.level": "INFO",  # which tells the port
    }
    command = spark_submit(conf, "--master", master, "--class", SERVER, "spark-internal")
    with started(command, folder / "server.log", environment(python)) as server:
        (port,) = server.said(LISTENS)
        yield f"sc://127.0.0.1:{port}"
