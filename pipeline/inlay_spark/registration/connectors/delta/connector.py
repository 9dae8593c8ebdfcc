"""Whether the session has Delta's connector."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from inlay.verbs.register.targets.delta.target import Delta
from inlay_spark.registration.connectors.committer import Committer
from inlay_spark.session.errors import is_from_spark

if TYPE_CHECKING:
    from inlay.verbs.register.targets.target import TableWishes
    from inlay_spark.registration.connectors.driver_java import JavaSession

_CATALOG: Final = "spark.sql.catalog.spark_catalog"
"""A setting without which Delta's classes refuse to work."""


class DeltaConnector:
    """Properties are deltalake's, of its storage: whoever gives them means that client."""

    client: str = "deltalake"

    def find(self, session: JavaSession, wishes: TableWishes) -> Committer | None:
        if wishes.properties or session.spark.conf.get(_CATALOG, None) is None:
            return None
        version = _find_version(session)
        if version is None:
            return None
        from inlay_spark.registration.connectors.delta.session_client import SessionClient

        return Committer(Delta(SessionClient(session)), f"Delta {version} in the Spark session")


def _find_version(session: JavaSession) -> Any:
    """None where Delta is not on the class path of the driver."""
    try:
        loader = session.jvm.org.apache.spark.util.Utils.getContextOrSparkClassLoader()
        loader.loadClass("org.apache.spark.sql.delta.DeltaLog")
        return session.jvm.io.delta.package.VERSION()
    except Exception as error:
        if not is_from_spark(error):
            raise
        return None


CONNECTOR: Final = DeltaConnector()
