"""An audit of a lake: brings the tables in a directory up to date with its files, and says what is in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from inlay_spark.audit.tables import AuditDirectory
from inlay_spark.audit.work import AuditSettings, AuditWorker
from inlay_spark.catalog.build import Summary, bring_up_to_date
from inlay_spark.catalog.read_tables import count_alike, count_unreached, read_parts
from inlay_spark.jobs.progress import QUIET, Progress

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from inlay.ground.files.entries import FileEntry

BYTES_A_TASK: Final = 64 << 20
FILES_A_TASK: Final = 32
"""What a run that is cut off has to do again of a task."""

OF_GROUP: Final = ["code", "writer", "defect", "defect_says", "fix"]


@dataclass(frozen=True)
class AuditOutcome:
    """`read` is what this run did; all others count what the tables hold. Of the `unreadable`, `unreached` are those that could not
    be read for no fault of their own. `groups` are findings by code, writer and defect, the most
    first."""

    read: Summary
    files: int
    clean: int
    findings: int
    advice: int
    unreadable: int
    unreached: int
    others: int
    values: int
    row_groups: int
    of_row_groups: int
    not_audited: int
    groups: tuple[dict[str, Any], ...]


def audit(
    spark: SparkSession,
    paths: str | Sequence[str],
    directory: str,
    *,
    values: bool = False,
    sample: int | None = None,
    name: str = "*",
    progress: Progress | None = None,
) -> AuditOutcome:
    """Verifies the files at `paths` that are new or have changed, as `inlay.verify` does with `data`, or with `values`.

    Raises FileNotFoundError for a path that leads to nothing, CatalogError for a directory that is not free, or was begun with other
    settings, LockedError for one that another run is at work on, RefusedError for one that lies in the lake.
    """
    target, settings = AuditDirectory(directory), AuditSettings(values, sample)
    read = bring_up_to_date(
        spark,
        paths,
        target,
        partial(AuditWorker, settings=settings),
        group_by_bytes,
        name=name,
        progress=progress or QUIET,
        settings=settings.as_json(),
    )
    return describe_audit(target, read)


def group_by_bytes(files: Iterable[FileEntry]) -> Iterator[list[FileEntry]]:
    """All bytes of a file are read, so a task has few files."""
    group: list[FileEntry] = []
    size = 0
    for file in files:
        if group and (size + file.size > BYTES_A_TASK or len(group) == FILES_A_TASK):
            yield group
            group, size = [], 0
        group.append(file)
        size += file.size
    if group:
        yield group


def describe_audit(target: AuditDirectory, read: Summary) -> AuditOutcome:
    """What the tables hold, read a few columns at a time."""
    parts = target.manifest().parts
    totals = dict.fromkeys(("findings", "values", "row_groups", "of_row_groups", "not_audited"), 0)
    clean = 0
    for rows in read_parts(target, "files", list(totals)):
        for row in rows.to_pylist():
            clean += not row["findings"]
            for key in totals:
                totals[key] += row[key] or 0
    return AuditOutcome(
        read,
        sum(part.rows.get("files", 0) for part in parts.values()),
        clean,
        totals["findings"],
        sum(part.rows.get("advice", 0) for part in parts.values()),
        sum(part.unreadable for part in parts.values()),
        count_unreached(target),
        sum(part.rows.get("others", 0) for part in parts.values()),
        totals["values"],
        totals["row_groups"],
        totals["of_row_groups"],
        totals["not_audited"],
        tuple(_count_groups(target)),
    )


def _count_groups(target: AuditDirectory) -> list[dict[str, Any]]:
    rows = [
        {"findings": number, **dict(zip(OF_GROUP, key, strict=True))}
        for key, number in count_alike(target, "findings", OF_GROUP).items()
    ]
    return sorted(rows, key=lambda row: (-row["findings"], row["code"], row["writer"] or ""))
