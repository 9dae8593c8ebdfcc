"""`inlay spark verify --values` over a lake of six writers, killed twice and resumed: the tables are those of one run.

    python -m tests.pipeline.audit.kills 1000

The suite kills runs over a small lake without Spark.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from inlay_spark.audit.tables import AUDIT_TABLES
from inlay_spark.session import session
from tests.pipeline.audit.found import (
    count_notes,
    expect,
    expect_advice,
    list_advised,
    list_found,
    read,
)
from tests.pipeline.audit.six_writers import write_lake
from tests.pipeline.migration.kills import kill_session
from tests.pipeline.programs import PATIENCE
from tests.support.quick_spark import QUICK

ROOT: Final = Path(__file__).parents[3]


def start_audit(lake: Path, out: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "inlay", "spark", "verify", str(lake), "--values"]
    return subprocess.Popen(
        [*command, "-o", str(out)], cwd=ROOT, stdout=subprocess.DEVNULL, start_new_session=True
    )


def kill_after(tasks: int, run: int, lake: Path, out: Path) -> int:
    """How many tasks were done when the run was killed."""
    child = start_audit(lake, out)
    deadline = time.monotonic() + PATIENCE
    while (done := count_notes(out / "_staging" / str(run))) < tasks:
        assert child.poll() is None, "the run ended before it was killed"
        assert time.monotonic() < deadline, "the run does nothing"
        time.sleep(0.002)
    assert child.poll() is None, "the run ended before it was killed"
    kill_session(child)
    return done


def main() -> None:
    files = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    with TemporaryDirectory() as folder:
        lake, once, killed = (Path(folder) / name for name in ("lake", "once", "killed"))
        spark = session("local[2]", conf=QUICK)
        paths = write_lake(spark, lake, files)
        spark.stop()
        assert start_audit(lake, once).wait() == 1
        tasks = [kill_after(len(paths) // 128, run, lake, killed) for run in (1, 2)]
        assert start_audit(lake, killed).wait() == 1
        tables = {name: read(once, name) for name in AUDIT_TABLES}
        for name, rows in tables.items():
            assert read(killed, name) == rows, name
        assert len(tables["files"]) == len(paths)
        expected = sorted(expect(paths))
        assert sorted(list_found(killed)) == expected
        advised = sorted(expect_advice(paths))
        assert sorted(list_advised(killed)) == advised
    writers = Counter(row["writer"] for row in tables["files"])
    print(f"{len(paths):,} files of {dict(writers)}")
    print(f"killed after {tasks[0]} and {tasks[1]} tasks, and resumed")
    for name, told in tables.items():
        print(f"{name}: {len(told):,} rows, the same in one run and in three")
    for all_told in (expected, advised):
        print(dict(Counter(code for _, code, _, _, _ in all_told).most_common()))


if __name__ == "__main__":
    main()
