"""What is said where there is no Spark Connect; `test_cluster` runs every job as a client of it."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from inlay_spark.session.connect import check_server
from inlay_spark.session.errors import SessionError
from tests.pipeline.jobs_check import bare_python, environment, spark_submit, written_job
from tests.support.quick_spark import QUICK


def test_where_no_server_answers(dead_port: int) -> None:
    """It is refused at once: with this patience the test would not end in time."""
    url = f"sc://127.0.0.1:{dead_port}"
    with pytest.raises(SessionError, match=f"no Spark Connect server answers at {url}; is it"):
        check_server(f"{url}/;token=secret", patience=3_600)


def test_something_else_listens_there() -> None:
    """It takes the connection, and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"sc://127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(SessionError, match=f"no Spark Connect server answers at {url}; is it"):
            check_server(url, patience=1)


@pytest.mark.parametrize("url", ["http://host:15002", "host", "sc://host:port", "sc://"])
def test_what_is_no_url(url: str) -> None:
    with pytest.raises(SessionError, match="a server is sc://HOST:PORT"):
        check_server(url, patience=1)


def failed(command: Sequence[str], environment: dict[str, str], folder: Path) -> str:
    """What a command says that ends with 2, and without a traceback."""
    done = subprocess.run(
        command, capture_output=True, text=True, env=environment, cwd=folder, check=False
    )
    said = done.stdout + done.stderr  # spark-submit puts what Python says on its standard output
    assert done.returncode == 2, said
    assert "Traceback" not in said
    return said


def test_without_a_client_it_says_what_to_install(tmp_path: Path) -> None:
    """In a process of its own, in which grpc cannot be imported."""
    (tmp_path / "grpc.py").write_text("raise ImportError('No module named grpc')\n")
    command = [sys.executable, "-m", "inlay", "spark", "report", "out", "--remote", "sc://h:1"]
    said = failed(command, {**os.environ, "PYTHONPATH": str(tmp_path)}, tmp_path)
    assert "pip install 'pyspark[connect]'" in said


def test_what_spark_submit_is_told(java: Path, tmp_path: Path, dead_port: int) -> None:
    """Spark itself hands the URL to no session."""
    archive, job = written_job()
    url = f"sc://127.0.0.1:{dead_port}"
    submit = spark_submit(QUICK, "--remote", url, "--py-files", str(archive), str(job))
    said = failed([*submit, "report", "out"], environment(bare_python(tmp_path)), tmp_path)
    assert f"error: no Spark Connect server answers at {url}; is it started" in said
