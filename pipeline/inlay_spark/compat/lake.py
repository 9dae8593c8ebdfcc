"""What readers make of a lake: brings the tables in a directory up to date with its files, and says what is in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from inlay.verbs.compat.record import ask_for
from inlay_spark.catalog.build import Summary, bring_up_to_date
from inlay_spark.catalog.read_tables import count_alike, count_unreached, read_parts
from inlay_spark.compat.tables import CompatDirectory
from inlay_spark.compat.work import CompatWorker
from inlay_spark.jobs.file_groups import group_files
from inlay_spark.jobs.progress import QUIET, Progress

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_OF_GROUP: Final = ("reader", "version", "outcome", "is_note", "fix")


@dataclass(frozen=True)
class CompatLakeOutcome:
    """`read` is what this run did; all others count what the tables hold. `troubled` files have findings that are not notes. Of the
    `unreadable`, `unreached` are those that could not be read for no fault of their own. `groups` are findings by
    reader, version, outcome and what helps, the most first."""

    read: Summary
    readers: tuple[str, ...]
    files: int
    troubled: int
    findings: int
    notes: int
    unreadable: int
    unreached: int
    others: int
    groups: tuple[dict[str, Any], ...]


def judge_lake(
    spark: SparkSession,
    paths: str | Sequence[str],
    directory: str,
    *,
    readers: Sequence[str] | None = None,
    name: str = "*",
    progress: Progress | None = None,
) -> CompatLakeOutcome:
    """Judges the files at `paths` that are new or have changed, as `inlay.compat` does.

    Raises RequestError for a reader that was not measured, FileNotFoundError for a path that leads to nothing, CatalogError for a directory
    that is not free, or was begun with other readers, LockedError for one that another run is at work on, RefusedError for one that
    lies in the lake.
    """
    asked = [f"{it.record.name}=={it.version}" for it in ask_for(readers)]
    target = CompatDirectory(directory)
    read = bring_up_to_date(
        spark,
        paths,
        target,
        partial(CompatWorker, readers=asked),
        group_files,
        name=name,
        progress=progress or QUIET,
        settings={"readers": " ".join(sorted(asked))},
    )
    return _describe(target, asked, read)


def _describe(target: CompatDirectory, asked: Sequence[str], read: Summary) -> CompatLakeOutcome:
    parts = target.manifest().parts.values()
    troubled = findings = notes = 0
    for table in read_parts(target, "files", ["findings", "notes"]):
        for row in table.to_pylist():
            troubled += row["findings"] > row["notes"]
            findings += row["findings"]
            notes += row["notes"]
    groups = (
        {"findings": number, **dict(zip(_OF_GROUP, key, strict=True))}
        for key, number in count_alike(target, "findings", _OF_GROUP).items()
    )
    return CompatLakeOutcome(
        read,
        tuple(asked),
        sum(part.rows.get("files", 0) for part in parts),
        troubled,
        findings,
        notes,
        sum(part.unreadable for part in parts),
        count_unreached(target),
        sum(part.rows.get("others", 0) for part in parts),
        tuple(
            sorted(groups, key=lambda it: (it["is_note"], -it["findings"], *map(str, it.values())))
        ),
    )
