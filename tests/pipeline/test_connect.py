"""Every job as a client of Spark Connect, in processes of their own; and what is said where that cannot be."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from inlay_spark.archive import write_job
from inlay_spark.errors import SessionError
from inlay_spark.remote import check_server
from tests.pipeline.connect_server import connect_server, free_port
from tests.pipeline.jobs_check import JOBS, check_jobs, make_inputs, run_jobs


@pytest.mark.timeout(600)
def test_every_job_on_a_server_that_has_no_inlay(java: Path, tmp_path: Path) -> None:
    """The client sends the code: neither the server's planners nor its workers can import it from here."""
    pytest.importorskip("grpc")
    make_inputs(tmp_path)
    _, job = write_job(tmp_path / "job")
    with connect_server(tmp_path, "local[2]") as url:
        environment = {**os.environ, "SPARK_REMOTE": url}
        environment.pop("INLAY_PURE", None)
        command = [sys.executable, str(JOBS), str(job), str(tmp_path)]
        check_jobs(run_jobs(command, environment, tmp_path / "work"))


def test_where_no_server_answers() -> None:
    pytest.importorskip("grpc")
    began = time.monotonic()
    url = f"sc://127.0.0.1:{free_port()}"
    with pytest.raises(SessionError, match=f"no Spark Connect server answers at {url} within 1 s"):
        check_server(url, patience=1)
    assert time.monotonic() - began < 10


@pytest.mark.parametrize("url", ["http://host:15002", "host", "sc://host:port", "sc://"])
def test_what_is_no_url(url: str) -> None:
    pytest.importorskip("grpc")
    with pytest.raises(SessionError, match="a server is sc://HOST:PORT"):
        check_server(url, patience=1)


def test_without_a_client_it_says_what_to_install(tmp_path: Path) -> None:
    """In a process of its own, in which grpc cannot be imported."""
    (tmp_path / "grpc.py").write_text("raise ImportError('No module named grpc')\n")
    command = ["-m", "inlay", "spark", "report", "out", "--remote", "sc://127.0.0.1:1"]
    done = subprocess.run(
        [sys.executable, *command],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        cwd=tmp_path,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2, done.stderr
    assert "pip install 'pyspark[connect]'" in done.stderr
    assert "Traceback" not in done.stderr
