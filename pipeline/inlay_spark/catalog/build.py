"""A run of `inlay spark catalog`: list, compare, scan what is new, publish."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

from inlay.ground.files.stores import store_of
from inlay.tables.scan.listing import list_files
from inlay_spark.catalog.changes import compare
from inlay_spark.catalog.directory import CatalogDirectory, CatalogError
from inlay_spark.catalog.manifest import Manifest
from inlay_spark.catalog.publish import publish, take_finished
from inlay_spark.catalog.work import AttemptResult, CatalogWorker, WorkItem
from inlay_spark.jobs.file_groups import group_files
from inlay_spark.jobs.listing import normalize_all, refuse_in_lake
from inlay_spark.jobs.progress import QUIET, Load, Progress
from inlay_spark.jobs.work_items import run_items

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from inlay.ground.files.entries import FileEntry

WAVE: Final = 1_000
"""Tasks between two publications: what a run that is killed has to do again."""


@dataclass
class Summary:
    """What a run did. `unreadable` counts the bad files among those that were read, `others` those that are not Parquet
    files and do not claim to be."""

    files: int = 0
    unchanged: int = 0
    gone: int = 0
    unreadable: int = 0
    bytes: int = 0
    parts: int = 0
    others: int = 0

    def add(self, results: Iterable[AttemptResult]) -> None:
        for result in results:
            self.files += result.files
            self.bytes += result.bytes
            if not result.instead_of:
                self.unreadable += result.unreadable
                self.others += result.rows.get("others", 0)


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
    return bring_up_to_date(
        spark,
        paths,
        CatalogDirectory(directory),
        CatalogWorker,
        lambda files: group_files(files, files_per_task),
        name=name,
        progress=progress or QUIET,
    )


def bring_up_to_date(
    spark: SparkSession,
    paths: str | Sequence[str],
    target: CatalogDirectory,
    open_worker: Callable[[str, int], CatalogWorker],
    group: Callable[[Iterable[FileEntry]], Iterable[list[FileEntry]]],
    *,
    name: str,
    progress: Progress,
    settings: Mapping[str, Any] | None = None,
) -> Summary:
    """The same of any kind of catalog: `open_worker` is given the directory and the number of a run; `group` says which files are of one
    task. Raises CatalogError, too, for a directory that was begun with other `settings`."""
    given = normalize_all(paths)
    refuse_in_lake(given, target.path, "out")
    target.manifest()  # CatalogError before anything is put there
    with target.lock():
        manifest = target.manifest()
        settle(target, manifest, dict(settings or {}))
        return update_parts(
            spark,
            list_files(store_of(given), given, name=name),
            given,
            target,
            open_worker,
            group,
            name=name,
            progress=progress,
        )


def update_parts(
    spark: SparkSession,
    listed: Iterable[FileEntry],
    paths: Sequence[str],
    target: CatalogDirectory,
    open_worker: Callable[[str, int], CatalogWorker],
    group: Callable[[Iterable[FileEntry]], Iterable[list[FileEntry]]],
    *,
    name: str,
    progress: Progress,
) -> Summary:
    """For whoever has the lock. `listed` is what a listing of `paths` and `name` finds."""
    manifest = target.manifest()
    taken = take_finished(target, manifest)
    publish(target, manifest, taken, [])
    target.sweep(manifest)
    changes = compare(target, manifest.parts, listed, paths, name)
    summary = Summary(unchanged=changes.unchanged, gone=changes.gone)
    items = [WorkItem(part=part, stale=tuple(stale)) for part, stale in changes.stale.items()]
    items += [WorkItem(files) for files in group(changes.new)]
    progress.start("scan", Load(len(changes.new), sum(file.size for file in changes.new)))
    dropped = changes.empty
    for wave in _waves(items) if items else [[]]:
        work = open_worker(target.path, manifest.run + 1)
        results = _carry_out(spark, target, manifest.run + 1, wave, work, progress)
        publish(target, manifest, results, dropped)
        dropped = []
        summary.add(results)
    summary.parts = len(manifest.parts)
    progress.end(asdict(summary))
    return summary


def settle(target: CatalogDirectory, manifest: Manifest, settings: dict[str, Any]) -> None:
    """For whoever has the lock, before anything is made with these settings: a run that is cut off leaves parts that the next one takes.
    Raises CatalogError for other settings than the directory was begun with."""
    if manifest.settings == settings:
        return
    if manifest.run or manifest.settings:
        said = ", ".join(f"{key} {value}" for key, value in manifest.settings.items())
        raise CatalogError(f"{target.path} was begun with {said}: name another directory")
    manifest.settings = settings
    target.make()
    target.write_manifest(manifest)


def _waves(items: list[WorkItem]) -> Iterator[list[WorkItem]]:
    return (items[at : at + WAVE] for at in range(0, len(items), WAVE))


def _carry_out(
    spark: SparkSession,
    target: CatalogDirectory,
    run: int,
    items: list[WorkItem],
    work: CatalogWorker,
    progress: Progress,
) -> list[AttemptResult]:
    if not items:
        return []
    asked = [item.as_json() for item in items]
    return list(
        map(AttemptResult.from_json, run_items(spark, target, str(run), asked, work, progress))
    )
