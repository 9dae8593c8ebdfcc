"""A run of `inlay spark catalog`: list, compare, scan what is new, publish."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Final

from inlay.ground.files.stores import store_of
from inlay.tables.scan.listing import list_files
from inlay_spark.catalog.changes import compare
from inlay_spark.catalog.directory import CatalogDirectory
from inlay_spark.catalog.manifest import Manifest, Part
from inlay_spark.catalog.work import AttemptResult, CatalogWorker, WorkItem
from inlay_spark.jobs.directory import STAGING
from inlay_spark.jobs.file_groups import group_files
from inlay_spark.jobs.listing import normalize_all, refuse_in_lake
from inlay_spark.jobs.progress import QUIET, Load, Progress
from inlay_spark.jobs.work_items import run_items

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

WAVE: Final = 1_000
"""Tasks between two publications: what a run that is killed has to do again."""


@dataclass
class Summary:
    """What a run did. `unreadable` counts the bad files among those that were read, `others` those that are no Parquet
    files and do not claim to be."""

    files: int = 0
    unchanged: int = 0
    gone: int = 0
    unreadable: int = 0
    bytes: int = 0
    parts: int = 0
    others: int = 0


def build_catalog(
    spark: SparkSession,
    paths: str | Sequence[str],
    directory: str,
    *,
    name: str = "*",
    files_per_task: int | None = None,
    progress: Progress | None = None,
) -> Summary:
    """Brings the catalog in `directory` up to date with the files at `paths`.

    Raises FileNotFoundError for a path that leads to nothing, CatalogError for a directory that is not free,
    LockedError for one that another run is at work on, RefusedError for one that lies in the lake.
    """
    given = normalize_all(paths)
    target = CatalogDirectory(directory)
    refuse_in_lake(given, target.path, "out")
    target.manifest()  # CatalogError before anything is put there
    with target.lock():
        return _build(spark, given, target, name, files_per_task, progress or QUIET)


def _build(
    spark: SparkSession,
    paths: list[str],
    target: CatalogDirectory,
    name: str,
    each: int | None,
    progress: Progress,
) -> Summary:
    manifest = target.manifest()
    target.sweep(manifest)
    listed = list_files(store_of(paths), paths, name=name)
    changes = compare(target, manifest.parts, listed, paths, name)
    summary = Summary(unchanged=changes.unchanged, gone=changes.gone)
    items = [WorkItem(part=part, stale=tuple(stale)) for part, stale in changes.stale.items()]
    items += [WorkItem(files) for files in group_files(changes.new, each)]
    progress.start("scan", Load(len(changes.new), sum(file.size for file in changes.new)))
    dropped = changes.empty
    for wave in _waves(items) if items else [[]]:
        results = _carry_out(spark, target, manifest.run + 1, wave, progress) if wave else []
        _publish(target, manifest, results, dropped)
        dropped = []
        for result in results:
            summary.files += result.files
            summary.bytes += result.bytes
            if not result.instead_of:
                summary.unreadable += result.unreadable
                summary.others += result.rows.get("others", 0)
    summary.parts = len(manifest.parts)
    progress.end(asdict(summary))
    return summary


def _waves(items: list[WorkItem]) -> Iterator[list[WorkItem]]:
    return (items[at : at + WAVE] for at in range(0, len(items), WAVE))


def _carry_out(
    spark: SparkSession,
    target: CatalogDirectory,
    run: int,
    items: list[WorkItem],
    progress: Progress,
) -> list[AttemptResult]:
    work = CatalogWorker(target.path, run)
    asked = [item.as_json() for item in items]
    return list(
        map(AttemptResult.from_json, run_items(spark, target, str(run), asked, work, progress))
    )


def _publish(
    target: CatalogDirectory, manifest: Manifest, results: list[AttemptResult], dropped: list[str]
) -> None:
    """Puts the parts in their places, then says so, then removes what they replace.

    A run that is killed before it said so leaves parts that the next one sweeps away.
    """
    if not results and not dropped:
        return
    manifest.run += 1
    tables = {table for result in results for table in result.rows}
    for table in tables:
        target.make(table)
    for result in results:
        for table in result.rows:
            staged = target.at(STAGING, str(manifest.run), "parts", table, f"{result.part}.parquet")
            target.filesystem.move(staged, target.part(table, result.part))
    for table in tables:
        target.sync_folder(table)
    replaced = [*dropped, *(result.instead_of for result in results if result.instead_of)]
    old = {name: manifest.parts.pop(name) for name in replaced}
    manifest.parts |= {
        result.part: Part(result.rows, result.unreadable) for result in results if result.rows
    }
    target.write_manifest(manifest)
    for name, part in old.items():
        for table in part.rows:
            target.filesystem.delete_file(target.part(table, name))
    target.remove(STAGING)
