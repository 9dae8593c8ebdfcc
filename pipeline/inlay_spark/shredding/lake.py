"""A run of `inlay spark shred`: list, fix the schema if there is none, shred what is new, publish."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Final

from inlay.ground.files.entries import FileEntry
from inlay_spark.jobs.listing import list_with_text_names, normalize_all, refuse_in_lake
from inlay_spark.jobs.progress import QUIET, Load, Progress
from inlay_spark.jobs.work_items import run_items
from inlay_spark.shredding.directory import ShredDirectory
from inlay_spark.shredding.errors import ShredError
from inlay_spark.shredding.listing import compare
from inlay_spark.shredding.log import DONE, GONE, OTHER, PROBLEM, Shredded, load_rows
from inlay_spark.shredding.planning import plan_for
from inlay_spark.shredding.shred_schema import ShredSchema, parse_schemas
from inlay_spark.shredding.sources import WantedFile
from inlay_spark.shredding.work import ShredWorker, files_as_json

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

FILES_A_TASK: Final = 32
BYTES_A_TASK: Final = 16 << 20
"""A task is repeated as a whole; JSON is five to ten times as large as its file."""

WAVE: Final = 1_000
"""Tasks between two publications."""

SHOWN: Final = 100
"""Files whose reasons or notes are worth reading at once; the directory has all of them."""


@dataclass
class ShredOutcome:
    """What a run did. `kept` are outputs whose file is gone, `without` files that lack a column and have nulls;
    `problems` counts all files that are a problem, those of earlier runs too, and `reasons` has the first hundred;
    `others` counts all that are neither Parquet nor lines of JSON, and do not claim to be.

    Of `noted` files, indexes of other columns did not fit and stayed behind: `notes` has what is said of the first hundred, as
    (path of the file, note).
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
    others: int = 0
    noted: int = 0
    reasons: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    notes: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])


def shred(
    spark: SparkSession,
    paths: str | Sequence[str],
    directory: str,
    columns: Sequence[str] = (),
    *,
    schemas: Sequence[str] = (),
    name: str = "*",
    exact: bool = False,
    tolerant: bool = False,
    remove_gone: bool = False,
    progress: Progress | None = None,
) -> ShredOutcome:
    """Brings `directory` up to date with the files at `paths`: for each a file with the columns shredded, by a schema that
    the first run fixes and later ones keep.

    Raises what `plan` raises; ShredError for a directory that is not free, or was shredded by something else than
    what is asked for; RefusedError for one that lies in the lake; LockedError where another run is at work.
    """
    given = normalize_all(paths)
    target = ShredDirectory(directory)
    refuse_in_lake(given, target.path, "out")
    with target.lock():
        schema = target.schema()
        if schema is not None:
            _require_agreement(schema, directory, columns, schemas, exact, tolerant)
        entries = list(list_with_text_names(given, name))
        if schema is None:
            schema = plan_for(spark, entries, columns, schemas, exact, tolerant).schema
            target.sweep()  # what lies there was shredded by something else
            target.write_schema(schema)
        run = _Run(spark, target, progress or QUIET)
        return run.go(given, entries, name=name, remove_gone=remove_gone)


def _require_agreement(
    schema: ShredSchema,
    directory: str,
    columns: Sequence[str],
    schemas: Sequence[str],
    exact: bool,
    tolerant: bool,
) -> None:
    """What is asked for has to be what is there; nothing need be said again."""
    there = list(schema.columns)
    if columns and set(columns) != set(there):
        what = f"has {', '.join(there)} shredded, not {', '.join(columns)}"
        raise ShredError(f"{directory} {what}: name another directory")
    given = parse_schemas(schemas, there)
    if any(schema.columns[column] != type_ for column, type_ in given.items()):
        raise ShredError(f"{directory} was shredded by another schema: name another directory")
    for option, is_asked, is_kept in (
        ("--exact", exact, schema.exact),
        ("--tolerant", tolerant, schema.tolerant),
    ):
        if is_asked and not is_kept:
            raise ShredError(f"{directory} was shredded without {option}: name another directory")


