"""deltalake, with its errors as ours: one line each, and no secret of the storage in them."""

from __future__ import annotations

import errno
import json
from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

import pyarrow as pa
from deltalake import CommitProperties, DeltaTable, Field, Schema, Transaction
from deltalake.exceptions import (
    CommitFailedError,
    DeltaError,
    DeltaProtocolError,
    TableNotFoundError,
)
from deltalake.transaction import AddAction, create_table_with_add_actions

from inlay.ground.refusals import RefusedError
from inlay.verbs.register.documents import list_documents
from inlay.verbs.register.targets.delta.late import refuse_late_commit, refuse_late_table
from inlay.verbs.register.targets.delta.locations import DeltaFolder
from inlay.verbs.register.targets.delta.plan import DeltaEntry, DeltaPlan, format_schema
from inlay.verbs.register.targets.delta.table_log import LoggedFile, name_version

_EXISTS: Final = "table already exists at that location"
"""Of an error that has no class of its own."""
_FIRST: Final = 0


class DeltalakeClient:
    def open(self, folder: str, properties: Mapping[str, str]) -> DeltalakeLog | None:
        """None where there is no table. Raises OSError for a log that cannot be read."""
        location = DeltaFolder(folder).location
        with explain_client(folder):
            try:
                table = DeltaTable(location, storage_options=dict(properties) or None)
            except TableNotFoundError:
                return None
            return DeltalakeLog(table, folder)

    def create(self, folder: str, properties: Mapping[str, str], plan: DeltaPlan, job: str) -> str:
        with explain_client(folder):
            create_table_with_add_actions(
                DeltaFolder(folder).location,
                Schema.from_json(format_schema(plan)),
                [make_action(entry) for entry in plan.entries],
                mode="error",
                partition_by=list(plan.partition_by),
                storage_options=dict(properties) or None,
                commit_properties=describe_commit(job, _FIRST),
            )
        return name_version(_FIRST)


class DeltalakeLog:
    adds_columns_apart = True

    def __init__(self, table: DeltaTable, folder: str) -> None:
        self._table = table
        self._folder = folder
        metadata = table.metadata()
        self.configuration: Mapping[str, str] = dict(metadata.configuration)
        self.partition_by: Sequence[str] = list(metadata.partition_columns)
        self.schema: Mapping[str, Any] = json.loads(table.schema().to_json())
        self.writer_features: Collection[str] = table.protocol().writer_features or ()

    def list_files(self) -> Iterator[LoggedFile]:
        with explain_client(self._folder):
            batches = pa.table(self._table.get_add_actions()).to_batches()
        for batch in batches:
            for row in list_documents(batch):
                said = {
                    "minValues": row.get("min"),
                    "maxValues": row.get("max"),
                    "nullCount": row.get("null_count"),
                }
                yield LoggedFile(row["path"], row["size_bytes"], row["num_records"], said)

    def list_deleted(self) -> list[str]:
        with explain_client(self._folder):
            vectors = pa.table(self._table.deletion_vectors()).to_pylist()
        return [row["filepath"] for row in vectors]

    def find_jobs(self, jobs: Collection[str]) -> dict[str, str]:
        versions = {job: self._table.transaction_version(job) for job in jobs}
        return {job: name_version(it) for job, it in versions.items() if it is not None}

    def append(
        self, entries: Sequence[DeltaEntry], fields: Sequence[Mapping[str, Any]], job: str
    ) -> str:
        """deltalake adds columns in no commit with entries. Whoever is cut off in between leaves a table of the same rows, with columns of
        nulls."""
        with explain_client(self._folder):
            if fields:
                added = [Field.from_json(json.dumps(field)) for field in fields]
                once = CommitProperties(max_commit_retries=0)
                self._table.alter.add_columns(added, commit_properties=once)
            version = self._table.version() + 1
            self._table.create_write_transaction(
                [make_action(entry) for entry in entries],
                mode="append",
                schema=self._table.schema(),
                partition_by=list(self.partition_by),
                commit_properties=describe_commit(job, version),
            )
        return name_version(version)


def make_action(entry: DeltaEntry) -> AddAction:
    return AddAction(
        entry.name,
        entry.size,
        dict(entry.partition),
        entry.modified,
        data_change=entry.data_change,
        stats=entry.stats,
    )


def describe_commit(job: str, version: int) -> CommitProperties:
    """The id of a job goes into a transaction of the protocol, which says the version of the table: checkpoints keep it. deltalake does not
    try again, for it would add files twice."""
    transactions = [Transaction(job, version)] if job else None
    return CommitProperties(max_commit_retries=0, app_transactions=transactions)


@contextmanager
def explain_client(folder: str) -> Generator[None]:
    """Raises RefusedError where somebody else has committed, or the table asks for what deltalake cannot do; else OSError."""
    try:
        yield
    except CommitFailedError as error:
        raise refuse_late_commit(folder, _first_line(error)) from error
    except DeltaProtocolError as error:
        raise RefusedError("protocol", _first_line(error), path=folder) from error
    except (DeltaError, OSError) as error:
        if _EXISTS in str(error):
            raise refuse_late_table(folder) from error
        raise OSError(errno.EIO, f"deltalake: {_first_line(error)}", folder) from error


def _first_line(error: Exception) -> str:
    lines = str(error).splitlines()
    return lines[0] if lines else type(error).__name__
