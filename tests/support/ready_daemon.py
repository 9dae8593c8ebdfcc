"""The process that Spark forks its Python workers from, with what they import: each of them would take a second for it.

`spark.python.daemon.module` names this module in the session that tests share. That of other sessions is the package's own
(`inlay_spark.session.worker_daemon`), whose workers import what they need.
"""

from __future__ import annotations

from importlib import import_module
from typing import Final

NEEDED: Final = (
    "numpy",
    "pandas",
    "pyarrow.dataset",
    "pyspark.worker",
    "inlay_spark.catalog.work",
    "inlay_spark.migration.phases",
    "inlay_spark.rows.source",
    "inlay_spark.shredding.work",
)


def import_needed() -> None:
    for name in NEEDED:
        import_module(name)


if __name__ == "__main__":
    from pyspark import daemon

    from inlay_spark.session import worker_daemon

    import_needed()
    daemon.worker = worker_daemon.run_worker
    daemon.manager()
