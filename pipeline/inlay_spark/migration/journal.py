"""The directory that knows what a job was asked for, what it did, and how to get back."""

from __future__ import annotations

import json
from collections.abc import Generator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import asdict, dataclass
from typing import Any, Final

from inlay.ground.refusals import RefusedError
from inlay.ground.wording.amounts import count
from inlay_spark.jobs.directory import JobDirectory, JobError
from inlay_spark.migration.operations import Operation

_JOB: Final = "job.json"
_BEFORE_JOB: Final = {f"{_JOB}.new"}
"""What earlier versions left of a job that was cut off before it was written down."""

_UNDO: Final = "rollback.json"
_DISCARD: Final = "discard.json"
_VERSION: Final = 2
_UNDOING: Final = ("undo_staged", "undone")
PHASES: Final = ("plan", "staged", "published", *_UNDOING)
_BEFORE: Final = {
    "staged": "plan",
    "published": "staged",
    "undo_staged": "staged",
    "undone": "undo_staged",
}


class JournalError(JobError):
    """A journal that is not there, or that says something else than what is asked for."""

    def __init__(self, path: str, what: str) -> None:
        super().__init__(path, what)
        self.path = path
        self.what = what

    def __str__(self) -> str:
        return f"{self.path}: {self.what}"


@dataclass(frozen=True, slots=True)
class Job:
    """What was asked for: an operation on the files at `paths` whose names match `pattern`. `new_names`: beside
    the old files, for a table's catalog to commit."""

    name: str
    paths: tuple[str, ...]
    operation: Operation
    new_names: bool = False
    pattern: str = "*"


