"""A Spark session that suits these jobs: the one that is there, or a new one.

Nothing here, and nothing in this package, needs a SparkContext, the JVM or RDDs, so Spark Connect will do.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from inlay_spark.session.connect import check_server, is_local, remote_of_submit
from inlay_spark.session.errors import SessionError, advise, cause_of, is_from_spark
from inlay_spark.session.java_locale import spell_names_alike
from inlay_spark.session.masters import check_master

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

LONGEST_SOCKET_FOLDER: Final = 60
"""A path of a unix socket has at most 108 bytes (104 on macOS), and Spark adds a name of its own."""

_JAVA_FOLDER: Final = "-Djava.io.tmpdir="

OLDEST: Final = (4, 0)
"""The first Spark with data sources in Python that are handed Arrow. Streams need a newer one, and say so."""

ANYWHERE: Final = {"spark.sql.python.filterPushdown.enabled": "true"}
"""Settings for any session, also of a server that was started by others."""


def session(
    master: str | None = None, *, remote: str | None = None, conf: Mapping[str, str] | None = None
) -> SparkSession:
    """The session of this process: of `spark-submit`, of a notebook, or a new one.

    A new one runs at `master`, by default on all cores of this machine, or is a client of the Spark Connect
    server at `remote` (or SPARK_REMOTE). Raises JavaError where there is no Java to start it with, SessionError
    where it does not start for another reason.
    """
    from pyspark.sql import SparkSession

    # Spark asks for pandas wherever Python meets Arrow; we hand it Arrow, and use nothing of pandas.
    warnings.filterwarnings("ignore", message="PySpark does not yet fully support pandas")
    there = SparkSession.getActiveSession()
    if there is not None and master is None and remote is None:
        return _equip_workers(there)
    if master is None:
        remote = remote or os.environ.get("SPARK_REMOTE") or remote_of_submit()
    if remote is not None and not remote.startswith("local"):
        check_server(remote)
        settings = dict(ANYWHERE)
    elif "PYSPARK_GATEWAY_PORT" in os.environ:  # spark-submit has started Java, and chosen
        settings = {}
    else:
        master = master or remote or os.environ.get("MASTER") or "local[*]"
        check_master(master)
        settings = _to_start(master, conf or {})
    builder = SparkSession.Builder().appName("inlay")
    if remote is not None:
        builder = builder.remote(remote)
    elif master is not None:
        builder = builder.master(master)
    for name, value in {**settings, **(conf or {})}.items():
        builder = builder.config(name, value)
    try:
        with spell_names_alike():
            spark = builder.getOrCreate()
    except Exception as error:
        if not is_from_spark(error):
            raise
        where = remote or master or "what spark-submit was told"
        where = where.partition(";")[0]  # what follows may be a token
        cause = cause_of(error)
        raise SessionError(f"no session of Spark at {where}: {cause}{advise(cause)}") from error
    return _equip_workers(spark)


def _to_start(master: str, conf: Mapping[str, str]) -> dict[str, str]:
    """Sees to it that Java can be started here, and with which settings."""
    from inlay_spark.session.java import use_java

    use_java()
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    os.environ.setdefault("PYSPARK_DRIVER_PYTHON", sys.executable)
    _log_errors_alone()
    settings = {
        **ANYWHERE,
        "spark.ui.showConsoleProgress": "false",
        "spark.sql.execution.arrow.pyspark.enabled": "true",
    }
    if not master.startswith("local"):
        return settings
    os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")  # needs no network, and no warning
    # 200, the default, is for a cluster.
    settings["spark.sql.shuffle.partitions"] = str(2 * (os.cpu_count() or 4))
    if len(os.fsencode(find_socket_folder(conf))) <= LONGEST_SOCKET_FOLDER:
        # A third of the time per task of Python, against TCP. A cluster may have long names: those of YARN are.
        settings["spark.python.unix.domain.socket.enabled"] = "true"
    if not master.startswith("local-cluster"):
        settings["spark.python.daemon.module"] = "inlay_spark.session.worker_daemon"
    return settings


def _log_errors_alone() -> None:
    """Unless somebody has other settings: those of Spark begin with five lines about themselves."""
    home, own = os.environ.get("SPARK_HOME", ""), Path(__file__).with_name("log4j2.properties")
    folders = (os.environ.get("SPARK_CONF_DIR", ""), os.path.join(home, "conf"))
    if own.exists() and not any(
        os.path.exists(os.path.join(folder, own.name)) for folder in folders
    ):
        os.environ.setdefault("LOG4J_CONFIGURATION_FILE", own.as_uri())


def find_socket_folder(conf: Mapping[str, str]) -> str:
    """Where Spark puts its unix sockets: Java's directory for temporary files, which on Linux is not Python's."""
    if named := conf.get("spark.python.unix.domain.socket.dir"):
        return named
    options = [conf.get("spark.driver.extraJavaOptions", "")]
    options += [os.environ.get(name, "") for name in ("SPARK_SUBMIT_OPTS", "JAVA_TOOL_OPTIONS")]
    for option in " ".join(options).split():
        if option.startswith(_JAVA_FOLDER):
            return option.removeprefix(_JAVA_FOLDER)
    return "/tmp" if sys.platform == "linux" else tempfile.gettempdir()


def _equip_workers(spark: SparkSession) -> SparkSession:
    """The same session, whose workers have this package: those of this machine import it, a cluster is sent it once."""
    from inlay_spark.session.shipping import ship

    version = re.match(r"(\d+)\.(\d+)", spark.version)
    if version is not None and tuple(map(int, version.groups())) < OLDEST:
        raise SessionError(
            f"Spark {spark.version} is too old: these jobs need 4.0 or newer; "
            "pip install --upgrade pyspark, or use a newer cluster"
        )
    if not is_local(spark):
        ship(spark)
    return spark
