"""What tasks do with a file, in a process of its own and without Spark: prints whether pandas was imported for it.

`python -m tests.pipeline.tasks_alone FOLDER`, in which `plain.parquet` and `variants.parquet` are, with a column `c7` and a
Variant `v`.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pyarrow as pa

from inlay.footers.designs.build import array_from, batch_from
from inlay.ground.files.stores import store_of
from inlay.tables.scan.listing import list_files
from inlay.verbs.lint.settings_file import Given, read_lint_settings
from inlay_spark.audit.work import AuditSettings, AuditWorker
from inlay_spark.catalog.lint import Linting
from inlay_spark.catalog.work import CatalogWorker, WorkItem
from inlay_spark.compat.work import CompatWorker
from inlay_spark.jobs.directory import STAGING, JobDirectory
from inlay_spark.jobs.numbered_tasks import run_numbered
from inlay_spark.jobs.work_items import pack_json
from inlay_spark.migration.operations import Operation
from inlay_spark.migration.planning import plan_file
from inlay_spark.migration.publishing import publish_file
from inlay_spark.migration.rows import (
    DONE,
    ListedFile,
    PlannedFile,
    PublishedFile,
    Row,
    Staged,
    VerifiedFile,
    batches_of,
    rows_of,
)
from inlay_spark.migration.staging import stage_file, stage_undo
from inlay_spark.migration.verifying import verify_file
from inlay_spark.recovery.work import RecoverySettings, RecoveryWorker
from inlay_spark.registration.work import RecordWorker
from inlay_spark.shredding.shred_schema import ShredSchema
from inlay_spark.shredding.sources import WantedFile
from inlay_spark.shredding.work import shred_file

_OPERATIONS: Final = (
    Operation("index", what=("all",)),
    Operation("private"),
    Operation("encoding", columns=("c7",)),
)


class OneTask:
    """Stands in for a session whose only task has the number 0."""

    def range(self, *_: int) -> OneTask:
        return self

    def mapInArrow(self, work: Callable[[Any], Iterator[pa.RecordBatch]], _: str) -> OneTask:
        number = pa.RecordBatch.from_arrays([array_from([0], pa.int64())], names=["id"])
        self._batches = [*work([number])]
        return self

    def collect(self) -> list[Any]:
        return []


def carry_out_all(folder: Path) -> None:
    path = str(folder / "plain.parquet")
    workers: dict[str, Callable[[str], CatalogWorker]] = {
        "catalog": lambda place: CatalogWorker(place, 1),
        "compat": lambda place: CompatWorker(place, 1, ()),
        "audit": lambda place: AuditWorker(place, 1, AuditSettings(True, None)),
        "recovery": lambda place: RecoveryWorker(place, 1, RecoverySettings()),
        "records": lambda place: RecordWorker(place, 1),
    }
    for name, build in workers.items():
        _scan(path, build, str(folder / name))
    paths = batch_from([{"path": path}], pa.schema([pa.field("path", pa.string())]))
    assert len([*Linting(read_lint_settings(None, Given()))([paths])]) == 1
    for operation in _OPERATIONS:
        copy = str(folder / f"{operation.name}.parquet")
        shutil.copy(path, copy)
        _migrate(copy, operation)
    _shred(folder)


def _scan(path: str, build: Callable[[str], CatalogWorker], place: str) -> None:
    worker = build(place)
    directory = worker.directory_class(place)
    directory.make(STAGING, "1")
    item = WorkItem([*list_files(store_of([path]), [path])])
    directory.write(pack_json(item.as_json()), STAGING, "1", "0.item")
    task: Any = OneTask()
    run_numbered(task, 1, worker)


def _migrate(path: str, operation: Operation) -> None:
    job = "0123456789abcdef"
    _hand_on(PlannedFile, plan_file(path, operation))
    staged = _hand_on(Staged, stage_file(ListedFile(path), operation, job))
    assert _hand_on(PublishedFile, publish_file(staged)).state == DONE
    assert _hand_on(VerifiedFile, verify_file(staged, operation, sample=True)).state == DONE
    assert _hand_on(Staged, stage_undo(staged, operation, job)).state == DONE


def _hand_on(kind: type[Row], row: Row) -> Row:
    """To Spark, and back."""
    (same,) = rows_of(kind, batches_of(kind, [row]))
    return same


def _shred(folder: Path) -> None:
    path = str(folder / "variants.parquet")
    store = store_of([path])
    (entry,) = list_files(store, [path])
    schema = ShredSchema({"v": pa.struct([pa.field("a", pa.int64())])})
    wanted, directory = WantedFile(entry, "out"), JobDirectory(str(folder))
    assert shred_file(store, directory, wanted, "v.staged", schema).state == DONE


if __name__ == "__main__":
    carry_out_all(Path(sys.argv[1]))
    print("pandas" in sys.modules)
