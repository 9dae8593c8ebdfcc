"""A table that is there: files are added to it, or take the places of those that they were."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property

from pyiceberg.catalog import Catalog
from pyiceberg.exceptions import CommitFailedException, ValidationException
from pyiceberg.manifest import DataFile, ManifestContent
from pyiceberg.table import Table, TableProperties
from pyiceberg.table.update.schema import UpdateSchema

from inlay.ground.refusals import RefusedError
from inlay.ground.wording.amounts import count
from inlay.verbs.register.check.differences import TableDifference
from inlay.verbs.register.check.held_file import HeldFile
from inlay.verbs.register.lake_file import list_schemas
from inlay.verbs.register.partitions import require_folders
from inlay.verbs.register.schema.table_leaves import list_leaves
from inlay.verbs.register.schema.table_types import TableColumn
from inlay.verbs.register.targets.iceberg.client_errors import explain_client
from inlay.verbs.register.targets.iceberg.commits import append, name_snapshot, replace
from inlay.verbs.register.targets.iceberg.entries import TableShape
from inlay.verbs.register.targets.iceberg.field_ids import find_ids, number_columns
from inlay.verbs.register.targets.iceberg.file_names import identify
from inlay.verbs.register.targets.iceberg.held import read_held
from inlay.verbs.register.targets.iceberg.partition_values import list_kept
from inlay.verbs.register.targets.iceberg.plan import IcebergPlan, make_plan
from inlay.verbs.register.targets.iceberg.schemas import build_schema
from inlay.verbs.register.targets.iceberg.types import adapt_columns, columns_of
from inlay.verbs.register.targets.target import Request


class KnownTable:
    def __init__(
        self, catalog: Catalog, table: Table, *, is_replacing: bool, is_of_check: bool, job: str
    ) -> None:
        """Raises RefusedError for a table with columns of Iceberg 3."""
        self._catalog = catalog
        self._table = table
        self._name = ".".join(table.name())
        self._is_replacing = is_replacing
        self._is_of_check = is_of_check
        self._job = job
        try:
            self._columns = columns_of(table.schema().fields)
        except ValueError as error:
            raise RefusedError("version", f"table {self._name}: {error}") from error

    @property
    def columns(self) -> tuple[TableColumn, ...] | None:
        return self._columns

    def adapt(self, columns: tuple[TableColumn, ...]) -> tuple[TableColumn, ...]:
        return adapt_columns(columns)

    def find_known(self, paths: Sequence[str]) -> Collection[str]:
        return {path for path in paths if identify(path) in self._entries}

    @cached_property
    def _entries(self) -> dict[str, DataFile]:
        """The files of the table, whichever way their paths are spelled."""
        with explain_client(f"table {self._name}"):
            return {identify(entry.file_path): entry for entry in self._list_entries()}

    def list_held(self) -> Iterator[HeldFile]:
        leaves = list_leaves(self._columns)
        return (read_held(entry, leaves) for entry in self._entries.values())

    def _list_entries(self) -> Iterator[DataFile]:
        snapshot = self._table.current_snapshot()
        for manifest in [] if snapshot is None else snapshot.manifests(self._table.io):
            if manifest.content == ManifestContent.DATA:
                for entry in manifest.fetch_manifest_entry(self._table.io, discard_deleted=True):
                    yield entry.data_file

    def check_whole(self, _plan: IcebergPlan) -> Iterator[TableDifference]:
        return iter(())

    def plan(self, request: Request) -> IcebergPlan:
        """Raises RefusedError."""
        known = {column.name for column in self._columns}
        # Folders are no reason for a column: a table has the partitions that it has.
        wanted = tuple(
            column
            for column in request.columns
            if column.name in known or column.name not in request.partition_keys
        )
        schemas = list_schemas(request.files)
        ids = find_ids(wanted, schemas, by_id=request.are_by_id)
        metadata = self._table.metadata
        ever = {at for schema in metadata.schemas for at in schema.field_ids}
        dropped = ever - self._table.schema().field_ids
        columns = number_columns(wanted, ids, dropped=dropped, last=metadata.last_column_id)
        is_evolved = columns != self._columns
        schema = build_schema(columns, self._table.schema())
        spec = self._table.spec()
        if not self._is_of_check:
            keys = list_kept(spec, schema)
            require_folders(request.files, request.partition_keys, columns, keys)
        shape = TableShape(columns, schema, spec, metadata.properties, request.are_by_id)
        mapping = metadata.name_mapping()
        plan = make_plan(request, schemas, shape, lines=[], mapping=mapping, is_evolved=is_evolved)
        return plan.with_replaced(self._find_replaced(plan.entries)) if self._is_replacing else plan

    def _find_replaced(self, entries: Sequence[DataFile]) -> list[DataFile]:
        """Raises RefusedError for a file that has other rows than before, and where rows would come back."""
        self._require_no_deletes()
        replaced: list[DataFile] = []
        for entry in entries:
            before = self._entries[identify(entry.file_path)]
            if before.record_count != entry.record_count:
                what = f"it had {count(before.record_count, 'row')}, and has {entry.record_count:,}: --replace is for the same rows"
                raise RefusedError("replace", what, path=entry.file_path)
            replaced.append(before)
        return replaced

    def _require_no_deletes(self) -> None:
        """Deletes are about files that are older than they are: to a new entry, they do not apply."""
        snapshot = self._table.current_snapshot()
        manifests = [] if snapshot is None else snapshot.manifests(self._table.io)
        if any(it.content == ManifestContent.DELETES for it in manifests):
            what = "the table has delete files, and rows that they delete would come back"
            raise RefusedError("replace", f"{what}; compact it first")

    def commit(self, plan: IcebergPlan) -> str:
        """Raises RefusedError where another commit came in between: pyiceberg would try again, and register the same files twice."""
        transaction = _without_retries(self._table).transaction()
        with explain_client(f"table {self._name}"):
            try:
                if plan.is_evolved:
                    UpdateSchema(transaction, schema=plan.shape.schema).commit()
                if plan.properties:
                    transaction.set_properties(dict(plan.properties))
                if plan.replaced:
                    snapshot = replace(transaction, plan.replaced, plan.entries, self._job)
                else:
                    snapshot = append(transaction, plan.entries, self._job)
                transaction.commit_transaction()
            except (CommitFailedException, ValidationException) as error:
                what = (
                    f"table {self._name}: another commit came in between, so run it again: {error}"
                )
                raise RefusedError("commit", what) from error
        return name_snapshot(snapshot)

    def close(self) -> None:
        self._catalog.close()


def _without_retries(table: Table) -> Table:
    """The same table, whose transactions stand or fall with the state that was read."""
    once = {**table.metadata.properties, TableProperties.COMMIT_NUM_RETRIES: "0"}
    metadata = table.metadata.model_copy(update={"properties": once})
    return Table(
        table.name(), metadata, table.metadata_location, table.io, table.catalog, table.config
    )
