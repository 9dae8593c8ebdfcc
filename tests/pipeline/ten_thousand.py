"""10,000 files, 1% of them damaged: `python -m tests.pipeline.ten_thousand`. The suite has a sample."""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from inlay_spark.catalog.build import build_catalog
from inlay_spark.catalog.views import open_catalog
from inlay_spark.progress import JsonLines
from inlay_spark.session import session
from tests.pipeline.damaged_lake import make
from tests.scan.lake import ERROR_IDS

FILES = 10_000


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        lake, out = Path(folder) / "lake", Path(folder) / "out"
        good, bad = make(lake, files=FILES, bad_in=100)
        spark = session()
        start = time.perf_counter()
        done = build_catalog(spark, str(lake), str(out), progress=JsonLines(sys.stdout))
        print(f"{done} in {time.perf_counter() - start:.1f} s")
        tables = open_catalog(spark, str(out))
        for table in ("files", "column_chunks", "schema"):
            found = sorted(row.path for row in tables[table].select("path").distinct().collect())
            assert found == sorted(good), table
        problems = {row.path: row.error_id for row in tables["problems"].collect()}
        assert problems == {path: ERROR_IDS[damage] for path, damage in bad.items()}
        start = time.perf_counter()
        again = build_catalog(spark, str(lake), str(out))
        assert (again.files, again.unchanged) == (0, FILES)
        print(f"a second run, which reads nothing: {time.perf_counter() - start:.1f} s")
        spark.stop()


if __name__ == "__main__":
    main()
