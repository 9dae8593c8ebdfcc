"""The directory that knows what a job was asked for, what it did, and how to get back."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import asdict, dataclass
from typing import Any, Final

from inlay.refusals import RefusedError

from inlay.scan.stores import normalized
from inlay_runtime.errors import InlayError
from inlay_spark.migration.folder import LOCK, NEW, Folder, LockedError
from inlay_spark.migration.operations import Operation

_JOB: Final = "job.json"
_UNDO: Final = "rollback.json"
_LAYOUT: Final = 2
_UNDOING: Final = ("undo_staged", "undone")
PHASES: Final = ("plan", "staged", "published", *_UNDOING)
_BEFORE: Final = {
    "staged": "plan",
    "published": "staged",
    "undo_staged": "staged",
    "undone": "undo_staged",
}


class JournalError(InlayError):
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
    the old files, for a table's catalogue to commit."""

    name: str
    paths: tuple[str, ...]
    operation: Operation
    new_names: bool = False
    pattern: str = "*"


class Journal:
    def __init__(self, path: str, job: Job) -> None:
        self.job = job
        self._folder = Folder(path)

    @property
    def path(self) -> str:
        return self._folder.path

    @classmethod
    @contextmanager
    def begun(cls, path: str, job: Job) -> Generator[Journal]:
        """A new journal, or the one of the same job that was cut off; locked. RefusedError for another job's."""
        folder = Folder(normalized(path))
        # Before anything is put there.
        if not folder.has(_JOB) and folder.names() - {LOCK, f"{_JOB}{NEW}"}:
            raise RefusedError(
                "journal", "the folder is not empty, and no journal", path=folder.path
            )
        folder.make()
        with _locked(folder):
            yield cls._begin(folder, job)

    @classmethod
    def _begin(cls, folder: Folder, job: Job) -> Journal:
        if folder.has(_JOB):
            found = cls.open(folder.path)
            other = _difference(found.job, job)
            if other is None:
                return found
            if found.is_undone or found.is_over("plan"):
                reason = f"it is the journal of another job: {other}"
                raise RefusedError("journal", reason, path=folder.path)
            # Of that job nothing was done, be it for a path that led to nothing.
        said = {"journal": _LAYOUT, "job": job.name, "paths": job.paths, "pattern": job.pattern}
        said |= {"operation": asdict(job.operation), "new_names": job.new_names}
        folder.put(_JOB, said)
        return cls(folder.path, job)

    @classmethod
    def open(cls, path: str) -> Journal:
        """JournalError if there is none, or a part of it is missing or cut off."""
        path = normalized(path)
        try:
            job = _job_of(Folder(path).get(_JOB), path)
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
        return self._folder.at(name)

    def has_begun(self, name: str) -> bool:
        """Whether tasks of the phase may have run."""
        return self._folder.has(name)

    def is_over(self, name: str) -> bool:
        """Whether all rows of the phase are there for good. Not by `_SUCCESS`, which a setting turns off."""
        return self._folder.has(f"{name}.json")

    def finish(self, name: str) -> None:
        """The rows of the phase are there, and will be after a power cut: the next may rely on them."""
        self._folder.sync(name)
        self._folder.put(f"{name}.json", {"parts": self._folder.sizes(name)})

    def _require_whole(self, name: str) -> None:
        """JournalError if a file with rows of the phase is not what it was when that was over: Spark would pass over
        one that is empty, and never miss one that is gone."""
        try:
            expected: dict[str, int] = dict(self._folder.get(f"{name}.json")["parts"].items())
            found = self._folder.sizes(name)
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise JournalError(self.path, f"{name} is damaged: {error}") from None
        for part in sorted(expected.keys() | found.keys()):
            there, wanted = found.get(part), expected.get(part)
            if there != wanted:
                has = "is not there" if there is None else f"has {there:,} bytes"
                where = "is no part of it" if wanted is None else f"had {wanted:,} bytes"
                raise JournalError(self.path, f"{name}/{part} {has}, and {where}")

    @property
    def is_undone(self) -> bool:
        """Whether somebody began to take the job back: then it does not go on."""
        return self._folder.has(_UNDO)

    def begin_undo(self) -> None:
        if not self.is_undone:
            self._folder.put(_UNDO, {"begun": True})

    def forget_undo(self) -> None:
        """Takes back that the rollback is over, the last phase first: whoever is killed in between finds a journal
        that is whole."""
        for name in reversed(_UNDOING):
            self._folder.remove(f"{name}.json")
            self._folder.remove(name)

    def wants(self, name: str) -> bool:
        """Whether a task of the phase may still begin a file: an attempt that Spark has given up, or that of a
        driver that was killed, comes to know it here."""
        try:
            return not self.is_over(name) and (name in _UNDOING or not self.is_undone)
        except OSError:
            return True  # workers need not see the journal, only Spark

    def locked(self) -> AbstractContextManager[None]:
        return _locked(self._folder)


@contextmanager
def _locked(folder: Folder) -> Generator[None]:
    """One run at a time."""
    try:
        with folder.locked():
            yield
    except LockedError:
        raise JournalError(folder.path, "another run is at work on this job") from None


def _job_of(said: dict[str, Any], path: str) -> Job:
    if said["journal"] != _LAYOUT:
        what = f"it has layout {said['journal']}, and this inlay knows {_LAYOUT}"
        raise JournalError(path, f"{what}: use the version that wrote it")
    asked: dict[str, Any] = said["operation"]
    operation = Operation(
        asked["name"], tuple(asked["columns"]), asked["encoding"], tuple(asked["allow"])
    )
    return Job(said["job"], tuple(said["paths"]), operation, said["new_names"], said["pattern"])


def _difference(found: Job, asked: Job) -> str | None:
    """What it was asked for, where that is something else."""
    if found.paths != asked.paths or found.pattern != asked.pattern:
        return f"of {', '.join(found.paths)} ({found.pattern})"
    if (found.operation, found.new_names) != (asked.operation, asked.new_names):
        new = ", under new names" if found.new_names else ""
        return f"to {found.operation.name}{new}, or with other options"
    return None