class _Run:
    """One run over a directory that is locked and has a schema."""

    def __init__(self, spark: SparkSession, target: ShredDirectory, progress: Progress) -> None:
        self._spark = spark
        self._target = target
        self._progress = progress
        self._outcome = ShredOutcome()

    def go(
        self, paths: list[str], entries: list[FileEntry], *, name: str, remove_gone: bool
    ) -> ShredOutcome:
        left = self._target.recover()
        known = self._target.log.read()
        outputs = self._target.outputs()
        changes = compare(known, outputs, paths, entries, name=name, remove_gone=remove_gone)
        self._outcome.unchanged = changes.unchanged
        self._outcome.kept = changes.kept
        self._outcome.removed = changes.removed
        finished = [left[file.entry.path] for file in changes.new if _is_finished(file, left)]
        self._publish(known, [*changes.rows, *finished])
        self._target.sweep()
        there = {row.path for row in finished}
        new = [file for file in changes.new if file.entry.path not in there]
        self._progress.start("shred", Load(len(new), sum(file.entry.size for file in new)))
        run = os.urandom(4).hex()
        for wave in _waves(_tasks(new)):
            self._publish(known, self._carry_out(run, wave))
        self._target.end(known)
        return self._end(known)

    def _carry_out(self, run: str, tasks: list[list[WantedFile]]) -> list[Shredded]:
        work = ShredWorker(self._target.path, run)
        items = list(map(files_as_json, tasks))
        messages = run_items(self._spark, self._target, run, items, work, self._progress)
        return [row for message in messages for row in load_rows(message)]

    def _publish(self, known: dict[str, Shredded], rows: list[Shredded]) -> None:
        complete = [_with_output(row, known.get(row.path)) for row in rows]
        self._target.publish_rows(complete)
        for row in complete:
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
                self._note(row)

    def _note(self, row: Shredded) -> None:
        if row.notes:
            self._outcome.noted += 1
            if self._outcome.noted <= SHOWN:
                self._outcome.notes += [(row.path, note) for note in json.loads(row.notes)]

    def _end(self, known: Mapping[str, Shredded]) -> ShredOutcome:
        bad = sorted(path for path, row in known.items() if row.state == PROBLEM)
        self._outcome.problems = len(bad)
        self._outcome.others = sum(row.state == OTHER for row in known.values())
        self._outcome.reasons = [(path, known[path].message) for path in bad[:SHOWN]]
        summary = asdict(self._outcome)
        del summary["reasons"], summary["notes"]
        self._progress.end(summary)
        return self._outcome


def _with_output(row: Shredded, old: Shredded | None) -> Shredded:
    """What was made of a file before it went bad stays."""
    if row.state != PROBLEM or old is None:
        return row
    return replace(row, output=old.output, out_size=old.out_size)


def _is_finished(wanted: WantedFile, left: Mapping[str, Shredded]) -> bool:
    """Whether a run that was cut off had done all but publish it."""
    row = left.get(wanted.entry.path)
    return row is not None and row.is_of(wanted.entry) and row.output == wanted.output


def _tasks(files: Iterable[WantedFile]) -> Iterator[list[WantedFile]]:
    task: list[WantedFile] = []
    size = 0
    for file in files:
        if task and (size + file.entry.size > BYTES_A_TASK or len(task) == FILES_A_TASK):
            yield task
            task, size = [], 0
        task.append(file)
        size += file.entry.size
    if task:
        yield task


def _waves(tasks: Iterable[list[WantedFile]]) -> Iterator[list[list[WantedFile]]]:
    wave: list[list[WantedFile]] = []
    for task in tasks:
        wave.append(task)
        if len(wave) == WAVE:
            yield wave
            wave = []
    if wave:
        yield wave
