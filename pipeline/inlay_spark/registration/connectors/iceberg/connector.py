"""Whether the session has an Iceberg catalog of the name that the user gives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from inlay.ground.refusals import RefusedError
from inlay.verbs.register.targets.iceberg.properties import list_of_catalog
from inlay.verbs.register.targets.iceberg.target import IcebergTarget
from inlay_spark.registration.connectors.committer import Committer
from inlay_spark.session.errors import cause_of, is_from_spark

if TYPE_CHECKING:
    from pyiceberg.catalog import Catalog

    from inlay.verbs.register.targets.target import TableWishes
    from inlay_spark.registration.connectors.driver_java import JavaSession

_HAS_CATALOG: Final = "org.apache.iceberg.spark.source.HasIcebergCatalog"


class IcebergConnector:
    """Properties of a catalog are pyiceberg's: whoever gives them means that client."""

    client: str = "pyiceberg"

    def find(self, session: JavaSession, wishes: TableWishes) -> Committer | None:
        """Raises RefusedError for a catalog of Spark that does not start."""
        name = wishes.catalog
        if not name or list_of_catalog(wishes.properties):
            return None
        if session.spark.conf.get(f"spark.sql.catalog.{name}", None) is None:
            return None
        plugin = _load_plugin(session, name)
        if not session.is_a(plugin, _HAS_CATALOG):
            return None

        def open_catalog(_wishes: TableWishes) -> Catalog:
            from inlay_spark.registration.connectors.iceberg.session_catalog import (
                SessionCatalog,
            )

            return SessionCatalog(session, plugin, name)

        version = session.jvm.org.apache.iceberg.IcebergBuild.version()
        who = f"Iceberg {version}, catalog {name} of the Spark session"
        return Committer(IcebergTarget(open_catalog), who)


def _load_plugin(session: JavaSession, name: str) -> Any:
    try:
        return session.session.sessionState().catalogManager().catalog(name)
    except Exception as error:
        if not is_from_spark(error):
            raise
        raise RefusedError("catalog", f"catalog {name} of Spark: {cause_of(error)}") from error


CONNECTOR: Final = IcebergConnector()
