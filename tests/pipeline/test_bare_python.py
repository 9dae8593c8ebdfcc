"""The Python of the clusters that tests start."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from tests.pipeline.jobs_check import SITE, bare_python

LIBRARIES = Path(SITE, "pyspark", "python", "lib")
PRINTS = (
    "import pyspark, py4j, sys; print(pyspark.__file__, py4j.__file__, sys.path[1:3], sep='\\n')"
)


def test_it_takes_pyspark_from_where_it_is_compiled_already(tmp_path: Path) -> None:
    archives = sorted(LIBRARIES.glob("*.zip"))
    assert len(archives) == 2
    entries = [*map(str, archives), "/the/job.zip", SITE]
    done = subprocess.run(
        [str(bare_python(tmp_path)), "-c", PRINTS],
        env={**os.environ, "PYTHONPATH": ":".join(entries)},
        check=True,
        capture_output=True,
        text=True,
    )
    pyspark, py4j, path = done.stdout.splitlines()
    assert pyspark == f"{SITE}/pyspark/__init__.py"
    assert py4j == f"{SITE}/py4j/__init__.py"
    assert path == str(["/the/job.zip", SITE])
