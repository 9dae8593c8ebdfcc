"""A table of DuckLake that is there, or is about to be created."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from inlay.ground.refusals import RefusedError
from inlay.ground.wording.amounts import count
from inlay.verbs.register.check.differences import TableDifference
from inlay.verbs.register.check.held_file import HeldFile
from inlay.verbs.register.schema.table_leaves import list_leaves
from inlay.verbs.register.schema.table_types import TableColumn, format_type
from inlay.verbs.register.schema.unite_columns import has_only_more
from inlay.verbs.register.targets.ducklake.catalog import (
    KnownFile,
    LakeTable,
    Snapshot,
    TableName,
    find_deletes,
    has_inlined_rows,
    has_inlined_table,
    list_known,
    make_absolute,
)
from inlay.verbs.register.targets.ducklake.column_types import adapt_columns, name_type
from inlay.verbs.register.targets.ducklake.commit import (
    Commit,
    name_snapshot,
    read_table_statistics,
    write_snapshot,
)
from inlay.verbs.register.targets.ducklake.databases.connection import Connection
from inlay.verbs.register.targets.ducklake.entries import CatalogFile, build_entries
from inlay.verbs.register.targets.ducklake.held import hold_entry, read_held
from inlay.verbs.register.targets.ducklake.held_table import list_table_differences
from inlay.verbs.register.targets.ducklake.mapping import list_ids, number_added
from inlay.verbs.register.targets.target import Loss, Request

OWNERSHIP: Final = "ownership"


class DuckLakePlan(NamedTuple):
    commit: Commit
    lines: Sequence[str]
    losses: Sequence[Loss]

    def list_held(self) -> Iterator[HeldFile]:
        entries = self.commit.entries
        return (hold_entry(entry, entries.leaves) for entry in entries.files)

    def describe(self) -> Sequence[Mapping[str, Any]]:
        return [entry.describe() for entry in self.commit.entries.files]


class DuckLakeTable:
    def __init__(
        self,
        connection: Connection,
        name: TableName,
        schema_id: int,
        snapshot: Snapshot,
        known: LakeTable | None,
        *,
        replace: bool,
        job: str,
    ) -> None:
        self._connection = connection
        self._name = name
        self._schema_id = schema_id
        self._snapshot = snapshot
        self._known = known
        self._replace = replace
        self._job = job
        self._files = {file.path: file for file in list_known(connection)}

    @property
    def columns(self) -> tuple[TableColumn, ...] | None:
        return None if self._known is None else self._known.columns

    def adapt(self, columns: tuple[TableColumn, ...]) -> tuple[TableColumn, ...]:
        return adapt_columns(columns)

    def find_known(self, paths: Sequence[str]) -> Collection[str]:
        """Raises RefusedError for a file of another table: dropping one of both would delete it."""
        known: list[str] = []
        for path in paths:
            file = self._files.get(make_absolute(path))
            if file is None:
                continue
            if self._known is None or file.table_id != self._known.table_id:
                what = "another table of the catalog has it, and deletes it when it is dropped"
                raise RefusedError("known", what, path=path)
            known.append(path)
        return known

    def list_held(self) -> Iterator[HeldFile]:
        known = self._known
        if known is None:
            return iter(())
        ids = list_ids(known.columns)
        leaves = {ids[leaf.path]: leaf for leaf in list_leaves(known.columns)}
        files = {it.file_id: it for it in self._files.values() if it.table_id == known.table_id}
        return read_held(self._connection, files, leaves)

    def check_whole(self, plan: DuckLakePlan) -> Iterator[TableDifference]:
        """Rows that are deleted, or in the catalog itself, are not known here: then nothing can be said."""
        known = self._known
        if known is None or not self._has_all(plan.commit.entries.files, known.table_id):
            return iter(())
        said = read_table_statistics(self._connection, known.table_id)
        return list_table_differences(said, plan.commit.entries)

    def _has_all(self, files: Sequence[CatalogFile], table_id: int) -> bool:
        """Whether these files have all rows of the table."""
        paths = {make_absolute(file.path) for file in files}
        others = {it.path for it in self._files.values() if it.table_id == table_id} - paths
        return not (
            others
            or find_deletes(self._connection, table_id)
            or has_inlined_rows(self._connection, table_id)
        )

    def plan(self, request: Request) -> DuckLakePlan:
        self._require_columns(request)
        known = self._known
        before = {} if known is None else list_ids(known.columns)
        last_id = 0 if known is None else known.last_id
        ids = number_added(request.columns, before, last_id)
        defaults = known.have_defaults if known is not None else frozenset[int]()
        entries = build_entries(request, ids, defaults)
        replaced: Mapping[str, KnownFile] = {}
        losses: list[Loss] = []
        if self._replace:
            replaced = self._find_replaced(request)
        else:
            what = "DuckLake owns its files: it deletes them once no snapshot has them"
            losses = [Loss(OWNERSHIP, what, "", request.files[0].path, len(request.files))]
        commit = Commit(
            self._snapshot,
            self._name,
            self._schema_id,
            known.table_id if known is not None else None,
            request.columns,
            ids,
            frozenset(ids.values()) - frozenset(before.values()),
            entries,
            replaced,
            bool(replaced) and known is not None and self._has_all(entries.files, known.table_id),
            self._job,
        )
        lines = [f"columns by name: {count(len(entries.mappings), 'mapping')}"]
        if known is None:
            fields = count(len(request.columns), "field")
            lines.insert(0, f"table {self._name.schema}.{self._name.table}: created, {fields}")
        return DuckLakePlan(commit, lines, losses)

    def commit(self, plan: DuckLakePlan) -> str:
        return name_snapshot(write_snapshot(self._connection, plan.commit))

    def close(self) -> None:
        self._connection.close()

    def _require_columns(self, request: Request) -> None:
        first = request.files[0].path
        if self._known is not None:
            known = self._known.columns
            if request.columns == known:
                return
            hint = "ALTER TABLE in DuckLake first"
            of_folders = {it.name for it in request.columns[len(known) :]} & {
                *request.partition_keys
            }
            if of_folders or not has_only_more(request.columns, known):
                what = "a registration adds columns to a table, and changes no type and no NOT NULL"
                raise RefusedError("schema", what, hint, first)
            if request.are_by_id:
                what = "the files have field ids, and DuckLake numbers new columns by itself"
                raise RefusedError("ids", what, hint, first)
            if has_inlined_table(self._connection, self._known.table_id):
                what = "DuckLake keeps small inserts of the table in the catalog, by its columns"
                raise RefusedError("schema", what, hint, first)
        _require_new_columns(request.columns, first)

    def _find_replaced(self, request: Request) -> dict[str, KnownFile]:
        """Raises RefusedError where rows of a file were deleted, by their places, or it has another number of rows."""
        assert self._known is not None
        deleted = find_deletes(self._connection, self._known.table_id)
        replaced: dict[str, KnownFile] = {}
        for file in request.files:
            known = self._files[make_absolute(file.path)]
            if known.file_id in deleted:
                what = "rows of it are deleted by their places, which may be others now"
                raise RefusedError("deletes", what, "rewrite it in DuckLake", file.path)
            if known.rows != file.record.rows:
                what = f"the table has it with {count(known.rows, 'row')}, "
                what += f"and it has {file.record.rows:,}: these are not the same rows"
                raise RefusedError("replace", what, path=file.path)
            replaced[known.path] = known
        return replaced


def _require_new_columns(columns: Sequence[TableColumn], path: str) -> None:
    """Names that differ in case alone are one name to DuckDB; a column of nulls alone has no type."""
    seen: set[str] = set()
    for column in columns:
        folded = column.name.lower()
        if folded in seen:
            what = f"column {column.name}: another one has the same name to DuckDB"
            raise RefusedError("schema", what, path=path)
        seen.add(folded)
        if name_type(column.type) is None:
            what = f"column {column.name} is {format_type(column.type)}: DuckLake has no such type"
            raise RefusedError("schema", what, path=path)
        _require_new_columns(column.members, path)
