"""What tasks do with a file of twice as many columns is twice the work: counted in calls, also of C, and without Spark."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pytest

from inlay.ground.files.stores import store_of
from inlay.tables.scan.listing import list_files
from inlay.verbs.lint.settings_file import Given, read_lint_settings
from inlay_spark.audit.work import AuditSettings, AuditWorker
from inlay_spark.catalog.lint import Linting
from inlay_spark.catalog.work import CatalogWorker, WorkItem
from inlay_spark.compat.work import CompatWorker
from inlay_spark.jobs.directory import STAGING, JobDirectory
from inlay_spark.jobs.work_items import pack_json
from inlay_spark.migration.group_staging import stage_group
from inlay_spark.migration.operations import Operation
from inlay_spark.migration.planning import plan_file
from inlay_spark.migration.publishing import publish_file
from inlay_spark.migration.rows import CHANGE, DONE, ListedFile
from inlay_spark.migration.staging import stage_file, stage_undo
from inlay_spark.migration.verifying import verify_file
from inlay_spark.recovery.work import RecoverySettings, RecoveryWorker
from inlay_spark.registration.work import RecordWorker
from inlay_spark.shredding.shred_schema import ShredSchema
from inlay_spark.shredding.sources import WantedFile
from inlay_spark.shredding.work import shred_file
from tests.pipeline.migration.small_files import JOB, LARGE, group_of
from tests.support.calls import count_calls_once
from tests.support.wide_file import write_wide, write_wide_geometries, write_wide_variants

COLUMNS: Final = 150

WORKERS: Final[dict[str, Callable[[str], CatalogWorker]]] = {
    "catalog": lambda directory: CatalogWorker(directory, 1),
    "compat": lambda directory: CompatWorker(directory, 1, ()),
    "verify --data": lambda directory: AuditWorker(directory, 1, AuditSettings(False, None)),
    "verify --values": lambda directory: AuditWorker(directory, 1, AuditSettings(True, None)),
    "recover": lambda directory: RecoveryWorker(directory, 1, RecoverySettings()),
    "register": lambda directory: RecordWorker(directory, 1),
}
OPERATIONS: Final = {
    "index": Operation("index", what=("all",)),
    "seal": Operation("seal"),
    "private": Operation("private"),
    "final": Operation("final"),
    "dual": Operation("dual", design="modular"),
    "encoding": Operation("encoding", columns=("c7",)),
    "to-native": Operation("to-native"),
}


def require_linear(count: Callable[[int], int]) -> None:
    count(10)  # what is imported on first need
    small, large = map(count, (COLUMNS, 2 * COLUMNS))
    assert large <= 2.2 * small


@pytest.mark.needs("native core")
@pytest.mark.parametrize("name", WORKERS)
def test_a_worker_of_a_catalog(name: str, tmp_path: Path) -> None:
    def count(columns: int) -> int:
        path = write_wide(tmp_path, columns)
        worker = WORKERS[name](str(tmp_path / f"{columns}"))
        directory = worker.directory_class(str(tmp_path / f"{columns}"))
        directory.make(STAGING, "1")
        entries = [*list_files(store_of([path]), [path])]
        directory.write(pack_json(WorkItem(entries).as_json()), STAGING, "1", "0.item")
        results: list[Any] = []
        calls = count_calls_once(lambda: results.append(worker.carry_out(0)))
        assert results[0].rows["files"] == 1
        return calls

    require_linear(count)


@pytest.mark.needs("native core")
def test_lint(tmp_path: Path) -> None:
    work = Linting(read_lint_settings(None, Given()))

    def count(columns: int) -> int:
        path = write_wide(tmp_path, columns)
        return count_calls_once(lambda: work.lint(path, set()))

    require_linear(count)


@pytest.mark.needs("native core")
@pytest.mark.parametrize("name", OPERATIONS)
def test_each_phase_of_a_migration(name: str, tmp_path: Path) -> None:
    counts: dict[int, dict[str, int]] = {
        columns: _count_phases(OPERATIONS[name], tmp_path, columns)
        for columns in (10, COLUMNS, 2 * COLUMNS)  # the first imports what is needed
    }
    for phase, small in counts[COLUMNS].items():
        assert counts[2 * COLUMNS][phase] <= 2.2 * small, phase


def _count_phases(operation: Operation, folder: Path, columns: int) -> dict[str, int]:
    path = str(folder / f"{columns}.parquet")
    if operation.name == "to-native":
        write_wide_geometries(path, columns)
    else:
        shutil.copy(write_wide(folder, columns), path)
    counts: dict[str, int] = {}

    def count(phase: str, work: Callable[[], Any]) -> Any:
        done: list[Any] = []
        counts[phase] = count_calls_once(lambda: done.append(work()))
        return done[0]

    assert count("plan", lambda: plan_file(path, operation)).action == CHANGE
    staged = count("stage", lambda: stage_file(ListedFile(path), operation, JOB))
    assert publish_file(staged).state == DONE, staged
    verified = count("verify", lambda: verify_file(staged, operation, sample=True))
    back = count("stage back", lambda: stage_undo(staged, operation, JOB))
    assert (verified.state, back.state) == (DONE, DONE)
    return counts


@pytest.mark.needs("native core")
def test_a_compaction(tmp_path: Path) -> None:
    def count(columns: int) -> int:
        paths = [str(tmp_path / f"{columns}-{number}.parquet") for number in range(2)]
        for path in paths:
            shutil.copy(write_wide(tmp_path, columns), path)
        rows: list[Any] = []
        group = group_of(paths)
        calls = count_calls_once(lambda: rows.extend(stage_group(group, LARGE, JOB)))
        assert [row.state for row in rows] == [DONE]
        return calls

    require_linear(count)


@pytest.mark.needs("native core")
def test_shredding(tmp_path: Path) -> None:
    schema = ShredSchema({"v": pa.struct([pa.field("a", pa.int64())])})
    directory = JobDirectory(str(tmp_path))

    def count(columns: int) -> int:
        path = str(tmp_path / f"{columns}.parquet")
        write_wide_variants(path, columns)
        store = store_of([path])
        (entry,) = list_files(store, [path])
        wanted, staged = WantedFile(entry, "out"), f"{columns}.staged"
        rows: list[Any] = []
        calls = count_calls_once(
            lambda: rows.append(shred_file(store, directory, wanted, staged, schema))
        )
        assert rows[0].state == DONE, rows
        return calls

    require_linear(count)
