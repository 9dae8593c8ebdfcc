"""A job in a process of its own, to be killed: `python -m tests.pipeline.migration.child migrate|rollback JOURNAL LAKE`."""

from __future__ import annotations

import sys
from pathlib import Path

from inlay_spark.migration import Operation, migrate, rollback
from inlay_spark.session import session


def main() -> None:
    what, journal, lake = sys.argv[1:]
    spark = session("local[2]")
    spark.range(1).count()
    if what == "migrate":
        paths = sorted(str(path) for path in Path(lake).glob("*.parquet"))
        migrate(spark, paths, Operation("private"), journal)
    else:
        rollback(spark, journal)


if __name__ == "__main__":
    main()
