"""A Spark session that suits these jobs: the one that is there, or a new one.

Nothing here, and nothing in this package, uses a SparkContext, the JVM or RDDs, so Spark Connect will do.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

LONGEST_SOCKET_FOLDER: Final = 60
"""A path of a unix socket has at most 108 bytes, and Spark adds a name of its own."""


def session(
    master: str | None = None, *, remote: str | None = None, conf: Mapping[str, str] | None = None
) -> SparkSession:
    """The session of this process: of `spark-submit`, of a notebook, or a new one.

    A new one runs at `master`, by default on all cores of this machine, or is a client of the Spark Connect
    server at `remote`. Raises JavaError where there is no Java to start it with.
    """
    from pyspark.sql import SparkSession

    there = SparkSession.getActiveSession()
    if there is not None and master is None and remote is None:
        _ship(there)
        return there
    builder = SparkSession.Builder().appName("inlay")
    if remote is not None:
        builder = builder.remote(remote)
    elif "PYSPARK_GATEWAY_PORT" not in os.environ:  # else spark-submit has started Java, and chosen
        from inlay_spark.java import use_java

        use_java()
        master = master or os.environ.get("MASTER") or "local[*]"
        if master.startswith("local"):
            os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")  # needs no network, and no warning
            # 200, the default, is for a cluster.
            builder = builder.config("spark.sql.shuffle.partitions", 2 * (os.cpu_count() or 4))
        builder = builder.master(master)
        for name, value in defaults().items():
            builder = builder.config(name, value)
    for name, value in (conf or {}).items():
        builder = builder.config(name, value)
    made = builder.getOrCreate()
    _ship(made)
    return made


def defaults() -> dict[str, str]:
    """What a session of our own is started with; `conf` prevails."""
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    os.environ.setdefault("PYSPARK_DRIVER_PYTHON", sys.executable)
    found = {
        "spark.ui.showConsoleProgress": "false",
        "spark.log.level": "ERROR",
        "spark.sql.execution.arrow.pyspark.enabled": "true",
        "spark.sql.python.filterPushdown.enabled": "true",
    }
    if len(tempfile.gettempdir()) <= LONGEST_SOCKET_FOLDER:
        # A third of the time per task of Python, against TCP.
        found["spark.python.unix.domain.socket.enabled"] = "true"
    return found


def _ship(spark: SparkSession) -> None:
    """Gives the workers of a cluster this package, once; those of this machine import it themselves."""
    from inlay_spark.shipping import ship

    if not _master_of(spark).startswith("local["):
        ship(spark)


def _master_of(spark: SparkSession) -> str:
    return spark.conf.get("spark.master", "") or ""
