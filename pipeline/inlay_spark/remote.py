"""Spark Connect: whether a session is one, and whether a server is there before Spark tries for ten minutes."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, Final

from inlay_spark.errors import SessionError

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

PATIENCE: Final = 20.0
"""Seconds in which a server has to answer."""


def is_remote(spark: SparkSession) -> bool:
    return type(spark).__module__.startswith("pyspark.sql.connect")


def check_server(url: str, patience: float = PATIENCE) -> None:
    """Raises SessionError for a URL that is none, where nobody answers, and where pyspark has no client."""
    from pyspark.errors import PySparkException

    try:
        from pyspark.sql.connect.client import DefaultChannelBuilder

        channel = DefaultChannelBuilder(url).toChannel()
    except ImportError as error:
        what = "Spark Connect needs packages that are not there"
        raise SessionError(f"{what}: pip install 'pyspark[connect]' ({_first(error)})") from error
    except (PySparkException, ValueError) as error:
        what = f"--remote {url}: a server is sc://HOST:PORT, with ;name=value after a / for more"
        raise SessionError(f"{what} ({_first(error)})") from error
    answered = threading.Event()

    def look(state: Any) -> None:
        if state.name == "READY":
            answered.set()

    channel.subscribe(look, try_to_connect=True)
    try:
        if not answered.wait(patience):
            raise SessionError(
                f"no Spark Connect server answers at {url} within {patience:.0f} s; is it started "
                "(sbin/start-connect-server.sh), and does a firewall let you through?"
            )
    finally:
        channel.unsubscribe(look)
        channel.close()


def _first(error: BaseException) -> str:
    return str(error).splitlines()[0]
