"""Spark Connect: whether a session is one, and whether a server is there before Spark tries for ten minutes."""

from __future__ import annotations

import json
import os
import re
import threading
from typing import TYPE_CHECKING, Any, Final

from inlay_spark.session.errors import SessionError

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

PATIENCE: Final = 10.0
"""Seconds in which a server has to answer, where nothing refuses at once."""


def is_remote(spark: SparkSession) -> bool:
    return type(spark).__module__.startswith("pyspark.sql.connect")


def is_local(spark: SparkSession) -> bool:
    """Whether tasks run on this machine, as this user. What a server calls local is local to it."""
    return count_local_cores(spark) > 0


def count_local_cores(spark: SparkSession) -> int:
    """How many tasks run at a time where they run on this machine; 0 for a cluster and a server."""
    master = "" if is_remote(spark) else spark.conf.get("spark.master", "") or ""
    given = re.match(r"local\[(\d+|\*)", master)
    if given is None:
        return 0
    return (os.cpu_count() or 1) if given[1] == "*" else int(given[1])


def remote_of_submit() -> str | None:
    """What `spark-submit --remote` was given. Spark starts a JVM all the same, and tells Python in this way alone."""
    settings: dict[str, str] = {}
    for at in range(int(os.environ.get("PYSPARK_REMOTE_INIT_CONF_LEN", "0"))):
        settings |= json.loads(os.environ[f"PYSPARK_REMOTE_INIT_CONF_{at}"])
    return settings.get("spark.remote")


def check_server(url: str, patience: float = PATIENCE) -> None:
    """Raises SessionError for a URL that is none, where nobody answers, and where pyspark has no client."""
    from pyspark.errors import PySparkException

    try:
        from pyspark.sql.connect.client import DefaultChannelBuilder

        builder = DefaultChannelBuilder(url)
        channel = builder.toChannel()
    except ImportError as error:
        what = "Spark Connect needs packages that are not there"
        raise SessionError(f"{what}: pip install 'pyspark[connect]' ({_first(error)})") from error
    except (PySparkException, ValueError) as error:
        what = f"--remote {url}: a server is sc://HOST:PORT, with ;name=value after a / for more"
        raise SessionError(f"{what} ({_first(error)})") from error
    seen: list[str] = []
    is_over = threading.Event()

    def look(state: Any) -> None:
        seen.append(state.name)
        if state.name in (
            "READY",
            "TRANSIENT_FAILURE",
        ):  # after the latter it would try again, for ever
            is_over.set()

    channel.subscribe(look, try_to_connect=True)
    is_over.wait(patience)
    channel.unsubscribe(look)
    channel.close()
    if "READY" not in seen:
        raise SessionError(
            f"no Spark Connect server answers at sc://{builder.endpoint}; is it started "
            "(sbin/start-connect-server.sh), is that its address, and does a firewall let you through?"
        )


def _first(error: BaseException) -> str:
    return str(error).splitlines()[0]
