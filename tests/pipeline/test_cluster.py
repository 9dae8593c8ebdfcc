"""Every batch job on `local-cluster[2,1,1024]`: separate executors, and the code comes as one archive.

Neither driver nor workers can import the package from this checkout: they run without site-packages' `.pth` files.
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

from inlay_spark.shipping import write_job
from tests.pipeline.damaged_lake import make
from tests.scan.lake import write_forms

MAIN = Path(__file__).with_name("cluster_jobs.py")


@pytest.fixture
def submit(java: Path, tmp_path: Path) -> list[str]:
    """How spark-submit is called, with a Python that knows only what is in the archive."""
    python = tmp_path / "python"
    python.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -S "$@"\n')
    python.chmod(0o755)
    conf = {
        "spark.pyspark.python": str(python),
        "spark.pyspark.driver.python": str(python),
        "spark.executorEnv.PYTHONPATH": sysconfig.get_path("purelib"),
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.ui.enabled": "false",
        "spark.sql.shuffle.partitions": "2",
        "spark.log.level": "OFF",
        "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
        "spark.executor.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
        "spark.sql.warehouse.dir": str(tmp_path / "warehouse"),
    }
    home = Path(sysconfig.get_path("purelib")) / "pyspark"
    command = [str(home / "bin" / "spark-submit"), "--master", "local-cluster[2,1,1024]"]
    for name, value in conf.items():
        command += ["--conf", f"{name}={value}"]
    return command


@pytest.mark.timeout(300)
def test_every_job_from_one_file_and_one_archive(submit: list[str], tmp_path: Path) -> None:
    lake = tmp_path / "lake"
    good, bad = make(lake, files=60, bad_in=10)
    forms = write_forms(tmp_path / "forms")
    archive, job = write_job(tmp_path / "job")
    environment = {
        **os.environ,
        "PYTHONPATH": sysconfig.get_path("purelib"),
        "SPARK_LOCAL_IP": "127.0.0.1",
    }
    environment.pop("PYSPARK_PYTHON", None)
    environment.pop("PYSPARK_DRIVER_PYTHON", None)
    work = tmp_path / "work"  # local-cluster makes ./work
    work.mkdir()
    arguments = [str(job), str(lake), str(forms["final"].parent), str(tmp_path / "out")]
    done = subprocess.run(
        [*submit, "--py-files", str(archive), str(MAIN), *arguments],
        capture_output=True,
        text=True,
        cwd=work,
        env=environment,
        timeout=280,
        check=False,
    )
    # spark-submit puts what Python says to its standard error on its own standard output.
    said = [line for line in done.stdout.splitlines() if not line.startswith("\tat ")]
    assert done.returncode == 0, "\n".join(said[-60:])
    found = json.loads(done.stdout.splitlines()[-1])
    assert found["origins"]
    assert all("inlay.zip/" in origin for origin in found["origins"]), found["origins"]
    assert found["executors"] == 2
    assert found["catalog"] == [len(good), len(bad)]
    assert found["report"].startswith("<!doctype html>")
    assert found["footers"] == len(good)
    assert found["rows"] == 6


def test_the_archive_is_the_same_for_the_same_code(tmp_path: Path) -> None:
    first, job = write_job(tmp_path / "a")
    second, _ = write_job(tmp_path / "b")
    contents = [
        {name: archive.read(name) for name in archive.namelist() if not name.endswith(".pyc")}
        for archive in (zipfile.ZipFile(first), zipfile.ZipFile(second))
    ]
    assert contents[0] == contents[1]
    assert {"inlay_spark/__init__.py", "parquet_format/parquet.py"} <= set(contents[0])
    assert first.stat().st_size < 8 << 20
    compile(job.read_text(), str(job), "exec")
