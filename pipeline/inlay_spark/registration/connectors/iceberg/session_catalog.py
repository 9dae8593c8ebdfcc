"""A catalog of the Spark session as one of pyiceberg: tables are read and committed by Iceberg's own objects in the driver's JVM.

What goes across is what Iceberg's REST protocol has between a client and a catalog: a table's metadata, and requirements with updates, each
as JSON. So a commit of any number of files takes the same few calls.
"""

from __future__ import annotations

from typing import Any, Final

from pyiceberg.catalog.noop import NoopCatalog
from pyiceberg.exceptions import NoSuchTableError
from pyiceberg.partitioning import UNPARTITIONED_PARTITION_SPEC, PartitionSpec
from pyiceberg.schema import Schema
from pyiceberg.table import (
    CommitTableRequest,
    CommitTableResponse,
    CreateTableTransaction,
    Namespace,
    StagedTable,
    Table,
    TableIdentifier,
)
from pyiceberg.table.metadata import TableMetadata, TableMetadataUtil
from pyiceberg.table.sorting import UNSORTED_SORT_ORDER, SortOrder
from pyiceberg.table.update import TableRequirement, TableUpdate
from pyiceberg.typedef import EMPTY_DICT, Identifier, Properties

from inlay_spark.registration.connectors.driver_java import JavaSession
from inlay_spark.registration.connectors.iceberg.java_errors import explain_java
from inlay_spark.registration.connectors.iceberg.java_files import JavaFiles

_WRITTEN: Final = "org.apache.iceberg.HasTableOperations"


class SessionCatalog(NoopCatalog):
    """`plugin` is the catalog as Spark has it. Only what a registration asks of a catalog is there."""

    def __init__(self, session: JavaSession, plugin: Any, name: str) -> None:
        super().__init__(name)
        self._session = session
        self._plugin = plugin
        self._iceberg = session.jvm.org.apache.iceberg
        self._catalog = plugin.icebergCatalog()
        self._operations: dict[Identifier, Any] = {}
        self._creations: dict[Identifier, Any] = {}

    def load_table(self, identifier: str | Identifier) -> Table:
        """As it is now: Spark's catalog may have kept an older state. Raises NoSuchTableError."""
        name = self.identifier_to_tuple(identifier)
        with explain_java():
            table = self._catalog.loadTable(self._name(name))
            if not self._session.is_a(table, _WRITTEN):
                raise NoSuchTableError(f"{'.'.join(name)} shows another table, and has no files")
            table.refresh()
            operations = self._operations[name] = table.operations()
            state = operations.current()
            metadata, location = self._read(state), state.metadataFileLocation()
        return Table(name, metadata, location or "", JavaFiles(table.io()), self)

    def create_namespace_if_not_exists(
        self, namespace: str | Identifier, properties: Properties = EMPTY_DICT
    ) -> None:
        parts = self._session.make_texts(self.identifier_to_tuple(namespace))
        with explain_java():
            if not self._plugin.namespaceExists(parts):
                self._plugin.createNamespace(parts, self._make_map(properties))

    def create_table_transaction(
        self,
        identifier: str | Identifier,
        schema: Schema | Any,
        location: str | None = None,
        partition_spec: PartitionSpec = UNPARTITIONED_PARTITION_SPEC,
        sort_order: SortOrder = UNSORTED_SORT_ORDER,
        properties: Properties = EMPTY_DICT,
    ) -> CreateTableTransaction:
        """The table is where the session's catalog puts it. Raises TableAlreadyExistsError."""
        name = self.identifier_to_tuple(identifier)
        with explain_java():
            columns = self._iceberg.SchemaParser.fromJson(schema.model_dump_json())
            spec = self._iceberg.PartitionSpecParser.fromJson(
                columns, partition_spec.model_dump_json()
            )
            builder = self._catalog.buildTable(self._name(name), columns)
            builder = builder.withPartitionSpec(spec).withProperties(self._make_map(properties))
            creation = self._creations[name] = builder.createTransaction()
            table = creation.table()
            operations = self._operations[name] = table.operations()
            metadata = self._read(operations.current())
        return _BegunTable(StagedTable(name, metadata, "", JavaFiles(table.io()), self))

    def commit_table(
        self,
        table: Table,
        requirements: tuple[TableRequirement, ...],
        updates: tuple[TableUpdate, ...],
    ) -> CommitTableResponse:
        """Raises CommitFailedException where another commit came in between, TableAlreadyExistsError where a new table is there."""
        name = table.name()
        creation, operations = self._creations.get(name), self._operations[name]
        identifier = TableIdentifier(namespace=Namespace(list(name[:-1])), name=name[-1])
        request = CommitTableRequest(
            identifier=identifier, requirements=requirements, updates=updates
        )
        with explain_java():
            parser = self._iceberg.rest.requests.UpdateTableRequestParser
            parsed = parser.fromJson(request.model_dump_json())
            base = operations.refresh()
            builder = self._iceberg.TableMetadata.buildFrom(base)
            if (
                creation is None
            ):  # a creation requires nothing but that there is no table, and looks by itself
                for requirement in parsed.requirements():
                    requirement.validate(base)
            for update in parsed.updates():
                update.applyTo(builder)
            operations.commit(base, builder.build())
            if creation is not None:
                creation.commitTransaction()
            state = operations.current()
            return CommitTableResponse.model_validate(
                {
                    "metadata": self._read(state),
                    "metadata-location": state.metadataFileLocation() or "",
                }
            )

    @staticmethod
    def _delete_old_metadata(io: object, base: object, metadata: object) -> None:
        """Iceberg has done so in Java, where the table asks for it."""

    def _name(self, name: Identifier) -> Any:
        space = self._iceberg.catalog.Namespace.of(self._session.make_texts(name[:-1]))
        return self._iceberg.catalog.TableIdentifier.of(space, name[-1])

    def _read(self, state: Any) -> TableMetadata:
        return TableMetadataUtil.parse_raw(self._iceberg.TableMetadataParser.toJson(state))

    def _make_map(self, pairs: Properties) -> Any:
        pairs_in_java = self._session.jvm.java.util.HashMap()
        for key, value in pairs.items():
            pairs_in_java.put(key, str(value))
        return pairs_in_java


class _BegunTable(CreateTableTransaction):
    """Iceberg in Java has the table as it begins: it is told what comes after that."""

    def _initial_changes(self, table_metadata: TableMetadata) -> None:
        pass
