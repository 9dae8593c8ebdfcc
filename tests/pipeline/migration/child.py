"""A job in a process of its own, to be killed: `python -m tests.pipeline.migration.child migrate|rollback JOURNAL LAKE`."""

from __future__ import annotations

import sys
from typing import Final

from inlay_spark.migration import Operation, migrate, rollback
from inlay_spark.session import session

QUICK: Final = {
    "spark.ui.enabled": "false",
    "spark.sql.shuffle.partitions": "2",
    "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
}
"""A session that is there in half the time."""


def main() -> None:
    what, journal, lake = sys.argv[1:]
    spark = session("local[2]", conf=QUICK)
    if what == "migrate":
        migrate(spark, [lake], Operation("private"), journal)
    else:
        rollback(spark, journal)


if __name__ == "__main__":
    main()
