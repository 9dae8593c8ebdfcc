"""A table that is created with the files in it: one commit, before which it is not there."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from pyiceberg.catalog import Catalog
from pyiceberg.exceptions import CommitFailedException, TableAlreadyExistsError
from pyiceberg.partitioning import (
    PARTITION_FIELD_ID_START,
    PartitionField,
    PartitionSpec,
)
from pyiceberg.schema import Schema
from pyiceberg.table import CreateTableTransaction
from pyiceberg.table.update.schema import UpdateSchema
from pyiceberg.transforms import IdentityTransform

from inlay.ground.blamed_options import blame_options
from inlay.ground.refusals import RefusedError
from inlay.verbs.register.check.differences import TableDifference
from inlay.verbs.register.check.held_file import HeldFile
from inlay.verbs.register.lake_file import list_schemas
from inlay.verbs.register.partitions import require_folders
from inlay.verbs.register.schema.table_types import TableColumn
from inlay.verbs.register.targets.iceberg.client_errors import explain_client
from inlay.verbs.register.targets.iceberg.commits import append, name_snapshot
from inlay.verbs.register.targets.iceberg.entries import TableShape
from inlay.verbs.register.targets.iceberg.field_ids import find_ids, number_columns
from inlay.verbs.register.targets.iceberg.plan import IcebergPlan, make_plan
from inlay.verbs.register.targets.iceberg.schemas import build_schema
from inlay.verbs.register.targets.iceberg.types import adapt_columns
from inlay.verbs.register.targets.target import Request


class NewTable:
    """`properties` are those of the table. `partition_by` are its columns, by default those of folders."""

    columns: tuple[TableColumn, ...] | None = None

    def __init__(
        self,
        catalog: Catalog,
        name: str,
        properties: Mapping[str, str],
        partition_by: Sequence[str],
        job: str,
    ) -> None:
        self._catalog = catalog
        self._name = name
        self._properties = dict(properties)
        self._partition_by = tuple(partition_by)
        self._job = job

    def adapt(self, columns: tuple[TableColumn, ...]) -> tuple[TableColumn, ...]:
        return adapt_columns(columns)

    def find_known(self, paths: Sequence[str]) -> Collection[str]:
        return ()

    def list_held(self) -> Iterator[HeldFile]:
        return iter(())

    def check_whole(self, _plan: IcebergPlan) -> Iterator[TableDifference]:
        return iter(())

    def plan(self, request: Request) -> IcebergPlan:
        """Raises RequestError, RefusedError."""
        schemas = list_schemas(request.files)
        ids = find_ids(request.columns, schemas, by_id=request.are_by_id)
        columns = number_columns(request.columns, ids, dropped=(), last=0)
        schema = build_schema(columns)
        keys = self._partition_by or request.partition_keys
        require_folders(request.files, request.partition_keys, columns, keys)
        spec = _build_spec(columns, keys)
        shape = TableShape(columns, schema, spec, self._properties, request.are_by_id)
        parts = f", partitioned by {', '.join(keys)}" if keys else ""
        lines = [f"table {self._name}: created{parts}"]
        return make_plan(request, schemas, shape, lines=lines, mapping=None, is_evolved=True)

    def commit(self, plan: IcebergPlan) -> str:
        with explain_client(f"table {self._name}"):
            try:
                namespace = self._catalog.namespace_from(self._name)
                self._catalog.create_namespace_if_not_exists(namespace)
                transaction = self._begin(plan)
                snapshot = append(transaction, plan.entries, self._job)
                transaction.commit_transaction()
            except (CommitFailedException, TableAlreadyExistsError) as error:
                what = f"somebody has created table {self._name} in between: {error}"
                raise RefusedError("commit", what) from error
        return name_snapshot(snapshot)

    def _begin(self, plan: IcebergPlan) -> CreateTableTransaction:
        """Catalogs give columns of a new table ids of their own. Where files have others, the table begins without columns."""
        schema, spec = plan.shape.schema, plan.shape.spec
        properties = {**self._properties, **plan.properties}
        transaction = self._catalog.create_table_transaction(
            self._name, schema, partition_spec=spec, properties=properties
        )
        if transaction.table_metadata.schema() == schema:
            return transaction
        transaction = self._catalog.create_table_transaction(
            self._name, Schema(), properties=properties
        )
        UpdateSchema(transaction, schema=schema).commit()
        if not spec.is_unpartitioned():
            with transaction.update_spec() as update:
                for field in spec.fields:
                    update.add_identity(field.name)
        return transaction

    def close(self) -> None:
        self._catalog.close()


def _build_spec(columns: Sequence[TableColumn], keys: Sequence[str]) -> PartitionSpec:
    """Columns as they are, one value a file."""
    ids = {column.name: column.field_id for column in columns if not column.members}
    fields: list[PartitionField] = []
    for at, key in enumerate(keys):
        source = ids.get(key)
        if source is None:
            known = ", ".join(ids)
            what = f"{{partition_by}} {key}: not a column of the files; there are {known}"
            raise blame_options(what, partition_by=None)
        number = PARTITION_FIELD_ID_START + at
        fields.append(PartitionField(source, number, IdentityTransform(), key))
    return PartitionSpec(*fields)
