"""A recovery of a lake: brings the tables in a directory up to date with its files, and says what is in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import pyarrow.parquet as pq

from inlay.footers.footer.read import read_metadata
from inlay.ground.files.paths import normalize
from inlay.ground.mistakes import RequestError
from inlay.ground.refusals import RefusedError
from inlay_spark.catalog.build import Summary, bring_up_to_date
from inlay_spark.jobs.directory import JobDirectory
from inlay_spark.jobs.file_groups import group_files
from inlay_spark.jobs.listing import normalize_all, refuse_in_lake
from inlay_spark.jobs.progress import QUIET, Progress
from inlay_spark.recovery.tables import RecoveryDirectory
from inlay_spark.recovery.work import RecoverySettings, RecoveryWorker

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

FILES_A_TASK: Final = 100
"""Of an intact one, the footer is read; of a damaged one, all."""


@dataclass(frozen=True)
class RecoveryOutcome:
    """`read` is what this run did; all others count what the tables hold. Of `damaged` files, `back` come back, and `written` were
    written; `rows` are theirs. `problems` are files of which nobody can tell, `others` those that are not Parquet files."""

    read: Summary
    files: int
    damaged: int
    back: int
    written: int
    rows: int
    problems: int
    others: int


def recover_lake(
    spark: SparkSession,
    paths: str | Sequence[str],
    directory: str,
    *,
    rebuild: bool = False,
    like: str = "",
    recovered_to: str = "",
    name: str = "*",
    progress: Progress | None = None,
) -> RecoveryOutcome:
    """Looks for the damaged ones of the files at `paths` that are new or have changed, and for what comes back of them: by a footer that
    is found in them, as `inlay.recover` does, and with `rebuild` by their pages, as `inlay.rebuild` does. `like` is a file with the same
    columns; without it, it is the intact file of the same folder whose name is nearest. With `recovered_to`, what comes back is written to its place
    below that folder. The files stay as they are.

    Raises what `inlay_spark.audit.lake.audit` raises; RefusedError, too, for a folder `recovered_to` that is in the lake, or has something in it
    before the first run; RequestError for `like` without `rebuild`, and for `recovered_to` with several paths; and what reading `like` raises.
    """
    given = normalize_all(paths)
    if like and not rebuild:
        raise RequestError("like names the columns of files whose pages are read: it needs rebuild")
    if recovered_to and len(given) != 1:
        what = "recovered_to keeps the places below a path, and paths are several: name one"
        raise RequestError(what)
    settings = RecoverySettings(
        rebuild, normalize(like) if like else "", normalize(recovered_to) if recovered_to else ""
    )
    if settings.like:
        read_metadata(settings.like)  # a wrong file is no problem of each damaged one
    target = RecoveryDirectory(directory)
    if settings.recovered_to:
        refuse_in_lake(given, settings.recovered_to, "recovered-to")
        if settings.recovered_to == target.path:
            raise RequestError(
                f"{recovered_to}: it is the folder of the tables: name another one for files"
            )
        _require_ours(settings.recovered_to, target)
    read = bring_up_to_date(
        spark,
        given,
        target,
        partial(RecoveryWorker, settings=settings),
        lambda files: group_files(files, FILES_A_TASK),
        name=name,
        progress=progress or QUIET,
        settings=settings.as_json(),
    )
    return describe_recovery(target, read)


def _require_ours(folder: str, target: RecoveryDirectory) -> None:
    """What lies in the folder before the first run is somebody else's, and later runs write there again."""
    if not target.manifest().settings and JobDirectory(folder).names():
        reason = "it is not empty: name a new folder"
        raise RefusedError("recovered-to", reason, path=folder)


def describe_recovery(target: RecoveryDirectory, read: Summary) -> RecoveryOutcome:
    parts = target.manifest().parts.values()
    damaged = list(list_damaged(target))
    back = [row for row in damaged if row["reason"] is None]
    return RecoveryOutcome(
        read,
        sum(part.rows.get("files", 0) for part in parts),
        len(damaged),
        len(back),
        sum(row["output"] is not None for row in back),
        sum(row["rows"] for row in back),
        sum(part.unreadable for part in parts),
        sum(part.rows.get("others", 0) for part in parts),
    )


def list_damaged(target: RecoveryDirectory) -> Iterator[dict[str, Any]]:
    """The rows of the table, by path in each part."""
    for name, part in target.manifest().parts.items():
        if part.rows.get("damaged"):
            path = target.part("damaged", name)
            rows = pq.read_table(path, filesystem=target.filesystem).to_pylist()
            yield from sorted(rows, key=lambda row: row["path"])
