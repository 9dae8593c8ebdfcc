"""A run of `inlay spark catalog`: list, compare, scan what is new, publish.

Orders lie in files of the staging directory and tasks get their numbers, so that neither the plan nor the JVM ever
holds the listing of a lake.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Final

from inlay.refusals import RefusedError

from inlay.scan.listing import list_files, lists
from inlay.scan.stores import normalized, store_of
from inlay_spark.catalog.changes import changes
from inlay_spark.catalog.manifest import Manifest, Part
from inlay_spark.catalog.place import STAGING, Place
from inlay_spark.catalog.work import Made, Order, Worker
from inlay_spark.numbered_tasks import messages
from inlay_spark.progress import Quiet
from inlay_spark.tasks import grouped

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from inlay_spark.progress import Progress

WAVE: Final = 1_000
"""Tasks between two publications: what a run that is killed has to do again."""


@dataclass
class Summary:
    """What a run did. `unreadable` counts the bad files among those that were read."""

    files: int = 0
    unchanged: int = 0
    gone: int = 0
    unreadable: int = 0
    bytes: int = 0
    parts: int = 0


def build_catalog(
    spark: SparkSession,
    paths: str | Sequence[str],
    directory: str,
    *,
    name: str = "*",
    files_per_task: int | None = None,
    progress: Progress | None = None,
) -> Summary:
    """Brings the catalogue in `directory` up to date with the files at `paths`.

    Raises FileNotFoundError for a path that leads to nothing, CatalogError for a directory that is not free,
    RefusedError for one that lies in the lake.
    """
    given = [normalized(one) for one in ([paths] if isinstance(paths, str) else paths)]
    place = Place(directory)
    if lists(given, place.directory):
        reason = "it lies in the lake, and would be listed with it: begin its name with _ or ."
        raise RefusedError("out", reason, path=place.directory)
    place.manifest()  # CatalogError before anything is put there
    with place.locked():
        return _build(spark, given, place, name, files_per_task, progress or Quiet())


def _build(
    spark: SparkSession,
    paths: list[str],
    place: Place,
    name: str,
    each: int | None,
    progress: Progress,
) -> Summary:
    manifest = place.manifest()
    place.sweep(manifest)
    listed = list_files(store_of(paths), paths, name=name)
    found = changes(place, manifest.parts, listed, paths, name)
    summary = Summary(unchanged=found.unchanged, gone=found.gone)
    orders = [Order(part=part, stale=tuple(stale)) for part, stale in found.stale.items()]
    orders += [Order(files) for files in grouped(found.new, each)]
    progress.start(len(found.new), sum(file.size for file in found.new))
    dropped = found.empty
    for wave in _waves(orders) if orders else [[]]:
        made = _carried_out(spark, place, manifest.run + 1, wave, progress) if wave else []
        _publish(place, manifest, made, dropped)
        dropped = []
        for one in made:
            summary.files += one.files
            summary.bytes += one.bytes
            summary.unreadable += one.unreadable if not one.instead_of else 0
    summary.parts = len(manifest.parts)
    progress.end(asdict(summary))
    return summary


def _waves(orders: list[Order]) -> Iterator[list[Order]]:
    return (orders[at : at + WAVE] for at in range(0, len(orders), WAVE))


def _carried_out(
    spark: SparkSession, place: Place, run: int, orders: list[Order], progress: Progress
) -> list[Made]:
    staging = place.at(STAGING, str(run))
    place.filesystem.create_dir(staging, recursive=True)
    for number, order in enumerate(orders):
        with place.filesystem.open_output_stream(f"{staging}/{number}.order") as file:
            file.write(order.packed())
    with progress.watching(place, staging):
        made = messages(spark, len(orders), Worker(place.directory, run))
    return list(map(Made.from_json, made))


def _publish(place: Place, manifest: Manifest, made: list[Made], dropped: list[str]) -> None:
    """Puts the parts in their places, then says so, then removes what they replace.

    A run that is killed before it said so leaves parts that the next one sweeps away.
    """
    if not made and not dropped:
        return
    manifest.run += 1
    for one in made:
        for table in one.rows:
            place.filesystem.create_dir(place.at(table), recursive=True)
            staged = place.at(STAGING, str(manifest.run), "parts", table, f"{one.part}.parquet")
            place.filesystem.move(staged, place.part(table, one.part))
    replaced = [*dropped, *(one.instead_of for one in made if one.instead_of)]
    old = {name: manifest.parts.pop(name) for name in replaced}
    manifest.parts |= {one.part: Part(one.rows, one.unreadable) for one in made if one.rows}
    place.write_manifest(manifest)
    for name, part in old.items():
        for table in part.rows:
            place.filesystem.delete_file(place.part(table, name))
    place.remove_directory(STAGING)
