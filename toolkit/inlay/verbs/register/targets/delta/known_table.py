"""A Delta table that is there: entries are added to its log, or take the places of those of the same paths."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, Final

from inlay.ground.refusals import RefusedError
from inlay.ground.wording.amounts import count
from inlay.verbs.register.check.differences import TableDifference
from inlay.verbs.register.check.held_file import HeldFile
from inlay.verbs.register.schema.table_leaves import list_leaves
from inlay.verbs.register.schema.table_types import TableColumn
from inlay.verbs.register.schema.unite_columns import has_only_more
from inlay.verbs.register.targets.delta.column_mapping import (
    is_mapped,
    require_stored_names,
    store_names,
    use_stored_names,
)
from inlay.verbs.register.targets.delta.column_types import (
    UnknownTypeError,
    adapt_columns,
    read_schema,
)
from inlay.verbs.register.targets.delta.held import hold
from inlay.verbs.register.targets.delta.locations import DeltaFolder
from inlay.verbs.register.targets.delta.plan import DeltaPlan, make_plan
from inlay.verbs.register.targets.delta.table_log import LoggedFile, TableLog
from inlay.verbs.register.targets.delta.writable import require_plain_table
from inlay.verbs.register.targets.target import Request, TableWishes

APART: Final = "columns are added in a version of their own, before the files"


class KnownDeltaTable:
    def __init__(self, log: TableLog, wishes: TableWishes) -> None:
        """Raises RefusedError for a table with columns or rules that are not kept here."""
        self._log = log
        self._wishes = wishes
        self._folder = DeltaFolder(wishes.table)
        self._configuration = log.configuration
        self._partition_by = log.partition_by
        schema = log.schema
        self._mapped: Mapping[str, Any] | None = None
        """The schema of a table whose columns have other names in its files."""
        if wishes.is_check and is_mapped(self._configuration):
            self._mapped = schema
            self._partition_by = store_names(schema, self._partition_by)
            schema = use_stored_names(schema)
        if not wishes.is_check:
            require_plain_table(log, wishes.table, replace=wishes.replace)
        try:
            columns = read_schema(schema)
        except UnknownTypeError as error:
            what = f"column {'.'.join(error.path)} of the table is {error.type}, which is not registered"
            raise RefusedError("type", what, path=wishes.table) from error
        # No file has a partitioning column, so it is asked of folders whether there are nulls.
        self._columns = tuple(
            replace(it, is_required=False) if it.name in self._partition_by else it
            for it in columns
        )
        self._filled = [
            it.name for it in columns if it.name in self._partition_by and it.is_required
        ]

    @property
    def columns(self) -> tuple[TableColumn, ...] | None:
        return self._columns

    def adapt(self, columns: tuple[TableColumn, ...]) -> tuple[TableColumn, ...]:
        if self._mapped is not None:
            require_stored_names(self._mapped, columns, self._wishes.table)
        return adapt_columns(columns)

    def find_known(self, paths: Sequence[str]) -> Collection[str]:
        return {path for path in paths if path in self._entries}

    @cached_property
    def _entries(self) -> dict[str, LoggedFile]:
        """The add actions of the table by the paths of their files."""
        return {self._folder.locate(file.name): file for file in self._log.list_files()}

    def list_held(self) -> Iterator[HeldFile]:
        leaves = list_leaves(self._columns)
        for path, file in self._entries.items():
            yield hold(path, file.size, file.rows, file.said, leaves)

    def check_whole(self, _plan: DeltaPlan) -> Iterator[TableDifference]:
        return iter(())

    def plan(self, request: Request) -> DeltaPlan:
        """Raises RefusedError."""
        known = {column.name for column in self._columns}
        columns = tuple(
            column
            for column in request.columns
            if column.name in known or column.name not in request.partition_keys
        )
        is_evolved = columns != self._columns
        if is_evolved and not has_only_more(columns, self._columns):
            what = "columns are added to a table, and no type and no NOT NULL is changed"
            hint = "change the table first, or write the files anew: `inlay rewrite`"
            raise RefusedError("schema", what, hint, request.files[0].path)
        # In a table that is there, a folder is a reason for no column.
        request = request._replace(columns=columns)
        plan = make_plan(
            request,
            self._folder,
            self._configuration,
            self._partition_by,
            lines=[APART] * (is_evolved and self._log.adds_columns_apart),
            data_change=not self._wishes.replace,
        )
        self._require_filled(plan)
        if self._wishes.replace:
            self._require_same(plan)
        return plan

    def _require_filled(self, plan: DeltaPlan) -> None:
        """Raises RefusedError for a partition of null where the table allows none."""
        for entry in plan.entries:
            for name in self._filled:
                if entry.partition[name] is None:
                    what = f"{name} is null in all rows, and the table allows no null there"
                    raise RefusedError("partition", what, path=entry.path)

    def _require_same(self, plan: DeltaPlan) -> None:
        """Raises RefusedError for other rows than before, and where rows of a file are deleted by their places."""
        deleted = {self._folder.locate(name) for name in self._log.list_deleted()}
        for entry in plan.entries:
            rows = self._entries[entry.path].rows
            now = json.loads(entry.stats)["numRecords"]
            if rows is not None and rows != now:
                what = (
                    f"it had {count(rows, 'row')}, and has {now:,}: --replace is for the same rows"
                )
                raise RefusedError("replace", what, path=entry.path)
            if entry.path in deleted:
                what = "rows of it are deleted by their places, which may be others now"
                raise RefusedError("deletes", what, path=entry.path)

    def commit(self, plan: DeltaPlan) -> str:
        """An entry of a path that is there takes its place: the protocol says that the later one holds."""
        return self._log.append(plan.entries, self._list_added(plan), self._wishes.job)

    def _list_added(self, plan: DeltaPlan) -> list[Mapping[str, Any]]:
        """Columns that are new, or have new members, as the log has them."""
        fields = zip(plan.columns, plan.schema["fields"], strict=True)
        return [field for column, field in fields if column not in self._columns]

    def close(self) -> None:
        """Nothing is open."""
