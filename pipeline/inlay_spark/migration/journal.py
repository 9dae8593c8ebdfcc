"""The directory that knows what a job was asked for, what it did, and how to get back."""

from __future__ import annotations

import json
import os
import posixpath
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import Any, Final

from fsspec.core import url_to_fs

from inlay.rewrite.errors import RefusedError
from inlay.rewrite.urls import is_url
from inlay.scan.stores import normalized
from inlay_runtime.errors import InlayError
from inlay_spark.migration.operations import Operation

_JOB: Final = "job.json"
_UNDO: Final = "rollback.json"
_LOCK: Final = ".lock"
_LAYOUT: Final = 1
_UNDOING: Final = ("undo_staged", "undone")
PHASES: Final = ("plan", "staged", "published", *_UNDOING)


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
    """A folder on any file system that both fsspec and Spark know by the same name."""

    def __init__(self, path: str, job: Job) -> None:
        self.path = path
        self.job = job

    @classmethod
    def begin(cls, path: str, job: Job) -> Journal:
        """A new journal, or the one of the same job that was cut off. RefusedError for another job's."""
        path = normalized(path)
        if _exists(path, _JOB):
            found = cls.open(path)
            if (other := _difference(found.job, job)) is not None:
                raise RefusedError(
                    "journal", f"it is the journal of another job: {other}", path=path
                )
            return found
        fs, root = url_to_fs(path)
        there = fs.ls(root, detail=False) if fs.exists(root) else []
        if {posixpath.basename(name) for name in there} - {_LOCK, f"{_JOB}.new"}:
            raise RefusedError("journal", "the folder is not empty, and no journal", path=path)
        journal = cls(path, job)
        said = {"journal": _LAYOUT, "job": job.name, "paths": job.paths, "pattern": job.pattern}
        said |= {"operation": asdict(job.operation), "new_names": job.new_names}
        journal._put(_JOB, json.dumps(said, indent=2).encode() + b"\n")
        return journal

    @classmethod
    def open(cls, path: str) -> Journal:
        """JournalError if there is none."""
        path = normalized(path)
        fs, root = url_to_fs(path)
        try:
            said: dict[str, Any] = json.loads(fs.cat_file(posixpath.join(root, _JOB)))
            if said["journal"] != _LAYOUT:
                raise JournalError(path, f"it has layout {said['journal']}, and {_LAYOUT} is known")
            asked: dict[str, Any] = said["operation"]
            operation = Operation(
                asked["name"], tuple(asked["columns"]), asked["encoding"], tuple(asked["allow"])
            )
            paths = tuple(said["paths"])
            return cls(path, Job(said["job"], paths, operation, said["new_names"], said["pattern"]))
        except (FileNotFoundError, NotADirectoryError):
            raise JournalError(path, "there is no journal here (no job.json)") from None
        except (ValueError, KeyError, TypeError) as error:
            raise JournalError(path, f"job.json is damaged: {error}") from None

    def phase(self, name: str) -> str:
        """The folder with the rows of a phase, as Spark is told it."""
        folder = posixpath.join(self.path, name)
        return folder if is_url(folder) else f"file://{folder}"

    def has_begun(self, name: str) -> bool:
        """Whether tasks of the phase may have run."""
        return _exists(self.path, name)

    def is_over(self, name: str) -> bool:
        """Whether all rows of the phase are there for good. Not by `_SUCCESS`, which a setting turns off."""
        return _exists(self.path, f"{name}.json")

    def finish(self, name: str) -> None:
        """The rows of the phase are there, and will be after a power cut: the next may rely on them."""
        if not is_url(self.path):
            _sync_below(os.path.join(self.path, name))
        self._put(f"{name}.json", b'{"over": true}\n')

    @property
    def is_undone(self) -> bool:
        """Whether somebody began to take the job back: then it does not go on."""
        return _exists(self.path, _UNDO)

    def begin_undo(self) -> None:
        if not self.is_undone:
            self._put(_UNDO, b'{"begun": true}\n')

    def wants(self, name: str) -> bool:
        """Whether a task of the phase may still begin a file: an attempt that Spark has given up, or that of a
        driver that was killed, comes to know it here."""
        try:
            return not self.is_over(name) and (name in _UNDOING or not self.is_undone)
        except OSError:
            return True  # workers need not see the journal, only Spark

    @contextmanager
    def locked(self) -> Generator[None]:
        """One run at a time; the lock of one that was killed is gone with it. Object stores have none."""
        if is_url(self.path):
            yield
            return
        import fcntl

        with open(os.path.join(self.path, _LOCK), "w", encoding="utf-8") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise JournalError(self.path, "another run is at work on this job") from None
            yield

    def _put(self, name: str, data: bytes) -> None:
        """At once or not at all."""
        fs, root = url_to_fs(self.path)
        if is_url(self.path):
            with fs.open(posixpath.join(root, name), "wb") as file:
                file.write(data)
            return
        os.makedirs(root, exist_ok=True)
        target = os.path.join(root, name)
        with open(f"{target}.new", "wb") as made:
            made.write(data)
            made.flush()
            os.fsync(made.fileno())
        os.replace(f"{target}.new", target)
        _sync(root)


def _difference(found: Job, asked: Job) -> str | None:
    """What it was asked for, where that is something else."""
    if found.paths != asked.paths or found.pattern != asked.pattern:
        return f"of {', '.join(found.paths)} ({found.pattern})"
    if (found.operation, found.new_names) != (asked.operation, asked.new_names):
        new = ", under new names" if found.new_names else ""
        return f"to {found.operation.name}{new}, or with other options"
    return None


def _exists(path: str, name: str) -> bool:
    if not is_url(path):
        return os.path.exists(os.path.join(path, name))
    fs, root = url_to_fs(path)
    fs.invalidate_cache()
    return bool(fs.exists(posixpath.join(root, name)))


def _sync_below(folder: str) -> None:
    for here, _, names in os.walk(folder):
        for name in names:
            _sync(os.path.join(here, name))
        _sync(here)


def _sync(path: str) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
