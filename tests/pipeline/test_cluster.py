"""Every job on `local-cluster[2,1,1024]`: separate executors, and the code comes as one archive.

Neither driver nor workers can import the package from this checkout: they run without site-packages' `.pth` files.
"""

from __future__ import annotations

from pathlib import Path

from tests.pipeline.jobs_check import (
    bare_python,
    check_jobs,
    environment,
    make_jobs,
    run_jobs,
    settings,
    spark_submit,
)

MASTER = "local-cluster[2,1,1024]"


def test_every_job_from_one_file_and_one_archive(java: Path, tmp_path: Path) -> None:
    archive, jobs = make_jobs(tmp_path)
    python = bare_python(tmp_path)
    submit = spark_submit(
        settings(tmp_path, python), "--master", MASTER, "--py-files", str(archive)
    )
    found = run_jobs([*submit, *jobs], environment(python), tmp_path / "work")
    assert found["executors"] == 2
    assert "inlay.zip/" in found["driver"]
    check_jobs(found)
