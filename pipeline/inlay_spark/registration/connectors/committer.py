"""Who commits: a connector of Spark that the session has, else the client in Python."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, NamedTuple, Protocol, cast

from inlay.verbs.register.targets.target import find_target
from inlay_spark.registration.connectors.driver_java import find_java_session

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from inlay.verbs.register.targets.target import TableWishes, TargetFormat
    from inlay_spark.registration.connectors.driver_java import JavaSession


class Committer(NamedTuple):
    """`name` is what people read of who commits; empty for a format that no connector is for."""

    target: TargetFormat
    name: str


class Connector(Protocol):
    """Each folder beside this module, named as `--to` names its format, has one in `connector.py`. `client` is what commits without it."""

    client: str

    def find(self, session: JavaSession, wishes: TableWishes) -> Committer | None:
        """None where this session has no connector for the table. Raises RefusedError for one that does not start."""
        ...


def choose_committer(spark: SparkSession, to: str, wishes: TableWishes) -> Committer:
    """Raises RequestError for a format that is none, RefusedError for a connector that does not start."""
    client = find_target(to)
    connector = _find_connector(client.name)
    if connector is None:
        return Committer(client, "")
    session = find_java_session(spark)
    committer = connector.find(session, wishes) if session is not None else None
    return committer or Committer(client, connector.client)


def _find_connector(to: str) -> Connector | None:
    name = f"{__package__}.{to}"
    if find_spec(name) is None:
        return None
    return cast("Connector", import_module(f"{name}.connector").CONNECTOR)
