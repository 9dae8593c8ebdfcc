"""A Delta table that is created with the files in it: the first version of its log."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from inlay.ground.blamed_options import blame_options
from inlay.verbs.register.check.differences import TableDifference
from inlay.verbs.register.check.held_file import HeldFile
from inlay.verbs.register.schema.table_types import TableColumn
from inlay.verbs.register.targets.delta.column_types import adapt_columns
from inlay.verbs.register.targets.delta.locations import DeltaFolder
from inlay.verbs.register.targets.delta.plan import DeltaPlan, make_plan
from inlay.verbs.register.targets.delta.table_log import LogClient
from inlay.verbs.register.targets.target import Request, TableWishes


class NewDeltaTable:
    columns: tuple[TableColumn, ...] | None = None

    def __init__(self, client: LogClient, wishes: TableWishes) -> None:
        self._client = client
        self._wishes = wishes
        self._folder = DeltaFolder(wishes.table)

    def adapt(self, columns: tuple[TableColumn, ...]) -> tuple[TableColumn, ...]:
        return adapt_columns(columns)

    def find_known(self, paths: Sequence[str]) -> Collection[str]:
        return ()

    def list_held(self) -> Iterator[HeldFile]:
        return iter(())

    def check_whole(self, _plan: DeltaPlan) -> Iterator[TableDifference]:
        return iter(())

    def plan(self, request: Request) -> DeltaPlan:
        """Raises RequestError, RefusedError."""
        names = [column.name for column in request.columns]
        keys = self._wishes.partition_by or request.partition_keys
        for key in keys:
            if key not in names:
                known = ", ".join(names)
                what = f"{{partition_by}} {key}: not a column of the files; there are {known}"
                raise blame_options(what, partition_by=None)
        parts = f", partitioned by {', '.join(keys)}" if keys else ""
        lines = [f"table {self._wishes.table}: created{parts}"]
        return make_plan(request, self._folder, {}, list(keys), lines)

    def commit(self, plan: DeltaPlan) -> str:
        """Raises RefusedError if somebody has created a table there in between."""
        wishes = self._wishes
        return self._client.create(wishes.table, wishes.properties, plan, wishes.job)

    def close(self) -> None:
        """Nothing is open."""
