"""The log of a Delta table in the driver's JVM: Delta's own transaction commits, with the statistics that Inlay has from footers."""

from __future__ import annotations

import json
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any
from uuid import uuid4

from pyspark.sql import DataFrame

from inlay.ground.files.paths import is_url
from inlay.verbs.register.targets.delta.late import refuse_late_table
from inlay.verbs.register.targets.delta.locations import DeltaFolder
from inlay.verbs.register.targets.delta.plan import DeltaEntry, DeltaPlan, format_schema
from inlay.verbs.register.targets.delta.schema_growth import add_fields
from inlay.verbs.register.targets.delta.table_log import LoggedFile, name_version
from inlay.verbs.register.targets.delta.writable import require_plain_table
from inlay_spark.registration.connectors.delta.java_actions import ActionReader
from inlay_spark.registration.connectors.delta.java_errors import explain_java
from inlay_spark.registration.connectors.driver_java import JavaSession


class SessionClient:
    def __init__(self, session: JavaSession) -> None:
        self._session = session

    def open(self, folder: str, _properties: Mapping[str, str]) -> SessionLog | None:
        """None where there is no table. Raises RefusedError, OSError for a log that cannot be read."""
        transaction = self._begin(folder)
        with explain_java(self._session, folder):
            if transaction.snapshot().version() < 0:
                return None
            return SessionLog(self._session, transaction, folder)

    def create(self, folder: str, _properties: Mapping[str, str], plan: DeltaPlan, job: str) -> str:
        """The settings of the session may ask for a table whose columns have other names in its files, or with features: that is refused as
        for a table that is there. One that is there by now is somebody else's."""
        transaction, reader = self._begin(folder), ActionReader(self._session)
        if transaction.snapshot().version() >= 0:
            raise refuse_late_table(folder)
        metadata = {
            "id": str(uuid4()),
            "format": {"provider": "parquet", "options": {}},
            "schemaString": format_schema(plan),
            "partitionColumns": list(plan.partition_by),
            "configuration": {},
            "createdTime": time.time_ns() // 10**6,
        }
        with explain_java(self._session, folder, is_creation=True):
            transaction.updateMetadataForNewTable(reader.read("metaData", metadata))
            begun = SessionLog(self._session, transaction, folder)
            require_plain_table(begun, folder)
            return _commit(transaction, reader, plan.entries, job)

    def _begin(self, folder: str) -> Any:
        """A transaction of the table as it is now, there or not."""
        place = folder if is_url(folder) else f"file:{DeltaFolder(folder).location}"
        with explain_java(self._session, folder):
            logs = self._session.jvm.org.apache.spark.sql.delta.DeltaLog
            return logs.forTable(self._session.session, place).startTransaction()


class SessionLog:
    adds_columns_apart = False

    def __init__(self, session: JavaSession, transaction: Any, folder: str) -> None:
        self._session = session
        self._transaction = transaction
        self._folder = folder
        self._metadata: dict[str, Any] = json.loads(transaction.metadata().json())["metaData"]
        protocol = json.loads(transaction.protocol().json())["protocol"]
        self.configuration: Mapping[str, str] = self._metadata.get("configuration", {})
        self.partition_by: Sequence[str] = self._metadata["partitionColumns"]
        self.schema: Mapping[str, Any] = json.loads(self._metadata["schemaString"])
        self.writer_features: Collection[str] = protocol.get("writerFeatures", ())

    def list_files(self) -> Iterator[LoggedFile]:
        with explain_java(self._session, self._folder):
            batches = self._frame().select("path", "size", "stats").toArrow().to_batches()
        for batch in batches:
            for row in batch.to_pylist():
                said = json.loads(row["stats"] or "{}", parse_float=Decimal)
                yield LoggedFile(row["path"], row["size"], said.get("numRecords"), said)

    def list_deleted(self) -> list[str]:
        with explain_java(self._session, self._folder):
            frame = self._frame().where("deletionVector IS NOT NULL").select("path")
            return [row["path"] for row in frame.toArrow().to_pylist()]

    def _frame(self) -> DataFrame:
        return DataFrame(self._transaction.snapshot().allFiles().toDF(), self._session.spark)

    def find_jobs(self, jobs: Collection[str]) -> dict[str, str]:
        with explain_java(self._session, self._folder):
            known = self._transaction.snapshot().transactions()
            versions = {job: known.get(job) for job in jobs}
            return {job: name_version(it.get()) for job, it in versions.items() if it.isDefined()}

    def append(
        self, entries: Sequence[DeltaEntry], fields: Sequence[Mapping[str, Any]], job: str
    ) -> str:
        """What is in the table already was asked of all its files, so Delta is told that all were read: whatever adds or removes others in
        between ends this."""
        reader = ActionReader(self._session)
        with explain_java(self._session, self._folder):
            self._transaction.readWholeTable()
            if fields:
                schema = json.dumps(add_fields(self.schema, fields))
                metadata = {**self._metadata, "schemaString": schema}
                self._transaction.updateMetadata(reader.read("metaData", metadata), False)
            return _commit(self._transaction, reader, entries, job)


def _commit(transaction: Any, reader: ActionReader, entries: Sequence[DeltaEntry], job: str) -> str:
    """The id of a job goes into a transaction of the protocol, which says the version of the table: checkpoints keep it."""
    others: list[Any] = []
    if job:
        version = transaction.snapshot().version() + 1
        others.append(reader.read("txn", {"appId": job, "version": version}))
    actions = reader.read_all(entries, others)
    return name_version(transaction.commit(actions, reader.operation))