class MigrationJournal:
    def __init__(self, path: str, job: Job) -> None:
        self.job = job
        self.directory = JobDirectory(path)

    @property
    def path(self) -> str:
        return self.directory.path

    @classmethod
    @contextmanager
    def begin(cls, path: str, job: Job) -> Generator[MigrationJournal]:
        """A new journal, or the one of the same job that was cut off; locked. RefusedError for another job's, LockedError
        where another run is at work."""
        directory = JobDirectory(path)
        # Before anything is put there.
        if not directory.has(_JOB) and directory.names() - _BEFORE_JOB:
            raise RefusedError(
                "journal", "the folder is not empty, and is not a journal", path=directory.path
            )
        with directory.lock():
            yield cls._begin(directory, job)

    @classmethod
    def _begin(cls, directory: JobDirectory, job: Job) -> MigrationJournal:
        if directory.has(_JOB):
            journal = cls.open(directory.path)
            other = _difference(journal.job, job)
            if other is None:
                return journal
            if journal.is_undone or journal.is_over("plan"):
                reason = f"it is the journal of another job: {other}"
                raise RefusedError("journal", reason, path=directory.path)
            # Of that job nothing was done, be it for a path that led to nothing.
        journal = cls(directory.path, job)
        journal._publish(
            _JOB,
            {
                "journal": _VERSION,
                "job": job.name,
                "paths": job.paths,
                "pattern": job.pattern,
                "operation": _document_of(job.operation),
                "new_names": job.new_names,
            },
        )
        return journal

    @classmethod
    def open(cls, path: str) -> MigrationJournal:
        """JournalError if there is none, or a part of it is missing or cut off."""
        directory = JobDirectory(path)
        path = directory.path
        try:
            job = _job_of(json.loads(directory.read(_JOB)), path)
        except (FileNotFoundError, NotADirectoryError):
            raise JournalError(path, "there is no journal here (no job.json)") from None
        except (ValueError, KeyError, TypeError) as error:
            raise JournalError(path, f"job.json is damaged: {error}") from None
        journal = cls(path, job)
        for name, before in _BEFORE.items():
            if journal.has_begun(name) and not journal.is_over(before):
                what = f"{name} has begun, and {before}.json is not there: part of it was removed"
                raise JournalError(path, what)
        for name in filter(journal.is_over, PHASES):
            journal._require_whole(name)
        return journal

    def phase(self, name: str) -> str:
        """The folder with the rows of a phase."""
        return self.directory.url(name)

    def has_begun(self, name: str) -> bool:
        """Whether tasks of the phase may have run."""
        return self.directory.has(name)

    def is_over(self, name: str) -> bool:
        """Whether all rows of the phase are there for good. Not by `_SUCCESS`, which a setting turns off."""
        return self.directory.has(f"{name}.json")

    def finish(self, name: str) -> None:
        """The rows of the phase are there, and will be after a power cut: the next may rely on them."""
        self.directory.sync(name)
        self._publish(f"{name}.json", {"parts": self.directory.sizes(name)})

    def _require_whole(self, name: str) -> None:
        """JournalError if a file with rows of the phase is not what it was when that was over: Spark would pass over
        one that is empty, and never miss one that is gone."""
        try:
            end = json.loads(self.directory.read(f"{name}.json"))
            expected: dict[str, int] = dict(end["parts"].items())
            sizes = self.directory.sizes(name)
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise JournalError(self.path, f"{name} is damaged: {error}") from None
        for part in sorted(expected.keys() | sizes.keys()):
            there, wanted = sizes.get(part), expected.get(part)
            if there != wanted:
                has = "is not there" if there is None else f"has {count(there, 'byte')}"
                where = "is not part of it" if wanted is None else f"had {count(wanted, 'byte')}"
                raise JournalError(self.path, f"{name}/{part} {has}, and {where}")

    @property
    def is_undone(self) -> bool:
        """Whether somebody began to take the job back: then it does not go on."""
        return self.directory.has(_UNDO)

    def begin_undo(self) -> None:
        if not self.is_undone:
            self._publish(_UNDO, {"begun": True})

    @property
    def is_discarding(self) -> bool:
        """Whether somebody began to remove old files that the job kept: then there is no way back."""
        return self.directory.has(_DISCARD)

    def begin_discard(self) -> None:
        if not self.is_discarding:
            self._publish(_DISCARD, {"begun": True})

    def forget_undo(self) -> None:
        """Takes back that the rollback is over, the last phase first: whoever is killed in between finds a journal
        that is whole."""
        for name in reversed(_UNDOING):
            self.directory.remove(f"{name}.json")
            self.directory.remove(name)

    def wants(self, name: str) -> bool:
        """Whether a task of the phase may still begin a file: an attempt that Spark has given up, or that of a
        driver that was killed, comes to know it here."""
        try:
            return not self.is_over(name) and (name in _UNDOING or not self.is_undone)
        except OSError:
            return True  # workers need not see the journal, only Spark

    def lock(self) -> AbstractContextManager[None]:
        return self.directory.lock()

    def _publish(self, name: str, document: Mapping[str, Any]) -> None:
        self.directory.publish(json.dumps(document, indent=2).encode() + b"\n", name)


def _document_of(operation: Operation) -> dict[str, Any]:
    """Without what an operation does not have, as in journals of earlier versions."""
    document = asdict(operation)
    for name in ("target_size", "design", "what", "crs", "keep_key"):
        if not document[name]:
            del document[name]
    return document


def _job_of(document: dict[str, Any], path: str) -> Job:
    if document["journal"] != _VERSION:
        what = f"it has version {document['journal']}, and this inlay knows {_VERSION}"
        raise JournalError(path, f"{what}: use the version that wrote it")
    asked: dict[str, Any] = document["operation"]
    operation = Operation(
        asked["name"],
        tuple(asked["columns"]),
        asked["encoding"],
        tuple(asked["allow"]),
        asked.get("target_size", 0),
        asked.get("design", ""),
        tuple(asked.get("what", ())),
        asked.get("crs", ""),
        asked.get("keep_key", False),
    )
    return Job(
        document["job"],
        tuple(document["paths"]),
        operation,
        document["new_names"],
        document["pattern"],
    )


def _difference(job: Job, asked: Job) -> str | None:
    """What it was asked for, where that is something else."""
    if job.paths != asked.paths or job.pattern != asked.pattern:
        return f"of {', '.join(job.paths)} ({job.pattern})"
    if (job.operation, job.new_names) != (asked.operation, asked.new_names):
        new = ", under new names" if job.new_names else ""
        return f"to {job.operation.name}{new}, or with other options"
    return None
