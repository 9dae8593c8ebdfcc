"""A job in a process of its own, to be killed:
`python -m tests.pipeline.migration.child migrate|rollback JOURNAL LAKE OPERATION`."""

from __future__ import annotations

import sys
from typing import Final

from inlay_spark.migration import Operation, migrate, rollback
from inlay_spark.session import session
from tests.support.quick_spark import QUICK

FILE_OPERATIONS: Final = {
    **{name: Operation(name) for name in ("private", "final", "seal", "thrift")},
    "encoding": Operation("encoding", ("a",), "pco"),
    "index": Operation("index", what=("all",)),
}
"""What is done to the files of `make_lake`."""

OPERATIONS: Final = {**FILE_OPERATIONS, "compact": Operation("compact", target_size=3_000)}


def main() -> None:
    what, journal, lake, operation = sys.argv[1:]
    ready = {"spark.python.daemon.module": "tests.support.ready_daemon"}
    spark = session("local[2]", conf={**QUICK, **ready})
    if what == "migrate":
        migrate(spark, [lake], OPERATIONS[operation], journal)
    else:
        rollback(spark, journal)


if __name__ == "__main__":
    main()
