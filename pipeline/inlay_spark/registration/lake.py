"""A registration of a lake: records by tasks, then one commit by the driver, which a run that comes after a killed one does not repeat."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace as changed
from typing import TYPE_CHECKING

from inlay.tables.scan.file_columns import format_path
from inlay.tables.scan.problems import UnreadFile
from inlay.verbs.register.lake_file import LakeFile
from inlay.verbs.register.register import (
    Registration,
    commit_files,
    describe_files,
    require_known,
)
from inlay.verbs.register.targets.target import TableWishes, find_target
from inlay_runtime.distribution import find_version
from inlay_spark.catalog.build import settle, update_parts
from inlay_spark.jobs.file_groups import group_files
from inlay_spark.jobs.listing import list_with_text_names, normalize_all, refuse_in_lake
from inlay_spark.jobs.progress import QUIET, Progress
from inlay_spark.registration.connectors.committer import Committer, choose_committer
from inlay_spark.registration.intents import (
    Intent,
    choose_intent,
    digest_files,
    read_intents,
    write_intents,
)
from inlay_spark.registration.records import RecordDirectory, read_records
from inlay_spark.registration.work import RecordWorker

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from inlay.ground.files.entries import FileEntry

AGAIN = "by an earlier run of this journal: name another one to register them again"


def register_lake(
    spark: SparkSession,
    paths: str | Sequence[str],
    journal: str,
    *,
    to: str,
    table: str = "",
    output: str | os.PathLike[str] = "",
    create: bool = False,
    catalog: str = "",
    properties: Mapping[str, str] | None = None,
    partition_by: Sequence[str] = (),
    replace: bool = False,
    overwrite: bool = False,
    skip_bad: bool = False,
    dry_run: bool = False,
    allow: Collection[str] = frozenset(),
    name: str = "*",
    progress: Progress = QUIET,
) -> Registration:
    """What `inlay.register` does, with footers read by tasks. `journal` keeps their records: a later run reads new and changed files alone.

    Killed at any point, the table is the old or the new one, and the same call again ends in the new one. Raises what `inlay.register`
    raises, and CatalogError, JobError, LockedError or RefusedError for a folder that cannot be the journal.
    """
    require_known(find_target(to), allow)
    wishes = TableWishes(
        table=table,
        output=os.fspath(output),
        create=create,
        catalog=catalog,
        properties=dict(properties or {}),
        partition_by=tuple(partition_by),
        replace=replace,
        overwrite=overwrite,
    )
    committer = choose_committer(spark, to, wishes)
    target = committer.target
    given = normalize_all(paths)
    directory = RecordDirectory(journal)
    refuse_in_lake(given, directory.path, "journal")
    directory.manifest()  # CatalogError before anything is put there
    with directory.lock():
        intents = read_intents(directory)
        known = target.find_jobs(wishes, [it.job for it in intents]) if intents else {}
        if dry_run or not known:
            target.open(wishes).close()  # a wish that cannot be is refused before footers are read
        files, unread = _read_lake(spark, given, directory, name, progress)
        if not files or (unread and not skip_bad):
            return describe_files(files, unread)
        if dry_run:
            return _commit(committer, wishes, files, unread, allow=allow, dry_run=True)
        new = Intent("", to, table or wishes.output, len(files), digest_files(files))
        intents = [it._replace(committed=known.get(it.job, it.committed)) for it in intents]
        for intent in intents:
            if intent.job in known and intent.digest == new.digest:
                write_intents(directory, intents)
                return describe_files(files, unread, (AGAIN,), committed=intent.committed)
        intent, intents = choose_intent(intents, new)
        write_intents(directory, intents)
        registration = _commit(
            committer, changed(wishes, job=intent.job), files, unread, allow=allow, dry_run=False
        )
        done = intent._replace(committed=registration.committed)
        write_intents(directory, [done if it is intent else it for it in intents])
    return registration


def _read_lake(
    spark: SparkSession,
    paths: Sequence[str],
    directory: RecordDirectory,
    name: str,
    progress: Progress,
) -> tuple[list[LakeFile], list[UnreadFile]]:
    # What is believed of a footer may be another thing in another version.
    settle(directory, directory.manifest(), {"inlay": find_version() or "unknown"})
    places: dict[str, int] = {}
    listed = _number(list_with_text_names(paths, name), places)
    update_parts(
        spark, listed, paths, directory, RecordWorker, group_files, name=name, progress=progress
    )
    return read_records(directory, places)


def _number(listed: Iterable[FileEntry], places: dict[str, int]) -> Iterator[FileEntry]:
    for entry in listed:
        places[format_path(entry.path)] = len(places)
        yield entry


def _commit(
    committer: Committer,
    wishes: TableWishes,
    files: list[LakeFile],
    unread: Sequence[UnreadFile],
    *,
    allow: Collection[str],
    dry_run: bool,
) -> Registration:
    target = committer.target
    with closing(target.open(wishes)) as opened:
        registration = commit_files(
            target, opened, files, unread, replace=wishes.replace, dry_run=dry_run, allow=allow
        )
    if not committer.name:
        return registration
    said = f"{'to be ' if dry_run else ''}committed by {committer.name}"
    return changed(registration, lines=(*registration.lines, said))
