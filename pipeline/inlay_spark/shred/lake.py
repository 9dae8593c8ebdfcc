"""A run of `inlay spark shred`: list, fix the schema if there is none, shred what is new, publish.

As in a catalogue, orders lie in files of the staging directory and tasks get their numbers, so that neither the plan
nor the JVM ever holds the listing of a lake.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Final

from inlay.scan.entries import FileEntry
from inlay_spark.catalog.place import STAGING
from inlay_spark.numbered_tasks import messages
from inlay_spark.progress import Progress, Quiet
from inlay_spark.shred.directory import Directory
from inlay_spark.shred.errors import ShredError
from inlay_spark.shred.fixed import Fixed, given_schemas
from inlay_spark.shred.listing import changes, listed, normalized_all
from inlay_spark.shred.log import DONE, GONE, PROBLEM, Shredded, loaded
from inlay_spark.shred.planning import planned
from inlay_spark.shred.sources import Wanted
from inlay_spark.shred.work import Worker, packed

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

FILES_A_TASK: Final = 32
BYTES_A_TASK: Final = 16 << 20
"""A task is repeated as a whole; JSON is five to ten times as large as its file."""

WAVE: Final = 1_000
"""Tasks between two publications."""

SHOWN: Final = 100
"""Reasons that are worth reading at once; the directory has all of them."""


@dataclass
class Outcome:
    """What a run did. `kept` are outputs whose file is gone, `without` files that lack a column and have nulls;
    `problems` counts all files that are a problem, those of earlier runs too, and `reasons` has the first hundred.
    """

    files: int = 0
    rows: int = 0
    bytes: int = 0
    bytes_out: int = 0
    unchanged: int = 0
    without: int = 0
    problems: int = 0
    kept: int = 0
    removed: int = 0
    reasons: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])


def shred(
    spark: SparkSession,
    paths: str | Sequence[str],
    directory: str,
    columns: Sequence[str] = (),
    *,
    schemas: Sequence[str] = (),
    name: str = "*",
    exact: bool = False,
    remove_gone: bool = False,
    progress: Progress | None = None,
) -> Outcome:
    """Brings `directory` up to date with the files at `paths`: for each a file with the columns shredded, by a schema that
    the first run fixes and later ones keep.

    Raises what `plan` raises; ShredError for a directory that is not free, or was shredded by something else than
    what is asked for; RefusedError for one that lies in the lake; CatalogError where another run is at work.
    """
    given = normalized_all(paths)
    target = Directory(directory)
    target.refuse_in_lake(given)
    with target.place.locked():
        fixed = target.fixed()
        if fixed is not None:
            _agree(fixed, directory, columns, schemas, exact)
        entries = listed(given, name)
        if fixed is None:
            fixed = planned(spark, entries, columns, schemas, exact).fixed
            target.sweep()  # what lies there was shredded by something else
            target.fix(fixed)
        run = _Run(spark, target, progress or Quiet())
        return run.go(given, entries, name=name, remove_gone=remove_gone)


def _agree(
    fixed: Fixed, directory: str, columns: Sequence[str], schemas: Sequence[str], exact: bool
) -> None:
    """What is asked for has to be what is there; nothing need be said again."""
    there = list(fixed.columns)
    if columns and set(columns) != set(there):
        what = f"has {', '.join(there)} shredded, not {', '.join(columns)}"
        raise ShredError(f"{directory} {what}: name another directory")
    if any(fixed.columns[one] != type_ for one, type_ in given_schemas(schemas, there).items()):
        raise ShredError(f"{directory} was shredded by another schema: name another directory")
    if exact and not fixed.exact:
        raise ShredError(f"{directory} was shredded without --exact: name another directory")


class _Run:
    """One run over a directory that is locked and has a schema."""

    def __init__(self, spark: SparkSession, target: Directory, progress: Progress) -> None:
        self._spark = spark
        self._target = target
        self._progress = progress
        self._outcome = Outcome()

    def go(
        self, paths: list[str], entries: list[FileEntry], *, name: str, remove_gone: bool
    ) -> Outcome:
        left = self._target.recover()
        known = self._target.log.read()
        outputs = self._target.outputs()
        found = changes(known, outputs, paths, entries, name=name, remove_gone=remove_gone)
        self._outcome.unchanged = found.unchanged
        self._outcome.kept = found.kept
        self._outcome.removed = found.removed
        finished = [left[one.entry.path] for one in found.new if _is_finished(one, left)]
        self._publish(known, [*found.rows, *finished])
        self._target.sweep()
        there = {row.path for row in finished}
        new = [one for one in found.new if one.entry.path not in there]
        self._progress.start(len(new), sum(one.entry.size for one in new))
        run = os.urandom(4).hex()
        for wave in _waves(_tasks(new)):
            self._publish(known, self._carried_out(run, wave))
        self._target.end(known)
        return self._ended(known)

    def _carried_out(self, run: str, tasks: list[list[Wanted]]) -> list[Shredded]:
        place = self._target.place
        staging = place.at(STAGING, run)
        place.filesystem.create_dir(staging, recursive=True)
        for number, files in enumerate(tasks):
            with place.filesystem.open_output_stream(f"{staging}/{number}.order") as file:
                file.write(packed(files))
        with self._progress.watching(place, staging):
            made = messages(self._spark, len(tasks), Worker(place.directory, run))
        return [one for message in made for one in loaded(message)]

    def _publish(self, known: dict[str, Shredded], rows: list[Shredded]) -> None:
        told = [_with_output(row, known.get(row.path)) for row in rows]
        self._target.publish(told)
        for row in told:
            if row.state == GONE:
                del known[row.path]
                continue
            known[row.path] = row
            if row.state == DONE:
                self._outcome.files += 1
                self._outcome.rows += row.rows
                self._outcome.bytes += row.size
                self._outcome.bytes_out += row.out_size
                self._outcome.without += bool(row.without)

    def _ended(self, known: Mapping[str, Shredded]) -> Outcome:
        bad = sorted(path for path, row in known.items() if row.state == PROBLEM)
        self._outcome.problems = len(bad)
        self._outcome.reasons = [(path, known[path].message) for path in bad[:SHOWN]]
        summary = asdict(self._outcome)
        del summary["reasons"]
        self._progress.end(summary)
        return self._outcome


def _with_output(row: Shredded, old: Shredded | None) -> Shredded:
    """What was made of a file before it went bad stays."""
    if row.state != PROBLEM or old is None:
        return row
    return replace(row, output=old.output, out_size=old.out_size)


def _is_finished(wanted: Wanted, left: Mapping[str, Shredded]) -> bool:
    """Whether a run that was cut off had done all but publish it."""
    row = left.get(wanted.entry.path)
    return row is not None and row.is_of(wanted.entry) and row.output == wanted.output


def _tasks(files: Iterable[Wanted]) -> Iterator[list[Wanted]]:
    task: list[Wanted] = []
    size = 0
    for one in files:
        if task and (size + one.entry.size > BYTES_A_TASK or len(task) == FILES_A_TASK):
            yield task
            task, size = [], 0
        task.append(one)
        size += one.entry.size
    if task:
        yield task


def _waves(tasks: Iterable[list[Wanted]]) -> Iterator[list[list[Wanted]]]:
    wave: list[list[Wanted]] = []
    for task in tasks:
        wave.append(task)
        if len(wave) == WAVE:
            yield wave
            wave = []
    if wave:
        yield wave
