"""The driver of a compaction is killed in every phase; no row is missing then, and both ways lead out.

`python -m tests.pipeline.migration.compact_kills 10` kills that often, at random moments, and prints what there was.
The suite kills once in publishing.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from inlay_spark.migration import migrate, rollback, verify
from tests.pipeline.migration.child import OPERATIONS
from tests.pipeline.migration.kills import BACK, FORWARD, kill_while
from tests.pipeline.migration.lakes import staged
from tests.pipeline.migration.small_files import numbers_in, snapshot, write_small_files
from tests.support.quick_spark import QUICK

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

FILES, ROWS = 600, 10
COMPACT = OPERATIONS["compact"]


def kill_once(spark: SparkSession, inside: Path, phase: str, delay: float) -> str:
    """What there was after the kill, in a few words; AssertionError where something was lost."""
    folder, journal = inside / "lake", inside / "journal"
    write_small_files(folder / "part=0", FILES, rows=ROWS)
    before = snapshot(folder)
    if phase in BACK:
        assert migrate(spark, [str(folder)], COMPACT, str(journal)).whole
    what = "rollback" if phase in BACK else "migrate"
    arguments = [what, str(journal), str(folder), "compact"]
    was_killed = kill_while((journal / phase).exists, arguments, journal, phase, delay)
    names = list(folder.rglob("*.parquet"))
    large = sum("-inlay-" in path.name for path in names)
    assert set(numbers_in(folder)) == set(range(FILES * ROWS))
    if phase in FORWARD:
        assert migrate(spark, [str(folder)], COMPACT, str(journal)).whole
        assert numbers_in(folder) == list(range(FILES * ROWS))
        assert verify(spark, str(journal), sample=1).whole
    assert rollback(spark, str(journal)).whole
    assert snapshot(folder) == before
    assert staged(folder) == []
    when = "in it" if was_killed else "after it"
    return f"{when}; then {large} large and {len(names) - large} small files: whole"


def main() -> None:
    from inlay_spark.session import session

    times = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    chance = random.Random(times)
    spark = session("local[2]", conf=QUICK)
    for number in range(times):
        phase = (FORWARD + BACK)[(number + 1) % 5]
        delay = chance.uniform(0, 0.4)
        with TemporaryDirectory() as folder:
            print(f"{number}: {phase} +{delay:.2f} s,", end=" ", flush=True)
            print(kill_once(spark, Path(folder), phase, delay), flush=True)


if __name__ == "__main__":
    main()
